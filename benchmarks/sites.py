"""`sites`: whole sites with known content, each really crawled over loopback."""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.boards import BadInputError
from benchmarks.report import Report
from benchmarks.site_archive import VARIANTS, Site, read_sites, unpack
from benchmarks.site_crawl import Crawl, crawl_site
from benchmarks.site_pages import read_site_files
from benchmarks.site_report import report_sites
from benchmarks.site_score import SiteScore, score_site
from benchmarks.workers import Outcome, run_jobs


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
    return report_sites(results, in_process, worst)


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
