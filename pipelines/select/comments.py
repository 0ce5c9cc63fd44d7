"""Lift the comments under a text out of the content."""

from typing import Final

from models.page import Widget
from pipelines.select.selection import Selection

STEP: Final = "comments"

# Share of the words still in above which the comments are the page, where the policy keeps them:
# the thread of a forum. Source: seed 002; not yet swept here.
MAX_COMMENTS_SHARE: Final = 0.5


def lift_comments(selection: Selection) -> Selection:
    """Drop the comments from the content; they come out as `comments_markdown`."""
    blocks = selection.blocks
    found = [i for i in selection.kept() if blocks[i].widget is Widget.COMMENTS]
    words = sum(blocks[i].words for i in found)
    if selection.policy.keeps_comments and words > MAX_COMMENTS_SHARE * selection.words():
        return selection
    return selection.drop(STEP, dict.fromkeys(found, "comment"))
