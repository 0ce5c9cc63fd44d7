"""`scrapy export SITE -O FILE`: the rows of a site that was crawled before."""

import argparse
import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from crawler.atomic_file import AtomicFile
from crawler.commands import refuse
from crawler.feeds import write_lines
from crawler.outputs import Output, OutputError, read_output
from models.store import Store, StoreError
from pipelines.export import block_rows, site_rows


class Command(ScrapyCommand):
    """Writes what `scrapy crawl … -O` writes, from the store alone."""

    requires_project = False
    requires_crawler_process = False

    def syntax(self) -> str:
        return "SITE [-O FILE] [--blocks FILE]"

    def short_desc(self) -> str:
        return "Write the pages of a crawled site as JSON lines"

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        parser.add_argument(
            "-O",
            dest="output",
            metavar="FILE",
            default="-",
            help="FILE.jsonl, .jsonl.gz, .jsonl.zst, or - for standard output (the default)",
        )
        parser.add_argument(
            "--include-flagged",
            action="store_true",
            help="also pages that need JavaScript, are logins, walls or soft 404",
        )

        parser.add_argument(
            "--blocks",
            metavar="FILE",
            help="write one row for each block of each page too, kept or why not",
        )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        try:
            super().process_options(args, opts)
        except (UsageError, OSError) as error:
            refuse("export", str(error))

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        if len(args) != 1 or args[0].startswith("-"):
            refuse("export", f"name one site: scrapy export {self.syntax()}")
        try:
            output = read_output(opts.output)
            blocks = read_output(opts.blocks, "--blocks") if opts.blocks else None
            with Store.open(self.settings["STORE_URL"], create=False) as store:
                _check_site(store, args[0])
                rows = site_rows(store, args[0], include_flagged=opts.include_flagged)
                _write(args[0], rows, "rows", output)
                if blocks is not None:
                    rows = block_rows(store, args[0], include_flagged=opts.include_flagged)
                    _write(args[0], rows, "blocks", blocks)
        except BrokenPipeError:
            _close_stdout()
            return
        except (OSError, OutputError, StoreError) as error:
            refuse("export", str(error))


def _check_site(store: Store, site: str) -> None:
    known = store.sites()
    if site not in known:
        verb = "is" if len(known) == 1 else "are"
        there = f"there {verb} {', '.join(known)}" if known else "there is none yet"
        raise OutputError(f"no site {site!r} in the store: {there}")


def _write(site: str, rows: Iterable[Mapping[str, Any]], noun: str, output: Output) -> None:
    if output.path is None:
        write_lines(rows, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    with AtomicFile(output.path) as file:
        count = write_lines(rows, file)
    print(f"{site}: {count:,} {noun} in {output.path}", file=sys.stderr)


def _close_stdout() -> None:
    """The reader went away (`| head`): that is no error, and no later flush may make it one."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
