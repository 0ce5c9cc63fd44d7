"""A crawl connects to public addresses and to what its user named, and to nothing else."""

import pytest

from crawler.connection_guard import ConnectionGuard, Refusal
from crawler.private_addresses import read_network

PUBLIC, OTHER = "9.9.9.9", "2606:4700::1111"


def test_public_addresses_are_admitted_and_private_ones_not() -> None:
    guard = ConnectionGuard(["https://shop.example/"])

    assert guard.admit("shop.example", 443, [PUBLIC, OTHER]) == (PUBLIC, OTHER)
    assert guard.admit("cdn.example", 443, [PUBLIC, "10.0.0.1"]) == (PUBLIC,)
    assert guard.admit("cdn.example", 443, ["10.0.0.1", "127.0.0.1"]) == ()


def test_the_host_and_port_of_a_start_may_be_private_and_no_other() -> None:
    guard = ConnectionGuard(["http://127.0.0.1:8000/docs/"])

    assert guard.admit("127.0.0.1", 8000, ["127.0.0.1"]) == ("127.0.0.1",)
    assert guard.admit("127.0.0.1", 22, ["127.0.0.1"]) == ()
    assert guard.admit("localhost", 8000, ["127.0.0.1"]) == ()
    assert guard.admit("127.0.0.2", 8000, ["127.0.0.2"]) == ()


def test_a_start_on_the_usual_port_may_move_to_https() -> None:
    guard = ConnectionGuard(["http://wiki.example/"])

    assert guard.admit("wiki.example", 80, ["10.0.0.1"]) == ("10.0.0.1",)
    assert guard.admit("wiki.example", 443, ["10.0.0.1"]) == ("10.0.0.1",)
    assert guard.admit("wiki.example", 8080, ["10.0.0.1"]) == ()


def test_a_start_that_was_public_never_becomes_private() -> None:
    guard = ConnectionGuard(["http://shop.example/"])

    assert guard.admit("shop.example", 80, [PUBLIC]) == (PUBLIC,)
    assert guard.admit("shop.example", 80, ["127.0.0.1"]) == ()
    assert guard.admit("shop.example", 443, ["127.0.0.1"]) == ()
    assert guard.admit("shop.example", 80, [PUBLIC]) == (PUBLIC,)


def test_an_answer_with_a_public_address_makes_no_private_one_of_a_start() -> None:
    guard = ConnectionGuard(["http://shop.example/"])

    assert guard.admit("shop.example", 80, ["10.0.0.1", PUBLIC]) == (PUBLIC,)
    assert guard.admit("shop.example", 80, ["10.0.0.1"]) == ()


def test_a_private_start_keeps_the_addresses_it_had_first() -> None:
    guard = ConnectionGuard(["http://wiki.example/"])

    assert guard.admit("wiki.example", 80, []) == ()
    assert guard.admit("wiki.example", 80, ["10.0.0.1", "10.0.0.2"]) == ("10.0.0.1", "10.0.0.2")
    assert guard.admit("wiki.example", 80, ["10.0.0.2"]) == ("10.0.0.2",)
    assert guard.admit("wiki.example", 80, ["169.254.169.254"]) == ()


def test_an_allowed_network_is_open_and_its_neighbour_is_not() -> None:
    guard = ConnectionGuard([], [read_network("10.1.0.0/16"), read_network("::1")])

    assert guard.admit("nas.example", 80, ["10.1.2.3", "10.2.2.3"]) == ("10.1.2.3",)
    assert guard.admit("nas.example", 80, ["::1"]) == ("::1",)
    assert guard.admit("nas.example", 80, ["::2"]) == ()


def test_a_proxy_is_private_only_beside_a_private_start() -> None:
    guard = ConnectionGuard(["http://127.0.0.1:8000/"])
    for proxy in ("127.0.0.1", "10.0.0.1"):
        guard.add_proxy(proxy)

    assert guard.admit("127.0.0.1", 3128, ["127.0.0.1"]) == ("127.0.0.1",)
    assert guard.admit("10.0.0.1", 3128, ["10.0.0.1"]) == ()


@pytest.mark.parametrize("host", ["WIKI.example", "wiki.example.", "[wiki.example]"])
def test_a_host_is_known_in_any_spelling(host: str) -> None:
    assert ConnectionGuard(["http://wiki.example/"]).admit(host, 80, ["10.0.0.1"]) == ("10.0.0.1",)


def test_an_international_name_is_known_in_both_its_forms() -> None:
    guard = ConnectionGuard(["http://xn--bcher-kva.example/"])

    assert guard.admit("bücher.example", 80, ["10.0.0.1"]) == ("10.0.0.1",)


def test_a_refusal_says_where_the_host_leads_and_what_would_allow_it() -> None:
    assert str(Refusal("metadata.example", "169.254.169.254", "cloud metadata")) == (
        "metadata.example leads to 169.254.169.254, a cloud metadata address, which is not "
        "connected to (PRIVATE_ADDRESSES_ALLOWED=169.254.169.254 would allow it)"
    )
    assert str(Refusal("0.0.0.0", "0.0.0.0", "unspecified")).startswith("0.0.0.0, an unspecified")
