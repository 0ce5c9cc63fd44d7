"""The name system of a crawl, which gives on admitted addresses alone."""

from typing import TYPE_CHECKING, Any, Self

from twisted.internet.interfaces import (
    IHostnameResolver,
    IHostResolution,
    IResolutionReceiver,
)
from zope.interface import implementer  # type: ignore[import-untyped]

from crawler.connection_guard import ConnectionGuard, Refusal, host_key
from crawler.private_addresses import describe_private

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


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
            receiver = _GuardedReceiver(
                resolutionReceiver, self, hostName, portNumber, tuple(addressTypes or (object,))
            )
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
    def __init__(
        self,
        outer: Any,
        resolver: GuardedResolver,
        host: str,
        port: int,
        kinds: tuple[type, ...],
    ) -> None:
        self._outer = outer
        self._resolver = resolver
        self._host = host
        self._port = port
        self._kinds = kinds
        self._found: list[Any] = []

    def resolutionBegan(self, resolution: IHostResolution) -> None:  # noqa: N802
        self._outer.resolutionBegan(resolution)

    def addressResolved(self, address: Any) -> None:  # noqa: N802
        # Scrapy remembers the answers of a name whatever kind was asked for.
        if isinstance(address, self._kinds):
            self._found.append(address)

    def resolutionComplete(self) -> None:  # noqa: N802
        addresses = [address.host for address in self._found]
        admitted = self._resolver.admit(self._host, self._port, addresses)
        for address in self._found:
            if address.host in admitted:
                self._outer.addressResolved(address)
        self._outer.resolutionComplete()
