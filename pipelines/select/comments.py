"""Lift the comments under a text out of the content."""

from typing import Final

from models.page import Widget
from pipelines.select.selection import Selection

STEP: Final = "comments"

# Share of the words still in above which the comments are the page, where the policy keeps them:
# the thread of a forum. Words of prose, since a forum's menus may outweigh a short thread
# (harvest-forum word F1 .771 -> .775). Source: seed 002; 0.6 is no better.
MAX_COMMENTS_SHARE: Final = 0.5


def lift_comments(selection: Selection) -> Selection:
    """Drop the comments from the content; they come out as `comments_markdown`."""
    blocks = selection.blocks
    kept = selection.kept()
    found = [i for i in kept if blocks[i].widget is Widget.COMMENTS]
    share = MAX_COMMENTS_SHARE * selection.prose(kept)
    if selection.policy.keeps_comments and selection.prose(found) > share:
        return selection
    return selection.drop(STEP, dict.fromkeys(found, "comment"))
