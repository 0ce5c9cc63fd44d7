"""Drop what the site repeats on its pages, as learned across them."""

from typing import Final

from pipelines.chrome import find_chrome
from pipelines.select.selection import Selection

STEP: Final = "site-chrome"


def drop_site_chrome(selection: Selection) -> Selection:
    """Drop the blocks that the site's profile knows as chrome."""
    if selection.profile is None:
        return selection
    found = find_chrome(selection.blocks, selection.profile)
    return selection.drop(STEP, {i: why for i, why in found.items() if i not in selection.dropped})
