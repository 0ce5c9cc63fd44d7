"""Counts of kinds of characters in many texts at once."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

# Characters of a text that are looked at: the rest of a long one is like its start.
# Unmeasured: a line.
MAX_OPENING: Final = 80

_PLANE: Final = 0x10000
_DIGIT, _UPPER, _MARK = 1, 2, 4
_MARKS: Final = ".!?…。！？؟।,;:，、；："


@cache
def _kinds() -> NDArray[np.uint8]:
    """Kinds of each character of the basic plane, a bit a kind."""
    plane = "".join(map(chr, range(_PLANE)))
    kinds = np.zeros(_PLANE, np.uint8)
    kinds[[m.start() for m in re.finditer(r"\d", plane)]] |= _DIGIT
    kinds[[ord(c) for c in plane if c.isupper()]] |= _UPPER
    kinds[[ord(c) for c in _MARKS]] |= _MARK
    return kinds


def count_characters(texts: Sequence[str]) -> NDArray[np.int64]:
    """Count digits, capitals and marks of a sentence at the start of each text.

    Returns:
        Shape (3, texts), in the order named. Characters beyond the basic plane are none of them.
    """
    openings = [text[:MAX_OPENING] for text in texts]
    codes = np.frombuffer("".join(openings).encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = _kinds()[np.minimum(codes, _PLANE - 1)]
    ends = np.cumsum([len(opening) for opening in openings])
    sums = np.zeros((3, len(codes) + 1), np.int32)
    for row, kind in enumerate((_DIGIT, _UPPER, _MARK)):
        np.cumsum((kinds & kind) != 0, out=sums[row, 1:])
    at_ends = sums[:, ends]
    return np.diff(at_ends, axis=1, prepend=0)
