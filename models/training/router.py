"""Training the router: linear models inside folds, boosted trees over them, a temperature last."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from sklearn.ensemble import HistGradientBoostingClassifier

from models.page_types import KNOWN_TYPES
from models.router.features import page_features
from models.router.linear import LinearModel
from models.router.predict import soften
from models.router.tokens import GROUPS, Tokens
from models.training.boards import ReviewedPage, find_fold
from models.training.linear import fit_linear
from pipelines.route_rules import weigh_types

Floats = NDArray[np.float64]

FOLDS: Final = 5
INNER_FOLDS: Final = 5
SEED: Final = 5

# The boosting. Measured: log.md, "The router".
ITERATIONS: Final = 80
LEARNING_RATE: Final = 0.1
MAX_LEAVES: Final = 12
MIN_LEAF_PAGES: Final = 15
PENALTY: Final = 3.0
FEATURE_SHARE: Final = 0.2

_TYPES: Final = {page_type.value: number for number, page_type in enumerate(KNOWN_TYPES)}


@dataclass(frozen=True, slots=True)
class MeasuredPage:
    """What training keeps of a page: `tokens` by group, `measured` as `page_features`."""

    board: str
    id: str
    domain: str
    page_type: int
    is_suspect: bool
    measured: NDArray[np.float32]
    tokens: tuple[Tokens, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TrainedRouter:
    """A router and how it was told to be right: rows of `out_of_fold` are probabilities."""

    linear: tuple[LinearModel, ...]
    trees: HistGradientBoostingClassifier
    temperature: float
    out_of_fold: Floats


def measure_page(page: ReviewedPage) -> MeasuredPage:
    """Read the features and tokens of a page whose type is known."""
    weights = weigh_types(page.page)
    return MeasuredPage(
        board=page.board,
        id=page.id,
        domain=page.domain,
        page_type=_TYPES[page.page_type],
        is_suspect=page.is_suspect,
        measured=np.fromiter(page_features(page.page, weights).values(), np.float32),
        tokens=tuple(read(page.page) for read in GROUPS.values()),
    )


def train_router(pages: Sequence[MeasuredPage]) -> TrainedRouter:
    """Train on all pages but the suspects, and out of fold to know how good that is."""
    folds = np.array([find_fold(page.domain, FOLDS) for page in pages])
    is_taught = ~np.array([page.is_suspect for page in pages])
    raw = np.zeros((len(pages), len(KNOWN_TYPES)))
    for fold in range(FOLDS):
        held = np.flatnonzero(folds == fold)
        linear, trees = fit_router(
            [pages[i] for i in np.flatnonzero((folds != fold) & is_taught).tolist()]
        )
        rows = stack_features([pages[i] for i in held.tolist()], linear)
        raw[held] = raw_values(trees, rows)
    types = np.array([page.page_type for page in pages])
    temperature = fit_temperature(raw[is_taught], types[is_taught])
    linear, trees = fit_router([page for page in pages if not page.is_suspect])
    return TrainedRouter(linear, trees, temperature, soften(raw, temperature))


def raw_values(trees: HistGradientBoostingClassifier, rows: NDArray[np.float32]) -> Floats:
    """Values of the trees for all of `KNOWN_TYPES`, very low for a type they never saw."""
    values = np.full((len(rows), len(KNOWN_TYPES)), -20.0)
    values[:, trees.classes_] = trees.decision_function(rows)
    return values


def fit_temperature(raw: Floats, types: NDArray[np.intp]) -> float:
    """The temperature at which the right types are likeliest (Guo et al. 2017)."""

    def surprise(log_temperature: float) -> float:
        shares = soften(raw, float(np.exp(log_temperature)))
        return float(-np.log(shares[np.arange(len(types)), types] + 1e-12).mean())

    found = minimize_scalar(surprise, bounds=(-1.5, 1.5), method="bounded")
    return round(float(np.exp(found.x)), 3)


def stack_features(
    pages: Sequence[MeasuredPage], linear: Sequence[LinearModel]
) -> NDArray[np.float32]:
    """All features of pages, a row each, as `models.router.predict.feature_row`."""
    return _join(pages, np.array([_linear_values(page, linear) for page in pages]))


def _linear_values(page: MeasuredPage, linear: Sequence[LinearModel]) -> Floats:
    return np.array([model.value(t) for model, t in zip(linear, page.tokens, strict=True)])


def _join(pages: Sequence[MeasuredPage], values: Floats) -> NDArray[np.float32]:
    """Set measured features beside linear ones, of shape (pages, groups, types)."""
    flat = values.reshape(len(pages), -1)
    measured = np.array([page.measured for page in pages])
    return np.hstack((measured, flat, values.sum(axis=1))).astype(np.float32)


def fit_router(
    pages: Sequence[MeasuredPage],
) -> tuple[tuple[LinearModel, ...], HistGradientBoostingClassifier]:
    """Fit the linear models, and trees over what such models say of pages they did not see."""
    folds = np.array([find_fold(page.domain, INNER_FOLDS, "inner:") for page in pages])
    values = np.zeros((len(pages), len(GROUPS), len(KNOWN_TYPES)))
    for fold in range(INNER_FOLDS):
        linear = _fit_linear(pages[i] for i in np.flatnonzero(folds != fold).tolist())
        for index in np.flatnonzero(folds == fold).tolist():
            values[index] = _linear_values(pages[index], linear)
    trees = HistGradientBoostingClassifier(
        max_iter=ITERATIONS,
        learning_rate=LEARNING_RATE,
        max_leaf_nodes=MAX_LEAVES,
        min_samples_leaf=MIN_LEAF_PAGES,
        l2_regularization=PENALTY,
        max_features=FEATURE_SHARE,
        early_stopping=False,
        random_state=SEED,
    )
    trees.fit(_join(pages, values), [page.page_type for page in pages])
    return _fit_linear(pages), trees


def _fit_linear(pages: Iterable[MeasuredPage]) -> tuple[LinearModel, ...]:
    taught = list(pages)
    types = np.array([page.page_type for page in taught])
    domains = [page.domain for page in taught]
    return tuple(
        fit_linear([page.tokens[group] for page in taught], domains, types, len(KNOWN_TYPES))
        for group in range(len(GROUPS))
    )
