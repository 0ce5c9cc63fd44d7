"""`scrapy crawl`, with its arguments checked first and a summary at the end."""

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scrapy.commands.crawl import Command as ScrapyCrawl
from scrapy.exceptions import UsageError
from scrapy.spiderloader import get_spider_loader

from crawler.commands import STOPPED, refuse
from crawler.contact import QUESTION, lacks_contact
from crawler.forced_stop import describe_forced_stop, was_forced
from crawler.outputs import OutputError, read_output, require_distinct
from crawler.setting_checks import SettingError, check_settings
from crawler.starts import ArgumentError, read_sites
from crawler.summary import has_failed, summarise
from crawler.terminal import tell

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class Command(ScrapyCrawl):
    """Scrapy's command. Scrapy itself prints a traceback for an error inside a spider."""

    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        try:
            self._check(args, opts)
        except UsageError as error:
            refuse("crawl", str(error) or f"which spider? usage: scrapy crawl {self.syntax()}")
        except (ArgumentError, OutputError, SettingError, OSError) as error:
            refuse("crawl", str(error))

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.crawler_process is not None
        crawler = self._create_crawler(args[0])
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed:
            self.exitcode = 1
        if crawler.stats is not None and getattr(crawler.spidercls, "crawls_sites", False):
            self._report(crawler.stats.get_stats(), crawler)

    def _check(self, args: list[str], opts: argparse.Namespace) -> None:
        assert self.settings is not None
        outputs, opts.overwrite_output = opts.overwrite_output or [], None
        appended, opts.output = opts.output or [], None
        super().process_options(args, opts)
        check_settings(self.settings)
        spider = self._find_spider(args)
        if not getattr(spider, "crawls_sites", False):
            opts.overwrite_output, opts.output = outputs or None, appended or None
            super().process_options(args, opts)
            return
        if appended:
            raise UsageError("-o appends, and a crawl writes its sites whole: use -O")
        sites = read_sites(opts.spargs, self.settings["SITES_FILE"])
        read = [read_output(value) for value in outputs]
        require_distinct(("-O", output) for output in read)
        if feeds := {output.uri: {"format": "jsonlines"} for output in read}:
            self.settings.set("FEEDS", feeds, priority="cmdline")
        _check_store(self.settings["STORE_URL"])
        if lacks_contact(self.settings, [url for site in sites for url in site.start_urls]):
            tell(QUESTION)

    def _find_spider(self, args: list[str]) -> Any:
        options = [arg for arg in args if arg.startswith("-")]
        if options:
            raise UsageError(f"unknown option {options[0]}")
        if len(args) != 1:
            raise UsageError(f"name one spider, not {len(args)}")
        assert self.settings is not None
        try:
            loader = get_spider_loader(self.settings)
        except ImportError as error:
            named = ",".join(self.settings.getlist("SPIDER_MODULES"))
            raise SettingError(f"SPIDER_MODULES={named}: {error}") from error
        if args[0] not in loader.list():
            raise UsageError(f"no spider {args[0]!r}: there are {', '.join(loader.list())}")
        return loader.load(args[0])

    def _report(self, stats: Mapping[str, Any], crawler: "Crawler") -> None:
        for line in summarise(stats):
            tell(line)
        if has_failed(stats):
            self.exitcode = 1
        if was_forced(stats):
            sites = [site.key for site in getattr(crawler.spider, "sites", ())]
            tell(describe_forced_stop(stats, crawler.settings.getdict("FEEDS"), sites))
            self.exitcode = STOPPED


def _check_store(url: str) -> None:
    # Every command is loaded when any is run; the others should not wait for SQLAlchemy.
    from models.store import Store, StoreError

    try:
        Store.open(url).close()
    except StoreError as error:
        raise UsageError(str(error)) from error
