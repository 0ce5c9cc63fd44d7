"""Drop what its author declared to be no content: menus, footers, sidebars, widgets."""

from typing import Final

from models.page import Region, Widget
from pipelines.select.selection import Selection

STEP: Final = "landmarks"

DROPPED_REGIONS: Final = frozenset({Region.NAV, Region.FOOTER, Region.ASIDE})
DROPPED_WIDGETS: Final = frozenset(
    {
        Widget.FILTER,
        Widget.CONSENT,
        Widget.RAIL,
        Widget.POST_FURNITURE,
        Widget.PAGER,
        Widget.BREADCRUMBS,
        Widget.EDIT_LINK,
    }
)


def drop_landmarks(selection: Selection) -> Selection:
    """Drop the blocks of nav, footer and aside regions, and those of the named widgets."""
    reasons: dict[int, str] = {}
    for i in selection.kept():
        block = selection.blocks[i]
        if block.region in DROPPED_REGIONS:
            reasons[i] = f"region {block.region}"
        elif block.widget in DROPPED_WIDGETS:
            reasons[i] = f"widget {block.widget}"
    return selection.drop(STEP, reasons)
