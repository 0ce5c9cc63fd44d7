"""What training says of a router: figures by type, fold and board, and how far to trust it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.page_types import KNOWN_TYPES
from models.training.boards import Board

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Out-of-fold probabilities of pages, and what they really are; an array entry a page."""

    probabilities: Floats
    types: NDArray[np.intp]
    folds: NDArray[np.intp]
    boards: NDArray[np.str_]

    def of(self, chosen: NDArray[np.bool_]) -> "Judged":
        """The chosen pages alone."""
        return Judged(
            self.probabilities[chosen], self.types[chosen], self.folds[chosen], self.boards[chosen]
        )

    @property
    def is_right(self) -> NDArray[np.bool_]:
        """Whether the likeliest type is the right one."""
        right: NDArray[np.bool_] = self.probabilities.argmax(axis=1) == self.types
        return right

    def accuracy(self) -> float:
        """Share of the pages whose likeliest type is the right one."""
        return float(self.is_right.mean())

    def f1(self, number: int) -> float:
        """F1 of one type over its pages and those taken for it; 0 where there is neither."""
        said = self.probabilities.argmax(axis=1) == number
        true = self.types == number
        return float(2 * (said & true).sum() / max(said.sum() + true.sum(), 1))

    def macro_f1(self) -> float:
        """Mean of the F1 of all types."""
        return float(np.mean([self.f1(number) for number in range(len(KNOWN_TYPES))]))


def describe_figures(judged: Judged, board: str) -> list[str]:
    """Markdown tables: one board by type and by fold, the others in a line each."""
    main = judged.of(judged.boards == board)
    lines = [
        f"{board}: {len(main.types)} pages, accuracy {main.accuracy():.4f}, "
        f"macro F1 {main.macro_f1():.4f}",
        "",
        *_row("type", "pages", "precision", "recall", "F1"),
        *_row("---", "---", "---", "---", "---"),
    ]
    said = main.probabilities.argmax(axis=1)
    for number, page_type in enumerate(KNOWN_TYPES):
        true = main.types == number
        both = float((true & (said == number)).sum())
        precision = both / max(int((said == number).sum()), 1)
        recall = both / max(int(true.sum()), 1)
        lines += _row(
            page_type,
            int(true.sum()),
            f"{precision:.3f}",
            f"{recall:.3f}",
            f"{main.f1(number):.3f}",
        )
    lines += ["", *_row("fold", "pages", "accuracy", "macro F1"), *_row("---", "---", "---", "---")]
    for fold in np.unique(main.folds):
        part = main.of(main.folds == fold)
        lines += _row(fold, len(part.types), f"{part.accuracy():.4f}", f"{part.macro_f1():.4f}")
    for name in np.unique(judged.boards):
        if name != board:
            part = judged.of(judged.boards == name)
            lines += ["", f"{name}: {len(part.types)} pages, accuracy {part.accuracy():.4f}"]
    return lines


def describe_reliability(judged: Judged) -> list[str]:
    """A Markdown table: of the pages with a confidence, how many have the right type."""
    confidence = judged.probabilities.max(axis=1)
    lines = [
        *_row("confidence", "pages", "mean confidence", "accuracy"),
        *_row("---", "---", "---", "---"),
    ]
    bounds = (0.0, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
    error = 0.0
    for lower, upper in pairwise(bounds):
        inside = (confidence >= lower) & (confidence < upper)
        if not inside.any():
            continue
        mean, right = float(confidence[inside].mean()), float(judged.is_right[inside].mean())
        error += abs(mean - right) * float(inside.mean())
        lines += _row(
            f"{lower:.2f} to {min(upper, 1):.2f}", int(inside.sum()), f"{mean:.3f}", f"{right:.3f}"
        )
    return [*lines, "", f"Expected calibration error: {error:.4f}"]


def describe_data(boards: Sequence[Board], pages: Sequence[str]) -> list[str]:
    """What the data is, and a Markdown table of the boards; `pages` is a board a page."""
    lines = [
        *_DATA,
        *_row("board", "licence", "pages", "SHA-256"),
        *_row("---", "---", "---", "---"),
    ]
    for board in boards:
        count = sum(name == board.name for name in pages)
        lines += _row(board.name, board.licence, count, f"`{board.digest}`")
    return lines


_DATA: Final = (
    "Pages that are marked as suspect were scored and not trained on. wcxb-dev: pages of WCXB, the",
    "Web Content Extraction Benchmark, by its authors, CC BY 4.0, changed only by what is counted",
    "of them. The other boards are parts of the repositories they are named after, Apache 2.0.",
    "No text of a page is in the files: only words that four registered domains or more have.",
    "",
)


def _row(*cells: object) -> list[str]:
    return ["| " + " | ".join(map(str, cells)) + " |"]
