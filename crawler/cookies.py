"""Cookies, without a question to a third party."""

from typing import TYPE_CHECKING, Any, Self

from scrapy.downloadermiddlewares import cookies

from crawler.suffixes import BUNDLED_LIST

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class BundledListCookiesMiddleware(cookies.CookiesMiddleware):
    """Tells public suffixes, for which no cookie is kept, by the list that tldextract ships.

    At the first cookie Scrapy's own downloads the newest list: a request the user did not ask for,
    which stops the crawl while it lasts and logs a traceback where there is no network.
    """

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        module: Any = cookies
        module._split_domain = BUNDLED_LIST
        return super().from_crawler(crawler)
