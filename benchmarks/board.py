"""`board`: word F1 of the content on pages whose content is known."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from benchmarks.board_score import REQUIRED_KEYS, PageScore, score_rows, summarise
from benchmarks.boards import Row, board_name, read_rows
from benchmarks.metrics import ONE
from benchmarks.report import Cell, Report, Table
from models.block_model import TRAINING_BOARDS

# Said of a board whose pages the shipped models have seen.
IN_SAMPLE: Final = (
    "  the shipped models were trained on this board: figures on pages they had not seen are in "
    "models/block_model/artefacts/CARD.md"
)

# Failed pages named in the table; the JSON object names all.
SHOWN_FAILURES: Final = 20

_OVERVIEW_HEADINGS: Final = (
    "board",
    "method",
    "pages",
    "P",
    "R",
    "F1",
    "macro F1",
    "F1 no suspects",
    "F1 no comments",
    "with",
    "without",
    "failed",
    "ms/page",
)


def run_board(
    files: Sequence[Path],
    *,
    methods: Sequence[str],
    draw: Callable[[Iterator[Row]], Iterable[Row]],
    processes: int,
    timeout_s: float,
    worst: int,
    by: str,
) -> Report:
    """Score each method on each board; `draw` takes all rows or a sample.

    `by` names a row key to group by beside the page type, or is empty.
    """
    report = Report({"command": "board", "boards": []})
    overview: list[Sequence[Cell]] = []
    details: list[Table] = []
    for file in files:
        rows = draw(read_rows(file, REQUIRED_KEYS))
        scored = score_rows(rows, methods, processes=processes, timeout_s=timeout_s)
        for method, pages in scored.items():
            figures = {"board": board_name(file), "method": method} | summarise(pages)
            report.figures["boards"].append(figures)
            overview.append(_overview_row(figures))
            details += _detail_tables(figures, pages, worst, by)
        print(f"{board_name(file)}: done", file=sys.stderr)
        if board_name(file) in TRAINING_BOARDS:
            print(IN_SAMPLE, file=sys.stderr)
    report.tables = [Table("Word F1, mean over pages", _OVERVIEW_HEADINGS, overview), *details]
    return report


def _overview_row(figures: dict[str, Any]) -> Sequence[Cell]:
    words, alone = figures["metric"] == "words", figures["content_alone"]["f1"]
    return (
        figures["board"],
        figures["method"] if words else f"{figures['method']} (snippets)",
        figures["pages"],
        figures["precision"],
        figures["recall"],
        figures["f1"],
        figures["macro_f1_of_types"] if words and len(figures["by_page_type"]) > 1 else None,
        figures["without_suspects"]["f1"] if words else None,
        alone if words and alone != figures["f1"] else None,
        figures["with_found"],
        figures["without_found"],
        len(figures["failures"]),
        figures["ms_per_page"],
    )


def _detail_tables(
    figures: dict[str, Any], pages: Sequence[PageScore], worst: int, by: str
) -> Iterator[Table]:
    name = f"{figures['board']}, {figures['method']}"
    groups = [("page type", figures["by_page_type"])]
    groups += [("language", figures["by_language"])] if by == "language" else []
    for title, group in groups:
        if figures["metric"] == "words" and len(group) > 1:
            rows = [(key, *values.values()) for key, values in group.items()]
            yield Table(f"{name}: by {title}", (title, "pages", "P", "R", "F1"), rows)
    failures = [(page.id, page.failure) for page in pages if page.failure]
    title = f"{name}: {len(failures)} failed pages (they score 0)"
    yield Table(title, ("id", "reason"), failures[:SHOWN_FAILURES])
    ranked = sorted((page for page in pages if page.score != ONE), key=lambda p: p.score.f1)
    rows = [
        (p.id, p.page_type, p.score.precision, p.score.recall, p.score.f1, p.url[:80])
        for p in ranked[:worst]
    ]
    headings = ("id", "type", "P", "R", "F1", "url")
    yield Table(f"{name}: worst pages", headings, rows)
