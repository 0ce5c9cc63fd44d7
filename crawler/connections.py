"""The one way out to the network: the Scrapy download handler of http and https."""

import logging
from typing import TYPE_CHECKING

from OpenSSL import SSL
from scrapy import Request
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.exceptions import CannotResolveHostError, DownloadFailedError, IgnoreRequest
from scrapy.http import Response
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.url import add_http_if_no_scheme
from service_identity import CertificateError, VerificationError

from crawler.connection_guard import ConnectionGuard, Refusal, read_endpoint
from crawler.failure_log import LINE_COLUMNS, MAX_NAMED
from crawler.guarded_resolver import GuardedResolver
from crawler.private_addresses import describe_private, read_literal, read_network
from crawler.terminal import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)


class PrivateAddressError(IgnoreRequest):
    """A connection that is not made: it leads into a network that is nobody else's business."""


class BadProxyError(Exception):
    """A proxy in the environment that no request can go through; the message names it."""


class BadCertificateError(Exception):
    """A server that cannot show that it is the one asked for."""


class GuardedDownloadHandler(HTTP11DownloadHandler):
    """Scrapy's own, behind a guard, and with a name for what is wrong with a certificate."""

    def __init__(self, crawler: "Crawler") -> None:
        super().__init__(crawler)
        from twisted.internet import reactor

        self._named: set[Refusal] = set()
        self._resolver = GuardedResolver.install(reactor)
        self._guard = self._resolver.guards.setdefault(crawler, _make_guard(crawler))

    async def download_request(self, request: Request) -> Response:
        host, port = read_endpoint(request.url)
        if proxy := request.meta.get("proxy"):
            self._check_literal(host, port)  # a name is looked up by the proxy
            is_tunnel = urlparse_cached(request).scheme == "https"
            host, port = _read_proxy(proxy, is_tunnel)
            self._guard.add_proxy(host)
            self._check_literal(host, port)
            if is_tunnel:
                port = 0  # Twisted looks up the proxy of a tunnel by its name alone
        try:
            response: Response = await super().download_request(request)
        except CannotResolveHostError as error:
            if refusal := self._resolver.explain(host, port):
                raise self._refuse(refusal) from error
            raise
        except DownloadFailedError as error:
            if problem := _find_certificate_problem(error):
                advice = "DOWNLOAD_VERIFY_CERTIFICATES=False would not look at it"
                raise BadCertificateError(f"{problem} ({advice})") from error
            raise
        return response

    async def close(self) -> None:
        await super().close()
        self._resolver.guards.pop(self._crawler, None)

    def _check_literal(self, host: str, port: int) -> None:
        """An IP address needs no look-up, and none is made for it on the way through a proxy."""
        address = read_literal(host)
        if address and not self._resolver.admit(host, port, [address]):
            self._resolver.explain(host, port)
            raise self._refuse(Refusal(host, address, describe_private(address)))

    def _refuse(self, refusal: Refusal) -> PrivateAddressError:
        """Each host is named once, with where it leads; the addresses on it are counted."""
        if refusal not in self._named and len(self._named) < MAX_NAMED:
            self._named.add(refusal)
            logger.warning("%s", shorten(str(refusal), LINE_COLUMNS))
        return PrivateAddressError(str(refusal))


def _make_guard(crawler: "Crawler") -> ConnectionGuard:
    allowed = crawler.settings.getlist("PRIVATE_ADDRESSES_ALLOWED")
    return ConnectionGuard(_list_starts(crawler), [read_network(text) for text in allowed])


def _list_starts(crawler: "Crawler") -> "Iterator[str]":
    for site in getattr(crawler.spider, "sites", ()):
        yield from (*site.start_urls, *site.plain_start_urls)
    yield from getattr(crawler.spider, "start_urls", ())


def _read_proxy(proxy: str, is_tunnel: bool) -> tuple[str, int]:
    """Host and port of a proxy.

    Raises:
        BadProxyError: not an address, or one of a kind that Scrapy does not speak with.
    """
    address = add_http_if_no_scheme(proxy)
    try:
        host, port = read_endpoint(address)
    except ValueError as error:
        raise BadProxyError(f"the proxy {proxy} is no address: {error}") from None
    if not host or not address.startswith(("http://",) if is_tunnel else ("http://", "https://")):
        raise BadProxyError(f"the proxy {proxy} is none that speaks http")
    return host, port


def _find_certificate_problem(error: DownloadFailedError) -> str:
    """What OpenSSL or the check of the name had against a server; empty for another failure."""
    for failure in getattr(error.__cause__, "reasons", ()):
        cause = getattr(failure, "value", failure)
        if isinstance(cause, VerificationError | CertificateError):
            return "its certificate is for another host"
        if isinstance(cause, SSL.Error) and "certificate" in str(cause):
            return "its certificate is not signed by an authority known here, or has expired"
    return ""
