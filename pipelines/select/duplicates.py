"""Drop what the page has said before."""

from collections import defaultdict
from typing import Final

from models.page import BlockKind
from pipelines.select.selection import Selection

STEP: Final = "duplicates"

# Words from which a repeated text is a repetition, not a label that two cards share.
# Source: the feasibility study's best value; wcxb-dev word F1 .8312 -> .8364 (2026-11-30); texts
# repeated under one parent left alone: readability .913 -> .947, the others within .002.
MIN_DUPLICATE_WORDS: Final = 5

# Kinds that say the same again on purpose: the output of one command after another.
_WHOLE: Final = frozenset({BlockKind.CODE, BlockKind.TABLE, BlockKind.MATH})


def drop_duplicates(selection: Selection) -> Selection:
    """Drop a block whose text stands in an earlier block that is still in.

    Not where both are children of one element: there its author says it again, as a refrain does,
    while a template repeats in another place.
    """
    if not selection.policy.drops_duplicates:
        return selection
    parents: defaultdict[str, set[str]] = defaultdict(set)
    reasons: dict[int, str] = {}
    for i in selection.kept():
        block = selection.blocks[i]
        if block.words < MIN_DUPLICATE_WORDS or block.kind in _WHOLE:
            continue
        parent = block.slot.rpartition("/")[0]
        seen_in = parents[block.text]
        if seen_in and parent not in seen_in:
            reasons[i] = "said before"
        seen_in.add(parent)
    return selection.drop(STEP, reasons)
