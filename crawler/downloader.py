"""Scrapy's downloader, which keeps to CONCURRENT_REQUESTS_PER_DOMAIN at any delay."""

from collections.abc import Coroutine
from typing import Any

from scrapy import Request
from scrapy.core.downloader import Downloader


class SteadyDownloader(Downloader):
    """Counts a request as begun when it is taken from the queue of its host.

    Scrapy (2.19) counts it when the task it makes for it runs, and so begins all that wait for a
    host in one go where there is no delay.
    """

    def _wait_for_download(
        self, slot: Any, request: Request, queue_dfd: Any
    ) -> Coroutine[Any, Any, None]:
        slot.transferring.add(request)
        return super()._wait_for_download(slot, request, queue_dfd)
