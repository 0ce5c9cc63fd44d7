"""What is private is known in all its forms, and what only looks like it is let through."""

import pytest
from hypothesis import given
from hypothesis.strategies import integers

from crawler.private_addresses import describe_private, read_literal, read_network

PRIVATE = {
    "unspecified": ("0.0.0.0", "::"),
    "loopback": ("127.0.0.1", "127.255.255.254", "::1"),
    "link-local": ("169.254.1.1", "fe80::1", "fe80::1%eth0"),
    "private": ("10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fd12::1", "fec0::1"),
    "carrier-grade NAT": ("100.64.0.1", "100.127.255.255"),
    "multicast": ("224.0.0.1", "239.1.1.1", "ff02::1"),
    "reserved": ("0.1.2.3", "192.0.2.1", "198.19.0.1", "255.255.255.255", "2001:db8::1", "4000::1"),
    "cloud metadata": (
        *("169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16"),
        *("fd00:ec2::254", "fd20:ce::254"),
    ),
}
PUBLIC = (
    *("9.9.9.9", "1.1.1.1", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255"),
    *("128.0.0.1", "169.253.1.1", "169.255.1.1", "172.15.255.255", "172.32.0.1", "192.167.1.1"),
    *("192.169.0.1", "198.17.1.1", "198.20.0.1", "223.255.255.255", "168.63.129.17"),
    *("2606:4700:4700::1111", "2a00:1450::1", "2001:4860:4860::8888", "2620:fe::fe"),
)


@pytest.mark.parametrize(
    ("address", "kind"), [(each, kind) for kind, group in PRIVATE.items() for each in group]
)
def test_a_private_address_is_known_by_its_kind(address: str, kind: str) -> None:
    assert describe_private(address) == kind


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_let_through(address: str) -> None:
    assert describe_private(address) == ""


@pytest.mark.parametrize(
    "carrier",
    [
        *("::ffff:{}", "::ffff:0:{}", "64:ff9b::{}", "::{}"),
        *("2a00:1450::5efe:{}", "2a00:1450::200:5efe:{}"),
    ],
)
def test_an_ipv4_address_inside_an_ipv6_one_counts_as_itself(carrier: str) -> None:
    assert describe_private(carrier.format("169.254.169.254")) == "cloud metadata"
    assert describe_private(carrier.format("10.1.2.3")) == "private"
    assert describe_private(carrier.format("9.9.9.9")) == ""


def test_a_6to4_address_counts_as_the_ipv4_address_it_was_made_of() -> None:
    assert describe_private("2002:7f00:1::1") == "loopback"
    assert describe_private("2002:909:909::1") == ""


@given(integers(0, 2**32 - 1))
def test_every_spelling_of_an_ipv4_address_is_read_as_it(number: int) -> None:
    one, two, three, four = number.to_bytes(4, "big")
    dotted = f"{one}.{two}.{three}.{four}"
    spellings = (
        dotted,
        f"{dotted}.",
        str(number),
        hex(number),
        f"0{number:o}",
        f"0x{one:X}.{two}.{three}.{four}",
        f"0{one:o}.0{two:o}.{three}.{four}",
        f"{one}.{number & 0xFFFFFF}",
        f"{one}.{two}.{number & 0xFFFF}",
    )

    assert {read_literal(spelling) for spelling in spellings} == {dotted}


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("localhost", "127.0.0.1"),
        ("printer.LOCALHOST.", "127.0.0.1"),
        ("[::1]", "::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("mylocalhost", ""),
        ("localhost.example", ""),
        ("1.example", ""),
        ("0xcafe.example", ""),
        ("1.2.3.4.5", ""),
        ("99999999999", ""),
        ("cafe", ""),
    ],
)
def test_a_name_is_no_address_but_for_localhost(host: str, address: str) -> None:
    assert read_literal(host) == address


def test_a_network_is_read_and_a_name_is_none() -> None:
    assert str(read_network("10.0.0.0/8")) == "10.0.0.0/8"
    assert str(read_network(" 10.1.2.3/8 ")) == "10.0.0.0/8"
    assert str(read_network("[::1]")) == "::1/128"
    with pytest.raises(ValueError, match="nas"):
        read_network("nas.example")
