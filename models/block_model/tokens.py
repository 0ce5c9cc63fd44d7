"""What words say about content: the words in names of elements and at the start of texts."""

import re
from collections.abc import Mapping
from math import fsum
from typing import Any, Final

# Characters of a block that are looked at for its first words; a shorter text is looked up whole.
MAX_OPENING: Final = 60

# Look-ups kept, then forgotten together: bounds memory over a large site.
MAX_CACHED: Final = 50_000

# Bounds of what all the names of one element may say together, in log-odds.
MAX_ELEMENT_VALUE: Final = 4.0

_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_LETTERS: Final = re.compile(r"[^a-z]+")


def split_names(tag: str, names: str) -> frozenset[str]:
    """Split an element's tag, class and id into tokens: whole names and their parts."""
    tokens = {f"<{tag}>"}
    for name in names.split():
        parts = [part for part in _NOT_LETTERS.split(_CAMEL.sub("-", name).lower()) if part]
        tokens.update(part for part in parts if len(part) > 1)
        if len(parts) > 1:
            tokens.add("-".join(parts))
    return frozenset(tokens)


def split_opening(text: str) -> list[str]:
    """Split the start of a text into words; a short text adds itself as a whole."""
    opening = text[:MAX_OPENING].lower()
    words = opening.split()
    if len(words) > 1 and len(text) <= MAX_OPENING:
        words.append(opening)
    return words


_NOTHING: Final = (0.0, 0.0, 0.0)


class TokenTable:
    """Log-odds of being content, by token; 0 is no evidence either way."""

    def __init__(self, names: Mapping[str, float], words: Mapping[str, float]) -> None:
        self._names, self._words = names, words
        self._elements: dict[tuple[str, str], float] = {}
        self._openings: dict[str, tuple[float, float, float]] = {}

    def tables(self) -> tuple[Mapping[str, float], Mapping[str, float]]:
        """The log-odds of names and of opening words, as given."""
        return self._names, self._words

    def element(self, tag: str, names: str) -> float:
        """Sum what an element's tag and names say."""
        key = (tag, names)
        value = self._elements.get(key)
        if value is None:
            known = self._names
            # Exact, since a set has no order and plain sums hang on it.
            said = fsum([known[token] for token in split_names(tag, names) if token in known])
            value = min(max(said, -MAX_ELEMENT_VALUE), MAX_ELEMENT_VALUE)
            _bound(self._elements)
            self._elements[key] = value
        return value

    def opening(self, text: str) -> tuple[float, float, float]:
        """Least, mean and greatest of what the first words of a text say."""
        key = text[: MAX_OPENING + 1]
        value = self._openings.get(key)
        if value is None:
            known = self._words
            found = [known[token] for token in split_opening(text) if token in known]
            value = (min(found), sum(found) / len(found), max(found)) if found else _NOTHING
            _bound(self._openings)
            self._openings[key] = value
        return value


def _bound(cache: dict[Any, Any]) -> None:
    if len(cache) >= MAX_CACHED:
        cache.clear()
