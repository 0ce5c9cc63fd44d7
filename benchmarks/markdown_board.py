"""`markdown`: the content's Markdown against true Markdown, by edit distance."""

import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.boards import Row, board_name, read_rows
from benchmarks.markdown_score import MarkdownScore, score_markdown
from benchmarks.methods import MARKDOWN_PEERS
from benchmarks.metrics import mean
from benchmarks.report import Cell, Report, Table
from benchmarks.site_archive import Site, read_sites, unpack
from benchmarks.site_pages import learn_site, read_site_html
from benchmarks.workers import run_jobs

_Source = Row | Site
"""A row of a board, or a site of which some pages have true Markdown."""

REQUIRED_KEYS: Final = ("id", "url", "html", "markdown")
CONTENT: Final = "content"

# Failed pages named in the table; the JSON object names all.
SHOWN_FAILURES: Final = 20
_HEADINGS: Final = ("board", "method", "pages", "whole", "with tables", "tables", "with code")


@dataclass(frozen=True, slots=True)
class MarkdownPage:
    """One page under one method. A page of a site has `site/path` for its id."""

    id: str
    score: MarkdownScore
    failure: str = ""


@dataclass(frozen=True, slots=True)
class _Job:
    """What to score; `alone` judges each page of a site without what the others teach."""

    source: _Source
    method: str
    alone: bool


def run_markdown(
    files: Sequence[Path],
    *,
    peers: Sequence[str],
    alone: bool,
    only: Sequence[str],
    processes: int,
    timeout_s: float,
    worst: int,
) -> Report:
    """Compare the Markdown of each method with that of boards and of archives of sites."""
    report = Report({"command": "markdown", "boards": []})
    overview: list[Sequence[Cell]] = []
    details: list[Table] = []
    for file in files:
        methods = [CONTENT, *peers]
        scored = score_file(
            file, methods, alone=alone, only=only, processes=processes, timeout_s=timeout_s
        )
        for method, pages in scored.items():
            figures = {"board": board_name(file), "method": method} | summarise(pages)
            report.figures["boards"].append(figures)
            overview.append(_overview_row(figures))
            details += _detail_tables(figures, pages, worst)
        print(f"{board_name(file)}: done", file=sys.stderr)
    title = "Similarity of Markdown (1 - edit distance / longer length), mean over pages"
    report.tables = [Table(title, (*_HEADINGS, "code", "failed"), overview), *details]
    return report


def score_file(
    file: Path,
    methods: Sequence[str] = (CONTENT,),
    *,
    alone: bool = False,
    only: Sequence[str] = (),
    draw: Callable[[Iterator[_Source]], Iterable[_Source]] = iter,
    processes: int,
    timeout_s: float,
) -> dict[str, list[MarkdownPage]]:
    """Score every page with true Markdown of a board, or of an archive of sites.

    `only` names the sites to take of an archive, all when empty; `draw` takes all rows of a
    board, sites of an archive, or a sample.

    Raises:
        BadInputError: the file is neither.
    """
    if ".tar" not in file.suffixes:
        rows = (row for row in read_rows(file, REQUIRED_KEYS) if row["markdown"])
        return _score_all(draw(rows), methods, alone, processes, timeout_s)
    with tempfile.TemporaryDirectory(prefix="benchmark-sites-") as scratch:
        unpack(file, Path(scratch))
        sites = [s for s in read_sites(Path(scratch), file, "plain") if not only or s.name in only]
        known = [site for site in sites if any(page.markdown for page in site.truth)]
        longest = max((len(site.truth) for site in known), default=0)
        return _score_all(draw(iter(known)), methods, alone, processes, timeout_s * longest)


def summarise(pages: Sequence[MarkdownPage]) -> dict[str, Any]:
    """Turn page scores into the figures of a board."""
    tables = [page.score.tables for page in pages if page.score.tables is not None]
    code = [page.score.code for page in pages if page.score.code is not None]
    return {
        "pages": len(pages),
        "whole": mean([page.score.whole for page in pages]),
        "with_tables": len(tables),
        "tables": mean(tables) if tables else None,
        "with_code": len(code),
        "code": mean(code) if code else None,
        "failures": [{"id": page.id, "reason": page.failure} for page in pages if page.failure],
    }


def _score_all(
    sources: Iterable[_Source],
    methods: Sequence[str],
    alone: bool,
    processes: int,
    timeout_s: float,
) -> dict[str, list[MarkdownPage]]:
    jobs = (_Job(source, method, alone) for source in sources for method in methods)
    scored: dict[str, list[MarkdownPage]] = {method: [] for method in methods}
    for job, outcome in run_jobs(_score_job, jobs, processes=processes, timeout_s=timeout_s):
        scored[job.method] += outcome.value or _fail(job, outcome.failure)
    return {method: sorted(pages, key=lambda page: page.id) for method, pages in scored.items()}


def _score_job(job: _Job) -> list[MarkdownPage]:
    if isinstance(job.source, Site):
        return list(_score_site(job.source, job))
    row, url = job.source, job.source["url"] or ""
    output = _write_alone(job.method, row["html"], url)
    return [MarkdownPage(str(row["id"]), score_markdown(row["markdown"], output, url))]


def _score_site(site: Site, job: _Job) -> Iterator[MarkdownPage]:
    html = read_site_html(site)
    if job.alone or job.method != CONTENT:
        written = {path: _write_alone(job.method, *page) for path, page in html.items()}
    else:
        written = _write_together(html)
    for page in site.truth:
        if page.markdown:
            url = f"http://127.0.0.1{page.path}"
            score = score_markdown(page.markdown, written.get(page.path, ""), url)
            failure = "" if page.path in written else "no such file"
            yield MarkdownPage(site.name + page.path, score, failure)


def _write_alone(method: str, html: str | bytes, url: str) -> str:
    from crawler import extract

    if method == CONTENT:
        return extract(html, url).content_markdown
    return MARKDOWN_PEERS[method](html, url)


def _write_together(html: dict[str, tuple[bytes, str]]) -> dict[str, str]:
    from crawler.page import read_page
    from pipelines.content import select_content

    pages = {path: read_page(*page) for path, page in html.items()}
    profile = learn_site(pages.values())
    return {path: select_content(page, profile).content_markdown for path, page in pages.items()}


def _fail(job: _Job, failure: str) -> list[MarkdownPage]:
    """Score 0 whatever the truth of a job that came to nothing has."""
    if isinstance(job.source, Site):
        known = [(job.source.name + p.path, p.markdown) for p in job.source.truth if p.markdown]
    else:
        known = [(str(job.source["id"]), job.source["markdown"])]
    return [MarkdownPage(id_, score_markdown(truth, "", ""), failure) for id_, truth in known]


def _overview_row(figures: dict[str, Any]) -> Sequence[Cell]:
    keys = ("board", "method", "pages", "whole", "with_tables", "tables", "with_code", "code")
    return (*(figures[key] for key in keys), len(figures["failures"]))


def _detail_tables(
    figures: dict[str, Any], pages: Sequence[MarkdownPage], worst: int
) -> Iterator[Table]:
    name = f"{figures['board']}, {figures['method']}"
    by_site: dict[str, list[MarkdownPage]] = defaultdict(list)
    for page in pages:
        by_site[page.id.partition("/")[0]].append(page)
    if len(by_site) < len(pages):
        keys = ("pages", "whole", "with_tables", "tables", "with_code", "code")
        rows = [(site, *map(summarise(group).get, keys)) for site, group in by_site.items()]
        yield Table(f"{name}: by site", ("site", *_HEADINGS[2:], "code"), rows)
    failures = [(page.id, page.failure) for page in pages if page.failure]
    title = f"{name}: {len(failures)} failed pages (they score 0)"
    yield Table(title, ("id", "reason"), failures[:SHOWN_FAILURES])
    ranked = sorted(pages, key=lambda page: page.score.whole)
    worst_rows = [(p.id, p.score.whole, p.score.tables, p.score.code) for p in ranked[:worst]]
    yield Table(f"{name}: worst pages", ("id", "whole", "tables", "code"), worst_rows)
