"""Drop what the user's own selectors say is no content."""

from typing import Final

from pipelines.select.selection import Selection

STEP: Final = "exclude-css"


def drop_excluded(selection: Selection) -> Selection:
    """Drop the blocks inside the elements that `exclude_css` matches."""
    excluded = selection.page.css.excluded
    return selection.drop(STEP, {i: f"inside {selector}" for i, selector in excluded.items()})
