"""The trained block model, loaded and run."""

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.artefacts import Ensemble, ModelFileError, load_model
from models.block_model.features import Verdicts, block_features
from models.block_model.tokens import TokenTable
from models.page import Block, BlockKind, Page

ARTEFACTS: Final = Path(__file__).parent / "artefacts"
TREES: Final = "trees.onnx"
TOKENS: Final = "tokens.json"

# Features named for a block by `explain`.
TOLD_FEATURES: Final = 3


@cache
def feature_names() -> tuple[str, ...]:
    """Names of the features, in order."""
    page = Page("", (Block("/p", BlockKind.TEXT, "a", 1, 0, "a"),))
    return block_features(page, Verdicts({}, (0.0,) * 7), TokenTable({}, {}))[1]


class BlockModel:
    """Values blocks by their features.

    Raises:
        ModelFileError: a file of the model cannot be used.
    """

    def __init__(self, folder: Path = ARTEFACTS) -> None:
        model = load_model(folder, feature_names())
        tables = model.read_tables(TOKENS)
        self._table = TokenTable(tables.get("names", {}), tables.get("openings", {}))
        self._trees = Ensemble(model, TREES)
        medians = model.settings.get("medians")
        if not isinstance(medians, list) or len(medians) != len(model.features):
            raise ModelFileError(f"{folder}: no median for each feature")
        self._medians = np.array(medians, np.float32)

    def value(self, page: Page, verdicts: Verdicts) -> NDArray[np.float64]:
        """Value each block of a page that has some: its probability of being content."""
        return self._score(self.measure(page, verdicts))

    def measure(self, page: Page, verdicts: Verdicts) -> NDArray[np.float32]:
        """Measure what the model sees, shape (blocks, features)."""
        return block_features(page, verdicts, self._table)[0]

    def explain(self, page: Page, verdicts: Verdicts) -> list[tuple[tuple[str, float], ...]]:
        """Name for each block the features that moved its value most, and by how much.

        A feature's part is what the value loses when it is the median of the training blocks.
        """
        features, names = self.measure(page, verdicts), feature_names()
        whole = self._score(features)
        parts = np.empty((len(names), len(whole)))
        for column, median in enumerate(self._medians):
            changed = features.copy()
            changed[:, column] = median
            parts[column] = whole - self._score(changed)
        strongest = np.argsort(-np.abs(parts), axis=0, kind="stable")[:TOLD_FEATURES]
        return [
            tuple((names[row], float(parts[row, block])) for row in strongest[:, block])
            for block in range(len(whole))
        ]

    def _score(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        raw = self._trees.predict(features)[:, 0].astype(np.float64)
        value: NDArray[np.float64] = 1 / (1 + np.exp(-raw))
        return value
