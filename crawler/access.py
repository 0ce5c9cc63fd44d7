"""What a user gives a crawl to be let in with: for the sites of the crawl, and for nobody else."""

from typing import TYPE_CHECKING, Any, Final, Self

from scrapy import Request
from scrapy.downloadermiddlewares.defaultheaders import DefaultHeadersMiddleware
from scrapy.downloadermiddlewares.httpauth import HttpAuthMiddleware
from w3lib.http import basic_auth_header

from crawler.scope import find_host_site, shares_host

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

# Headers that say nothing about a user; strangers get no others.
_HARMLESS: Final = frozenset({"accept", "accept-language", "accept-encoding"})


class OwnHeadersMiddleware:
    """The headers that SITES_FILE has for one site, on its hosts alone, in place of all others."""

    def __init__(self, crawler: "Crawler") -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        sites = getattr(self._crawler.spider, "sites", ())
        names = {name for site in sites for name in site.access.headers}
        if not names:
            return
        for name in names:  # a redirect brings along what the request before it had
            request.headers.pop(name, None)
        site = find_host_site(request.url, sites)
        own = site.access.headers if site is not None else {}
        for name, value in own.items():
            request.headers[name] = value.encode("latin-1")


class SiteHeadersMiddleware(DefaultHeadersMiddleware):
    """DEFAULT_REQUEST_HEADERS, which may hold a key or a cookie, on the hosts of the sites.

    Another host is asked where a robots.txt leads there.
    """

    crawler: "Crawler"

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        middleware = super().from_crawler(crawler)
        middleware.crawler = crawler
        return middleware

    def process_request(self, request: Request, spider: Any = None) -> None:
        is_own = is_of_sites(self.crawler, request)
        for name, value in self._headers:
            if is_own or name.lower() in _HARMLESS:
                request.headers.setdefault(name, value)
            else:  # a redirect brings along what the request before it had
                request.headers.pop(name, None)


class SiteAuthMiddleware(HttpAuthMiddleware):
    """HTTPAUTH_USER and HTTPAUTH_PASS, on the hosts of the sites where there is no HTTPAUTH_DOMAIN.

    Scrapy's own fails without the domain.
    """

    crawler: "Crawler"

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        middleware = cls()
        middleware.crawler = crawler
        settings = crawler.settings
        user, password = settings.get("HTTPAUTH_USER", ""), settings.get("HTTPAUTH_PASS", "")
        if user or password:
            middleware._auth = basic_auth_header(user, password)
            middleware._domain = settings.get("HTTPAUTH_DOMAIN")
        return middleware

    def process_request(self, request: Request, spider: Any = None) -> None:
        if self._domain or is_of_sites(self.crawler, request):
            super().process_request(request)


def is_of_sites(crawler: "Crawler", request: Request) -> bool:
    """Whether a request goes to a host of the crawl's sites; a spider without sites has all."""
    sites = getattr(crawler.spider, "sites", None)
    return sites is None or shares_host(request.url, sites)
