"""The demo from beginning to end: serve, crawl, show, and see whether all pages came."""

import io
import sys
from pathlib import Path
from typing import Final

from rich.console import Console

from crawler.demo.crawl import DemoError, DemoFiles, crawl
from crawler.demo.report import show_before_and_after, show_chrome, show_other_steps, show_pages
from crawler.demo.results import SITE_CHROME, PageResult, count_dropped, read_results
from crawler.demo.server import page_paths, serve_site
from models.store import StoreError

__all__ = ["DemoError", "lead_through_demo"]

# Written in plain `div`s: nothing but repetition tells its chrome.
SHOWN_PATH: Final = "/stories/hail-in-june/"
# Columns; the tables of a wider terminal would have their words too far apart.
MAX_COLUMNS: Final = 110


def lead_through_demo(folder: Path, rows: Path) -> None:
    """Crawl the shipped site into a folder and show on standard output what came out.

    Raises:
        DemoError: the crawl failed, or a page of the site is missing or came twice.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A page may have letters that the terminal's encoding has not.
        sys.stdout.reconfigure(errors="replace")
    console = Console(highlight=False, markup=False, emoji=False)
    console.width = min(console.width, MAX_COLUMNS)
    files = DemoFiles(folder, rows)
    with serve_site() as origin:
        console.print(f"Serving a site of {len(page_paths())} pages on {origin}")
        console.print(f"$ scrapy crawl site -a url={origin}/ -O {rows}", soft_wrap=True)
        crawl(f"{origin}/", files)
    try:
        pages = _show(console, files, origin.removeprefix("http://"))
    except StoreError as error:
        raise DemoError(str(error)) from error
    require_all([page.path for page in pages], page_paths())
    console.print(f"\nAll {len(pages)} pages came out. Kept for you to look at:")
    console.print(f"{rows}\n{folder}", soft_wrap=True)


def _show(console: Console, files: DemoFiles, site: str) -> tuple[PageResult, ...]:
    pages = read_results(files.rows, files.store_url, site)
    show_pages(console, pages)
    show_chrome(console, count_dropped(pages, SITE_CHROME))
    show_other_steps(console, pages)
    for page in pages:
        if page.path == SHOWN_PATH:
            show_before_and_after(console, page)
    return pages


def require_all(came: list[str], expected: tuple[str, ...]) -> None:
    """Check that each page came out exactly once.

    Raises:
        DemoError: naming those that are missing and those that should not be there.
    """
    missing = [path for path in expected if path not in came]
    surplus = sorted({path for path in came if path not in expected or came.count(path) > 1})
    if missing or surplus:
        names = [f"missing {path}" for path in missing] + [f"surplus {path}" for path in surplus]
        raise DemoError("not all pages came out: " + ", ".join(names))
