"""The output of a crawl: the store's rows, written when the spider closes, whole or not at all."""

import heapq
import logging
import os
import stat
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from gzip import GzipFile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, cast

import zstandard
from scrapy import signals
from scrapy.extensions.feedexport import FeedExporter
from scrapy.utils.defer import ensure_awaitable
from w3lib.url import file_uri_to_path

from models.store import Store, StoreError
from pipelines.export import site_rows, to_json_line

if TYPE_CHECKING:
    from scrapy import Spider

logger = logging.getLogger(__name__)

# Unmeasured: the libraries' own middle grounds between time and size.
_GZIP_LEVEL: Final = 6
_ZSTD_LEVEL: Final = 3


class AtomicFile:
    """A file that appears under its name when all of it is written, and else not at all.

    Compressed when the name ends in `.gz` or `.zst`; missing folders are made. `commit` makes it
    appear, `discard` leaves what was there before. `OSError` where it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        self._part = Path(name)
        self._raw: IO[bytes] = os.fdopen(handle, "wb")
        self._file = _compress(self._raw, path.suffix)

    def write(self, data: bytes) -> int:
        return self._file.write(data)

    def commit(self) -> None:
        try:
            if self._file is not self._raw:
                self._file.close()
            self._raw.flush()
            os.fsync(self._raw.fileno())
            self._raw.close()
            self._part.chmod(_usual_mode(self._path))
            self._part.replace(self._path)
            _sync_folder(self._path.parent)
        except OSError:
            self.discard()
            raise

    def discard(self) -> None:
        self._raw.close()
        self._part.unlink(missing_ok=True)


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
    count = 0
    for row in heapq.merge(*rows, key=lambda row: str(row["url"]).encode()):
        file.write(to_json_line(row))
        count += 1
    return count


def _compress(raw: IO[bytes], suffix: str) -> IO[bytes]:
    match suffix:
        case ".gz":
            # No name and no time inside: the same rows give the same bytes.
            return cast("IO[bytes]", GzipFile("", "wb", _GZIP_LEVEL, raw, mtime=0))
        case ".zst":
            compressor = zstandard.ZstdCompressor(_ZSTD_LEVEL, write_checksum=True)
            return cast("IO[bytes]", compressor.stream_writer(raw, closefd=False))
    return raw


def _usual_mode(path: Path) -> int:
    """The mode of the file that is replaced, else that of a new one: mkstemp gives 0600."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut; not every system can open a folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
