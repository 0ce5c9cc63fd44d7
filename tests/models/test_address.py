"""Addresses: equal spellings become one, and different pages stay apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.address import AddressError, normalise_url, page_id, site_key, url_key


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Example.COM:80", "http://example.com/"),
        ("https://example.com:443/a#part", "https://example.com/a"),
        ("http://example.com:8080/", "http://example.com:8080/"),
        ("https://www.b\u00fccher.example/", "https://www.xn--bcher-kva.example/"),
        ("http://example.com./", "http://example.com/"),
        ("http://example.com/%7euser", "http://example.com/~user"),
        ("http://example.com/\u4f60", "http://example.com/%E4%BD%A0"),
        ("http://example.com/%e4%bd%a0", "http://example.com/%E4%BD%A0"),
        ("http://example.com/a b", "http://example.com/a%20b"),
        ("http://example.com/a/./b/../c/", "http://example.com/a/c/"),
        ("http://example.com/a/%2e%2e/b", "http://example.com/b"),
        ("http://example.com/../..", "http://example.com/"),
        ("http://example.com/..%2f..%2fetc", "http://example.com/..%2F..%2Fetc"),
        ("http://example.com\\a\\b", "http://example.com/a/b"),
        ("  http://example.com/a\n/b ", "http://example.com/a/b"),
        ("http://example.com/x?utm_source=a&id=7&fbclid=b", "http://example.com/x?id=7"),
        ("http://example.com/x?gclid=a", "http://example.com/x"),
        ("http://example.com/x?", "http://example.com/x"),
        ("http://example.com/x;jsessionid=0A1B?id=7", "http://example.com/x?id=7"),
        ("http://example.com/x;JSESSIONID=0A1B.node1/y", "http://example.com/x/y"),
        ("http://example.com/(S(lit3py55t21z5v55vlm25s55))/x.aspx", "http://example.com/x.aspx"),
        ("http://example.com/x?PHPSESSID=1&id=7", "http://example.com/x?id=7"),
        ("http://example.com/x?sid=0f1e2d3c4b5a69788796a5b4", "http://example.com/x"),
        ("http://example.com/x?a=1&amp;b=2", "http://example.com/x?a=1&b=2"),
        ("http://example.com/x?a=1&amp;amp%3Bamp;b=2", "http://example.com/x?a=1&b=2"),
        ("http://example.com/x?a=%26amp%3Bamp%3Bamp%3B1", "http://example.com/x?a=%26amp%3B1"),
        ("http://[::1]:8000/a", "http://[::1]:8000/a"),
    ],
)
def test_equal_spellings_are_written_one_way(url: str, expected: str) -> None:
    assert normalise_url(url) == expected


@pytest.mark.parametrize(
    "url",
    [
        "http://example.com/y;v=1?x=",
        "http://example.com/x?b=2&a=1",
        "http://example.com/a//b",
        "http://example.com/Path?Query=Kept",
        "http://example.com/100%",
        "http://example.com/x?utm=1&reference=2",
        "http://example.com/a+b?c+d",
        "http://example.com/x?s=ferries-in-2019&sid=17",
        "http://example.com/x?sid=everything2know",
        "http://example.com/lamp(S)/x?lamp=amp;b",
        "http://example.com/x?q=%26amp%3B",
    ],
)
def test_what_can_carry_meaning_is_left_as_written(url: str) -> None:
    assert normalise_url(url) == url


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("ftp://example.com/", "not an http or https address"),
        ("example.com", "not an http or https address"),
        ("javascript:void(0)", "not an http or https address"),
        ("http://", "not a host name"),
        ("http:///path", "not a host name"),
        ("http://a b/", "not a host name"),
        ("http://..", "not a host name"),
        ("http://user:word@example.com/", "user name"),
        ("http://example.com:99999/", "not an address"),
        ("http://[zz]/", "not an address"),
        ("http://" + "a" * 300 + ".example/", "not a host name"),
    ],
)
def test_what_cannot_be_fetched_is_refused_by_name(url: str, complaint: str) -> None:
    with pytest.raises(AddressError, match=complaint):
        normalise_url(url)


def test_the_order_of_the_query_does_not_make_another_page() -> None:
    assert url_key("http://example.com/x?b=2&a=1") == url_key("http://example.com/x?a=1&b=2")


def test_another_value_or_another_order_of_one_name_is_another_page() -> None:
    keys = {
        url_key(f"http://example.com/x?{query}")
        for query in ("a=1", "a=2", "a=1&a=2", "a=2&a=1", "b=1", "")
    }

    assert len(keys) == 6


@pytest.mark.parametrize(
    ("url", "scope", "expected"),
    [
        ("https://www.example.com/a/b", "host", "example.com"),
        ("http://example.com:80/", "host", "example.com"),
        ("http://example.com:8080/", "host", "example.com:8080"),
        ("https://docs.example.com/", "host", "docs.example.com"),
        ("https://www.example.com/a/b", "path", "example.com/a/"),
        ("https://example.com/a/", "path", "example.com/a/"),
        ("https://example.com", "path", "example.com/"),
    ],
)
def test_a_site_is_its_host_and_with_the_scope_path_its_folder(
    url: str, scope: str, expected: str
) -> None:
    assert site_key(url, scope) == expected


def test_a_page_id_is_32_digits_and_stays_the_same() -> None:
    assert page_id("https://example.com/") == "3259687d649f8e86106dd28ba70f1016"
    assert page_id("https://example.com/a") != page_id("https://example.com/b")


@given(st.text(alphabet="aB7/.%2eE~;=&?#+ \u00e4\\", max_size=30))
def test_writing_an_address_twice_changes_nothing(tail: str) -> None:
    once = normalise_url(f"http://example.com/{tail}")

    assert normalise_url(once) == once
    assert url_key(url_key(once)) == url_key(once)
    assert once.isascii()


@given(st.text(max_size=60))
def test_any_text_is_an_address_or_an_address_error(text: str) -> None:
    for url in (text, f"http://{text}", f"http://example.com/{text}"):
        try:
            written = normalise_url(url)
        except AddressError:
            continue
        assert written.startswith(("http://", "https://"))
        assert site_key(written)
