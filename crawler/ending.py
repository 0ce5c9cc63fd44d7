"""A crawl that is told to end does so now, and not when every waiting request had its turn."""

from typing import TYPE_CHECKING, Any, Self

from scrapy import Request, signals
from scrapy.exceptions import IgnoreRequest

from crawler.slots import drop_waiting

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class CrawlEndingError(IgnoreRequest):
    """A request that is not sent any more."""


class PromptEndingMiddleware:
    """Gives back what waits for its turn when a crawl ends: by Ctrl-C, a limit or an error.

    Scrapy sends all that waits first, which are up to CONCURRENT_REQUESTS requests, each after
    the delay of its host: minutes where a Crawl-delay is long. What is on its way comes in, and
    what waits goes back to the scheduler, where a JOBDIR keeps it.
    """

    def __init__(self, crawler: "Crawler") -> None:
        self.crawler = crawler
        self._is_ending = False

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        middleware = cls(crawler)
        crawler.signals.connect(middleware.watch, signals.spider_opened)
        return middleware

    def watch(self) -> None:
        """Stand before the engine's way to end; it sends no signal when that begins."""
        engine: Any = self.crawler.engine
        close = engine.close_spider_async

        async def close_now(*, reason: str = "cancelled") -> None:
            if not self._is_ending:
                self._is_ending = True
                self._give_back()
            await close(reason=reason)

        engine.close_spider_async = close_now

    def process_request(self, request: Request, spider: object = None) -> None:
        if self._is_ending:
            self._keep(request)
            raise _ending()

    def _give_back(self) -> None:
        for slot in list(self.crawler.engine.downloader.slots.values()):
            for request in drop_waiting(slot, _ending):
                self._keep(request)

    def _keep(self, request: Request) -> None:
        queue = self.crawler.engine._slot
        if queue is not None and not request.meta.get("dont_obey_robotstxt"):
            queue.scheduler.enqueue_request(request.replace(dont_filter=True))


def _ending() -> CrawlEndingError:
    return CrawlEndingError("the crawl was ended before its turn")
