"""Token tables from labelled pages, each page's own domain left out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.block_model.tokens import split_names, split_opening
from models.page import Page

# Domains a token is seen on before it says anything, and domains' worth of doubt it starts with.
MIN_DOMAINS: Final = 4
DOUBT: Final = 3.0

Shares = dict[str, float]
"""Share of content among what a token marks, by token."""


def name_shares(page: Page, labels: NDArray[np.float64]) -> Shares:
    """Share of content under the elements of each name on one page."""
    tokens: dict[str, frozenset[str]] = {"": frozenset()}

    def around(path: str) -> frozenset[str]:
        found = tokens.get(path)
        if found is None:
            outer = path.rpartition("/")[0]
            tag = path[len(outer) + 1 :].partition("[")[0]
            found = tokens[path] = around(outer) | split_names(tag, page.names.get(path, ""))
        return found

    sums: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for block, label in zip(page.blocks, labels, strict=True):
        weight = log(2 + block.words)
        for token in around(block.slot):
            total = sums[token]
            total[0] += weight
            total[1] += weight * label
    return {token: content / weight for token, (weight, content) in sums.items()}


def opening_shares(page: Page, labels: NDArray[np.float64]) -> Shares:
    """Share of content among the blocks of one page that open with each word."""
    sums: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for block, label in zip(page.blocks, labels, strict=True):
        for token in split_opening(block.text):
            total = sums[token]
            total[0] += 1
            total[1] += label
    return {token: content / count for token, (count, content) in sums.items()}


class TokenCounts:
    """Shares by token and domain, added up so that one domain can be taken out again."""

    def __init__(self, pages: Iterable[tuple[str, Shares]]) -> None:
        by_domain: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for domain, shares in pages:
            for token, share in shares.items():
                by_domain[domain][token].append(share)
        self._own = {
            domain: {token: sum(shares) / len(shares) for token, shares in tokens.items()}
            for domain, tokens in by_domain.items()
        }
        self._sum: defaultdict[str, float] = defaultdict(float)
        self._count: defaultdict[str, int] = defaultdict(int)
        for tokens in self._own.values():
            for token, share in tokens.items():
                self._sum[token] += share
                self._count[token] += 1
        total = sum(self._count.values())
        self._base = sum(self._sum.values()) / total if total else 0.5

    def table(self, without: str = "") -> dict[str, float]:
        """Log-odds by token against the mean of all tokens, one domain left out."""
        own = self._own.get(without, {})
        values = dict(self._all())
        for token, share in own.items():
            count = self._count[token] - 1
            if count >= MIN_DOMAINS:
                values[token] = self._value(self._sum[token] - share, count)
            else:
                values.pop(token, None)
        return values

    def _all(self) -> Mapping[str, float]:
        if not hasattr(self, "_values"):
            self._values = {
                token: self._value(self._sum[token], count)
                for token, count in self._count.items()
                if count >= MIN_DOMAINS
            }
        return self._values

    def _value(self, content: float, count: int) -> float:
        share = (content + DOUBT * self._base) / (count + DOUBT)
        share = min(max(share, 0.01), 0.99)
        base = min(max(self._base, 0.01), 0.99)
        return round(log(share / (1 - share)) - log(base / (1 - base)), 3)


ShareReader = Callable[[Page, NDArray[np.float64]], Shares]
