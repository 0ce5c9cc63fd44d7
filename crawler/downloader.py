"""Scrapy's downloader, which keeps to CONCURRENT_REQUESTS_PER_DOMAIN at any delay."""

from typing import Any, Final

from scrapy import Request
from scrapy.core.downloader import Downloader

# Seconds. Short beside any answer of a server; more than nothing is what counts.
LEAST_DELAY_SECONDS: Final = 0.001


class SteadyDownloader(Downloader):
    """Gives every host a delay, be it ever so short.

    Without one Scrapy (2.19) begins all requests that wait for a host in one go: it counts a
    request as begun only when the task it made for it runs, and looks before that.
    """

    def _get_slot(self, request: Request, spider: Any = None) -> tuple[str, Any]:
        key, slot = super()._get_slot(request)
        slot.delay = max(slot.delay, LEAST_DELAY_SECONDS)
        return key, slot
