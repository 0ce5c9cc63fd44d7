"""Sitemaps and feeds: which are asked for, and the addresses they hold."""

import re
from typing import Final
from urllib.parse import urljoin, urlsplit

from crawler.limits import MAX_ADDRESS_CHARS
from crawler.scope import Site, shares_host
from crawler.sitemaps import Sitemap, SitemapEntry, SitemapError, read_sitemap
from crawler.syndication import FEED_TYPES, read_feed
from models.address import normalise_url

# Sitemaps and feeds asked for per site. An index of the protocol may name 50,000; a circle of
# generated ones has no end. Unmeasured: the largest sites read by hand had some hundreds.
MAX_SOURCES: Final = 1_000
# Where sitemaps lie that robots.txt does not name: sitemaps.org, the two names of the most used
# plug-ins and of WordPress itself, and the compressed form. Each costs a request per site.
USUAL_PLACES: Final = ("sitemap.xml", "sitemap_index.xml", "wp-sitemap.xml", "sitemap.xml.gz")
# Media types of an answer to a page's request that may be a feed or a sitemap.
_SOURCE_TYPES: Final = FEED_TYPES | {"application/xml", "text/xml", "application/json"}
# And of a start, which its user named as one.
_START_TYPES: Final = _SOURCE_TYPES | {
    *("text/plain", "application/gzip", "application/x-gzip", "application/octet-stream"),
}
# Why an answer is no page that is a feed or a sitemap.
IS_SOURCE: Final = "content/sitemap_or_feed"
# The first element of one, after what may stand before it.
_SOURCE_MARK: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s|<\?[^>]*>|<!--.*?-->)*<(?:urlset|sitemapindex|rss|feed|rdf:RDF)[\s>]",
    re.DOTALL,
)
_SNIFFED_BYTES: Final = 1024


def read_source(body: bytes) -> Sitemap:
    """Read a sitemap or a feed, whatever the server calls it.

    Raises:
        SitemapError: it is neither, or too large.
    """
    try:
        return read_sitemap(body)
    except SitemapError as error:
        feed = read_feed(body) if error.reason in ("other_xml", "not_xml") else None
        if feed is None:
            raise
    return Sitemap(
        pages=tuple(map(SitemapEntry, feed.pages)), sitemaps=tuple(map(SitemapEntry, feed.parts))
    )


def refuse_source(body: bytes) -> str:
    """Why a body is no page that is a sitemap or a feed sent as HTML; empty when it is none."""
    return IS_SOURCE if _SOURCE_MARK.match(body[:_SNIFFED_BYTES]) else ""


def may_be_source(content_type: str, *, is_start: bool = False) -> bool:
    """Whether an answer that is no page may be a feed or a sitemap by its media type."""
    kinds = _START_TYPES if is_start else _SOURCE_TYPES
    return content_type.partition(";")[0].strip().lower() in kinds


def list_places(start_url: str) -> list[tuple[str, ...]]:
    """The usual places of sitemaps, first those of the host, then that of the start's folder.

    Each of the tuples is to be tried in its order until one is there.
    """
    parts = urlsplit(start_url)
    origin = f"{parts.scheme}://{parts.netloc}/"
    folder = urljoin(start_url, ".")
    places = [tuple(origin + name for name in USUAL_PLACES)]
    return places if folder == origin else [*places, (folder + USUAL_PLACES[0],)]


def resolve_source(base_url: str, reference: str) -> str:
    """The address a source names, normalised where it is one, else as it stands."""
    try:
        return normalise_url(urljoin(base_url, reference))
    except ValueError:
        return reference


class SourceQueue:
    """Admits each source once, on the hosts of the crawl, up to `MAX_SOURCES` a site."""

    def __init__(self, sites: tuple[Site, ...]) -> None:
        self._sites = sites
        self._admitted: set[str] = set()
        self._hosts_with_named: set[str] = set()

    def admit(self, url: str) -> str:
        """Take a source in; the reason why not, empty when it is to be asked for."""
        if url in self._admitted:
            return "asked_before"
        if len(url) > MAX_ADDRESS_CHARS:
            return "address_too_long"
        if not shares_host(url, self._sites):
            return "sitemap_off_site"
        if len(self._admitted) >= MAX_SOURCES * len(self._sites):
            return "too_many_sitemaps"
        self._admitted.add(url)
        return ""

    def note_named(self, robots_url: str) -> None:
        """A host whose robots.txt names sitemaps: no others need to be looked for."""
        self._hosts_with_named.add(urlsplit(robots_url).netloc)

    def next_places(self, places: tuple[str, ...]) -> tuple[str, ...]:
        """What is still to be tried after the first of the places was not there."""
        named = urlsplit(places[0]).netloc in self._hosts_with_named if places else True
        return () if named else places[1:]
