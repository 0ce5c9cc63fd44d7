"""Sitemaps as servers send them, and what only looks like one."""

import gzip
import time

import pytest

from crawler.sitemaps import (
    MAX_SITEMAP_BYTES,
    MAX_SITEMAP_ENTRIES,
    SitemapEntry,
    SitemapError,
    read_sitemap,
)

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def urlset(inside: str) -> bytes:
    return f'<?xml version="1.0"?><urlset xmlns="{NAMESPACE}">{inside}</urlset>'.encode()


def test_entries_have_their_own_address_and_date() -> None:
    entry = "<url><loc> https://example.com/a </loc><lastmod>2024-01-02</lastmod></url>"

    sitemap = read_sitemap(
        urlset(f"{entry}<url><loc></loc></url><url><loc>https://example.com/b</loc></url>")
    )

    assert sitemap.pages == (
        SitemapEntry("https://example.com/a", "2024-01-02"),
        SitemapEntry("https://example.com/b"),
    )


def test_an_index_names_sitemaps_and_no_pages() -> None:
    sitemap = read_sitemap(
        b"<sitemapindex><sitemap><loc>https://example.com/1.xml?from=1&amp;to=2</loc></sitemap>"
        b"</sitemapindex>"
    )

    assert sitemap.pages == ()
    assert [entry.url for entry in sitemap.sitemaps] == ["https://example.com/1.xml?from=1&to=2"]


def test_a_gzipped_sitemap_is_read_even_when_gzipped_twice() -> None:
    body = urlset("<url><loc>https://example.com/a</loc></url>")

    assert read_sitemap(gzip.compress(body)) == read_sitemap(body)
    assert read_sitemap(gzip.compress(gzip.compress(body))) == read_sitemap(body)


def test_a_list_of_addresses_is_a_sitemap() -> None:
    sitemap = read_sitemap(b"\xef\xbb\xbfhttps://example.com/a\r\nhttps://example.com/b\r\n")

    assert [entry.url for entry in sitemap.pages] == [
        "https://example.com/a",
        "https://example.com/b",
    ]


def test_the_image_of_a_page_is_not_the_page() -> None:
    image = "<i:image xmlns:i='http://www.google.com/schemas/sitemap-image/1.1'><i:loc>https://example.com/a.jpg</i:loc></i:image>"

    sitemap = read_sitemap(urlset(f"<url><loc>https://example.com/a</loc>{image}</url>"))

    assert [entry.url for entry in sitemap.pages] == ["https://example.com/a"]


def test_a_damaged_sitemap_is_read_as_far_as_it_goes() -> None:
    sitemap = read_sitemap(
        b"<urlset><url><loc>https://example.com/a</loc></url><url><loc>https://example.com/b & c"
    )

    assert "https://example.com/a" in [entry.url for entry in sitemap.pages]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "not_xml"),
        (b"not found", "not_xml"),
        (b"<html><body>Not found</body></html>", "other_xml"),
        (b"<rss><channel/></rss>", "other_xml"),
        (b"\x1f\x8bdamaged", "bad_gzip"),
    ],
)
def test_what_is_no_sitemap_is_refused_with_a_reason(body: bytes, reason: str) -> None:
    with pytest.raises(SitemapError) as caught:
        read_sitemap(body)

    assert caught.value.reason == reason


def test_a_bomb_is_refused_at_the_limit() -> None:
    body = gzip.compress(b"<urlset>" + b" " * (MAX_SITEMAP_BYTES + 1))

    with pytest.raises(SitemapError) as caught:
        read_sitemap(body)

    assert caught.value.reason == "too_large"


def test_entities_are_never_expanded() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "ha"}">' for n in range(12))
    body = (
        f"<!DOCTYPE urlset [{laughs}<!ENTITY f SYSTEM 'file:///etc/hostname'>]>"
        "<urlset><url><loc>https://example.com/&l11;</loc></url>"
        "<url><loc>https://example.com/&f;</loc></url></urlset>"
    ).encode()
    started = time.monotonic()

    sitemap = read_sitemap(body)

    assert time.monotonic() - started < 2
    assert {entry.url for entry in sitemap.pages} <= {"https://example.com/"}


def test_no_more_entries_are_read_than_the_protocol_allows() -> None:
    entries = "".join(
        f"<url><loc>https://example.com/{number}</loc></url>"
        for number in range(MAX_SITEMAP_ENTRIES + 5)
    )

    assert len(read_sitemap(urlset(entries)).pages) == MAX_SITEMAP_ENTRIES


def test_the_languages_of_a_page_are_pages_each_named_once() -> None:
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{name}" href="https://a.example/{name}/"/>'
        for name in ("de", "en")
    )
    entries = "".join(
        f"<url><loc>https://a.example/{name}/</loc>{links}<lastmod>2024-05-0{number}</lastmod></url>"
        for number, name in enumerate(("en", "de"), start=1)
    )
    body = f'<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml">{entries}</urlset>'

    assert read_sitemap(body.encode()).pages == (
        SitemapEntry("https://a.example/en/", "2024-05-01"),
        SitemapEntry("https://a.example/de/", "2024-05-02"),
    )
