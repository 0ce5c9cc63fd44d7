"""The one way out to the network: the Scrapy download handler of http and https."""

import logging
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlsplit

from OpenSSL import SSL
from scrapy import Request
from scrapy.core.downloader.handlers.http11 import HTTP11DownloadHandler
from scrapy.exceptions import CannotResolveHostError, DownloadFailedError, IgnoreRequest
from scrapy.http import Response
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.url import add_http_if_no_scheme
from service_identity import CertificateError, VerificationError
from twisted.internet.interfaces import (
    IHostnameResolver,
    IHostResolution,
    IResolutionReceiver,
)
from zope.interface import implementer  # type: ignore[import-untyped]

from crawler.connection_guard import ConnectionGuard, Refusal, host_key
from crawler.failure_log import LINE_COLUMNS, MAX_NAMED
from crawler.private_addresses import describe_private, read_literal, read_network
from crawler.terminal import shorten

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.crawler import Crawler

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
logger = logging.getLogger(__name__)


class PrivateAddressError(IgnoreRequest):
    """A connection that is not made: it leads into a network that is nobody else's business."""


class BadProxyError(Exception):
    """A proxy in the environment that no request can go through; the message names it."""


class BadCertificateError(Exception):
    """A server that cannot show that it is the one asked for."""


@implementer(IHostnameResolver)
class GuardedResolver:
    """Gives on only those addresses of a name that a guard of a running crawl admits.

    Twisted connects to what its reactor's resolver gives and to nothing else, also for a host
    that is an IP address and for a connection that it makes anew by itself. So this is where
    the address is known that will be connected to.
    """

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._refusals: dict[tuple[str, int], Refusal] = {}
        self.guards: dict[Crawler, ConnectionGuard] = {}

    @classmethod
    def install(cls, reactor: Any) -> Self:
        """Stand before the resolver of a reactor, whichever TWISTED_DNS_RESOLVER chose; once."""
        resolver = reactor.nameResolver
        if not isinstance(resolver, cls):
            resolver = cls(resolver)
            reactor.installNameResolver(resolver)
        return resolver

    def resolveHostName(  # noqa: N802
        self,
        resolutionReceiver: Any,  # noqa: N803
        hostName: str,  # noqa: N803
        portNumber: int = 0,  # noqa: N803
        addressTypes: Any = None,  # noqa: N803
        transportSemantics: str = "TCP",  # noqa: N803
    ) -> Any:
        receiver = resolutionReceiver
        if self._is_guarded(hostName, portNumber):
            receiver = _GuardedReceiver(resolutionReceiver, self, hostName, portNumber)
        return self._inner.resolveHostName(
            receiver, hostName, portNumber, addressTypes, transportSemantics
        )

    def admit(self, host: str, port: int, addresses: list[str]) -> set[str]:
        """What any crawl of this process may connect to; a refusal is kept for `explain`."""
        admitted = {
            address
            for guard in self.guards.values()
            for address in guard.admit(host, port, addresses)
        }
        if addresses and not admitted:
            refusal = Refusal(host, addresses[0], describe_private(addresses[0]))
            self._refusals[host_key(host), port] = refusal
        return admitted

    def explain(self, host: str, port: int) -> Refusal | None:
        """Why there was no address of a host; None when the name system has none."""
        return self._refusals.pop((host_key(host), port), None)

    def _is_guarded(self, host: str, port: int) -> bool:
        """Requests have a port. Without one it is a proxy's tunnel, or mail and the like."""
        if not self.guards:
            return False
        return bool(port) or any(guard.is_proxy(host) for guard in self.guards.values())


@implementer(IResolutionReceiver)
class _GuardedReceiver:
    def __init__(self, outer: Any, resolver: GuardedResolver, host: str, port: int) -> None:
        self._outer = outer
        self._resolver = resolver
        self._host = host
        self._port = port
        self._found: list[Any] = []

    def resolutionBegan(self, resolution: IHostResolution) -> None:  # noqa: N802
        self._outer.resolutionBegan(resolution)

    def addressResolved(self, address: Any) -> None:  # noqa: N802
        self._found.append(address)

    def resolutionComplete(self) -> None:  # noqa: N802
        addresses = [address.host for address in self._found]
        admitted = self._resolver.admit(self._host, self._port, addresses)
        for address in self._found:
            if address.host in admitted:
                self._outer.addressResolved(address)
        self._outer.resolutionComplete()


class GuardedDownloadHandler(HTTP11DownloadHandler):
    """Scrapy's own, behind a guard, and with a name for what is wrong with a certificate."""

    def __init__(self, crawler: "Crawler") -> None:
        super().__init__(crawler)
        from twisted.internet import reactor

        self._named: set[Refusal] = set()
        self._resolver = GuardedResolver.install(reactor)
        self._guard = self._resolver.guards.setdefault(crawler, _make_guard(crawler))

    async def download_request(self, request: Request) -> Response:
        host, port = _endpoint(request.url)
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


def _endpoint(url: str) -> tuple[str, int]:
    split = urlsplit(url)
    return split.hostname or "", split.port or _DEFAULT_PORTS.get(split.scheme, 0)


def _read_proxy(proxy: str, is_tunnel: bool) -> tuple[str, int]:
    """Host and port of a proxy.

    Raises:
        BadProxyError: not an address, or one of a kind that Scrapy does not speak with.
    """
    address = add_http_if_no_scheme(proxy)
    try:
        host, port = _endpoint(address)
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
