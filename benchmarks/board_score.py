"""Scores of single pages of a board, and what they come to."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.boards import Row
from benchmarks.methods import EXTRACTORS, Extraction
from benchmarks.metrics import (
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
from benchmarks.workers import Outcome, run_jobs

REQUIRED_KEYS: Final = ("id", "url", "html", "text")


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
class ExtractionScore:
    """What one extraction is worth; the fields are those of `PageScore`."""

    score: Score
    content_score: Score
    snippets: SnippetCounts


@dataclass(frozen=True, slots=True)
class _Job:
    method: str
    row: Row


def score_rows(
    rows: Iterable[Row], methods: Sequence[str], *, processes: int, timeout_s: float
) -> dict[str, list[PageScore]]:
    """Score each method on each row; pages by their id, which is their order."""
    jobs = (_Job(method, row) for row in rows for method in methods)
    by_method: dict[str, list[PageScore]] = {method: [] for method in methods}
    for job, outcome in run_jobs(_score_page, jobs, processes=processes, timeout_s=timeout_s):
        by_method[job.method].append(page_score(job.row, outcome))
    return {name: sorted(pages, key=lambda page: page.id) for name, pages in by_method.items()}


def score_extraction(row: Row, extraction: Extraction) -> ExtractionScore:
    """Compare what was extracted with a row's truth."""
    output, truth = extraction.text, row["text"] or ""
    score = content_score = score_words(truth, output)
    if "comments" in row:
        output, truth = f"{output}\n{extraction.comments}", f"{truth}\n{row['comments'] or ''}"
        score = score_words(truth, output)
    snippets = count_snippets(output, row.get("with") or (), row.get("without") or ())
    return ExtractionScore(score, content_score, snippets)


def page_score(row: Row, outcome: Outcome[ExtractionScore]) -> PageScore:
    """Put a row and what became of it together; a page that failed scores 0."""
    nothing_found = SnippetCounts(len(row.get("with") or ()), 0, len(row.get("without") or ()), 0)
    result = outcome.value or ExtractionScore(ZERO, ZERO, nothing_found)
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


def counts_snippets(pages: Sequence[PageScore]) -> bool:
    """Say whether a board's rows have snippets and no text, so that snippets alone count."""
    return any(page.snippets.wanted for page in pages) and not any(p.has_truth for p in pages)


def list_f1(pages: Sequence[PageScore]) -> list[float]:
    """F1 of each page by itself, by the metric of their board."""
    if counts_snippets(pages):
        return [score_snippets(page.snippets).f1 for page in pages]
    return [page.score.f1 for page in pages]


def summarise(pages: Sequence[PageScore]) -> dict[str, Any]:
    """Turn page scores into the figures of a board."""
    snippets = add_snippets(page.snippets for page in pages) if pages else SnippetCounts()
    snippets_only = counts_snippets(pages)
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


def _score_page(job: _Job) -> ExtractionScore:
    return score_extraction(job.row, EXTRACTORS[job.method](job.row["html"], job.row["url"] or ""))


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
