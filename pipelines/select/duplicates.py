"""Drop what the page has said before."""

from typing import Final

from pipelines.select.selection import Selection

STEP: Final = "duplicates"

# Words from which a repeated text is a repetition, not a label that two cards share.
# Source: the feasibility study's best value; wcxb-dev word F1 .8312 -> .8364 (2026-11-30).
MIN_DUPLICATE_WORDS: Final = 5


def drop_duplicates(selection: Selection) -> Selection:
    """Drop a block whose text stands in an earlier block that is still in."""
    if not selection.policy.drops_duplicates:
        return selection
    seen: set[str] = set()
    reasons: dict[int, str] = {}
    for i in selection.kept():
        block = selection.blocks[i]
        if block.words < MIN_DUPLICATE_WORDS:
            continue
        if block.text in seen:
            reasons[i] = "said before"
        seen.add(block.text)
    return selection.drop(STEP, reasons)
