"""`steps`: what each step of the selection adds and costs."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.board_score import (
    REQUIRED_KEYS,
    ExtractionScore,
    PageScore,
    list_f1,
    page_score,
    score_extraction,
    summarise,
)
from benchmarks.boards import Row, board_name, read_rows
from benchmarks.methods import Extraction, texts_of
from benchmarks.report import Cell, Report, Table
from benchmarks.workers import Outcome, run_jobs
from pipelines.select import STEPS, Step

_HEADINGS: Final = ("board", "step", "P", "R", "F1", "change", "touched", "better", "worse")


@dataclass(frozen=True, slots=True)
class _Selected:
    """A page under one list of steps; equal texts of a page have one number."""

    text_number: int
    score: ExtractionScore


@dataclass(frozen=True, slots=True)
class _Run:
    """All pages of a board under one list of steps, in one order for every run."""

    text_numbers: list[int]
    pages: list[PageScore]


def run_steps(
    files: Sequence[Path],
    *,
    draw: Callable[[Iterator[Row]], Iterable[Row]],
    processes: int,
    timeout_s: float,
) -> Report:
    """Run the selection with one step more at a time, and with each step left out.

    Each page is read once and selected again for every list of steps.
    """
    report = Report({"command": "steps", "boards": []})
    added: list[Sequence[Cell]] = []
    left_out: list[Sequence[Cell]] = []
    for file in files:
        rows = draw(read_rows(file, REQUIRED_KEYS))
        runs = _run_all(rows, processes, timeout_s)
        figures = {"board": board_name(file), **_compare_all(runs)}
        report.figures["boards"].append(figures)
        added += [_row(figures, entry) for entry in figures["added"]]
        left_out += [_row(figures, entry) for entry in figures["left_out"]]
        print(f"{board_name(file)}: done", file=sys.stderr)
    report.tables = [
        Table("One step more at a time; each row against the one above", _HEADINGS, added),
        Table(
            "All steps but one; `change`, `better` and `worse` are what the step does",
            _HEADINGS,
            left_out,
        ),
    ]
    return report


def step_lists() -> tuple[tuple[Step, ...], ...]:
    """List the first none to all steps, then all but each, the last left out above already."""
    first = tuple(STEPS[:count] for count in range(len(STEPS) + 1))
    return first + tuple(STEPS[:i] + STEPS[i + 1 :] for i in range(len(STEPS) - 1))


def _run_all(rows: Iterable[Row], processes: int, timeout_s: float) -> list[_Run]:
    runs = [_Run([], []) for _ in step_lists()]
    jobs = run_jobs(_select_with_each, rows, processes=processes, timeout_s=timeout_s)
    for row, outcome in jobs:
        results: Sequence[_Selected | None] = outcome.value or [None] * len(runs)
        for run, result in zip(runs, results, strict=True):
            score = result.score if result else None
            run.pages.append(page_score(row, Outcome(score, outcome.seconds, outcome.failure)))
            run.text_numbers.append(result.text_number if result else 0)
    return runs


def _select_with_each(row: Row) -> list[_Selected]:
    from crawler.page import read_page
    from pipelines.content import select_content

    page = read_page(row["html"], row["url"] or "")
    known: dict[Extraction, _Selected] = {}
    selected = []
    for steps in step_lists():
        extraction = texts_of(select_content(page, steps=steps))
        if extraction not in known:
            known[extraction] = _Selected(len(known), score_extraction(row, extraction))
        selected.append(known[extraction])
    return selected


def _compare_all(runs: Sequence[_Run]) -> dict[str, Any]:
    names = [step.__name__ for step in STEPS]
    whole = runs[len(STEPS)]
    # All but the last step is the run before the whole one.
    without = [*runs[len(STEPS) + 1 :], runs[len(STEPS) - 1]]
    added = zip(names, runs[: len(STEPS)], runs[1 : len(STEPS) + 1], strict=True)
    return {
        "pages": len(whole.pages),
        "failures": summarise(whole.pages)["failures"],
        "added": [
            {"step": "(whole page)", **_figures(runs[0])},
            *(
                {"step": f"+ {name}", **_figures(now), **_changes(old, now)}
                for name, old, now in added
            ),
        ],
        "left_out": [
            {"step": "(all steps)", **_figures(whole)},
            *(
                {"step": f"- {name}", **_figures(run), **_changes(run, whole)}
                for name, run in zip(names, without, strict=True)
            ),
        ],
    }


def _figures(run: _Run) -> dict[str, Any]:
    figures = summarise(run.pages)
    return {key: figures[key] for key in ("precision", "recall", "f1", "by_page_type")}


def _changes(before: _Run, after: _Run) -> dict[str, Any]:
    pairs = list(zip(list_f1(before.pages), list_f1(after.pages), strict=True))
    texts = zip(before.text_numbers, after.text_numbers, strict=True)
    return {
        "change": summarise(after.pages)["f1"] - summarise(before.pages)["f1"],
        "touched": sum(old != new for old, new in texts),
        "better": sum(old < new for old, new in pairs),
        "worse": sum(old > new for old, new in pairs),
    }


def _row(figures: dict[str, Any], entry: dict[str, Any]) -> Sequence[Cell]:
    change = f"{entry['change']:+.4f}" if "change" in entry else None
    return (
        figures["board"],
        *(entry[key] for key in ("step", "precision", "recall", "f1")),
        change,
        *(entry.get(key) for key in ("touched", "better", "worse")),
    )
