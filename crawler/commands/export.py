"""`scrapy export SITE -O FILE`: the rows of a site that was crawled before."""

import argparse
from datetime import UTC, datetime
from typing import Final

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from crawler.commands import refuse
from crawler.outputs import OutputError, read_output, require_distinct
from crawler.setting_checks import SettingError, check_settings

EXIT_INCOMPLETE: Final = 1


class Command(ScrapyCommand):
    """Writes what `scrapy crawl … -O` writes, from the store alone.

    Exits with 1 when a page gave no row, with 2 for a bad argument.
    """

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
        parser.add_argument(
            "--changed-since",
            metavar="TIME",
            default="",
            help="only pages that changed, or whose content came out otherwise, at that time or "
            "later: 2026-11-30 or 2026-11-30T12:00:00Z",
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
            check_settings(self.settings)
            output = read_output(opts.output)
            blocks = read_output(opts.blocks, "--blocks") if opts.blocks else None
            named = [("-O", output), ("--blocks", blocks)]
            require_distinct((option, place) for option, place in named if place is not None)
            # Every command is loaded when any is run; the others should not wait for SQLAlchemy.
            from crawler.site_export import export_site

            lost = export_site(
                self.settings["STORE_URL"],
                args[0],
                output,
                blocks,
                include_flagged=opts.include_flagged,
                changed_since=_read_time(opts.changed_since),
                cleans_markdown=self.settings.getbool("MARKDOWN_CLEANER_ENABLED"),
            )
        except (OutputError, SettingError) as error:
            refuse("export", str(error))
        if lost:
            self.exitcode = EXIT_INCOMPLETE


def _read_time(value: str) -> str:
    """A time as the store writes it; one without a zone is taken as UTC."""
    if not value:
        return ""
    try:
        time = datetime.fromisoformat(value)
        return (time.astimezone(UTC) if time.tzinfo else time).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError) as error:
        raise OutputError(f"--changed-since {value}: not a time ({error})") from None
