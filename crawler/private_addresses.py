"""IP addresses that no stranger's page may send a crawler to, and what each of them is."""

import re
import socket
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Final

IPAddress = IPv4Address | IPv6Address
IPNetwork = IPv4Network | IPv6Network

# Where clouds serve a machine its own keys, to whoever asks from that machine.
# Source: the documentation of AWS, Google Cloud, Azure, Alibaba Cloud and Oracle Cloud.
METADATA_ADDRESSES: Final = frozenset(
    map(
        ip_address,
        (
            *("169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200"),
            *("168.63.129.16", "192.0.0.192", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254"),
        ),
    )
)

# The first network that holds an address says what it is.
# Source: the IANA special-purpose address registries for IPv4 and IPv6.
_KINDS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("unspecified", ("0.0.0.0/32", "::/128")),
    ("loopback", ("127.0.0.0/8", "::1/128")),
    ("link-local", ("169.254.0.0/16", "fe80::/10")),
    ("private", ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7", "fec0::/10")),
    ("carrier-grade NAT", ("100.64.0.0/10",)),
    ("multicast", ("224.0.0.0/4", "ff00::/8")),
    (
        "reserved",
        (
            *("0.0.0.0/8", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15"),
            *("198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4"),
            # Teredo, benchmarks, documentation, and locally used NAT64.
            *("2001::/23", "2001:db8::/32", "3fff::/20", "64:ff9b:1::/48"),
        ),
    ),
)
_NETWORKS: Final = tuple(
    (ip_network(network), kind) for kind, networks in _KINDS for network in networks
)
# Only this part of IPv6 is given out to networks of the Internet.
_GLOBAL_IPV6: Final = IPv6Network("2000::/3")
# Addresses of IPv4 written as IPv6: the network, and how far from the right they stand, in bits.
_CARRIERS: Final = (
    (IPv6Network("::ffff:0:0/96"), 0),  # IPv4-mapped
    (IPv6Network("::ffff:0:0:0/96"), 0),  # IPv4-translated
    (IPv6Network("::/96"), 0),  # IPv4-compatible
    (IPv6Network("64:ff9b::/96"), 0),  # NAT64
    (IPv6Network("2002::/16"), 80),  # 6to4
)
_ISATAP: Final = (0x00005EFE, 0x02005EFE)  # in front of the last 32 bits, in any network
_NUMBER: Final = re.compile(r"(0x[0-9a-f]*|[0-9]+)(\.(0x[0-9a-f]*|[0-9]+)){0,3}", re.IGNORECASE)


@lru_cache(1024)
def describe_private(address: str) -> str:
    """Say what kind of address it is when it is none of the public Internet; empty when it is.

    An IPv4 address that is carried inside an IPv6 one counts as itself.

    Args:
        address: an IP address, IPv6 with a scope (`fe80::1%eth0`) or without.

    Raises:
        ValueError: not an IP address.
    """
    read = ip_address(address.partition("%")[0])
    if read in METADATA_ADDRESSES:
        return "cloud metadata"
    if isinstance(read, IPv6Address):
        kind = "" if read in _GLOBAL_IPV6 else "reserved"
        if read.packed[:12] != bytes(12) or int(read) > 1:  # but for :: and ::1
            carried = _find_carried(read)
            if carried is not None:
                return describe_private(str(carried))
    else:
        kind = ""
    return next((kind for network, kind in _NETWORKS if read in network), kind)


def read_literal(host: str) -> str:
    """The IP address that a host of an address stands for without any look-up; empty if none.

    IPv4 in all the forms that systems take: `127.1`, `0x7f.1`, `017700000001`, `2130706433`.
    `localhost` and the names below it always lead to the machine itself (RFC 6761).
    """
    name = host.strip("[]").removesuffix(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return "127.0.0.1"
    try:
        return str(ip_address(name.partition("%")[0]))
    except ValueError:
        pass
    if not _NUMBER.fullmatch(name):
        return ""
    try:
        return socket.inet_ntoa(socket.inet_aton(name))
    except OSError:
        return ""


def read_network(text: str) -> IPNetwork:
    """Read an IP address or a network (`10.0.0.0/8`).

    Raises:
        ValueError: neither of them.
    """
    return ip_network(text.strip().strip("[]"), strict=False)


def _find_carried(address: IPv6Address) -> IPv4Address | None:
    bits = int(address)
    for network, distance in _CARRIERS:
        if address in network:
            return IPv4Address(bits >> distance & 0xFFFFFFFF)
    if bits >> 32 & 0xFFFFFFFF in _ISATAP:
        return IPv4Address(bits & 0xFFFFFFFF)
    return None
