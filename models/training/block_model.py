"""Trains the block model: out-of-fold figures first, then the files that ship."""

import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from models.artefacts import write_model
from models.block_model.features import block_features
from models.block_model.predict import TOKENS, TREES, feature_names
from models.block_model.tokens import TokenTable
from models.training.boards import ReviewedPage, find_fold
from models.training.labels import label_blocks, split_words
from models.training.token_counts import TokenCounts, name_shares, opening_shares
from models.training.trees import convert_booster
from pipelines.select import comments
from pipelines.select.block_model import can_judge, choose_content, verdicts_of
from pipelines.select.selection import Selection

Floats = NDArray[np.float64]

FOLDS: Final = 5
SEED: Final = 7

# Blocks of one page that train: the rest of a long page is like them. Measured: 160 loses .001.
MAX_BLOCKS: Final = 250

# The share of a page's weight that a block has grows with its words to this power, so that one
# table does not outweigh all else. Unmeasured: between a share each and a share by words.
WEIGHT_POWER: Final = 0.6

# A label this far from 0 and 1 counts as content in part and as none in part.
CERTAIN: Final = 0.02

# Stochastic and shallow enough that twice the trees gain nothing out of fold (log.md).
TREES_SETTINGS: Final = {
    "max_iter": 250,
    "learning_rate": 0.09,
    "max_leaf_nodes": 31,
    "min_samples_leaf": 60,
    "l2_regularization": 5.0,
    "max_features": 0.5,
    "early_stopping": False,
}


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A reviewed page and what the rules decided about it; `trains` when its board may train."""

    reviewed: ReviewedPage
    selection: Selection
    trains: bool

    @property
    def truth(self) -> str:
        """All that the page's score is taken against."""
        return f"{self.reviewed.text}\n{self.reviewed.comments}".strip()

    @property
    def lifted(self) -> list[int]:
        """Blocks that come out beside the content and count with it, where comments do."""
        if not self.reviewed.comments:
            return []
        return [i for i, drop in self.selection.dropped.items() if drop.step == comments.STEP]

    @property
    def teaches(self) -> bool:
        """Whether it trains what ships."""
        return self.trains and not self.reviewed.is_suspect


@dataclass(frozen=True, slots=True, eq=False)
class _Measured:
    """An example's labels and features."""

    labels: Floats
    features: NDArray[np.float32]


def train_block_model(
    examples: Sequence[Example],
    *,
    folder: Path | None,
    folds: int = FOLDS,
    seed: int = SEED,
    note: Callable[[str], None] = print,
) -> list[str]:
    """Train on the examples that may train, score all, and write the files.

    Args:
        examples: pages of every board; those that may not train are scored by the final model.
        folder: where the files go; None writes none.
        folds: in how many parts the domains are held out.
        seed: of all that is drawn.
        note: takes lines of progress.

    Returns:
        The figures, a Markdown table a group.
    """
    measured, table = _measure(examples)
    note(f"{sum(e.trains for e in examples)} pages train, {len(feature_names())} features")
    usable = [example.teaches for example in examples]
    parts = np.array([find_fold(example.reviewed.domain, folds) for example in examples])
    values: list[Floats] = [np.zeros(0)] * len(examples)
    for fold in range(folds):
        inside = [use and number != fold for use, number in zip(usable, parts, strict=True)]
        booster = _fit(list(compress(measured, inside)), list(compress(examples, inside)), seed)
        for index, example in enumerate(examples):
            if example.trains and parts[index] == fold:
                values[index] = booster.predict_proba(measured[index].features)[:, 1]
        note(f"fold {fold + 1} of {folds} done")
    booster = _fit(list(compress(measured, usable)), list(compress(examples, usable)), seed)
    for index, example in enumerate(examples):
        if not example.trains:
            values[index] = booster.predict_proba(measured[index].features)[:, 1]
    if folder is not None:
        _write(folder, booster, table, list(compress(measured, usable)))
    scores = [_score(example, own) for example, own in zip(examples, values, strict=True)]
    return list(_report(examples, scores, parts))


def _measure(examples: Sequence[Example]) -> tuple[list[_Measured], TokenTable]:
    """Label and measure all pages; the tokens of a page's own domain tell it nothing."""
    labelled = _in_workers(lambda index: _label(examples[index]), len(examples))
    taught = [
        (example.reviewed.domain, names, openings)
        for example, (_, names, openings) in zip(examples, labelled, strict=True)
        if example.teaches
    ]
    names = TokenCounts((domain, shares) for domain, shares, _ in taught)
    openings = TokenCounts((domain, shares) for domain, _, shares in taught)
    whole = TokenTable(names.table(), openings.table())

    def measure(index: int) -> NDArray[np.float32]:
        example, table = examples[index], whole
        if example.trains:
            own = example.reviewed.domain
            table = TokenTable(names.table(own), openings.table(own))
        page = example.reviewed.page
        return np.ascontiguousarray(block_features(page, verdicts_of(example.selection), table)[0])

    features = _in_workers(measure, len(examples))
    measured = [
        _Measured(labels, values) for (labels, _, _), values in zip(labelled, features, strict=True)
    ]
    return measured, whole


_T = TypeVar("_T")
_WORK: list[Callable[[int], Any]] = []
"""What forked workers inherit: pages are too large to be sent to them."""


def _in_workers(work: Callable[[int], _T], count: int) -> list[_T]:
    """Do a piece of work for each number below `count`, on all cores."""
    _WORK[:] = [work]
    with get_context("fork").Pool(os.cpu_count()) as pool:
        return pool.map(_do, range(count), chunksize=16)


def _do(index: int) -> Any:
    return _WORK[0](index)


def _label(example: Example) -> tuple[Floats, dict[str, float], dict[str, float]]:
    page = example.reviewed.page
    labels = label_blocks([block.text for block in page.blocks], example.truth)
    return labels, name_shares(page, labels), opening_shares(page, labels)


def _fit(
    measured: Sequence[_Measured], examples: Sequence[Example], seed: int
) -> HistGradientBoostingClassifier:
    draw = np.random.default_rng(seed)
    features, labels, weights = [], [], []
    for one, example in zip(measured, examples, strict=True):
        words = np.array([block.words for block in example.reviewed.page.blocks], float)
        weight = (words + 2) ** WEIGHT_POWER
        rows = np.arange(len(words))
        if len(rows) > MAX_BLOCKS:
            rows = np.sort(draw.choice(rows, MAX_BLOCKS, replace=False))
        features.append(one.features[rows])
        labels.append(one.labels[rows])
        weights.append(weight[rows] / weight[rows].sum())
    x, y, w = np.concatenate(features), np.concatenate(labels), np.concatenate(weights)
    is_mixed = (y > CERTAIN) & (y < 1 - CERTAIN)
    x = np.concatenate((x, x[is_mixed]))
    w = np.concatenate((np.where(is_mixed, w * y, w), (w * (1 - y))[is_mixed]))
    target = np.concatenate((np.where(is_mixed, True, y > 0.5), np.zeros(is_mixed.sum(), bool)))
    booster = HistGradientBoostingClassifier(**TREES_SETTINGS, random_state=seed)
    return booster.fit(x, target, sample_weight=w * len(w) / w.sum())


def _write(
    folder: Path,
    booster: HistGradientBoostingClassifier,
    table: TokenTable,
    measured: Sequence[_Measured],
) -> None:
    names, openings = table.tables()
    tokens = {"names": dict(names), "openings": dict(openings)}
    medians = np.median(np.concatenate([one.features for one in measured]), axis=0)
    files = {
        TREES: convert_booster(booster),
        TOKENS: (json.dumps(tokens, ensure_ascii=False, sort_keys=True, indent=0) + "\n").encode(),
    }
    write_model(folder, feature_names(), files, {"medians": medians.tolist()})


def _score(example: Example, values: Floats) -> float:
    """Word F1 of what comes out, by the step itself."""
    selection = example.selection
    if can_judge(selection):
        selection = choose_content(selection, values)
    found: Counter[str] = Counter()
    for index in {*selection.kept(), *example.lifted}:
        found.update(split_words(selection.blocks[index].text))
    return _word_f1(Counter(split_words(example.truth)), found)


def _word_f1(wanted: Counter[str], found: Counter[str]) -> float:
    if not wanted:
        return float(not found)
    return 2 * (wanted & found).total() / (wanted.total() + found.total())


def _report(
    examples: Sequence[Example], scores: Sequence[float], parts: NDArray[np.int_]
) -> Iterator[str]:
    """Word F1 by board, page type, language and fold, a Markdown table each."""
    fold_names = [
        f"{part + 1}" if e.trains else "" for e, part in zip(examples, parts, strict=True)
    ]
    for title, names in (
        ("board", map(_board_of, examples)),
        ("board and page type", map(_type_of, examples)),
        ("board and language", map(_language_of, examples)),
        ("fold", fold_names),
    ):
        groups: defaultdict[str, list[float]] = defaultdict(list)
        for name, score in zip(names, scores, strict=True):
            groups[name].append(score)
        yield from (f"| {title} | pages | word F1 |", "| --- | --- | --- |")
        for name, group in sorted(groups.items()):
            if name:
                yield f"| {name} | {len(group)} | {np.mean(group):.4f} |"
        yield ""


def _board_of(example: Example) -> str:
    return f"{example.reviewed.board} ({'out of fold' if example.trains else 'held out'})"


def _type_of(example: Example) -> str:
    return f"{example.reviewed.board}, {example.reviewed.page_type or 'unknown'}"


def _language_of(example: Example) -> str:
    return f"{example.reviewed.board}, {example.reviewed.language or 'unknown'}"
