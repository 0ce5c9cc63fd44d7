"""Drop what no reader of the page can bring to the screen."""

from typing import Final

from models.page import Hidden
from pipelines.select.selection import Selection

STEP: Final = "hidden"

# A page's noscript is its content when the page outside holds fewer words than the first and it
# holds at least the second: some forums keep the thread there, while a shell says "enable
# JavaScript" in a dozen words. Source: shared design of the hidden rule; not yet swept.
MAX_WORDS_OUTSIDE_NOSCRIPT: Final = 150
MIN_NOSCRIPT_WORDS: Final = 100


def drop_hidden(selection: Selection) -> Selection:
    """Drop templates, noscript beside a page of its own, and what nothing on the page opens."""
    blocks = selection.blocks
    kept = selection.kept()
    shown = sum(blocks[i].words for i in kept if not blocks[i].hidden)
    noscript = [i for i in kept if blocks[i].hidden is Hidden.NOSCRIPT]
    noscript_words = sum(blocks[i].words for i in noscript)
    is_content = shown < MAX_WORDS_OUTSIDE_NOSCRIPT and noscript_words >= MIN_NOSCRIPT_WORDS
    if not is_content:
        selection = selection.drop_even_all(STEP, dict.fromkeys(noscript, "noscript"))
    reasons = {
        i: str(blocks[i].hidden)
        for i in kept
        if blocks[i].hidden in (Hidden.TEMPLATE, Hidden.UNREACHABLE)
    }
    return selection.drop(STEP, reasons)
