"""The Scrapy edge: each page of a crawl is observed, stored and selected, and counted."""

import asyncio
import logging
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, Protocol, Self

from scrapy import signals
from scrapy.exceptions import DropItem

from models.address import url_key
from models.chrome import ChromeProfile, Observation
from models.content import Content
from models.css_rules import CssRules
from models.fetched import FetchedPage
from models.page import Page
from models.store import PageRecord, SelectionNote, Store, StoreError
from models.version import ENGINE_VERSION
from pipelines.chrome import observe
from pipelines.content import select_content
from pipelines.reconvert import markdown_digest, select_stored, selection_key
from pipelines.select import Step, choose_steps

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

# Pages in a row that could not be stored: then the fault is the store's, not the pages'.
MAX_STORE_FAILURES: Final = 10
# A profile is read anew when this many seconds have gone by since the last reading took one:
# reading it costs 1% of the crawl at most, however large it is.
PROFILE_COST_RATIO: Final = 100
_MIN_PROFILE_AGE_SECONDS: Final = 0.5
# Contents noted in one transaction. A crawl that is killed loses these notes, and their pages are
# selected once more.
NOTES_AT_ONCE: Final = 50


@dataclass(slots=True)
class CrawledPage:
    """A page on its way through the pipelines. `links` are the keys of its links in the site.

    `observation` and `version_id` are what it says to its site's profile and where it is stored.
    """

    site: str
    fetched: FetchedPage
    page: Page
    links: tuple[str, ...] = ()
    content: Content | None = None
    observation: Observation = field(default_factory=Observation)
    version_id: int = 0

    def __str__(self) -> str:
        """What a line of the log says of it; the page itself can be long."""
        return self.fetched.url


@dataclass(frozen=True, slots=True)
class ProbedHost:
    """What a host answered to an address that cannot exist; no page where it said so."""

    site: str
    host: str
    page: Page | None = None


class CrawledSite(Protocol):
    """What the pipelines need to know of a site of the crawl."""

    @property
    def key(self) -> str: ...

    @property
    def start_urls(self) -> tuple[str, ...]: ...

    @property
    def plain_start_urls(self) -> tuple[str, ...]: ...

    @property
    def css(self) -> CssRules: ...


class ChromePipeline:
    """Commits each page with what it adds to its site's profile, in one transaction."""

    def __init__(self, crawler: "Crawler") -> None:
        self.crawler = crawler
        self.crawl_id = uuid.uuid4().hex
        self.store: Store | None = None
        self._failures_in_a_row = 0
        self._ending: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        pipeline = cls(crawler)
        crawler.signals.connect(pipeline.spider_closed, signals.spider_closed)
        return pipeline

    def open_spider(self) -> None:
        """Begin a run of each site; spiders without `sites` have nothing to store."""
        sites = _sites(self.crawler)
        if not sites:
            return
        self.store = Store.open(self.crawler.settings["STORE_URL"])
        for site in sites:
            starts = [*site.start_urls, *site.plain_start_urls]
            self.store.start_run(site.key, starts, self.crawl_id, _now())
            self.store.put_css_rules(site.key, site.css)

    def process_item(self, item: object) -> object:
        if self.store is not None and isinstance(item, ProbedHost):
            self._keep_probe(self.store, item)
        if self.store is None or not isinstance(item, CrawledPage):
            return item
        try:
            record = self._record(self.store, item)
            item.observation = observe(item.page)
            item.version_id = self.store.commit_page(record, item.links, item.observation)
        except StoreError as error:
            self._count_store_failure(item.fetched.url, error)
            raise DropItem(f"not stored: {error}") from error
        self._failures_in_a_row = 0
        self.crawler.stats.inc_value("sitewinnow/pages_committed")
        return item

    def spider_closed(self, reason: str) -> None:
        """End the runs. The store stays open until here: only the signal knows the reason."""
        if self.store is None:
            return
        try:
            for site in _sites(self.crawler):
                self._read_marks_again(self.store, site.key)
                select_stored(
                    self.store, site.key, steps=_steps(self.crawler), on_failed=_log_unselected
                )
            self.store.finish_run(self.crawl_id, _now(), reason)
            self._report(self.store)
        except StoreError as error:
            logger.error("the end of the crawl could not be recorded: %s", error)
        finally:
            self.store.close()

    def _read_marks_again(self, store: Store, site: str) -> None:
        """Rules that this crawl brought hold for the pages of earlier crawls too."""
        read = getattr(self.crawler.spider, "read_stored", None)
        if read is not None and (reread := read(store, site, _log_unselected)):
            self.crawler.stats.inc_value(f"sitewinnow/read_by_new_rules/{site}", reread)

    def _keep_probe(self, store: Store, item: ProbedHost) -> None:
        """Store a probe, which is no page: it is dropped on its way to those who read items."""
        try:
            store.put_probe(item.site, item.host, item.page)
        except StoreError as error:
            self._count_store_failure(item.host, error)
        raise DropItem("a probe is no page")

    def _count_store_failure(self, url: str, error: StoreError) -> None:
        """One page that cannot be stored is one page; a store that takes none ends the crawl."""
        self.crawler.stats.inc_value("sitewinnow/errors/store")
        logger.error("%s could not be stored: %s", url, error)
        self._failures_in_a_row += 1
        if self._failures_in_a_row == MAX_STORE_FAILURES:
            ending = self.crawler.engine.close_spider_async(reason="store_failed")
            self._ending = asyncio.ensure_future(ending)

    def _report(self, store: Store) -> None:
        """Put into the stats how many pages each site has now, and what chrome they show."""
        stats = self.crawler.stats
        for site in _sites(self.crawler):
            profile = store.load_profile(site.key)
            stats.set_value(f"sitewinnow/site_pages/{site.key}", store.page_count(site.key))
            stats.set_value(f"sitewinnow/chrome_texts/{site.key}", len(profile.texts))
            stats.set_value(f"sitewinnow/chrome_slots/{site.key}", len(profile.slots))

    def _record(self, store: Store, item: CrawledPage) -> PageRecord:
        key = url_key(item.fetched.url)
        fetched, page = item.fetched, item.page
        if "&" in key and (url := _smallest_spelling(store, item.site, key, fetched.url)):
            fetched, page = replace(fetched, url=url), replace(page, url=url)
        return PageRecord(item.site, key, fetched, page, self.crawl_id, ENGINE_VERSION)


def _smallest_spelling(store: Store, site: str, key: str, url: str) -> str:
    """Of the spellings a page was served under, the one stored before if it is smaller."""
    stored = store.get_page(site, key)
    return stored.fetched.url if stored is not None and stored.fetched.url < url else ""


class ContentPipeline:
    """Selects each page's content with what the crawl taught so far.

    What is exported is selected again with what the whole crawl taught; this is for those who
    read items, and for the counters of what each step removes. What it came out as is noted: at
    the end of the crawl only those pages are selected again on which the rest taught something.
    """

    def __init__(self, crawler: "Crawler") -> None:
        self.crawler = crawler
        self._store: Store | None = None
        self._profiles: dict[str, ChromeProfile] = {}
        self._due_at: dict[str, float] = {}
        self._notes: list[SelectionNote] = []

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        return cls(crawler)

    def open_spider(self) -> None:
        if _sites(self.crawler):
            self._store = Store.open(self.crawler.settings["STORE_URL"])

    def close_spider(self) -> None:
        if self._store is not None:
            self._write_notes(self._store)
            self._store.close()

    def process_item(self, item: object) -> object:
        if self._store is None or not isinstance(item, CrawledPage):
            return item
        steps = _steps(self.crawler)
        try:
            profile = self._profile(self._store, item.site)
            content = select_content(item.page, profile, steps=steps)
        except StoreError as error:
            self.crawler.stats.inc_value("sitewinnow/errors/store")
            raise DropItem(f"no profile: {error}") from error
        item.content = content
        key = selection_key(profile, item.observation, steps)
        self._notes.append(SelectionNote(item.version_id, key, markdown_digest(content)))
        if len(self._notes) >= NOTES_AT_ONCE:
            self._write_notes(self._store)
        stats = self.crawler.stats
        if item.page.css.included == ():
            stats.inc_value(f"sitewinnow/include_css_unmatched/{item.site}")
            first = f"sitewinnow/include_css_unmatched_first/{item.site}"
            stats.set_value(first, stats.get_value(first) or item.fetched.url)
        for method in content.content_methods:
            stats.inc_value(f"sitewinnow/content_methods/{method}")
        removed = Counter(decision.step for decision in content.decisions if not decision.kept)
        for step, blocks in removed.items():
            stats.inc_value(f"sitewinnow/removed_blocks/{step}", blocks)
        return item

    def _write_notes(self, store: Store) -> None:
        notes, self._notes = self._notes, []
        try:
            store.note_contents(notes, ENGINE_VERSION)
        except StoreError as error:
            logger.debug("%s pages will be selected again at the end: %s", len(notes), error)

    def _profile(self, store: Store, site: str) -> ChromeProfile:
        started = time.monotonic()
        if started >= self._due_at.get(site, 0.0):
            self._profiles[site] = store.load_profile(site)
            cost = time.monotonic() - started
            age = max(_MIN_PROFILE_AGE_SECONDS, PROFILE_COST_RATIO * cost)
            self._due_at[site] = started + cost + age
        return self._profiles[site]


def _steps(crawler: "Crawler") -> Sequence[Step]:
    return choose_steps(cleans_markdown=crawler.settings.getbool("MARKDOWN_CLEANER_ENABLED"))


def _log_unselected(url: str, error: Exception) -> None:
    logger.debug("%s: no content selected", url, exc_info=error)


def _sites(crawler: "Crawler") -> Sequence[CrawledSite]:
    sites: Sequence[CrawledSite] = getattr(crawler.spider, "sites", ())
    return sites


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
