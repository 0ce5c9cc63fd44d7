"""The figures of one board for the gate, with the score of each page."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from benchmarks import board_score, cases, fidelity
from benchmarks.boards import read_rows, sample_rows
from benchmarks.markdown_board import score_file
from benchmarks.metrics import mean

T = TypeVar("T")

# Of every sample, so that it is the same on each run.
SEED: Final = 0

# Figures of which less is better.
LOWER_IS_BETTER: Final = frozenset({"extra"})


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of a board, 0 to 1, each with the scores of its pages by id.

    `failures` are pages without output, by id, with the reason.
    """

    figures: dict[str, float]
    pages: dict[str, dict[str, float]]
    failures: dict[str, str]


@dataclass(frozen=True, slots=True)
class Effort:
    """How many pages of a board are scored (all when None), and by how many processes."""

    sample: int | None
    processes: int
    timeout_s: float

    def draw(self, rows: Iterator[T]) -> Iterable[T]:
        """Take all rows or the sample."""
        return rows if self.sample is None else sample_rows(rows, self.sample, SEED)


def measure_words(file: Path, effort: Effort) -> Measured:
    """F1 of the content: of its words, or of snippets where the board has no text."""
    rows = effort.draw(read_rows(file, board_score.REQUIRED_KEYS))
    pages = board_score.score_rows(
        rows, ["content"], processes=effort.processes, timeout_s=effort.timeout_s
    )["content"]
    ids = [page.id for page in pages]
    return Measured(
        {"f1": board_score.summarise(pages)["f1"]},
        {"f1": dict(zip(ids, board_score.list_f1(pages), strict=True))},
        {page.id: page.failure for page in pages if page.failure},
    )


def measure_fidelity(file: Path, effort: Effort) -> Measured:
    """Recall and extra of the whole-page Markdown."""
    results = fidelity.measure_board(
        file, draw=effort.draw, processes=effort.processes, timeout_s=effort.timeout_s
    )
    pages = {str(row["id"]): out.value or fidelity.NOTHING_KEPT for row, out in results}
    return _mean_figures(
        {
            "recall": {id_: page.recall for id_, page in pages.items()},
            "extra": {id_: page.extra_share for id_, page in pages.items()},
        },
        {str(row["id"]): out.failure for row, out in results if out.failure},
    )


def measure_cases(file: Path, effort: Effort) -> Measured:
    """Shares of the single-page cases whose content and whose Markdown is right."""
    rows = effort.draw(read_rows(file, cases.REQUIRED_KEYS))
    entries = cases.check_rows(rows, processes=effort.processes, timeout_s=effort.timeout_s)
    single = [entry for entry in entries if entry["pages"] == 1]
    return _mean_figures(
        {
            kind: {str(e["id"]): float(e[kind]) for e in single if e[kind] is not None}
            for kind in ("content", "markdown")
        },
        {},
    )


def measure_markdown(file: Path, effort: Effort) -> Measured:
    """Similarity of the content's Markdown: whole, of tables, of code."""
    scored = score_file(
        file, draw=effort.draw, processes=effort.processes, timeout_s=effort.timeout_s
    )
    pages = next(iter(scored.values()))
    by_kind: dict[str, dict[str, float]] = {"whole": {}, "tables": {}, "code": {}}
    for page in pages:
        for kind, scores in by_kind.items():
            score: float | None = getattr(page.score, kind)
            if score is not None:
                scores[page.id] = score
    return _mean_figures(by_kind, {page.id: page.failure for page in pages if page.failure})


MEASURES: Final[dict[str, Callable[[Path, Effort], Measured]]] = {
    "words": measure_words,
    "fidelity": measure_fidelity,
    "cases": measure_cases,
    "markdown": measure_markdown,
}


def _mean_figures(pages: dict[str, dict[str, float]], failures: dict[str, str]) -> Measured:
    known = {figure: scores for figure, scores in pages.items() if scores}
    figures = {figure: mean(list(scores.values())) for figure, scores in known.items()}
    return Measured(figures, known, failures)
