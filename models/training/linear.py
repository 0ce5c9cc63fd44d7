"""Fitting the linear models of tokens under the router."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final
from warnings import catch_warnings, simplefilter

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from models.router.linear import LinearModel, find_known
from models.router.tokens import Tokens

# Domains a token is seen on before it counts: fewer, and it knows a site, not a type.
MIN_DOMAINS: Final = 4

# Inverse strength of the L2 penalty, and steps of L-BFGS.
# Unmeasured: vectors have length 1, so weights have to be larger than the library's 1.0 allows.
STRENGTH: Final = 8.0
MAX_STEPS: Final = 40


def fit_linear(
    pages: Sequence[Tokens], domains: Sequence[str], types: NDArray[np.intp], count: int
) -> LinearModel:
    """Fit a model of one group of tokens to the type of each page, `count` types in all."""
    rows = _choose_tokens(pages, domains)
    solver = LogisticRegression(C=STRENGTH, max_iter=MAX_STEPS)
    weights = np.zeros((len(rows), count), np.float32)
    bias = np.full(count, np.float32(-10))  # a type without pages is never said
    if not rows or len(set(types)) < 3:
        return LinearModel(rows, weights, bias * 0)
    with catch_warnings():
        # Stopping before the least loss is meant.
        simplefilter("ignore", ConvergenceWarning)
        solver.fit(make_matrix(pages, rows), types)
    weights[:, solver.classes_] = solver.coef_.T
    bias[solver.classes_] = solver.intercept_
    return LinearModel(rows, weights, bias)


def make_matrix(pages: Sequence[Tokens], rows: Mapping[str, int]) -> csr_matrix:
    """Known tokens by page, each page a vector of length 1."""
    known = [find_known(tokens, rows) for tokens in pages]
    ends = np.cumsum([0, *map(len, known)])
    columns = [row for found in known for row in found]
    values = [len(found) ** -0.5 for found in known for _ in found]
    return csr_matrix((values, columns, ends), shape=(len(pages), max(len(rows), 1)))


def _choose_tokens(pages: Sequence[Tokens], domains: Sequence[str]) -> dict[str, int]:
    by_domain: defaultdict[str, set[str]] = defaultdict(set)
    for tokens, domain in zip(pages, domains, strict=True):
        by_domain[domain].update(tokens)
    seen = Counter(chain.from_iterable(by_domain.values()))
    chosen = sorted(token for token, domains_with in seen.items() if domains_with >= MIN_DOMAINS)
    return {token: row for row, token in enumerate(chosen)}
