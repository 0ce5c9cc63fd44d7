"""RSS, Atom, RDF and JSON feeds as lists of addresses."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from lxml import etree

from crawler.xml_events import XML_OPTIONS, local_name

# Entries read from one feed; feeds of more are archives under another name.
# Unmeasured: some hundred times what blog software sends.
MAX_FEED_ENTRIES: Final = 10_000
# Bytes of a JSON feed; read whole, it takes about ten times as much memory.
# Unmeasured: ten times the largest feeds that carry whole articles.
MAX_JSON_BYTES: Final = 8 * 1024 * 1024
FEED_TYPES: Final = frozenset(
    {
        *("application/rss+xml", "application/atom+xml", "application/rdf+xml"),
        *("application/feed+json", "text/rss+xml"),
    }
)
_ROOTS: Final = frozenset({"rss", "feed", "RDF"})
_ENTRIES: Final = frozenset({"item", "entry"})
_NOT_PAGES: Final = frozenset({"self", "hub", "edit", "enclosure", "replies", "via", "related"})


@dataclass(frozen=True, slots=True)
class FeedLinks:
    """Addresses of the entries, and of the next part of a feed in parts (RFC 5005)."""

    pages: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


def read_feed(body: bytes) -> FeedLinks | None:
    """Read a feed; None for a body that is none. Damaged XML is read as far as it goes."""
    text = body.lstrip(b"\xef\xbb\xbf \t\r\n")
    if text.startswith(b"{"):
        return _read_json(text)
    return _read_xml(text) if text.startswith((b"<", b"\xff\xfe", b"\xfe\xff")) else None


def _read_json(text: bytes) -> FeedLinks | None:
    if len(text) > MAX_JSON_BYTES:
        return None
    try:
        feed = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if "jsonfeed.org/version" not in str(feed.get("version")):
        return None
    items = feed.get("items")
    entries = items[:MAX_FEED_ENTRIES] if isinstance(items, list) else []
    pages = [entry.get("url") for entry in entries if isinstance(entry, dict)]
    return FeedLinks(_texts(pages), _texts([feed.get("next_url")]))


def _texts(values: list[object]) -> tuple[str, ...]:
    return tuple(value for value in values if isinstance(value, str) and value)


def _read_xml(text: bytes) -> FeedLinks | None:
    pages: list[str] = []
    parts: list[str] = []
    is_feed = False
    try:
        for event, element in etree.iterparse(BytesIO(text), **XML_OPTIONS):
            is_feed = is_feed or local_name(element) in _ROOTS
            if not is_feed:
                return None
            if event == "start":
                continue
            if local_name(element) in _ENTRIES:
                pages += _entry_links(element)
                element.clear()
            elif local_name(element) == "link" and element.get("rel") == "next":
                parts += _texts([element.get("href")])
            if len(pages) >= MAX_FEED_ENTRIES:
                break
    except etree.XMLSyntaxError:
        pass  # what came before the damage counts
    return FeedLinks(tuple(pages), tuple(parts)) if is_feed else None


def _entry_links(entry: etree._Element) -> Iterator[str]:
    """RSS has the address as text, Atom as an attribute, and may give several."""
    for child in entry:
        name = local_name(child)
        if name == "link" and child.get("rel", "alternate") not in _NOT_PAGES:
            address = child.get("href") or (child.text or "").strip()
        elif name == "guid" and child.get("isPermaLink", "true") == "true":
            address = (child.text or "").strip()
            if "://" not in address:
                continue
        else:
            continue
        if address:
            yield address
