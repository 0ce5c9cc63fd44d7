"""Addresses that grow: a relative link that nests, an entity escaped once more on each page."""

import re
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from crawler.traps.bounds import TrapBounds

# Segments of a sequence that repeats, at most. Unmeasured: the folders of one menu entry.
_MAX_PERIOD: Final = 6
# A segment that comes back with others between counts too, but a tree may name its floors alike
# (`/2/items/5/items/7`), so only at this multiple of the bound. Unmeasured.
_SCATTERED: Final = 2
# What repeats in a query: shorter runs are numbers and words, longer ones parameters in full.
_REPEATED: Final = r"(.{3,40}?)\1{%d,}"
_LETTER: Final = re.compile(r"[^\W\d_]")


def find_growth(url: str, bounds: TrapBounds) -> str:
    """The setting whose bound a normalised address exceeds by its shape; empty for none."""
    parts = urlsplit(url)
    if bounds.path_repeats and _repeats_segments(parts.path, bounds.path_repeats):
        return "TRAP_MAX_PATH_REPEATS"
    if bounds.query_repeats and _repeats_letters(parts.query, bounds.query_repeats):
        return "TRAP_MAX_QUERY_REPEATS"
    return ""


def _repeats_segments(path: str, bound: int) -> bool:
    """Whether folders stand in a row more than `bound` times; numbers alone are dates and ids."""
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) <= bound:
        return False
    named = [segment for segment in segments if _LETTER.search(segment)]
    if len(named) - len(set(named)) < bound:
        return False
    if any(named.count(segment) > _SCATTERED * bound for segment in set(named)):
        return True
    return any(_longest_run(segments, period) > bound for period in range(1, _MAX_PERIOD + 1))


def _longest_run(segments: list[str], period: int) -> int:
    """How often a sequence of `period` segments with a letter stands in a row, at most."""
    longest = equal = 0
    for before, (one, other) in enumerate(zip(segments, segments[period:], strict=False)):
        equal = equal + 1 if one == other else 0
        unit = segments[before + 1 : before + period + 1]
        if equal >= period and any(map(_LETTER.search, unit)):
            longest = max(longest, equal // period + 1)
    return longest


def _repeats_letters(query: str, bound: int) -> bool:
    if len(query) <= bound * 3:
        return False
    return any(_LETTER.search(found[1]) for found in _expression(bound).finditer(query))


@lru_cache
def _expression(bound: int) -> re.Pattern[str]:
    return re.compile(_REPEATED % bound, re.DOTALL)
