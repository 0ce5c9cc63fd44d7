"""Requests that wait in the queue of a place when it is found to be a trap."""

from typing import TYPE_CHECKING, Self

from scrapy import Request
from scrapy.exceptions import IgnoreRequest

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class TrapClosedError(IgnoreRequest):
    """An address that would not have been asked for now; its trap has counted it."""


class TrapMiddleware:
    """Lets the spider's `leaves_out` have a last look at each request."""

    def __init__(self, crawler: "Crawler") -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        leaves_out = getattr(self._crawler.spider, "leaves_out", None)
        if leaves_out is not None and leaves_out(request):
            raise TrapClosedError("leads into a trap")
