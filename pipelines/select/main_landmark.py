"""Keep the main landmark alone where it holds the page: the author's strongest statement."""

from typing import Final

from pipelines.select.selection import Selection

STEP: Final = "main-landmark"

# What a main must hold to be trusted: words, and a share of the words still in. Some pages have
# an empty main beside a menu of thousands of words. Source: seed 002; not yet swept here.
MIN_MAIN_WORDS: Final = 100
MIN_MAIN_SHARE: Final = 0.20


def keep_main(selection: Selection) -> Selection:
    """Drop what stands outside `<main>` when main holds enough of the page."""
    blocks = selection.blocks
    kept = selection.kept()
    main_words = sum(blocks[i].words for i in kept if blocks[i].in_main)
    if main_words < MIN_MAIN_WORDS or main_words < MIN_MAIN_SHARE * selection.words():
        return selection
    outside = {i: "outside main" for i in kept if not blocks[i].in_main}
    return selection.drop(STEP, outside)
