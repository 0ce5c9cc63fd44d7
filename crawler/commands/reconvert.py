"""`scrapy reconvert [SITE]`: stored pages converted again by this version, from their bytes."""

import argparse
from typing import Final

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from crawler.commands import STOPPED, refuse
from crawler.outputs import OutputError
from crawler.setting_checks import SettingError, check_settings
from crawler.terminal import tell

EXIT_INCOMPLETE: Final = 1


class Command(ScrapyCommand):
    """Exits with 1 when a page could not be converted, with 2 for a bad argument."""

    requires_project = False
    requires_crawler_process = False

    def syntax(self) -> str:
        return "[SITE]"

    def short_desc(self) -> str:
        return "Convert stored pages again that an older version or profile made"

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        try:
            super().process_options(args, opts)
        except (UsageError, OSError) as error:
            refuse("reconvert", str(error))

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        if len(args) > 1 or any(arg.startswith("-") or not arg for arg in args):
            refuse("reconvert", "name one site, or none for all: scrapy reconvert [SITE]")
        # Every command is loaded when any is run; the others should not wait for SQLAlchemy.
        from crawler.reconversion import reconvert_sites

        try:
            check_settings(self.settings)
            cleans = self.settings.getbool("MARKDOWN_CLEANER_ENABLED")
            failed = reconvert_sites(self.settings["STORE_URL"], args, cleans_markdown=cleans)
        except (OutputError, SettingError) as error:
            refuse("reconvert", str(error))
        except KeyboardInterrupt:
            tell("scrapy reconvert: stopped; the next one goes on from here")
            self.exitcode = STOPPED
        else:
            self.exitcode = EXIT_INCOMPLETE if failed else 0
