"""Counting words in scripts with and without spaces."""

import re
from typing import Final

# Characters of running text that make one word, in scripts that write no spaces.
# Unmeasured: the means of common corpora (Chinese 1.5 to 1.7 characters, Japanese about 2,
# Thai, Lao, Khmer and Burmese 4 to 5), so that thresholds in words mean the same everywhere.
CHARS_PER_CJK_WORD: Final = 1.7
CHARS_PER_SEA_WORD: Final = 4.5

_CJK: Final = (
    "\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_SEA: Final = "\u0e01-\u0e5b\u0e81-\u0edf\u1000-\u109f\u1780-\u17ff"
_UNSPACED: Final = re.compile(f"[{_CJK}]+|[{_SEA}]+")
# Most text with other than ASCII characters has quotation marks or accents and no such script.
_MAY_BE_UNSPACED: Final = re.compile("[^\\0-\u0e00\u2000-\u2e7f]")
_WORD: Final = re.compile(r"\w+")
_ASCII_WORDS: Final = bytes(c if chr(c).isalnum() or chr(c) == "_" else 32 for c in range(128))
_BLANKED: Final = _ASCII_WORDS.ljust(256)
"""By code: itself for what words are made of, else a space."""


def count_words(text: str) -> int:
    """Count the words of a text; runs of Chinese, Japanese or Thai count by their length."""
    if text.isascii():
        return len(text.encode().translate(_BLANKED).split())
    if not _MAY_BE_UNSPACED.search(text):
        return len(_WORD.findall(text))
    count = 0

    def take_unspaced(match: re.Match[str]) -> str:
        nonlocal count
        run = match.group()
        per_word = CHARS_PER_SEA_WORD if "\u0e00" <= run[0] <= "\u17ff" else CHARS_PER_CJK_WORD
        count += max(1, round(len(run) / per_word))
        return " "

    rest = _UNSPACED.sub(take_unspaced, text)
    return count + len(_WORD.findall(rest))
