"""`board`: word F1 of the content on pages whose content is known."""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.boards import Row, board_name, read_rows
from benchmarks.methods import EXTRACTORS
from benchmarks.metrics import (
    ONE,
    ZERO,
    Score,
    SnippetCounts,
    add_snippets,
    count_snippets,
    mean,
    mean_score,
    score_snippets,
    score_words,
)
from benchmarks.report import Cell, Report, Table
from benchmarks.workers import Outcome, run_jobs

REQUIRED_KEYS: Final = ("id", "url", "html", "text")

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


@dataclass(frozen=True, slots=True)
class PageScore:
    """One page under one method.

    Where the truth has user comments, `score` is that of content and comments together and
    `content_score` that of the content alone; elsewhere they are the same. `failure` is empty,
    or why the page has no output.
    """

    id: str
    url: str
    page_type: str
    language: str
    suspect: bool
    has_truth: bool
    score: Score
    content_score: Score
    snippets: SnippetCounts
    seconds: float
    failure: str = ""


@dataclass(frozen=True, slots=True)
class _PageResult:
    score: Score
    content_score: Score
    snippets: SnippetCounts


@dataclass(frozen=True, slots=True)
class _Job:
    method: str
    row: Row


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
        jobs = (_Job(method, row) for row in rows for method in methods)
        by_method: dict[str, list[PageScore]] = defaultdict(list)
        for job, outcome in run_jobs(_score_page, jobs, processes=processes, timeout_s=timeout_s):
            by_method[job.method].append(_page_score(job.row, outcome))
        for method in methods:
            pages = sorted(by_method[method], key=lambda page: page.id)
            figures = {"board": board_name(file), "method": method} | summarise(pages)
            report.figures["boards"].append(figures)
            overview.append(_overview_row(figures))
            details += _detail_tables(figures, pages, worst, by)
        print(f"{board_name(file)}: done", file=sys.stderr)
    report.tables = [Table("Word F1, mean over pages", _OVERVIEW_HEADINGS, overview), *details]
    return report


def summarise(pages: Sequence[PageScore]) -> dict[str, Any]:
    """Turn page scores into the figures of a board.

    A board whose rows have snippets and no text is scored on snippets alone.
    """
    snippets = add_snippets(page.snippets for page in pages) if pages else SnippetCounts()
    snippets_only = snippets.wanted > 0 and not any(page.has_truth for page in pages)
    types = _group(pages, lambda page: page.page_type)
    total = score_snippets(snippets) if snippets_only else _mean(pages)
    return {
        "metric": "snippets" if snippets_only else "words",
        "pages": len(pages),
        **_figures(total),
        "macro_f1_of_types": mean([_mean(group).f1 for group in types.values()]),
        "without_suspects": _group_figures([page for page in pages if not page.suspect]),
        "by_page_type": {name: _group_figures(group) for name, group in types.items()},
        "by_language": {
            name: _group_figures(group)
            for name, group in _group(pages, lambda page: page.language).items()
        },
        "content_alone": _figures(mean_score([page.content_score for page in pages])),
        "with_found": _share(snippets.wanted_found, snippets.wanted),
        "without_found": _share(snippets.unwanted_found, snippets.unwanted),
        "failures": [{"id": page.id, "reason": page.failure} for page in pages if page.failure],
        "ms_per_page": 1000 * mean([page.seconds for page in pages]),
    }


def _score_page(job: _Job) -> _PageResult:
    row = job.row
    extraction = EXTRACTORS[job.method](row["html"], row["url"] or "")
    output, truth = extraction.text, row["text"] or ""
    score = content_score = score_words(truth, output)
    if "comments" in row:
        output, truth = f"{output}\n{extraction.comments}", f"{truth}\n{row['comments'] or ''}"
        score = score_words(truth, output)
    snippets = count_snippets(output, row.get("with") or (), row.get("without") or ())
    return _PageResult(score, content_score, snippets)


def _page_score(row: Row, outcome: Outcome[_PageResult]) -> PageScore:
    nothing_found = SnippetCounts(len(row.get("with") or ()), 0, len(row.get("without") or ()), 0)
    result = outcome.value or _PageResult(ZERO, ZERO, nothing_found)
    return PageScore(
        id=str(row["id"]),
        url=row["url"] or "",
        page_type=row.get("page_type") or "unknown",
        language=row.get("lang") or "unknown",
        suspect=bool(row.get("suspect")),
        has_truth=bool(row["text"]),
        score=result.score,
        content_score=result.content_score,
        snippets=result.snippets,
        seconds=outcome.seconds,
        failure=outcome.failure,
    )


def _group(
    pages: Sequence[PageScore], key: Callable[[PageScore], str]
) -> dict[str, list[PageScore]]:
    groups: dict[str, list[PageScore]] = defaultdict(list)
    for page in pages:
        groups[key(page)].append(page)
    return dict(sorted(groups.items()))


def _mean(pages: Sequence[PageScore]) -> Score:
    return mean_score([page.score for page in pages])


def _figures(score: Score) -> dict[str, float]:
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}


def _group_figures(pages: Sequence[PageScore]) -> dict[str, Any]:
    return {"pages": len(pages), **_figures(_mean(pages))}


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


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
