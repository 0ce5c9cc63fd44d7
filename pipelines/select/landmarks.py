"""Drop what its author declared to be no content: menus, footers, sidebars, widgets."""

import re
from itertools import groupby
from typing import Final

from models.page import Block, Region, Widget
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


# Link density below which an aside inside an article is a pull quote or a note, not a rail.
# Measured: sites-dev plain, word F1 .9854 -> .9887 (2026-11-30), where the site's chrome is known;
# judged page by page it would cost wcxb-dev .0003. Unlimited: .9888, and rails come back.
MAX_NOTE_LINK_DENSITY: Final = 0.25


# A list box: what can be chosen is no text, and some list every town of a country.
_CHOICES: Final = re.compile(r"/select\[\d+\]$")


def drop_landmarks(selection: Selection) -> Selection:
    """Drop the blocks of nav, footer and aside regions, and those of the named widgets.

    Once the chrome of a site is known, an aside in an article that links little stays: a rail
    that the template sets there would be known by now.
    """
    reasons: dict[int, str] = {}
    notes = find_notes(selection) if selection.knows_chrome else frozenset()
    for i in selection.kept():
        block = selection.blocks[i]
        if i in notes:
            continue
        if block.region in DROPPED_REGIONS:
            reasons[i] = f"region {block.region}"
        elif block.widget in DROPPED_WIDGETS:
            reasons[i] = f"widget {block.widget}"
        elif _CHOICES.search(block.slot):
            reasons[i] = "choices of a form"
    return selection.drop(STEP, reasons)


def find_notes(selection: Selection) -> frozenset[int]:
    """Find the asides of articles, as runs of blocks, that link little."""
    notes: list[int] = []
    runs = groupby(selection.kept(), lambda i: _is_aside_in_article(selection.blocks[i]))
    for is_aside, run in runs:
        indices = list(run)
        words = sum(selection.blocks[i].words for i in indices)
        linked = sum(selection.blocks[i].linked_words for i in indices)
        if is_aside and linked < MAX_NOTE_LINK_DENSITY * words:
            notes += indices
    return frozenset(notes)


def _is_aside_in_article(block: Block) -> bool:
    return block.region is Region.ASIDE and block.article >= 0 and not block.widget
