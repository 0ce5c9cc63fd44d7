"""robots.txt, taken at its word: no answer is not a permission, and Crawl-delay is kept."""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from scrapy import Request, signals
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
    StopDownload,
)
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.robotstxt import RobotParser
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.misc import build_from_crawler
from scrapy.utils.python import to_unicode

from crawler.backoff import HostBusyError
from crawler.compression import BadContentEncodingError
from crawler.connections import BadCertificateError, BadProxyError, PrivateAddressError
from crawler.ending import CrawlEndingError
from crawler.redirects import RedirectRefusedError
from crawler.robots_rules import MAX_ROBOTS_BYTES, read_robots

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

# After so many redirects in a row there is no robots.txt (RFC 9309, 2.3.1.2).
MAX_ROBOTS_REDIRECTS: Final = 5
# Bytes that a compressed file may unpack to, whatever limit a crawl sets to its pages.
# Unmeasured: 64 times what is read of it.
_MAX_UNPACKED_BYTES: Final = 64 * MAX_ROBOTS_BYTES

_TOO_MANY_REQUESTS: Final = 429  # a 4xx by number, "come back later" by meaning
# What a fetch ends with when the other side is at fault: for good, or for the moment.
_FOR_GOOD: Final = (
    BadCertificateError,
    BadProxyError,
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    HostBusyError,
)
_FOR_NOW: Final = (
    BadContentEncodingError,
    DownloadTimeoutError,
    ResponseDataLossError,
    OSError,
)


class RobotsForbiddenError(IgnoreRequest):
    """robots.txt forbids the address, or could not be had. `reason` names the counter."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class StandardRobotParser(RobotParser):
    """The rules as RFC 9309 has them; Scrapy's own takes a rule for `site` for `sitewinnow` too."""

    def __init__(self, body: bytes) -> None:
        self.rp = read_robots(body)

    @classmethod
    def from_crawler(cls, crawler: "Crawler", robotstxt_body: bytes) -> Self:
        return cls(robotstxt_body)

    def allowed(self, url: str | bytes, user_agent: str | bytes) -> bool:
        return self.rp.group_of(to_unicode(user_agent)).allows(to_unicode(url))

    def crawl_delay(self, user_agent: str | bytes) -> float | None:
        return self.rp.group_of(to_unicode(user_agent)).crawl_delay


class _NoAnswer(NamedTuple):
    """Why there is no robots.txt of a host, in a word for a counter and in a line."""

    reason: str
    message: str


class CarefulRobotsMiddleware(RobotsTxtMiddleware):
    """Obeys robots.txt as RFC 9309 asks.

    After a server error or no answer the file is asked for again, and while there is none the
    host is left alone (2.3.1.4); after any other 4xx all is allowed (2.3.1.3). A Crawl-delay
    lengthens the delay of the host.
    """

    def __init__(self, crawler: "Crawler") -> None:
        super().__init__(crawler)
        self._retry_delays = [
            float(seconds) for seconds in crawler.settings.getlist("ROBOTSTXT_RETRY_DELAYS_SECONDS")
        ]
        self._max_crawl_delay = crawler.settings.getfloat("ROBOTSTXT_MAX_CRAWL_DELAY_SECONDS")
        self._max_age = crawler.settings.getfloat("ROBOTSTXT_MAX_AGE_SECONDS")
        self._asked: dict[str, asyncio.Future[RobotParser | _NoAnswer]] = {}
        self._asked_at: dict[str, float] = {}
        crawler.signals.connect(self.bytes_received, signals.bytes_received)

    def bytes_received(self, data: bytes, request: Request) -> None:
        """Take no more of a robots.txt than is read of it, as if it ended there."""
        if "robots_bytes" in request.meta:
            request.meta["robots_bytes"] += len(data)
            if request.meta["robots_bytes"] > MAX_ROBOTS_BYTES:
                raise StopDownload(fail=False)

    async def process_request(self, request: Request, spider: object = None) -> None:
        if request.meta.get("dont_obey_robotstxt"):
            return
        rules = await self._rules_of(request)
        if isinstance(rules, _NoAnswer):
            raise RobotsForbiddenError(rules.reason, f"robots.txt: {rules.message}")
        agent = self._robotstxt_useragent or self._default_useragent
        if not rules.allowed(request.url, agent):
            self._stats.inc_value("robotstxt/forbidden")
            raise RobotsForbiddenError("robots_forbidden", "forbidden by robots.txt")
        self._keep_crawl_delay(request, rules.crawl_delay(agent))

    async def _rules_of(self, request: Request) -> RobotParser | _NoAnswer:
        split = urlparse_cached(request)
        origin = f"{split.scheme}://{split.netloc}"
        now = monotonic()
        if origin in self._asked and now < self._asked_at[origin] + self._max_age:
            return await asyncio.shield(self._asked[origin])
        self._asked_at[origin] = now
        answer = self._asked[origin] = asyncio.get_running_loop().create_future()
        result: RobotParser | _NoAnswer = _NoAnswer("crawl_ended", "the crawl was ended")
        try:
            result = await self._ask(f"{origin}/robots.txt", request)
        finally:
            answer.set_result(result)
        return result

    async def _ask(self, url: str, request: Request) -> RobotParser | _NoAnswer:
        failure = ""
        for delay in [*self._retry_delays, None]:
            try:
                response = await self._fetch(url)
            except PrivateAddressError as error:
                return _NoAnswer("private_address", str(error))
            except CrawlEndingError as error:
                return _NoAnswer("crawl_ended", str(error))
            except RedirectRefusedError:  # without end: as if there were none (2.3.1.2)
                return await self._read(b"", request)
            except IgnoreRequest as error:  # too large when unpacked
                return _unreachable(_describe(error))
            except _FOR_GOOD as error:
                return _unreachable(_describe(error))
            except _FOR_NOW as error:
                failure = _describe(error)
            else:
                self._stats.inc_value(f"robotstxt/response_status_count/{response.status}")
                if response.status < 500 and response.status != _TOO_MANY_REQUESTS:
                    body = response.body if response.status < 300 else b""
                    return await self._read(body, request)
                failure = f"the server answered {response.status}"
            if delay is not None:
                await asyncio.sleep(delay)
        return _unreachable(failure)

    async def _fetch(self, url: str) -> Response:
        self._stats.inc_value("robotstxt/request_count")
        ask = Request(
            url,
            priority=self.DOWNLOAD_PRIORITY,
            meta={
                "dont_obey_robotstxt": True,
                "dont_retry": True,
                "redirect_ttl": MAX_ROBOTS_REDIRECTS,
                "robots_bytes": 0,
                "download_maxsize": _MAX_UNPACKED_BYTES,
            },
            callback=NO_CALLBACK,
        )
        response: Response = await self.crawler.engine.download_async(ask)
        return response

    async def _read(self, body: bytes, request: Request) -> RobotParser:
        rules: RobotParser = build_from_crawler(self._parserimpl, self.crawler, body)
        await self.crawler.signals.send_catch_log_async(
            signal=signals.robots_parsed, robotparser=rules, request=request
        )
        return rules

    def _keep_crawl_delay(self, request: Request, seconds: float | None) -> None:
        if not seconds:
            return
        downloader = self.crawler.engine.downloader
        host = downloader.get_slot_key(request)
        kept = max(
            min(seconds, self._max_crawl_delay), self.crawler.settings.getfloat("DOWNLOAD_DELAY")
        )
        request.meta["autothrottle_dont_adjust_delay"] = True
        # No jitter: half of the delay would be no Crawl-delay. An idle slot is made anew.
        downloader.per_slot_settings.setdefault(host, {}).update(delay=kept, jitter=0)
        if slot := downloader.slots.get(host):
            slot.delay, slot.jitter = kept, 0.0


def _unreachable(message: str) -> _NoAnswer:
    return _NoAnswer("robots_unreachable", message)


def _describe(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
