"""From the values of a page's blocks to the set of blocks that is its content."""

import re
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.page import Block, BlockKind
from models.page_types import PageType

Floats = NDArray[np.float64]

# How far values are pushed away from one half before the set is chosen, by page type; 1 leaves
# them. What the boards of articles call content is the surer part alone; listings want the rest.
# Measured out of fold: log.md, "The block model".
SHARPNESS: Final = {
    PageType.ARTICLE: 2.2,
    PageType.UNKNOWN: 1.5,
    PageType.PRODUCT: 1.5,
    PageType.SERVICE: 1.2,
    PageType.LISTING: 0.8,
    PageType.COLLECTION: 0.8,
}

# Kinds that a text without them is wrong or torn: they stay in the content where the rules kept
# them. Measured out of fold: wcxb-dev word F1 -.0006, mean of 11 boards -.0001; 3 cases more.
WHOLE_KINDS: Final = frozenset(
    {BlockKind.TABLE, BlockKind.CODE, BlockKind.MATH, BlockKind.IMAGE, BlockKind.CAPTION}
)

# Kinds that also stay right outside of the content's ends.
# Measured out of fold: documentation +.002, the rest 0; with tables, daniel -.008 for its layouts.
END_KINDS: Final = frozenset({BlockKind.CODE, BlockKind.MATH})

# Blocks of a gap in documentation that is filled with what the rules kept: the parts of a
# declaration, the output of a command. Measured out of fold: nothing on any board, 1 case more.
MAX_GAP: Final = 3

_LIST: Final = re.compile(r".*/(?:ul|ol|dl)(?:\[\d+\])?(?=/)")


def choose_blocks(values: Floats, words: Floats, page_type: PageType) -> NDArray[np.bool_]:
    """Choose the blocks that promise the best word F1: the surest ones, as far as they add to it.

    Args:
        values: of each block, 0 to 1.
        words: of each block.
        page_type: how sure a block has to be.
    """
    sharpness = SHARPNESS.get(page_type, 1.0)
    sharp = values**sharpness
    sharp = sharp / (sharp + (1 - values) ** sharpness)
    order = np.argsort(-sharp, kind="stable")
    right = np.cumsum((sharp * words)[order])
    taken = np.cumsum(words[order])
    expected = 2 * right / np.maximum(taken + right[-1], 1e-9)
    chosen: NDArray[np.bool_] = sharp >= sharp[order[np.argmax(expected)]]
    return chosen


def fill_gaps(
    chosen: NDArray[np.bool_], kept: NDArray[np.bool_], blocks: Sequence[Block], page_type: PageType
) -> NDArray[np.bool_]:
    """Add what has to stay of what the rules kept: inside the content and at its ends."""
    filled = chosen.copy()
    places = np.flatnonzero(chosen)
    for before, after in pairwise(places.tolist()):
        is_short = page_type is PageType.DOCUMENTATION and after - before - 1 <= MAX_GAP
        for index in range(before + 1, after):
            if kept[index] and (is_short or blocks[index].kind in WHOLE_KINDS):
                filled[index] = True
    for end, step in ((places[-1], 1), (places[0], -1)) if len(places) else ():
        _reach_further(filled, kept, blocks, int(end), step)
    return filled


def _reach_further(
    filled: NDArray[np.bool_], kept: NDArray[np.bool_], blocks: Sequence[Block], end: int, step: int
) -> None:
    """Add what is right outside of an end of the content and has no words, or is code."""
    index = end + step
    while 0 <= index < len(blocks):
        block = blocks[index]
        if block.words and not (kept[index] and block.kind in END_KINDS):
            break
        filled[index] = kept[index]
        index += step


def join_lists(values: Floats, blocks: Sequence[Block]) -> Floats:
    """Give all items of a list its mean value by words: it is content whole or not at all."""
    joined = values.copy()
    weights = np.array([block.words + 1.0 for block in blocks])
    weighted = values * weights
    start = 0
    for name, items in groupby(map(_list_of, blocks)):
        end = start + len(list(items))
        if name:
            joined[start:end] = weighted[start:end].sum() / weights[start:end].sum()
        start = end
    return joined


def _list_of(block: Block) -> str:
    """The innermost list around a block, or nothing."""
    found = _LIST.match(block.slot)
    return found.group() if found else ""
