"""Which type of page it is, by rules a reader can follow: address, declarations, block shape.

Each piece of evidence adds weight to types; the confidence is the share of the best type in the
weight of all, damped where there is little evidence at all.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from models.page import MIN_PROSE_WORDS, Block, BlockKind, Page, Region, Widget
from models.page_types import KNOWN_TYPES, POLICIES, PageType
from pipelines.boundary import find_run

# Weight that speaks for no type, so that one weak hint makes no sure answer.
# Measured: 1.0 leaves more pages unknown, wcxb-dev word F1 .8593, at 0.5 .8598, 11 boards +.0002.
DOUBT: Final = 0.5

_ARTICLE, _DOCS, _SERVICE = PageType.ARTICLE, PageType.DOCUMENTATION, PageType.SERVICE
_FORUM, _LISTING = PageType.FORUM, PageType.LISTING
_COLLECTION, _PRODUCT = PageType.COLLECTION, PageType.PRODUCT

# Evidence in the address: pattern over host and path, type, weight.
# Source: the address schemes of common forum, shop, blog and documentation software.
ADDRESS_EVIDENCE: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), page_type, weight)
    for pattern, page_type, weight in (
        (r"^(forums?|community|discuss|discourse|bbs|answers|talk|boards?)\.", _FORUM, 2.5),
        (r"/(forums?|threads?|showthread|viewtopic|topics?|discussions?)([./?-]|$)", _FORUM, 3.0),
        (r"/t/[^/]+/\d+|/questions/\d+|/r/[^/]+/comments/|/comments/\w+/", _FORUM, 4.0),
        (r"[?&](t|topic|thread|tid)=\d+", _FORUM, 2.0),
        (r"^(docs?|developers?|dev|api|wiki|man|help|learn|support)\.|readthedocs", _DOCS, 2.5),
        (r"/(docs?|documentation|reference|manual|api|guide|tutorials?|wiki)(/|$)", _DOCS, 2.5),
        (r"/(products?|p|dp|itm|item|ip|gp|app|prd|pd)/[^/]+", _PRODUCT, 3.0),
        (r"^(shop|store|buy)\.", _PRODUCT, 1.0),
        (r"^(shop|store|buy)\.", _COLLECTION, 1.0),
        (r"/collections?/[^/]+/products?/", _PRODUCT, 3.0),
        (r"/(collections?|c|cat|shop|plp|browse|department|b)/[^/]+/?$", _COLLECTION, 3.0),
        (r"/(category|categories|tags?|topics?|archives?|hub|section)/", _LISTING, 2.0),
        (r"/(news|blog|articles?|stories|reviews?|jobs|events|directory|best)/?$", _LISTING, 2.0),
        (r"/(19|20)\d\d/\d\d?/", _ARTICLE, 3.0),
        (r"/(blog|news|articles?|story|posts?|magazine|newsroom|p)/[^/]{12,}", _ARTICLE, 2.5),
        (r"/[^/]+(-[^/-]+){4,}/?(\.html?)?$", _ARTICLE, 1.5),
        (r"/(services?|solutions?|features?|platform|pricing|plans|programs?)(/|$)", _SERVICE, 2.5),
        (r"/(business|software|enterprise|insurance|loans?|about|company)(/|$)", _SERVICE, 1.5),
        (r"^[^/]+/([a-z]{2}(-[a-z]{2})?/?)?$", _SERVICE, 2.0),
    )
)

# Evidence in JSON-LD types. Source: schema.org.
JSONLD_EVIDENCE: Final[Mapping[str, tuple[PageType, float]]] = {
    "Article": (_ARTICLE, 2.0),
    "NewsArticle": (_ARTICLE, 3.0),
    "BlogPosting": (_ARTICLE, 3.0),
    "Review": (_ARTICLE, 0.5),
    "Recipe": (_ARTICLE, 3.0),
    "TechArticle": (_DOCS, 3.0),
    "APIReference": (_DOCS, 3.0),
    "DiscussionForumPosting": (_FORUM, 4.0),
    "QAPage": (_FORUM, 4.0),
    "Product": (_PRODUCT, 2.5),
    "ProductGroup": (_PRODUCT, 3.0),
    "CollectionPage": (_LISTING, 1.5),
    "ItemList": (_LISTING, 1.0),
    "OfferCatalog": (_COLLECTION, 2.0),
    "Service": (_SERVICE, 2.5),
    "SoftwareApplication": (_SERVICE, 1.5),
    "LocalBusiness": (_SERVICE, 2.0),
    "FAQPage": (_SERVICE, 0.5),
}

OG_EVIDENCE: Final[Mapping[str, tuple[PageType, float]]] = {
    "article": (_ARTICLE, 2.0),
    "product": (_PRODUCT, 2.0),
    "og:product": (_PRODUCT, 2.0),
    "product.group": (_COLLECTION, 3.0),
}

_PRICE: Final = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:[€£]|USD|EUR|GBP)\b")
_BASKET: Final = re.compile(
    r"\badd to (?:cart|bag|basket)\b|\bbuy now\b|\bin stock\b", re.IGNORECASE
)
_POST: Final = re.compile(r"\b(?:reply|quote|joined|posts|upvote|likes?|members?)\b", re.IGNORECASE)

# Words from which a paragraph is prose, not a label. Unmeasured: two lines of text.
PROSE_WORDS: Final = 25

# A page is one text with things beside it when its best run of blocks holds so many unlinked words
# of prose and such a share of all prose, and links so few of its own words. A block is prose here
# from so many unlinked words on. Half of the news pages without an address were listings before,
# for their menus. Measured: log.md, "News without an address" (mean of 11 boards .821 -> .860).
MIN_TEXT_WORDS: Final = 30
MIN_TEXT_SHARE: Final = 0.6
MAX_TEXT_LINK_DENSITY: Final = 0.25
TEXT_PROSE_WORDS: Final = 15

# Share of a page's prose above which comments are the page, and the words they have at least.
# Measured: magic-forum word F1 .649 -> .661, the rest within .001 but dragnet (-.006).
MIN_THREAD_SHARE: Final = 0.7
MIN_THREAD_WORDS: Final = 50


def weigh_types(page: Page) -> tuple[float, ...]:
    """Add up what speaks for each of `KNOWN_TYPES`."""
    weights = dict.fromkeys(KNOWN_TYPES, 0.0)
    for page_type, weight in find_evidence(page):
        weights[page_type] += weight
    return tuple(weights.values())


def share_weights(weights: Sequence[float]) -> tuple[float, ...]:
    """Turn weights into shares of all weight and the doubt, which together stay below 1."""
    total = sum(weights) + DOUBT
    return tuple(weight / total for weight in weights)


def find_evidence(page: Page) -> Iterator[tuple[PageType, float]]:
    """Find what speaks for each type, with its weight."""
    yield from _address_evidence(page.url)
    for name in _jsonld_types(page.metadata.jsonld):
        if name in JSONLD_EVIDENCE:
            yield JSONLD_EVIDENCE[name]
    if page.metadata.og_type in OG_EVIDENCE:
        yield OG_EVIDENCE[page.metadata.og_type]
    yield from _shape_evidence(page.blocks)


def _address_evidence(url: str) -> Iterator[tuple[PageType, float]]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return
    if not parts.netloc:
        return
    address = parts.netloc.lower().removeprefix("www.") + (parts.path or "/")
    if parts.query:
        address += f"?{parts.query}"
    for pattern, page_type, weight in ADDRESS_EVIDENCE:
        if pattern.search(address):
            yield page_type, weight


def _jsonld_types(jsonld: str) -> set[str]:
    """Collect the `@type` of all objects, at any depth."""
    if not jsonld:
        return set()
    found: set[str] = set()
    waiting: list[Any] = [json.loads(jsonld)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            types = value.get("@type")
            found.update(t for t in (types if isinstance(types, list) else [types]) if t)
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return {str(name).rpartition("/")[2] for name in found}


def _shape_evidence(blocks: Sequence[Block]) -> Iterator[tuple[PageType, float]]:
    shown = [b for b in blocks if not b.hidden and b.region not in (Region.NAV, Region.FOOTER)]
    words = sum(block.words for block in shown)
    if not words:
        return
    is_text = is_one_text(shown)
    if is_text:
        yield _ARTICLE, 1.0
    has_thread = is_thread(shown)
    if has_thread:
        yield _FORUM, 2.0
    prose = sum(b.words for b in shown if b.unlinked_words >= PROSE_WORDS)
    linked = sum(b.linked_words for b in shown)
    prices = sum(bool(_PRICE.search(b.text)) for b in shown if b.words <= PROSE_WORDS)
    if prose >= 300 and prose > 0.6 * words and not has_thread:
        yield _ARTICLE, 2.0
    if sum(b.kind is BlockKind.CODE for b in shown) >= 3:
        yield _DOCS, 1.5
    if prices >= 10:
        yield _COLLECTION, 2.5
    if any(_BASKET.search(b.text) for b in shown if b.words <= 6):
        yield _PRODUCT, 1.5
    if prose < 0.25 * words and prices >= 4:
        yield _COLLECTION, 1.0
    elif prose < 0.25 * words and not is_text:
        yield _LISTING, 1.0
    if linked > 0.5 * words and prices < 4 and not is_text:
        yield _LISTING, 1.0
    posts = sum(bool(_POST.search(b.text)) for b in shown if b.words <= 6)
    if posts >= 6:
        yield _FORUM, 1.5


def is_one_text(blocks: Sequence[Block]) -> bool:
    """Tell a page with one text from one that lists many, by its best run of blocks."""
    outside_widgets = [b for b in blocks if not b.widget and b.region is not Region.ASIDE]
    run = find_run(outside_widgets, POLICIES[_ARTICLE])
    if run is None:
        return False
    first, last = run
    text = outside_widgets[first:last]
    words = _prose_words(text, TEXT_PROSE_WORDS)
    linked = sum(block.linked_words for block in text)
    return (
        words >= MIN_TEXT_WORDS
        and words >= MIN_TEXT_SHARE * _prose_words(outside_widgets, TEXT_PROSE_WORDS)
        and linked <= MAX_TEXT_LINK_DENSITY * sum(block.words for block in text)
    )


def is_thread(blocks: Sequence[Block]) -> bool:
    """Tell a page on which people's posts outweigh all else."""
    posts = _prose_words([b for b in blocks if b.widget is Widget.COMMENTS], MIN_PROSE_WORDS)
    return posts > max(MIN_THREAD_WORDS, MIN_THREAD_SHARE * _prose_words(blocks, MIN_PROSE_WORDS))


def _prose_words(blocks: Sequence[Block], least: int) -> int:
    """Unlinked words of the blocks that have `least` of them or more."""
    return sum(block.unlinked_words for block in blocks if block.unlinked_words >= least)
