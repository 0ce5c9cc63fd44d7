"""Keep what the user's own selectors say is the content."""

from typing import Final

from pipelines.select.selection import Selection

STEP: Final = "include-css"


def keep_included(selection: Selection) -> Selection:
    """Drop the blocks outside the elements that `include_css` matches, if there are any."""
    included = selection.page.css.included
    if not included:
        return selection
    outside = set(selection.kept()).difference(included)
    return selection.drop(STEP, dict.fromkeys(sorted(outside), "outside the selected elements"))
