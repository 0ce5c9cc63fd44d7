"""One or several sites, whole: from their starts, their sitemaps and their links."""

from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urljoin

from scrapy import Request, Spider, signals
from scrapy.exceptions import StopDownload
from scrapy.http import Headers, Response

from crawler.failure_log import FailureLog
from crawler.failures import explain
from crawler.limits import refuse_body, refuse_content_type
from crawler.links import Link, keys_within, read_link, read_links
from crawler.page import UnreadablePageError, read_page
from crawler.scope import shares_host
from crawler.sitemaps import MAX_SITEMAP_BYTES, MAX_SITEMAPS, SitemapError, read_sitemap
from crawler.starts import read_sites
from models.address import normalise_url
from models.fetched import FetchedPage
from pipelines.item_pipelines import CrawledPage

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
    """Crawls sites: `-a url=…` or `-a domain=…`, several comma-separated, `-a scope=host|path`."""

    name = "site"
    # The `crawl` command checks the arguments of such a spider and writes the store for -O.
    crawls_sites = True

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.sites = read_sites(arguments)
        self._read_link = lru_cache(_RECENT_ADDRESSES)(partial(read_link, sites=self.sites))
        self._failures = FailureLog()
        self._offered: set[str] = set()
        self._sitemaps_asked = 0

    @classmethod
    def from_crawler(cls, crawler: "Crawler", *arguments: Any, **options: Any) -> Self:
        spider = super().from_crawler(crawler, *arguments, **options)
        crawler.signals.connect(spider.headers_received, signals.headers_received)
        crawler.signals.connect(spider.robots_parsed, signals.robots_parsed)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        for site in self.sites:
            for url in site.start_urls:
                plain = url.replace("https:", "http:", 1)
                has_fallback = plain in site.plain_start_urls
                yield self._ask_start(url, plain if has_fallback else "")
            if ask := self._ask_sitemap(site.start_urls[0], "/sitemap.xml"):
                yield ask

    def parse_page(self, response: Response) -> Iterator[CrawledPage | Request]:
        """Read a page; every link leads on, whatever becomes of the page itself in a pipeline."""
        content_type = _header(response, "Content-Type")
        refused = refuse_content_type(content_type) or refuse_body(content_type, response.body)
        if _header(response, "Content-Encoding"):  # what is left was not undone
            refused = refused or refuse_body("", response.body)
        if refused:
            self._count(f"turned_away/{refused}")
            self._note_start(response.request, f"not a page ({refused})")
            return
        fetched = _fetched(response, content_type)
        link = self._read_link(fetched.url)
        try:
            page = read_page(response.body, fetched.url, content_type or None)
        except UnreadablePageError as error:
            self._count(f"unreadable/{error.reason}")
            self._failures.add(fetched.url, error.reason, str(error))
            self._note_start(response.request, f"cannot be read: {error.reason}")
            return
        links = read_links(page, self._read_link)
        yield CrawledPage(link.site, fetched, page, keys_within(link.site, links))
        yield from self._ask_pages(links)

    def parse_sitemap(self, response: Response) -> Iterator[Request]:
        """Follow what a sitemap names, whatever the server calls the sitemap."""
        try:
            sitemap = read_sitemap(response.body)
        except SitemapError as error:
            self._count(f"sitemaps/{error.reason}")
            return
        self._count("sitemaps/read")
        for entry in sitemap.sitemaps:
            if ask := self._ask_sitemap(response.url, entry.url):
                yield ask
        pages = (self._read_link(_resolve(response.url, entry.url)) for entry in sitemap.pages)
        yield from self._ask_pages(pages)

    def page_failed(self, failure: "Failure") -> Iterator[Request]:
        """Count a page that did not come, by its reason."""
        request: Request = failure.request  # type: ignore[attr-defined]
        cause = explain(failure.value)
        self._count(f"{cause.kind}/{cause.reason}")
        if cause.kind == "errors":
            self._failures.add(request.url, cause.reason, cause.message)
        plain = request.meta.get("plain_start_url")
        if not plain or cause.is_answer:
            self._note_start(request, cause.message)
            return
        yield self._ask_start(plain)
        if ask := self._ask_sitemap(plain, "/sitemap.xml"):
            yield ask

    def sitemap_failed(self, failure: "Failure") -> None:
        self._count(f"sitemaps/{explain(failure.value).reason}")

    def headers_received(self, headers: Headers, body_length: object, request: Request) -> None:
        """Stop the download of what is no page. `body_length` is no number where none is sent."""
        is_small = isinstance(body_length, int) and body_length <= _MAX_OTHER_BYTES
        if not request.meta.get("is_page") or "Location" in headers or is_small:
            return
        content_type = (headers.get("Content-Type") or b"").decode("latin-1")
        if refuse_content_type(content_type):
            raise StopDownload(fail=True)

    def robots_parsed(self, robotparser: Any, request: Request) -> None:
        """Ask for the sitemaps that robots.txt names."""
        rules = getattr(robotparser, "rp", None)
        for url in getattr(rules, "sitemaps", ()):
            if ask := self._ask_sitemap(request.url, url):
                self.crawler.engine.crawl(ask)

    def refuse_redirect(self, request: Request, target: str) -> str:
        """Why a redirect is not followed; empty when it is."""
        if request.meta.get("is_page"):
            refused = self._read_link(target).refused
            return f"redirect_{refused}" if refused else ""
        if request.meta.get("is_sitemap") and not shares_host(target, self.sites):
            return "redirect_off_site"
        return ""

    def _ask_start(self, url: str, plain_url: str = "") -> Request:
        meta = {"start_url": url, "plain_start_url": plain_url}
        return self._ask_page(url, meta)

    def _ask_pages(self, links: Iterable[Link]) -> Iterator[Request]:
        for link in links:
            if link.url in self._offered:
                continue
            if len(self._offered) >= _RECENT_ADDRESSES:
                self._offered.clear()
            self._offered.add(link.url)
            if link.refused:
                self._count(f"turned_away/{link.refused}")
            else:
                yield self._ask_page(link.url)

    def _ask_page(self, url: str, meta: dict[str, Any] | None = None) -> Request:
        return Request(
            url,
            callback=self.parse_page,
            errback=self.page_failed,
            meta={"is_page": True, **(meta or {})},
        )

    def _ask_sitemap(self, base_url: str, reference: str) -> Request | None:
        url = _resolve(base_url, reference)
        if not shares_host(url, self.sites):
            self._count("turned_away/sitemap_off_site")
            return None
        if self._sitemaps_asked >= MAX_SITEMAPS * len(self.sites):
            self._count("turned_away/too_many_sitemaps")
            return None
        self._sitemaps_asked += 1
        return Request(
            normalise_url(url),
            callback=self.parse_sitemap,
            errback=self.sitemap_failed,
            meta={"is_sitemap": True, "download_maxsize": MAX_SITEMAP_BYTES},
        )

    def _note_start(self, request: Request | None, message: str) -> None:
        """A start that fails is the first thing its user wants to know at the end."""
        start = request.meta.get("start_url") if request is not None else None
        if start:
            self.crawler.stats.set_value(f"sitewinnow/failed_starts/{start}", message)

    def _count(self, name: str) -> None:
        self.crawler.stats.inc_value(f"sitewinnow/{name}")


def _resolve(base_url: str, reference: str) -> str:
    """The address a sitemap names, absolute; as it stands where it is none."""
    try:
        return urljoin(base_url, reference)
    except ValueError:
        return reference


def _fetched(response: Response, content_type: str) -> FetchedPage:
    came_by = response.meta.get("redirect_urls", [response.url])
    return FetchedPage(
        url=normalise_url(response.url),
        source_url=normalise_url(came_by[0]),
        status=response.status,
        content_type=content_type,
        body=response.body,
        fetched_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        etag=_header(response, "ETag"),
        last_modified=_header(response, "Last-Modified"),
    )


def _header(response: Response, name: str) -> str:
    value: bytes = response.headers.get(name) or b""
    return value.decode("latin-1")
