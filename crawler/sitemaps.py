"""Sitemaps: bytes in, addresses out; whatever the server calls them."""

import zlib
from collections import Counter
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from lxml import etree

from crawler.xml_events import XML_OPTIONS, local_name

# Limits of the sitemap protocol (sitemaps.org): what lies beyond is not read.
MAX_SITEMAP_BYTES: Final = 50 * 1024 * 1024
MAX_SITEMAP_ENTRIES: Final = 50_000

_GZIP_MAGIC: Final = b"\x1f\x8b"
_GZIP_WINDOW: Final = 16 + zlib.MAX_WBITS
_TEXT_MARKS: Final = (b"http://", b"https://")


class SitemapError(ValueError):
    """A body that holds no sitemap; `reason` is one word for a counter."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"not a sitemap: {reason}")
        self.reason = reason


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """An address in a sitemap; `lastmod` as written there, or empty."""

    url: str
    lastmod: str = ""


@dataclass(frozen=True, slots=True)
class Sitemap:
    """What a sitemap names: pages, or further sitemaps when it is an index.

    `is_cut` says that it goes on beyond `MAX_SITEMAP_ENTRIES`.
    """

    pages: tuple[SitemapEntry, ...] = ()
    sitemaps: tuple[SitemapEntry, ...] = ()
    is_cut: bool = False


def read_sitemap(body: bytes) -> Sitemap:
    """Read a sitemap or an index, XML or one address a line, gzipped or not.

    The content decides, not the header: servers send sitemaps as `text/html`. Damaged XML is
    read as far as it goes.

    Raises:
        SitemapError: nothing of a sitemap in it, or more than `MAX_SITEMAP_BYTES` unpacked.
    """
    text = _unpack(body).lstrip(b"\xef\xbb\xbf \t\r\n")
    if text.startswith(_TEXT_MARKS):
        lines = text.decode("utf-8", "replace").split()
        entries = map(SitemapEntry, lines[:MAX_SITEMAP_ENTRIES])
        return Sitemap(tuple(entries), is_cut=len(lines) > MAX_SITEMAP_ENTRIES)
    if not text.startswith((b"<", b"\xff\xfe", b"\xfe\xff")):
        raise SitemapError("not_xml")
    return _read_xml(text)


def _unpack(body: bytes) -> bytes:
    # An archive of an archive is as deep as servers go by mistake.
    for _ in range(2):
        if not body.startswith(_GZIP_MAGIC):
            break
        body = _gunzip(body)
    if len(body) > MAX_SITEMAP_BYTES:
        raise SitemapError("too_large")
    return body


def _gunzip(body: bytes) -> bytes:
    unpacker = zlib.decompressobj(_GZIP_WINDOW)
    try:
        text = unpacker.decompress(body, MAX_SITEMAP_BYTES + 1)
    except zlib.error:
        raise SitemapError("bad_gzip") from None
    return text


def _read_xml(text: bytes) -> Sitemap:
    found: dict[str, dict[str, SitemapEntry]] = {"url": {}, "sitemap": {}}
    taken = Counter[str]()
    events = etree.iterparse(BytesIO(text), **XML_OPTIONS)
    is_sitemap = False
    try:
        for event, element in events:
            name = local_name(element)
            if not is_sitemap:
                is_sitemap = name in ("urlset", "sitemapindex")
                if not is_sitemap:
                    raise SitemapError("other_xml")
            if event == "end" and name in found:
                taken[name] += 1
                if taken[name] > MAX_SITEMAP_ENTRIES:
                    break
                _take_entry(element, found[name])
    except etree.XMLSyntaxError:
        pass  # what came before the damage counts
    if not is_sitemap:
        raise SitemapError("not_xml")
    is_cut = max(taken.values(), default=0) > MAX_SITEMAP_ENTRIES
    return Sitemap(tuple(found["url"].values()), tuple(found["sitemap"].values()), is_cut)


def _take_entry(element: etree._Element, entries: dict[str, SitemapEntry]) -> None:
    """An address, and the same page in other languages, which the protocol names beside it."""
    fields = {local_name(child): (child.text or "").strip() for child in element}
    if url := fields.get("loc"):
        entries[url] = SitemapEntry(url, fields.get("lastmod", ""))
    for child in element:
        if local_name(child) == "link" and child.get("hreflang"):
            url = (child.get("href") or "").strip()
            if url:
                entries.setdefault(url, SitemapEntry(url))
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]  # or the tree grows with the file
