"""Cookies, without a question to a third party."""

from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any, Final, Self

from scrapy import Request
from scrapy.downloadermiddlewares import cookies
from scrapy.utils.httpobj import urlparse_cached
from tldextract import TLDExtract

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

BUNDLED_LIST: Final = TLDExtract(
    suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True
)


class BundledListCookiesMiddleware(cookies.CookiesMiddleware):
    """Tells public suffixes, for which no cookie is kept, by the list that tldextract ships.

    At the first cookie Scrapy's own downloads the newest list: a request the user did not ask for,
    which stops the crawl while it lasts and logs a traceback where there is no network.

    The header `Cookie` of DEFAULT_REQUEST_HEADERS, which Scrapy's own throws away, is what a host
    finds first; from then on its own cookies change it.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._begun: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        module: Any = cookies
        module._split_domain = BUNDLED_LIST
        return super().from_crawler(crawler)

    def process_request(self, request: Request, spider: Any = None) -> Any:
        given = request.headers.get("Cookie")
        host = urlparse_cached(request).hostname or ""
        if given and host not in self._begun and not request.cookies:
            found: Any = read_cookies(given.decode("latin-1"))
            request.cookies = found
            self._begun.add(host)
        return super().process_request(request)


def read_cookies(header: str) -> dict[str, str]:
    """Names and values of a `Cookie` header; none where it is not one."""
    try:
        return {name: morsel.coded_value for name, morsel in SimpleCookie(header).items()}
    except CookieError:
        return {}
