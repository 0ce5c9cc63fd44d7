"""`crawl`: pages a second and memory of a real crawl, beside a bare Scrapy spider."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.boards import BadInputError
from benchmarks.made_server import ServedSite, serve_made_site
from benchmarks.report import Report, Table
from benchmarks.site_crawl import OWN_SERVER_SETTINGS, PROJECT
from benchmarks.watched import Look, find_steps, last_line, watch

CRAWL: Final = "scrapy crawl site"
BARE: Final = "bare spider"
# Looks at memory on the way, in pages.
_STEPS: Final = 5

_Run = dict[str, float]
"""Figures of one crawl: seconds from the first page to the end of the process, those before them
and, among them, those after the last page was asked for; and the most memory."""


def run_crawl(*, pages: int, seed: int, rounds: int) -> Report:
    """Crawl a made-up site over loopback with this project and with a bare spider, in turn.

    Both are processes of their own under the same settings; the site is served by a third. A
    crawl stores and selects its pages, in one process, and writes no output. Time counts from
    the first page to the end of the process: Python's start is the same for any crawl.
    """
    runs: dict[str, list[_Run]] = {CRAWL: [], BARE: []}
    course: list[Look] = []
    with serve_made_site(pages, seed) as site:
        for number in range(1, rounds + 1):
            for name, of_name in runs.items():
                looks = _crawl(name, site, pages)
                of_name.append(_measure(looks))
                if name == CRAWL:
                    course = [*find_steps(looks, max(1, pages // _STEPS)), looks[-1]]
            print(f"round {number} of {rounds}: done", file=sys.stderr)
    figures: dict[str, Any] = {
        "command": "crawl",
        "pages": pages,
        "rounds": rounds,
        "crawls": [_figures(name, of_name, pages) for name, of_name in runs.items()],
        "course": [asdict(look) for look in course],
    }
    ours, bare = figures["crawls"]
    figures |= {
        "ratio_wall": ours["pages_per_s"] / bare["pages_per_s"],
        "ratio_cpu": ours["pages_per_cpu_s"] / bare["pages_per_cpu_s"],
    }
    return Report(figures, _tables(figures))


def _crawl(name: str, site: ServedSite, pages: int) -> tuple[Look, ...]:
    site.reset()
    with (
        TemporaryDirectory(prefix="sitewinnow-crawl-") as folder,
        Path(folder, "log.txt").open("w", encoding="utf-8") as log,
    ):
        # Outside the project, whose settings a spider would take over.
        where = PROJECT if name == CRAWL else Path(folder)
        looks = watch(_command(name, site.address, Path(folder)), where, log, lambda: site.given)
        if site.given != pages:
            said = last_line(log)
            raise BadInputError(f"crawl: {name} asked for {site.given} of {pages} pages{said}")
    return looks


def _command(name: str, address: str, folder: Path) -> list[str]:
    settings = OWN_SERVER_SETTINGS
    if name == CRAWL:
        scrapy = ["crawl", "site"]
        settings = settings | {"STORE_URL": f"sqlite:///{folder / 'sites.db'}"}
    else:
        # Scrapy's own defaults, not those of this project.
        scrapy = ["runspider", str(Path(__file__).with_name("bare_spider.py"))]
    command = [sys.executable, "-m", "scrapy", *scrapy, "-a", f"url={address}/"]
    for setting, value in settings.items():
        command += ["-s", f"{setting}={value}"]
    return command


def _measure(looks: Sequence[Look]) -> _Run:
    first = next(look for look in looks if look.done)
    crawled = next(look for look in looks if look.done == looks[-1].done)
    end = looks[-1]
    return {
        "wall_s": end.wall_s - first.wall_s,
        "cpu_s": end.cpu_s - first.cpu_s,
        "start_s": first.wall_s,
        "ending_s": end.wall_s - crawled.wall_s,
        "peak_mb": max(look.rss_mb for look in looks),
    }


def _figures(name: str, runs: Sequence[_Run], pages: int) -> dict[str, Any]:
    middle = {what: median(run[what] for run in runs) for what in runs[0]}
    return {
        "what": name,
        "pages_per_s": pages / middle["wall_s"],
        "pages_per_cpu_s": pages / middle["cpu_s"],
        **middle,
    }


def _tables(figures: dict[str, Any]) -> list[Table]:
    title = f"{figures['pages']} made-up pages over loopback, {figures['rounds']} rounds, medians"
    ratios = ("ratio", figures["ratio_wall"], figures["ratio_cpu"], *[None] * 5)
    headings = (
        *("crawl", "pages/s", "pages/CPU s", "s", "CPU s", "start s", "ending s", "peak MB"),
    )
    rows = [tuple(entry.values()) for entry in figures["crawls"]]
    course = [tuple(look.values()) for look in figures["course"]]
    return [
        Table(title, headings, [*rows, ratios]),
        Table(f"The course of {CRAWL}", ("pages", "s", "CPU s", "memory MB"), course),
    ]
