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

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        super().add_options(parser)
        for option, what in (("--include-css", "alone is"), ("--exclude-css", "is not")):
            parser.add_argument(
                option,
                metavar="SELECTORS",
                help=f"from now on what these match {what} content of the site; '' takes them back",
            )

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        try:
            super().process_options(args, opts)
        except (UsageError, OSError) as error:
            refuse("reconvert", str(error))

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        if len(args) > 1 or any(arg.startswith("-") or not arg for arg in args):
            refuse("reconvert", "name one site, or none for all: scrapy reconvert [SITE]")
        given = {"include": opts.include_css, "exclude": opts.exclude_css}
        given = {name: text for name, text in given.items() if text is not None}
        if given and not args:
            refuse("reconvert", f"--{next(iter(given))}-css goes with one SITE")
        # Every command is loaded when any is run; the others should not wait for SQLAlchemy.
        from crawler.reconversion import change_css_rules, reconvert_sites

        try:
            check_settings(self.settings)
            cleans = self.settings.getbool("MARKDOWN_CLEANER_ENABLED")
            store_url = self.settings["STORE_URL"]
            if given:
                change_css_rules(store_url, args[0], given)
            failed = reconvert_sites(store_url, args, cleans_markdown=cleans)
        except (OutputError, SettingError) as error:
            refuse("reconvert", str(error))
        except KeyboardInterrupt:
            tell("scrapy reconvert: stopped; the next one goes on from here")
            self.exitcode = STOPPED
        else:
            self.exitcode = EXIT_INCOMPLETE if failed else 0
