"""The output of a crawl: the store's rows, written when the spider closes, whole or not at all."""

import logging
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import signals
from scrapy.extensions.feedexport import FeedExporter
from scrapy.utils.defer import ensure_awaitable
from w3lib.url import file_uri_to_path

from crawler.atomic_file import AtomicFile
from crawler.reconversion import read_marks_again
from crawler.row_files import LostPages, NoRowError, Written, write_rows
from models.store import Store, StoreError
from pipelines.select import choose_steps

if TYPE_CHECKING:
    from scrapy import Spider

logger = logging.getLogger(__name__)


class StoreFeedExporter(FeedExporter):
    """Writes the rows of all pages of the crawl's sites to each feed when the spider closes.

    Only then is known what the crawl taught, with which every page is cleaned. However the crawl
    ends, unless it is killed, the feed holds the whole of each site: pages of earlier crawls too.
    A spider without `sites` is left to Scrapy's own exporter.
    """

    def open_spider(self, spider: "Spider") -> None:
        if not hasattr(spider, "sites"):
            super().open_spider(spider)

    def item_scraped(self, item: Any, spider: "Spider") -> None:
        if not hasattr(spider, "sites"):
            super().item_scraped(item, spider)

    async def close_spider(self, spider: "Spider") -> None:
        if not hasattr(spider, "sites"):
            await super().close_spider(spider)
            return
        lost = LostPages(logger.error)
        for uri, options in self.feeds.items():
            await self._write_feed(uri, options, spider, lost)
        if lost:
            self.crawler.stats.set_value("sitewinnow/export_failed", len(lost))
        await self.crawler.signals.send_catch_log_async(signals.feed_exporter_closed)

    async def _write_feed(
        self, uri: str, options: dict[str, Any], spider: "Spider", lost: LostPages
    ) -> None:
        stats = self.crawler.stats
        sites = [site.key for site in spider.sites]  # type: ignore[attr-defined]
        try:
            with Store.open(self.settings["STORE_URL"], create=False) as store:
                if not any(store.page_count(site) for site in sites):
                    stats.set_value(f"sitewinnow/outputs_failed/{uri}", "no page is stored")
                    return
                written = await self._write(store, sites, uri, options, spider, lost)
        except Exception as error:
            stats.set_value(f"sitewinnow/outputs_failed/{uri}", str(error))
            if not isinstance(error, (OSError, StoreError, NoRowError)):
                raise  # a fault of ours: Scrapy logs where
            logger.error("%s was not written: %s", uri, error)
            return
        stats.set_value(f"sitewinnow/outputs/{uri}", written.rows)
        stats.set_value(f"sitewinnow/outputs_folded/{uri}", written.folded)

    async def _write(
        self,
        store: Store,
        sites: list[str],
        uri: str,
        options: dict[str, Any],
        spider: "Spider",
        lost: LostPages,
    ) -> Written:
        cleans = self.settings.getbool("MARKDOWN_CLEANER_ENABLED")
        steps = choose_steps(cleans_markdown=cleans)
        for site in sites:
            if reread := read_marks_again(store, site, steps=steps, on_failed=_log_failed):
                self.crawler.stats.inc_value(f"sitewinnow/read_by_new_rules/{site}", reread)
        if path := _file_path(uri):
            with AtomicFile(path) as file:
                return write_rows(store, sites, file, lost, steps=steps)
        storage = self._get_storage(uri, options)
        stream = storage.open(spider)
        written = write_rows(store, sites, stream, lost, steps=steps)
        await ensure_awaitable(storage.store(stream))
        return written


def _log_failed(url: str, error: Exception) -> None:
    logger.error("%s: its blocks are those of earlier CSS rules: %s", url, error)


def _file_path(uri: str) -> Path | None:
    """The file a feed address means; None for standard output and remote places."""
    scheme = urlsplit(uri).scheme
    if scheme == "file":
        return Path(file_uri_to_path(uri))
    return Path(uri) if not scheme or PureWindowsPath(uri).drive else None
