"""The queues in which requests to a host wait for their turn, inside Scrapy's downloader."""

from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

from scrapy import Request

Slot = Any
"""Scrapy's `Slot`: one per host, with its `delay` in seconds, its `queue` and `lastseen`."""


def pause(slot: Slot, seconds: float) -> None:
    """Let no further request of a host begin for a time; a longer pause it has already stays.

    A slot waits its delay after the time of its last request: that is set into the future.
    """
    slot.lastseen = max(slot.lastseen, monotonic() + seconds)


def drop_waiting(slot: Slot, make_error: Callable[[], Exception]) -> Iterator[Request]:
    """Fail the requests that wait in a slot and have not been sent; gives each of them."""
    while slot.queue:
        request, waiting = slot.queue.popleft()
        yield request
        waiting.errback(make_error())
