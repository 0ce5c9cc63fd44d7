"""`scrapy demo`: serve the site that ships with the project, crawl it, show what came out."""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Final

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from crawler.commands import STOPPED, refuse
from crawler.outputs import OutputError, read_output

EXIT_FAILED: Final = 1


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

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        try:
            super().process_options(args, opts)
        except (UsageError, OSError) as error:
            refuse("demo", str(error))

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if args:
            refuse("demo", f"takes no argument, got {args[0]}")
        folder = _make_folder(opts.folder)
        try:
            output = read_output(opts.output).path if opts.output else folder / "pages.jsonl"
        except OutputError as error:
            refuse("demo", str(error))
        if output is None:
            refuse("demo", f"-O {opts.output}: the demo writes a file")
        # Every command is loaded when any is run; the others should not wait for rich and SQL.
        from crawler.demo.tour import DemoError, lead_through_demo

        try:
            lead_through_demo(folder, output.absolute())
        except DemoError as error:
            print(f"scrapy demo: {error}", file=sys.stderr)
            self.exitcode = EXIT_FAILED
        except KeyboardInterrupt:
            print("scrapy demo: stopped", file=sys.stderr)
            self.exitcode = STOPPED


def _make_folder(asked: str | None) -> Path:
    try:
        folder = Path(asked or tempfile.mkdtemp(prefix="sitewinnow-demo-")).absolute()
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        refuse("demo", f"--folder {asked}: {getattr(error, 'strerror', None) or error}")
    return folder
