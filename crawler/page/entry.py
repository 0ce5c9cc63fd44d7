"""What the page a crawl begins at says about the site as a whole."""

from dataclasses import dataclass
from typing import Final

from lxml.html import HtmlElement

from crawler.page.links import find_base, resolve_url
from crawler.page.parse import parse_html
from models.page import Hidden, Page, Sign

# `<link rel=alternate>` with one of these types names a feed of the site.
_FEED_TYPES: Final = frozenset(
    {"application/rss+xml", "application/atom+xml", "application/feed+json", "application/json"}
)

# Words that a browser would show without running scripts; the shells of applications say
# "Loading" or that scripts are needed. Unmeasured: two such sentences.
MAX_BARE_WORDS: Final = 30


@dataclass(frozen=True, slots=True)
class Entry:
    """Addresses of the feeds and sitemaps a page names."""

    sources: tuple[str, ...] = ()


def read_entry(html: bytes | str, url: str, content_type: str | None = None) -> Entry:
    """Read the page a crawl begins at once more.

    Raises:
        UnreadablePageError: as `read_page`.
    """
    tree = parse_html(html, content_type)
    base_url = find_base(tree, url)
    named = (link.get("href", "") for link in tree.iter("link") if _names_source(link))
    found = (resolve_url(base_url, href) for href in named if href)
    return Entry(tuple(dict.fromkeys(address for address in found if address)))


def is_bare(page: Page) -> bool:
    """Whether a page with scripts, as it was sent, leads nowhere else and says next to nothing."""
    if Sign.SCRIPTS not in page.signs:
        return False
    words = sum(block.words for block in page.blocks if block.hidden is Hidden.VISIBLE)
    return words <= MAX_BARE_WORDS and not set(page.links) - {page.url}


def _names_source(link: HtmlElement) -> bool:
    relations = link.get("rel", "").lower().split()
    kind = link.get("type", "").partition(";")[0].strip().lower()
    return "sitemap" in relations or ("alternate" in relations and kind in _FEED_TYPES)
