"""`sites`: whole sites with known content, each really crawled over loopback."""

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.boards import BadInputError
from benchmarks.metrics import ZERO, Score, mean, mean_score, score_words
from benchmarks.report import Cell, Report, Table
from benchmarks.site_archive import VARIANTS, Site, page_path, read_sites, unpack
from benchmarks.site_crawl import Crawl, crawl_site
from benchmarks.site_pages import read_site_files
from benchmarks.workers import Outcome, run_jobs

__all__ = ["VARIANTS", "run_sites"]


@dataclass(frozen=True, slots=True)
class SiteScore:
    """What came out of one site, by path.

    `missing` pages score 0; `extra` are addresses without a true page; `twice` are true pages
    with more than one row.
    """

    site: Site
    scores: dict[str, Score]
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    twice: tuple[str, ...]
    seconds: float
    failure: str = ""

    @property
    def mean(self) -> Score:
        """Mean over the site's true pages."""
        return mean_score(list(self.scores.values()))

    @property
    def found(self) -> int:
        """How many true pages came out."""
        return len(self.scores) - len(self.missing)


@dataclass(frozen=True, slots=True)
class _SiteJob:
    site: Site
    folder: Path
    in_process: bool
    timeout_s: float


def run_sites(
    archive: Path,
    *,
    variants: Sequence[str],
    only: Sequence[str],
    keep: str | None,
    in_process: bool,
    processes: int,
    timeout_s: float,
    worst: int,
) -> Report:
    """Crawl every site of the archive in each variant and score what comes out.

    Raises:
        BadInputError: the archive is no such archive, or no site is left to crawl.
    """
    if keep:
        _make_folder(keep)
    with tempfile.TemporaryDirectory(prefix="benchmark-sites-") as scratch:
        unpack(archive, Path(scratch, "sites"))
        outputs = Path(keep) if keep else Path(scratch, "out")
        jobs = [
            _SiteJob(site, outputs / variant / site.name, in_process, timeout_s)
            for variant in variants
            for site in _choose(read_sites(Path(scratch, "sites"), archive, variant), only)
        ]
        if not jobs:
            raise BadInputError(f"{archive}: no site called {', '.join(only) or 'anything'}")
        results = list(_run_all(jobs, processes, timeout_s))
    results.sort(key=lambda score: (VARIANTS.index(score.site.variant), score.site.name))
    return _report(results, in_process, worst)


def score_site(site: Site, crawl: Crawl) -> SiteScore:
    """Compare a crawl's rows with a site's truth by path; aliases count as the row's own."""
    texts: dict[str, list[str]] = defaultdict(list)
    extra = []
    true_paths = {page.path for page in site.truth}
    for row in crawl.rows:
        addresses = [row["url"], *row.get("aliases", "").split()]
        paths = {page_path(address) for address in addresses}
        if not paths & true_paths:
            extra.append(row["url"])
        for path in paths & true_paths:
            texts[path].append(row["content_text"])
    scores = {
        page.path: score_words(page.text, texts[page.path][0]) if page.path in texts else ZERO
        for page in site.truth
    }
    return SiteScore(
        site=site,
        scores=scores,
        missing=tuple(page.path for page in site.truth if page.path not in texts),
        extra=tuple(extra),
        twice=tuple(path for path, found in texts.items() if len(found) > 1),
        seconds=crawl.seconds,
        failure=crawl.failure,
    )


def _make_folder(keep: str) -> None:
    try:
        Path(keep).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInputError(f"--keep {keep}: cannot be made: {error}") from error


def _choose(sites: Sequence[Site], only: Sequence[str]) -> list[Site]:
    return [site for site in sites if not only or site.name in only]


def _run_all(jobs: Sequence[_SiteJob], processes: int, timeout_s: float) -> Iterator[SiteScore]:
    # The crawl ends its own subprocess in time; the worker's limit comes after it.
    limit = timeout_s + 60
    for job, outcome in run_jobs(_run_site, jobs, processes=processes, timeout_s=limit):
        crawl = _crawl_of(outcome)
        print(f"{job.site.variant}/{job.site.name}: {crawl.seconds:.1f} s", file=sys.stderr)
        yield score_site(job.site, crawl)


def _run_site(job: _SiteJob) -> Crawl:
    if job.in_process:
        return read_site_files(job.site)
    return crawl_site(job.site, job.folder, job.timeout_s)


def _crawl_of(outcome: Outcome[Crawl]) -> Crawl:
    return outcome.value or Crawl([], outcome.seconds, outcome.failure)


def _report(results: Sequence[SiteScore], in_process: bool, worst: int) -> Report:
    by_variant: dict[str, list[SiteScore]] = defaultdict(list)
    for result in results:
        by_variant[result.site.variant].append(result)
    report = Report({"command": "sites", "in_process": in_process, "variants": []})
    for variant, scores in by_variant.items():
        report.figures["variants"].append(_variant_figures(variant, scores))
        report.tables += _variant_tables(variant, scores, worst)
    return report


def _variant_figures(variant: str, scores: Sequence[SiteScore]) -> dict[str, Any]:
    total = mean_score([score.mean for score in scores])
    return {
        "variant": variant,
        "precision": total.precision,
        "recall": total.recall,
        "f1": total.f1,
        "pages": sum(len(score.scores) for score in scores),
        "found": sum(score.found for score in scores),
        "reachable": sum(score.site.reachable for score in scores),
        "baselines": _mean_baselines(scores),
        "sites": [_site_figures(score) for score in scores],
    }


def _site_figures(score: SiteScore) -> dict[str, Any]:
    return {
        "name": score.site.name,
        "precision": score.mean.precision,
        "recall": score.mean.recall,
        "f1": score.mean.f1,
        "pages": len(score.scores),
        "found": score.found,
        "reachable": score.site.reachable,
        "missing": list(score.missing),
        "extra": list(score.extra),
        "twice": list(score.twice),
        "seconds": score.seconds,
        "pages_per_s": _rate(score),
        "baselines": score.site.baselines,
        "failure": score.failure,
        "page_f1": {path: page.f1 for path, page in score.scores.items()},
    }


def _mean_baselines(scores: Sequence[SiteScore]) -> dict[str, float]:
    names = list(dict.fromkeys(name for score in scores for name in score.site.baselines))
    known = partial(_known_baselines, scores)
    return {name: mean(known(name)) for name in names}


def _known_baselines(scores: Sequence[SiteScore], name: str) -> list[float]:
    return [score.site.baselines[name] for score in scores if name in score.site.baselines]


def _rate(score: SiteScore) -> float:
    return score.found / score.seconds if score.seconds else 0.0


def _variant_tables(variant: str, scores: Sequence[SiteScore], worst: int) -> Iterator[Table]:
    baselines = list(_mean_baselines(scores))
    headings = ("site", "pages", "found", "extra", "twice", "P", "R", "F1", "s", "pages/s")
    rows = [_row(score, baselines) for score in scores]
    yield Table(f"{variant}: word F1, mean over pages", (*headings, *baselines), rows)
    yield _total_table(variant, scores)
    troubles: list[Sequence[Cell]] = [
        (score.site.name, what, detail)
        for score in scores
        for what, details in (
            ("failed", [score.failure] if score.failure else []),
            ("missing", score.missing),
            ("extra", score.extra),
            ("twice", score.twice),
        )
        for detail in details
    ]
    yield Table(f"{variant}: what came out wrong", ("site", "what", "page"), troubles)
    pages = [(s.site.name, path, page) for s in scores for path, page in s.scores.items()]
    pages.sort(key=lambda entry: entry[2].f1)
    worst_rows = [(name, path, p.precision, p.recall, p.f1) for name, path, p in pages[:worst]]
    yield Table(f"{variant}: worst pages", ("site", "page", "P", "R", "F1"), worst_rows)


def _row(score: SiteScore, baselines: Sequence[str]) -> Sequence[Cell]:
    figures = score.mean
    return (
        score.site.name,
        len(score.scores),
        score.found,
        len(score.extra),
        len(score.twice),
        figures.precision,
        figures.recall,
        figures.f1,
        round(score.seconds, 1),
        round(_rate(score), 1),
        *(score.site.baselines.get(name) for name in baselines),
    )


def _total_table(variant: str, scores: Sequence[SiteScore]) -> Table:
    figures = _variant_figures(variant, scores)
    baselines = figures["baselines"]
    headings = ("sites", "pages", "reachable", "found", "P", "R", "F1", *baselines)
    row = (
        len(scores),
        figures["pages"],
        figures["reachable"],
        figures["found"],
        figures["precision"],
        figures["recall"],
        figures["f1"],
        *baselines.values(),
    )
    return Table(f"{variant}: mean over sites", headings, [row])
