"""`scrapy demo`: serve the site that ships with the project, crawl it, show what came out."""

import argparse
import io
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy.commands import ScrapyCommand

if TYPE_CHECKING:
    from rich.console import Console

    from crawler.demo.crawl import DemoFiles

EXIT_USAGE = 2
EXIT_FAILED = 1
# Written in plain `div`s: nothing but repetition tells its chrome.
SHOWN_PATH = "/stories/hail-in-june/"


class Command(ScrapyCommand):
    """Exits with 0 only when every page of the site came out."""

    requires_crawler_process = False

    def syntax(self) -> str:
        return "[options]"

    def short_desc(self) -> str:
        return "Serve a small site on this machine, crawl it and show what came out"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "--folder",
            metavar="FOLDER",
            help="where store, log and JSON lines are put (default: a new temporary folder)",
        )
        parser.add_argument(
            "-O",
            "--overwrite-output",
            metavar="FILE",
            dest="output",
            help="the JSON lines (default: pages.jsonl in the folder)",
        )

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        from crawler.demo.crawl import DemoError

        if args:
            self._fail(f"takes no argument, got {args[0]}", EXIT_USAGE)
            return
        try:
            folder = Path(opts.folder or tempfile.mkdtemp(prefix="sitewinnow-demo-")).absolute()
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._fail(f"--folder {opts.folder}: {error.strerror}", EXIT_USAGE)
            return
        output = Path(opts.output).absolute() if opts.output else folder / "pages.jsonl"
        try:
            self.exitcode = _serve_crawl_and_show(folder, output)
        except DemoError as error:
            self._fail(str(error), EXIT_FAILED)

    def _fail(self, message: str, exitcode: int) -> None:
        print(f"scrapy demo: {message}", file=sys.stderr)
        self.exitcode = exitcode


def _serve_crawl_and_show(folder: Path, output: Path) -> int:
    """Returns the exit code: 0 when all pages came out."""
    from rich.console import Console

    from crawler.demo.crawl import DemoFiles, crawl
    from crawler.demo.server import page_paths, serve_site

    if isinstance(sys.stdout, io.TextIOWrapper):
        # A page may have letters that the terminal's encoding has not.
        sys.stdout.reconfigure(errors="replace")
    console = Console(highlight=False)
    files = DemoFiles(folder, output)
    with serve_site() as origin:
        console.print(f"Serving a site of {len(page_paths())} pages on {origin}", markup=False)
        console.print(
            f"$ scrapy crawl site -a url={origin}/ -O {output}", markup=False, soft_wrap=True
        )
        crawl(f"{origin}/", files)
    return _show(console, files, site=origin.removeprefix("http://"))


def _show(console: "Console", files: "DemoFiles", site: str) -> int:
    from crawler.demo.report import show_before_and_after, show_chrome, show_other_steps, show_pages
    from crawler.demo.results import SITE_CHROME, count_dropped, read_decisions, read_pages
    from crawler.demo.server import page_paths

    pages = read_pages(files.rows)
    decisions = read_decisions(files.store_url, site)
    show_pages(console, pages)
    show_chrome(console, count_dropped(decisions, SITE_CHROME))
    show_other_steps(console, decisions)
    for page in pages:
        if page.path == SHOWN_PATH:
            show_before_and_after(console, page)
    console.print(f"Kept: {files.rows}\n      {files.folder}", markup=False, soft_wrap=True)
    return _compare(tuple(page.path for page in pages), page_paths())


def _compare(came: tuple[str, ...], expected: tuple[str, ...]) -> int:
    """Returns 0 when each page of the site came out exactly once, else says what is wrong."""
    missing = sorted(set(expected) - set(came))
    surplus = sorted(path for path in set(came) if path not in expected or came.count(path) > 1)
    if not missing and not surplus:
        print(f"All {len(expected)} pages came out.")
        return 0
    print(f"scrapy demo: missing {missing or 'none'}, surplus {surplus or 'none'}", file=sys.stderr)
    return EXIT_FAILED
