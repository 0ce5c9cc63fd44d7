"""What a page says, in numbers: enough to tell whether it says anything new."""

import re
from dataclasses import dataclass
from typing import Final

from models.page import Block, Page

_WORD: Final = re.compile(r"\w+")
# Letters without spaces between them (Chinese, Japanese, Thai) count as a word each so many.
# Unmeasured: six words of two characters; a longer word of other scripts counts twice, no harm.
_LETTERS_A_WORD: Final = 12
# An image without text counts as so many words: a page of a gallery is no empty page.
_IMAGE_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class PageTrace:
    """A page's text without its numbers: a hash of all of it, and per block a hash and its words.

    Dates, prices and identifiers are what a page without news changes; words with a digit in them
    do not count, nor does the order of the words in a block. Hashes hold for one process.
    """

    text: int
    blocks: tuple[tuple[int, int], ...]


def trace_page(page: Page) -> PageTrace:
    blocks = tuple(dict.fromkeys(traced for block in page.blocks if (traced := _trace(block))))
    return PageTrace(hash(blocks), blocks)


def _trace(block: Block) -> tuple[int, int] | None:
    words = frozenset(filter(str.isalpha, _WORD.findall(block.text.lower())))
    if words:
        return hash(words), _count_words(words)
    if not block.text and block.markdown:
        return hash(block.markdown), _IMAGE_WORDS
    return None


def _count_words(words: frozenset[str]) -> int:
    if max(map(len, words)) < _LETTERS_A_WORD:
        return len(words)
    return sum(1 + len(word) // _LETTERS_A_WORD for word in words)
