"""Limits that a user sets to a whole crawl, beside Scrapy's own; what they leave out is counted."""

import asyncio
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request, signals
from scrapy.core.scheduler import Scheduler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.spidermiddlewares.depth import DepthMiddleware

from crawler.refusals import RefusalLog
from crawler.scope import find_host_site

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class CountedDepthMiddleware(DepthMiddleware):
    """DEPTH_LIMIT, and that of a site, with a count of the pages that lie deeper.

    Sitemaps and feeds lie nowhere: what they name is one step from them.
    """

    _refusals: RefusalLog

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        middleware = super().from_crawler(crawler)
        middleware._refusals = RefusalLog(crawler)
        return middleware

    def get_processed_request(self, request: Request, response: Response | None) -> Request | None:
        if request.meta.get("is_source"):
            request.meta["depth_reset"] = True
        kept: Request | None = super().get_processed_request(request, response)
        if kept is None or self._is_too_deep(request):
            self._refusals.add("too_deep", request.url)
            return None
        return kept

    def _is_too_deep(self, request: Request) -> bool:
        """Whether the site of a page has a limit of its own in SITES_FILE."""
        sites = getattr(self.crawler.spider, "sites", ())
        if not request.meta.get("is_page") or not any(site.access.max_depth for site in sites):
            return False
        site = find_host_site(request.url, sites)
        most = site.access.max_depth if site is not None else 0
        return bool(most) and request.meta.get("depth", 0) > most


class BoundedScheduler(Scheduler):
    """Holds at most QUEUE_MAX_REQUESTS; what comes when it is full is counted and left out."""

    _refusals: RefusalLog
    _most = 0

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        scheduler = super().from_crawler(crawler)
        scheduler._most = crawler.settings.getint("QUEUE_MAX_REQUESTS")
        scheduler._refusals = RefusalLog(crawler)
        return scheduler

    def enqueue_request(self, request: Request) -> bool:
        # What is unfiltered was in the queue before: a redirect, or a page to be tried again.
        if self._most and not request.dont_filter and len(self) >= self._most:
            self._refusals.add("queue_full", request.url)
            return False
        return super().enqueue_request(request)


class CloseOnBytes:
    """Ends the crawl when CLOSESPIDER_BYTES came over the network, headers aside."""

    def __init__(self, crawler: "Crawler") -> None:
        self._left = crawler.settings.getint("CLOSESPIDER_BYTES")
        if not self._left:
            raise NotConfigured
        self.crawler = crawler
        self._ending: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        extension = cls(crawler)
        crawler.signals.connect(extension.count, signals.response_downloaded)
        return extension

    def count(self, response: Any) -> None:
        self._left -= len(response.body)
        if self._left <= 0 and self._ending is None:
            ending = self.crawler.engine.close_spider_async(reason="closespider_bytes")
            self._ending = asyncio.ensure_future(ending)
