"""The router that ships: trained, written as data, and its card."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from models.artefacts import write_model
from models.page_types import KNOWN_TYPES
from models.router.predict import FEATURE_NAMES, TOKENS, TREES, WEIGHTS
from models.router.tokens import GROUPS
from models.training.boards import BoardError, find_boards, find_fold, read_pages
from models.training.report import Judged, describe_data, describe_figures, describe_reliability
from models.training.router import FOLDS, MeasuredPage, TrainedRouter, measure_page, train_router
from models.training.trees import convert_booster

# The board with all seven types comes first: the figures are over its pages.
BOARDS: Final = ("wcxb-dev", "magic-forum", "harvest-forum", "magic-article")

CARD: Final = "CARD.md"


def make_router(folder: Path, target: Path, names: Sequence[str] = BOARDS) -> str:
    """Train the router from boards and write its files; gives the card.

    Raises:
        BoardError: a board cannot be used, or no page of some type is in them.
    """
    boards = find_boards(folder, names)
    pages = [measure_page(page) for board in boards for page in read_pages(board) if page.page_type]
    missing = set(range(len(KNOWN_TYPES))) - {p.page_type for p in pages if not p.is_suspect}
    if missing:
        raise BoardError(f"{folder}: no page of type {KNOWN_TYPES[min(missing)]}")
    router = train_router(pages)
    judged = _judge(router, pages)
    card = "\n".join(
        (
            *_OPENING,
            *describe_data(boards, [page.board for page in pages]),
            *_METHOD,
            *describe_figures(judged, names[0]),
            *_RELIABILITY,
            *describe_reliability(judged.of(judged.boards == names[0])),
            *_LIMITS,
        )
    )
    files = {
        TREES: convert_booster(router.trees),
        TOKENS: _write_tokens(router),
        WEIGHTS: _write_weights(router),
    }
    write_model(target, FEATURE_NAMES, files, {"temperature": router.temperature})
    (target / CARD).write_text(card + "\n", encoding="utf-8")
    return card


def _judge(router: TrainedRouter, pages: Sequence[MeasuredPage]) -> Judged:
    return Judged(
        router.out_of_fold,
        np.array([page.page_type for page in pages]),
        np.array([find_fold(page.domain, FOLDS) for page in pages]),
        np.array([page.board for page in pages]),
    )


def _write_tokens(router: TrainedRouter) -> bytes:
    tokens = {group: list(model.rows) for group, model in zip(GROUPS, router.linear, strict=True)}
    return json.dumps(tokens, ensure_ascii=False, separators=(",", ":")).encode()


def _write_weights(router: TrainedRouter) -> bytes:
    rows = [part for model in router.linear for part in (model.weights, model.bias[np.newaxis])]
    return np.concatenate(rows).astype("<f4").tobytes()


_OPENING: Final = (
    "# The router: which type of page it is",
    "",
    "Written by `python -m models.training router BOARDS`, which makes all files here again.",
    "",
    "## Data",
    "",
)
_METHOD: Final = (
    "",
    "## How",
    "",
    "A linear model for each group of tokens (address, JSON-LD, title, class names, short blocks,",
    "links, text); boosted trees over what these say, the weights of the rules, and measures of",
    "the page; a temperature, fitted on the out-of-fold values, makes its values probabilities.",
    "What the trees learn from the linear models is out-of-fold too. `manifest.json` names the",
    "features.",
    "",
    "## Figures",
    "",
    "Out-of-fold: no page is judged by a model that saw its registered domain. Suspects are in.",
    "",
)
_RELIABILITY: Final = ("", "## Reliability", "", "What the confidence is worth, out-of-fold:", "")
_LIMITS: Final = (
    "",
    "## Limits",
    "",
    "Nearly all pages are English; for other languages the shape of the page, its declarations",
    "and the forum and article pages of the smaller boards have to do. Listings are taken for",
    "articles and collections, services for articles, more often than others are mistaken. Types",
    "are those of WCXB; a page may be two of them, and is then what its reviewers would have said.",
)
