"""How much of each block is content, told from a page's reviewed text."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Words in a row that are looked for in the truth: fewer are found anywhere.
# Source: the feasibility study.
GRAM: Final = 3

# Blocks to each side whose labels decide between equal texts, and for those too short to tell.
REACH: Final = 4

# Words of one of them that count. Unmeasured: a paragraph; a long table is not all there is.
MAX_WORDS: Final = 40

_CJK: Final = (
    "\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_WORD: Final = re.compile(f"[{_CJK}]|[^\\W{_CJK}]+")


def split_words(text: str) -> list[str]:
    """Split a text as word scores count: lower-cased, each CJK character a word."""
    return _WORD.findall(text.lower())


def label_blocks(texts: Sequence[str], truth: str) -> Floats:
    """Label the blocks of a page from the text of its content.

    Returns:
        Shape (blocks,): the share of a block's word triples that the truth has, 0 to 1. A text
        of one or two words has a label when it is a line of the truth or stands among content.
        Of equal texts, as many as the truth has, those with the most content around them.
    """
    blocks = [split_words(text) for text in texts]
    wanted = split_words(truth)
    grams = Counter(zip(*(wanted[i:] for i in range(GRAM)), strict=False))
    lines = {tuple(words) for line in truth.split("\n") if (words := split_words(line))}
    labels = np.full(len(blocks), np.nan)
    for index, words in enumerate(blocks):
        if not words:
            labels[index] = 0.0
        elif len(words) >= GRAM:
            found = [g in grams for g in zip(*(words[i:] for i in range(GRAM)), strict=False)]
            labels[index] = sum(found) / len(found)
    _label_short(labels, blocks, wanted, lines)
    _settle_repeats(labels, blocks, wanted)
    return labels


def _label_short(
    labels: Floats, blocks: Sequence[list[str]], wanted: list[str], lines: set[tuple[str, ...]]
) -> None:
    """Label what is too short for a triple, by the lines of the truth and by its neighbours."""
    known = labels.copy()
    sizes = np.array([len(words) for words in blocks])
    vocabulary = set(wanted)
    for index in np.flatnonzero(np.isnan(labels)).tolist():
        words = blocks[index]
        around = _around(known, index, sizes)
        if tuple(words) in lines:
            labels[index] = 0.9 if around > 0.2 else 0.5
        elif all(word in vocabulary for word in words):
            labels[index] = 0.8 * around if around > 0.6 else 0.0
        else:
            labels[index] = 0.0


def _around(labels: Floats, index: int, sizes: NDArray[np.int64]) -> float:
    """Mean label of the known blocks around one, by words, the nearer the more."""
    window = np.arange(max(index - REACH, 0), min(index + REACH + 1, len(labels)))
    window = window[~np.isnan(labels[window]) & (window != index)]
    weights = np.minimum(sizes[window], MAX_WORDS) / np.abs(window - index)
    return float(labels[window] @ weights / weights.sum()) if weights.sum() else 0.0


def _settle_repeats(labels: Floats, blocks: Sequence[list[str]], wanted: list[str]) -> None:
    """Of blocks that say the same, leave as many labels as the truth says it."""
    places: dict[tuple[str, ...], list[int]] = {}
    for index, words in enumerate(blocks):
        if words and labels[index] > 0:
            places.setdefault(tuple(words), []).append(index)
    joined = "".join(f" {word} " for word in wanted)
    sizes = np.array([len(b) for b in blocks])
    before = labels.copy()
    for text, indices in places.items():
        if len(indices) < 2:
            continue
        said = joined.count("".join(f" {word} " for word in text)) or 1
        if said >= len(indices):
            continue
        ranked = sorted(indices, key=lambda i: -_around(before, i, sizes))
        for index in ranked[said:]:
            labels[index] = 0.0
