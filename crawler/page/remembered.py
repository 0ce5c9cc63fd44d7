"""Answers that are kept for the short texts that a page, or a site, asks again and again."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, TypeVar

# Characters of a text whose answer is kept. Bounds the memory that hostile pages can fill.
SHORT: Final = 500

_Answer = TypeVar("_Answer")


def remember_short(size: int) -> Callable[[Callable[[str], _Answer]], Callable[[str], _Answer]]:
    """Keep a function's answers for short texts, the last `size` of them. They must not change."""

    def remember(function: Callable[[str], _Answer]) -> Callable[[str], _Answer]:
        kept = lru_cache(maxsize=size)(function)

        @wraps(function)
        def answer(text: str) -> _Answer:
            return kept(text) if len(text) < SHORT else function(text)

        return answer

    return remember
