"""One or several sites, whole: from their starts, their sitemaps and their links."""

from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, Self

from scrapy import Request, Spider, signals
from scrapy.exceptions import StopDownload
from scrapy.http import Headers, Response

from crawler.answers import read_answer, read_header, refuse_answer
from crawler.failure_log import FailureLog
from crawler.failures import explain
from crawler.limits import refuse_content_type
from crawler.links import Link, keys_within, read_link, read_links
from crawler.page import UnreadablePageError
from crawler.page.entry import is_bare, read_entry
from crawler.probes import REDIRECTED, SAYS_NONE, ProbeLog, probe_url
from crawler.reading import read_fetched
from crawler.reconversion import reader_of
from crawler.refusals import RefusalLog
from crawler.scope import shares_host
from crawler.sitemaps import MAX_SITEMAP_BYTES, Sitemap, SitemapError
from crawler.sources import (
    IS_SOURCE,
    SourceQueue,
    list_places,
    may_be_source,
    read_source,
    resolve_source,
)
from crawler.starts import read_sites
from crawler.traps import TrapBounds, TrapWatch, trace_page
from crawler.traps.log import TrapLog
from crawler.traps.middleware import TrapClosedError
from crawler.traps.recent import RecentSet
from models.css_rules import NO_RULES
from models.fetched import FetchedPage
from models.page import Page
from models.store import Store
from pipelines.item_pipelines import CrawledPage, ProbedHost
from pipelines.reconvert import OnFailed, mark_stored

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from twisted.python.failure import Failure

# Addresses kept in mind so that a menu is read and asked for once and not on every page.
# Unmeasured: some times the links of the largest templates, at about 300 bytes each.
_RECENT_ADDRESSES: Final = 20_000

# An answer of another kind is cut off when it is larger than this or of unknown length. A small
# one is taken whole: it may be an error page to be retried.
_MAX_OTHER_BYTES: Final = 64 * 1024


class SiteSpider(Spider):
    """Crawls sites, from `-a url=…`, `-a domain=…` or `-a starts=FILE`, as far as they reach."""

    name = "site"
    # The `crawl` command checks the arguments of such a spider and writes the store for -O.
    crawls_sites = True
    _refusals: RefusalLog
    _probes: ProbeLog
    _agent: str
    _obeys_meta: bool
    _traps: TrapWatch
    _trap_log: TrapLog

    def __init__(self, *, sites_file: str | None = None, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.sites = read_sites(arguments, sites_file)
        self._read_link = lru_cache(_RECENT_ADDRESSES)(partial(read_link, sites=self.sites))
        self._css = {site.key: site.css for site in self.sites}
        self._limits = {site.key: site.access.max_pages for site in self.sites}
        self._taken: Counter[str] = Counter()
        self._failures = FailureLog()
        self._offered: set[str] = set()
        self._left_out = RecentSet(_RECENT_ADDRESSES)
        self._sources = SourceQueue(self.sites)

    @classmethod
    def from_crawler(cls, crawler: "Crawler", *arguments: Any, **options: Any) -> Self:
        options["sites_file"] = crawler.settings["SITES_FILE"]
        spider = super().from_crawler(crawler, *arguments, **options)
        bounds = TrapBounds.read(crawler.settings.getint)
        spider._traps, spider._trap_log = TrapWatch(bounds), TrapLog(crawler, bounds)
        spider._refusals, spider._probes = RefusalLog(crawler), ProbeLog(crawler)
        spider._agent = crawler.settings["ROBOTSTXT_USER_AGENT"] or crawler.settings["BOT_NAME"]
        spider._obeys_meta = crawler.settings.getbool("ROBOTS_META_OBEY")
        crawler.signals.connect(spider.headers_received, signals.headers_received)
        crawler.signals.connect(spider.robots_parsed, signals.robots_parsed)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        for site in self.sites:
            for url in site.start_urls:
                plain = url.replace("https:", "http:", 1)
                has_fallback = plain in site.plain_start_urls
                yield self._ask_start(url, plain if has_fallback else "")
            for ask in self._ask_usual_places(site.start_urls[0]):
                yield ask

    def parse_page(self, response: Response) -> Iterator[CrawledPage | Request]:
        """Read a page; every link leads on, whatever becomes of the page itself in a pipeline."""
        if refused := refuse_answer(response):
            yield from self._follow_other(response, refused)
            return
        fetched = read_answer(response, self._agent)
        link = self._read_link(fetched.url)
        try:
            page = read_fetched(fetched, self._css.get(link.site, NO_RULES))
        except UnreadablePageError as error:
            self._count(f"unreadable/{error.reason}")
            self._failures.add(fetched.url, error.reason, str(error))
            self._note_start(response.request, f"cannot be read: {error.reason}")
            return
        links = read_links(page, self._read_link, obeys=self._obeys_meta)
        self._taken[link.site] += 1
        yield CrawledPage(link.site, fetched, page, keys_within(link.site, links))
        if self._probes.admit(link.site, fetched.url):
            yield self._ask_probe(link.site, fetched.url)
        if response.meta.get("start_url"):
            yield from self._enter(fetched, page)
        reachable = [each.url for each in links if each.site]
        self._traps.add(fetched.url, trace_page(page), reachable)
        yield from self._ask_pages(links, fetched.url)

    def parse_probe(self, response: Response, site: str) -> Iterator[ProbedHost]:
        """Keep the page that a host serves where there is none."""
        refused = refuse_answer(response)
        fetched = read_answer(response, self._agent)
        try:
            page = None if refused else read_fetched(fetched, self._css.get(site, NO_RULES))
        except UnreadablePageError:
            page = None
        yield self._probes.note(site, fetched.url, "no_page" if page is None else "page", page)

    def probe_failed(self, failure: "Failure") -> Iterator[ProbedHost]:
        """A host that says there is no such page, or leads elsewhere, makes none up."""
        request: Request = failure.request  # type: ignore[attr-defined]
        cause = explain(failure.value)
        noted = self._probes.note(request.cb_kwargs["site"], request.url, cause.reason)
        if cause.reason in SAYS_NONE:
            yield noted

    def parse_source(self, response: Response) -> Iterator[Request]:
        """Follow what a sitemap or feed names, whatever the server calls it."""
        try:
            source = read_source(response.body)
        except SitemapError as error:
            self._count(f"sitemaps/{error.reason}")
            if not response.meta["places"]:  # somebody named it
                self._refusals.add(f"sitemap_{error.reason}", response.url)
            yield from self._ask_next_place(response.request)
            return
        yield from self._follow_source(response.url, source)

    def page_failed(self, failure: "Failure") -> Iterator[Request]:
        """Count a page that did not come, by its reason."""
        request: Request = failure.request  # type: ignore[attr-defined]
        if isinstance(failure.value, TrapClosedError):
            return
        cause = explain(failure.value)
        if cause.kind == "turned_away":
            self._refusals.add(cause.reason, request.url, cause.target)
        else:
            self._count(f"errors/{cause.reason}")
            self._failures.add(request.url, cause.reason, cause.message)
        plain = request.meta.get("plain_start_url")
        if not plain or cause.is_answer:
            self._note_start(request, cause.message)
            return
        yield self._ask_start(plain)
        yield from self._ask_usual_places(plain)

    def source_failed(self, failure: "Failure") -> Iterator[Request]:
        request: Request = failure.request  # type: ignore[attr-defined]
        cause = explain(failure.value)
        is_named = not request.meta["places"]
        if is_named and cause.kind == "turned_away":
            self._refusals.add(cause.reason, request.url, cause.target)
        elif is_named:
            self._failures.add(request.url, cause.reason, cause.message)
        self._count(f"sitemaps/{cause.reason}")
        yield from self._ask_next_place(request)

    def headers_received(self, headers: Headers, body_length: object, request: Request) -> None:
        """Stop the download of what is no page. `body_length` is no number where none is sent."""
        is_small = isinstance(body_length, int) and body_length <= _MAX_OTHER_BYTES
        if not request.meta.get("is_page") or "Location" in headers or is_small:
            return
        content_type = (headers.get("Content-Type") or b"").decode("latin-1")
        may_be = may_be_source(content_type, is_start="start_url" in request.meta)
        if refuse_content_type(content_type) and not may_be:
            raise StopDownload(fail=True)

    def robots_parsed(self, robotparser: Any, request: Request) -> None:
        """Ask for the sitemaps that robots.txt names."""
        rules = getattr(robotparser, "rp", None)
        for url in getattr(rules, "sitemaps", ()):
            self._sources.note_named(request.url)
            for ask in self._ask_source(request.url, url):
                self.crawler.engine.crawl(ask)

    def read_stored(self, store: Store, site: str, on_failed: OnFailed) -> int:
        """Read a site's stored pages again that other CSS rules than its own marked; how many."""
        known = {each.key: each for each in self.sites}
        return mark_stored(store, site, reader_of(known[site]), on_failed=on_failed)

    def leaves_out(self, request: Request) -> bool:
        """Whether a request that waited leads into a trap or a site that was closed meanwhile."""
        if request.meta.get("is_page") and self._is_full(self._read_link(request.url).site):
            self._refusals.add("site_full", request.url)
            return True
        trap = self._traps.find_trap(request.url, request.meta.get("found_on", ""))
        if trap is None:
            return False
        self._trap_log.add(trap, request.url)
        self._offered.discard(request.url)
        self._left_out.add(request.url)
        return True

    def _is_full(self, site: str) -> bool:
        """Whether all the pages were taken that SITES_FILE allows of a site."""
        return 0 < self._limits.get(site, 0) <= self._taken[site]

    def refuse_redirect(self, request: Request, target: str) -> str:
        """Why a redirect is not followed; empty when it is."""
        if request.meta.get("is_page"):
            refused = self._read_link(target).refused
            return f"redirect_{refused}" if refused else ""
        if request.meta.get("is_probe"):
            return REDIRECTED
        if request.meta.get("is_source") and not shares_host(target, self.sites):
            return "redirect_off_site"
        return ""

    def _ask_start(self, url: str, plain_url: str = "") -> Request:
        meta = {"start_url": url, "plain_start_url": plain_url}
        return self._ask_page(url, meta)

    def _ask_pages(self, links: Iterable[Link], source_url: str = "") -> Iterator[Request]:
        """Ask for what links lead to, each once; without `source_url` they come from a sitemap."""
        for link in links:
            if not link.refused:
                self._vouch(link.url, source_url)
            mark = f"{link.refused} {link.url}" if link.refused else link.url
            if link.url in self._offered or mark in self._offered:
                continue
            trap = None if link.refused else self._traps.find_trap(link.url, source_url)
            if trap is not None:
                self._trap_log.add(trap, link.url)
                continue
            if len(self._offered) >= _RECENT_ADDRESSES:
                self._offered.clear()
            self._offered.add(mark)
            if link.refused:
                self._refusals.add(link.refused, link.url)
            else:
                yield self._ask_page(link.url, {"found_on": source_url})

    def _vouch(self, url: str, source_url: str) -> None:
        if source_url:
            self._traps.vouch(url, source_url)
        else:
            self._traps.declare(url)

    def _ask_page(self, url: str, meta: dict[str, Any] | None = None) -> Request:
        return Request(
            url,
            callback=self.parse_page,
            errback=self.page_failed,
            meta={"is_page": True, **(meta or {})},
            dont_filter=url in self._left_out,
        )

    def _ask_probe(self, site: str, url: str) -> Request:
        return Request(
            probe_url(site, url),
            callback=self.parse_probe,
            errback=self.probe_failed,
            cb_kwargs={"site": site},
            meta={"is_probe": True, "dont_retry": True},
            dont_filter=True,
        )

    def _enter(self, fetched: FetchedPage, page: Page) -> Iterator[Request]:
        """Look at a start page once more: for feeds and sitemaps, and whether there is a way on."""
        entry = read_entry(fetched.body, fetched.url, fetched.content_type or None)
        if is_bare(page):
            self.crawler.stats.set_value(f"sitewinnow/bare_starts/{fetched.url}", 1)
        for url in entry.sources:
            yield from self._ask_source(fetched.url, url)

    def _follow_other(self, response: Response, refused: str) -> Iterator[Request]:
        """What is no page may be a feed or a sitemap that somebody linked to."""
        kind = read_header(response, "Content-Type")
        is_start = "start_url" in response.meta
        may_be = refused == IS_SOURCE or may_be_source(kind, is_start=is_start)
        try:
            source = read_source(response.body) if may_be else None
        except SitemapError:
            source = None
        if source is not None:
            yield from self._follow_source(response.url, source)
            return
        self._refusals.add(refused, response.url)
        self._note_start(response.request, f"not a page ({refused})")

    def _follow_source(self, url: str, source: Sitemap) -> Iterator[Request]:
        self._count("sitemaps/read")
        if source.is_cut:
            self._count("sitemaps/too_many_entries")
        for entry in source.sitemaps:
            yield from self._ask_source(url, entry.url)
        pages = (self._read_link(resolve_source(url, entry.url)) for entry in source.pages)
        yield from self._ask_pages(pages)

    def _ask_usual_places(self, start_url: str) -> Iterator[Request]:
        for places in list_places(start_url):
            yield from self._ask_source(start_url, places[0], places)

    def _ask_next_place(self, request: Request | None) -> Iterator[Request]:
        places = request.meta.get("places", ()) if request is not None else ()
        if left := self._sources.next_places(places):
            yield from self._ask_source(left[0], left[0], left)

    def _ask_source(
        self, base_url: str, reference: str, places: tuple[str, ...] = ()
    ) -> Iterator[Request]:
        url = resolve_source(base_url, reference)
        if refused := self._sources.admit(url):
            if refused != "asked_before":
                self._refusals.add(refused, url)
            return
        meta = {"is_source": True, "places": places, "download_maxsize": MAX_SITEMAP_BYTES}
        # Unfiltered: `admit` takes each once, and a page may link to it as if it were one.
        yield Request(
            url,
            callback=self.parse_source,
            errback=self.source_failed,
            meta=meta,
            dont_filter=True,
        )

    def _note_start(self, request: Request | None, message: str) -> None:
        """A start that fails is the first thing its user wants to know at the end."""
        start = request.meta.get("start_url") if request is not None else None
        if start:
            self.crawler.stats.set_value(f"sitewinnow/failed_starts/{start}", message)

    def _count(self, name: str) -> None:
        self.crawler.stats.inc_value(f"sitewinnow/{name}")
