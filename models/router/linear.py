"""The linear models under the router's trees: what each group of tokens says for each type."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.page import Page
from models.page_types import KNOWN_TYPES
from models.router.tokens import GROUPS, Tokens

LINEAR_NAMES: Final = (
    *(f"{group}_{page_type}" for group in GROUPS for page_type in KNOWN_TYPES),
    *(f"all_{page_type}" for page_type in KNOWN_TYPES),
)
"""Names of the linear features: each group's value for each type, then the sums over groups."""


@dataclass(frozen=True, slots=True, eq=False)
class LinearModel:
    """Weights of one group: a row of `weights` a token, a column a type; `bias` a type."""

    rows: Mapping[str, int]
    weights: NDArray[np.float32]
    bias: NDArray[np.float32]

    def value(self, tokens: Tokens) -> NDArray[np.float64]:
        """Weigh a page's tokens: shape (types,). Its known tokens make a vector of length 1."""
        known = find_known(tokens, self.rows)
        if not known:
            return self.bias.astype(np.float64)
        summed = self.weights[known].sum(axis=0, dtype=np.float64)
        value: NDArray[np.float64] = summed / np.sqrt(len(known)) + self.bias
        return value


def find_known(tokens: Tokens, rows: Mapping[str, int]) -> list[int]:
    """The rows of the tokens that have one, ascending: sums must not hang on a set's order."""
    return sorted(map(rows.__getitem__, rows.keys() & tokens))


def linear_features(page: Page, models: Sequence[LinearModel]) -> NDArray[np.float64]:
    """What the models of all groups say of a page, in the order of `LINEAR_NAMES`."""
    values = [model.value(read(page)) for read, model in zip(GROUPS.values(), models, strict=True)]
    return np.concatenate((*values, np.sum(values, axis=0)))
