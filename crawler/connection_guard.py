"""Which addresses a crawl may connect to: public ones, and private ones that its user named."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from crawler.private_addresses import IPNetwork, describe_private

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A host that leads to addresses of private use alone; `address` is the first, of `kind`."""

    host: str
    address: str
    kind: str

    def __str__(self) -> str:
        leads = self.host if self.host == self.address else f"{self.host} leads to {self.address}"
        article = "an" if self.kind[0] in "aeiou" else "a"
        return (
            f"{leads}, {article} {self.kind} address, which is not connected to "
            f"(PRIVATE_ADDRESSES_ALLOWED={self.address} would allow it)"
        )


class ConnectionGuard:
    """Decides on each answer of the name system, before a connection is made.

    The host and port of a start may be private: its user named them. What the name first led to
    is remembered, so that one that was public, or another private address, never becomes it.
    A proxy may be private when a start is on the same host.
    """

    def __init__(self, start_urls: Iterable[str], allowed: Sequence[IPNetwork] = ()) -> None:
        self._allowed = tuple(allowed)
        self._ports: dict[str, set[int]] = {}
        self._proxies: set[str] = set()
        self._first_answers: dict[str, frozenset[str]] = {}
        for url in start_urls:
            split = urlsplit(url)
            if split.hostname:
                ports = self._ports.setdefault(host_key(split.hostname), set())
                ports |= {split.port} if split.port else set(_DEFAULT_PORTS.values())

    def add_proxy(self, host: str) -> None:
        """Take a host for a proxy of the user, whatever its port."""
        self._proxies.add(host_key(host))

    def is_proxy(self, host: str) -> bool:
        return host_key(host) in self._proxies

    def admit(self, host: str, port: int, addresses: Sequence[str]) -> tuple[str, ...]:
        """Those of the addresses of a host that may be connected to, in order.

        Args:
            host: as it stands in the address that is asked for; a name or an IP address.
            port: of the connection.
            addresses: IP addresses, all that one look-up gave.
        """
        key = host_key(host)
        public = tuple(address for address in addresses if self._is_open(address))
        if key not in self._ports or not addresses:
            return public
        first = self._first_answers.setdefault(key, frozenset(() if public else addresses))
        if port not in self._ports[key] and key not in self._proxies:
            return public
        return tuple(each for each in addresses if each in public or each in first)

    def _is_open(self, address: str) -> bool:
        if not describe_private(address):
            return True
        read = ip_address(address.partition("%")[0])
        return any(read.version == network.version and read in network for network in self._allowed)


def read_endpoint(url: str) -> tuple[str, int]:
    """Host and port that a connection for an address goes to; 0 for a scheme without a usual port.

    Raises:
        ValueError: not an address.
    """
    split = urlsplit(url)
    return split.hostname or "", split.port or _DEFAULT_PORTS.get(split.scheme, 0)


def host_key(host: str) -> str:
    """One spelling of a host: lower-case, Punycode, no brackets, no closing dot."""
    name = host.strip("[]").removesuffix(".").lower()
    if name.isascii():
        return name
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        return name
