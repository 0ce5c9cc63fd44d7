"""The trained router: linear models of tokens, and boosted trees over them and what is measured."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.artefacts import Ensemble, Model, ModelFileError, load_model
from models.page import Page
from models.page_types import KNOWN_TYPES
from models.router.features import page_features
from models.router.linear import LINEAR_NAMES, LinearModel, linear_features
from models.router.tokens import GROUPS

ARTEFACTS: Final = Path(__file__).with_name("artefacts")
TREES, TOKENS, WEIGHTS = "trees.onnx", "tokens.json", "weights.f32"

FEATURE_NAMES: Final = (
    *page_features(Page("", ()), [0.0] * len(KNOWN_TYPES)),
    *LINEAR_NAMES,
)
"""Names of all features, in order."""


class Router:
    """A router read from its files."""

    def __init__(self, folder: Path) -> None:
        """Load a router.

        Raises:
            ModelFileError: a file is missing, damaged or made for another engine.
        """
        model = load_model(folder, FEATURE_NAMES)
        self.temperature = _read_temperature(model)
        self._linear = _read_linear(model)
        self._trees = Ensemble(model, TREES)
        if self._trees.outputs != len(KNOWN_TYPES):
            raise ModelFileError(
                f"{folder / TREES}: {self._trees.outputs} outputs, expected {len(KNOWN_TYPES)}"
            )

    def predict(self, page: Page, rule_weights: Sequence[float]) -> NDArray[np.float64]:
        """Give the probability of each of `KNOWN_TYPES`; they sum to 1.

        `rule_weights` is what the rules say for each of them.
        """
        row = feature_row(page, rule_weights, self._linear)
        return soften(self._trees.predict(row[np.newaxis])[0], self.temperature)


@cache
def load_router() -> Router:
    """The router that ships, loaded once a process.

    Raises:
        ModelFileError: as `Router`.
    """
    return Router(ARTEFACTS)


def predict_page_type(page: Page, rule_weights: Sequence[float]) -> NDArray[np.float64]:
    """Predict with the router that ships, see `Router.predict`.

    Raises:
        ModelFileError: its files cannot be used.
    """
    return load_router().predict(page, rule_weights)


def feature_row(
    page: Page, rule_weights: Sequence[float], linear: Sequence[LinearModel]
) -> NDArray[np.float32]:
    """All features of a page, in the order of `FEATURE_NAMES`."""
    measured = np.fromiter(page_features(page, rule_weights).values(), np.float64)
    return np.concatenate((measured, linear_features(page, linear))).astype(np.float32)


def soften(raw: NDArray[np.floating], temperature: float) -> NDArray[np.float64]:
    """Turn raw values along the last axis into probabilities, the more even the warmer."""
    scaled = raw.astype(np.float64) / temperature
    shares = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
    softened: NDArray[np.float64] = shares / shares.sum(axis=-1, keepdims=True)
    return softened


def _read_temperature(model: Model) -> float:
    temperature = model.settings.get("temperature")
    if not isinstance(temperature, float) or not 0.1 <= temperature <= 10:
        raise ModelFileError(f"{model.folder}: a temperature from 0.1 to 10 was expected")
    return temperature


def _read_linear(model: Model) -> tuple[LinearModel, ...]:
    vocabulary = model.read_lists(TOKENS)
    if list(vocabulary) != list(GROUPS):
        raise ModelFileError(f"{model.folder / TOKENS}: made for other groups of tokens")
    size = sum(map(len, vocabulary.values())) + len(vocabulary)
    weights = model.read_array(WEIGHTS, (size, len(KNOWN_TYPES)))
    models = []
    first = 0
    for tokens in vocabulary.values():
        bias = first + len(tokens)
        rows = {token: row for row, token in enumerate(tokens)}
        models.append(LinearModel(rows, weights[first:bias], weights[bias]))
        first = bias + 1
    return tuple(models)
