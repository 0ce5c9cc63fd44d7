"""`scrapy export SITE -O FILE`: the rows of a site that was crawled before."""

import argparse
import os
import sys

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from crawler.commands import refuse
from crawler.feeds import AtomicFile, write_rows
from crawler.outputs import Output, OutputError, read_output
from models.store import Store, StoreError


class Command(ScrapyCommand):
    """Writes what `scrapy crawl … -O` writes, from the store alone."""

    requires_project = False
    requires_crawler_process = False

    def syntax(self) -> str:
        return "SITE [-O FILE]"

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
            with Store.open(self.settings["STORE_URL"], create=False) as store:
                _check_site(store, args[0])
                count = _write(store, args[0], output, include_flagged=opts.include_flagged)
        except BrokenPipeError:
            _close_stdout()
            return
        except (OSError, OutputError, StoreError) as error:
            refuse("export", str(error))
        if output.path is not None:
            print(f"{args[0]}: {count:,} rows in {output.path}", file=sys.stderr)


def _check_site(store: Store, site: str) -> None:
    known = store.sites()
    if site not in known:
        verb = "is" if len(known) == 1 else "are"
        there = f"there {verb} {', '.join(known)}" if known else "there is none yet"
        raise OutputError(f"no site {site!r} in the store: {there}")


def _write(store: Store, site: str, output: Output, *, include_flagged: bool) -> int:
    if output.path is None:
        count = write_rows(store, [site], sys.stdout.buffer, include_flagged=include_flagged)
        sys.stdout.buffer.flush()
        return count
    file = AtomicFile(output.path)
    try:
        count = write_rows(store, [site], file, include_flagged=include_flagged)
    except BaseException:
        file.discard()
        raise
    file.commit()
    return count


def _close_stdout() -> None:
    """The reader went away (`| head`): that is no error, and no later flush may make it one."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
