"""A host that says it has too much to do is left in peace for a while, and all of it is."""

import math
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from time import monotonic
from typing import TYPE_CHECKING, Final, Self

from scrapy import Request, signals
from scrapy.http import Response

from crawler.slots import Slot, drop_waiting, pause

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

_BUSY: Final = frozenset({429, 503})
# Seconds between two requests, at least, to a host that was busy once.
# Unmeasured: the default delay of a crawl; for one whose user set it to less.
_LEAST_DELAY_SECONDS: Final = 0.5


class HostBusyError(Exception):
    """A host that stayed busy; nothing is asked of it any more."""


@dataclass(slots=True)
class _Pressure:
    """How often in a row a host was busy, and until when it is left in peace."""

    times: int = 0
    until: float = 0.0
    is_given_up: bool = False


class HostBackoffMiddleware:
    """Pauses a host that answers 429 or 503: for `Retry-After`, else twice as long each time.

    The whole host is paused, not only the page that was refused, and its delay doubles. A host
    that is busy `BACKOFF_MAX_TIMES` times in a row, each after a pause, is given up.
    """

    def __init__(self, crawler: "Crawler") -> None:
        self.crawler = crawler
        settings = crawler.settings
        self._start = settings.getfloat("BACKOFF_START_SECONDS")
        self._longest = settings.getfloat("BACKOFF_MAX_SECONDS")
        self._max_times = settings.getint("BACKOFF_MAX_TIMES")
        self._longest_delay = settings.getfloat("AUTOTHROTTLE_MAX_DELAY")
        self._hosts: dict[str, _Pressure] = {}

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        middleware = cls(crawler)
        crawler.signals.connect(middleware.look_at, signals.response_downloaded)
        return middleware

    def process_request(self, request: Request, spider: object = None) -> None:
        pressure = self._hosts.get(self._host(request))
        if pressure is not None and pressure.is_given_up:
            raise self._give_up()

    def look_at(self, response: Response, request: Request) -> None:
        """Called before the next request to the host is sent."""
        host = self._host(request)
        if response.status in _BUSY:
            self._back_off(host, request, response)
        elif host in self._hosts and not self._hosts[host].is_given_up:
            del self._hosts[host]

    def _back_off(self, host: str, request: Request, response: Response) -> None:
        header = (response.headers.get("Retry-After") or b"").decode("latin-1")
        asked = read_retry_after(header, datetime.now(UTC))
        if asked is None and request.meta.get("dont_obey_robotstxt"):
            return  # robots.txt has delays of its own
        pressure = self._hosts.setdefault(host, _Pressure())
        now = monotonic()
        is_news = now >= pressure.until  # else it was sent before the pause
        pressure.times += is_news
        doubled = self._start * 2.0 ** min(pressure.times - 1, 32)
        seconds = min(doubled if asked is None else max(asked, self._start), self._longest)
        pressure.until = max(pressure.until, now + seconds)
        slot = self.crawler.engine.downloader.slots[host]
        pause(slot, seconds)
        if is_news:
            self._slow_down(slot, pressure)

    def _slow_down(self, slot: Slot, pressure: _Pressure) -> None:
        self.crawler.stats.inc_value("sitewinnow/pauses")
        slot.delay = max(slot.delay, min(2 * slot.delay, self._longest_delay), _LEAST_DELAY_SECONDS)
        if pressure.times >= self._max_times:
            pressure.is_given_up = True
            for _ in drop_waiting(slot, self._give_up):
                pass

    def _give_up(self) -> HostBusyError:
        return HostBusyError(f"the host was busy {self._max_times} times in a row and is given up")

    def _host(self, request: Request) -> str:
        key: str = self.crawler.engine.downloader.get_slot_key(request)
        return key


def read_retry_after(value: str, now: datetime) -> float | None:
    """Seconds of a Retry-After header, a number or a date; None where there is none."""
    text = value.strip()
    if text.isascii() and text.isdigit():
        return float(text) if len(text) < 10 else math.inf
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max((moment - now).total_seconds(), 0.0)
