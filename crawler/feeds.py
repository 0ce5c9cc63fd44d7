"""The output of a crawl: the store's rows, written when the spider closes, whole or not at all."""

import heapq
import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.extensions.feedexport import FeedExporter
from scrapy.utils.defer import ensure_awaitable
from w3lib.url import file_uri_to_path

from crawler.atomic_file import AtomicFile
from models.store import Store, StoreError
from pipelines.export import site_rows, to_json_line

if TYPE_CHECKING:
    from scrapy import Spider

logger = logging.getLogger(__name__)


class AtomicFileStorage:
    """The feed storage of files: `store` makes the file appear, `discard` forgets it."""

    def __init__(self, uri: str, *, feed_options: dict[str, Any] | None = None) -> None:
        self.path = Path(file_uri_to_path(uri) if uri.startswith("file:") else uri)

    def open(self, spider: "Spider") -> AtomicFile:
        return AtomicFile(self.path)

    def store(self, file: AtomicFile) -> None:
        file.commit()


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
        for uri, options in self.feeds.items():
            await self._write_feed(uri, options, spider)
        await self.crawler.signals.send_catch_log_async(signals.feed_exporter_closed)

    async def _write_feed(self, uri: str, options: dict[str, Any], spider: "Spider") -> None:
        storage = self._get_storage(uri, options)
        kind = type(storage).__name__
        sites = [site.key for site in spider.sites]  # type: ignore[attr-defined]
        stats = self.crawler.stats
        try:
            with Store.open(self.settings["STORE_URL"], create=False) as store:
                if not any(store.page_count(site) for site in sites):
                    stats.set_value(f"sitewinnow/outputs_failed/{uri}", "no page is stored")
                    return
                file = storage.open(spider)
                try:
                    count = write_rows(store, sites, file)
                except BaseException:
                    if isinstance(file, AtomicFile):
                        file.discard()
                    raise
                await ensure_awaitable(storage.store(file))
        except Exception as error:
            stats.inc_value(f"feedexport/failed_count/{kind}")
            stats.set_value(f"sitewinnow/outputs_failed/{uri}", str(error))
            if not isinstance(error, (OSError, StoreError)):
                raise  # a fault of ours: Scrapy logs where
            logger.error("%s was not written: %s", uri, error)
            return
        stats.inc_value(f"feedexport/success_count/{kind}")
        stats.set_value(f"sitewinnow/outputs/{uri}", count)


def write_rows(
    store: Store, sites: Iterable[str], file: Any, *, include_flagged: bool = False
) -> int:
    """Write the rows of sites as JSON lines, all together in the order of their `url`.

    Returns:
        The number of rows.
    """
    rows = [site_rows(store, site, include_flagged=include_flagged) for site in sites]
    return write_lines(heapq.merge(*rows, key=lambda row: str(row["url"]).encode()), file)


def write_lines(rows: Iterable[Mapping[str, Any]], file: Any) -> int:
    """Write rows as JSON lines and return their number."""
    count = 0
    for row in rows:
        file.write(to_json_line(row))
        count += 1
    return count
