"""What the router measures of a page: its address, what it declares, the shape of its blocks."""

import re
from collections import Counter
from collections.abc import Sequence
from operator import attrgetter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.page import BlockKind, Hidden, Metadata, Page, Region, Widget

Floats = NDArray[np.float64]
Features = dict[str, float]

# Unlinked words from which a block is a line of text, a paragraph, a long one.
# Unmeasured: two, four and eight lines on a phone.
LINE_WORDS, PARAGRAPH_WORDS, LONG_WORDS = 10, 25, 50

# JSON-LD types that have a feature of their own. Source: schema.org.
JSONLD_TYPES: Final = (
    "Article", "NewsArticle", "BlogPosting", "Recipe", "TechArticle", "APIReference",
    "DiscussionForumPosting", "QAPage", "Product", "ProductGroup", "Offer", "AggregateRating",
    "CollectionPage", "ItemList", "OfferCatalog", "Service", "SoftwareApplication",
    "LocalBusiness", "FAQPage", "BreadcrumbList", "WebPage", "Organization", "Person",
)  # fmt: skip

# Signs counted in the shown text, a feature each. Currencies count together.
MARKS: Final = ("?", "!", "@", "%", ":", "…", "/", "+", "(", ";", "=")
CURRENCIES: Final = ("$", "€", "£", "¥", "₹", "USD", "EUR", "GBP", "zł")

_DROP_INDICES: Final = str.maketrans("", "", "0123456789[]")
_DATE: Final = re.compile(r"/(?:19|20)\d\d[/-]\d\d?")
_FIELDS: Final = attrgetter(
    "words", "linked_words", "level", "in_main", "article", "in_article_body", "kind", "region",
    "widget", "hidden", "text", "slot",
)  # fmt: skip
_KINDS: Final = {kind: number for number, kind in enumerate(BlockKind)}
_REGIONS: Final = {region: number for number, region in enumerate(Region)}
_WIDGETS: Final = {widget: number for number, widget in enumerate(Widget)}
_HIDDEN: Final = {hidden: number for number, hidden in enumerate(Hidden)}
_HEADING, _IMAGE = _KINDS[BlockKind.HEADING], _KINDS[BlockKind.IMAGE]


def page_features(page: Page, rule_weights: Sequence[float]) -> Features:
    """Measure a page: a number by name, the same names in the same order for every page. No NaN.

    `rule_weights` is what the rules say for each of the seven types.
    """
    features = {f"rule_{number}": float(weight) for number, weight in enumerate(rule_weights)}
    features |= _address_features(page.url)
    features |= _link_features(page)
    features |= _payload_features(page.metadata)
    features |= _block_features(page)
    return features


def _address_features(url: str) -> Features:
    address = url.lower().partition("://")[2].partition("#")[0]
    where, _, query = address.partition("?")
    host, _, path = where.partition("/")
    segments = [segment for segment in path.split("/") if segment]
    last = segments[-1] if segments else ""
    return {
        "url_known": float(bool(host)),
        "url_host_labels": float(host.count(".")),
        "url_segments": float(len(segments)),
        "url_path_length": float(len(path)),
        "url_last_length": float(len(last)),
        "url_last_hyphens": float(last.count("-") + last.count("_")),
        "url_most_hyphens": float(max((segment.count("-") for segment in segments), default=0)),
        "url_last_digits": float(sum(map(str.isdigit, last))),
        "url_digits": float(sum(map(str.isdigit, path))),
        "url_suffix": float("." in last),
        "url_slash": float(path.endswith("/")),
        "url_query": float(len(query)),
        "url_date": float(bool(_DATE.search(where))),
    }


def _link_features(page: Page) -> Features:
    """How many links there are, to the same host and to what lies below the page."""
    count = len(page.links)
    address = page.url.partition("#")[0].partition("?")[0]
    scheme, _, rest = address.partition("://")
    host = f"{scheme}://{rest.partition('/')[0]}/"
    own = [link for link in page.links if link.startswith(host)]
    below = address.rstrip("/") + "/"
    folder = address.rpartition("/")[0] + "/"
    joined = "\n".join(own)
    size = max(len(own), 1)
    return {
        "links": float(count),
        "links_own": len(own) / max(count, 1),
        "links_below": sum(link.startswith(below) for link in own) / max(count, 1),
        "links_beside": sum(link.startswith(folder) for link in own) / max(count, 1),
        "links_depth": joined.count("/") / size,
        "links_length": sum(map(len, own)) / size,
        "links_hyphens": joined.count("-") / size,
        "links_query": sum("?" in link for link in own) / size,
    }


def _payload_features(metadata: Metadata) -> Features:
    jsonld = metadata.jsonld
    features = {
        f"jsonld_{name}": float(jsonld.count(f'"{name}"') if jsonld else 0) for name in JSONLD_TYPES
    }
    return features | {
        "jsonld_length": float(len(jsonld)),
        "og_article": float(metadata.og_type == "article"),
        "og_product": float("product" in metadata.og_type),
        "og_website": float(metadata.og_type == "website"),
        "og_any": float(bool(metadata.og_type)),
        "has_author": float(bool(metadata.author)),
        "has_published": float(bool(metadata.published_at)),
        "has_modified": float(bool(metadata.modified_at)),
        "description_length": float(len(metadata.description)),
        "title_length": float(len(metadata.title)),
        "title_parts": float(sum(map(metadata.title.count, ("|", " - ", "–", ":", "·")))),
    }


def _block_features(page: Page) -> Features:
    columns = tuple(zip(*map(_FIELDS, page.blocks), strict=True)) or ((),) * 12
    words, linked, level, in_main, article, in_body = np.array(columns[:6], np.float64)
    kind = np.array([_KINDS[kind] for kind in columns[6]], np.intp)
    region = np.array([_REGIONS[region] for region in columns[7]], np.intp)
    widget = np.array([_WIDGETS[widget] for widget in columns[8]], np.intp)
    hidden = np.array([_HIDDEN[hidden] for hidden in columns[9]], np.intp)
    is_body = (
        (hidden == 0)
        & (widget == 0)
        & ((region == 0) | (region == _REGIONS[Region.MAIN]) | (region == _REGIONS[Region.ARTICLE]))
    )
    unlinked = words - linked
    total = max(float(words.sum()), 1.0)
    features = {
        "blocks": float(len(words)),
        "words": total,
        "density": float(linked.sum()) / total,
        "main_share": float(words @ in_main) / total,
        "body_share": float(words @ in_body) / total,
        "article_share": float(words @ (article >= 0)) / total,
    }
    features |= _shares("region", region, words / total, list(Region))
    features |= _shares("widget", widget, words / total, list(Widget))
    features |= _shares("hidden", hidden, words / total, list(Hidden))
    features |= _article_features(article[is_body], words[is_body])
    body = (words[is_body], linked[is_body], unlinked[is_body], kind[is_body], level[is_body])
    features |= _text_features(body[0], body[1], body[2])
    features |= _kind_features(body[3], body[0])
    features |= _heading_features(body[3], body[4], body[0], body[1])
    chosen = np.flatnonzero(is_body)
    features |= _path_features([columns[11][index] for index in chosen], body[0], body[1])
    return features | _mark_features([columns[10][index] for index in chosen], body[0])


def _shares(
    name: str, numbers: NDArray[np.intp], weights: Floats, parts: Sequence[str]
) -> Features:
    sums = np.bincount(numbers, weights, len(parts))
    return {
        f"{name}_{part or 'none'}": float(value) for part, value in zip(parts, sums, strict=True)
    }


def _article_features(article: Floats, words: Floats) -> Features:
    """How many `<article>` hold the body, and how much of it the largest."""
    inside = article >= 0
    sums = np.bincount(article[inside].astype(np.intp), words[inside])
    total = max(float(words.sum()), 1.0)
    return {
        "articles": float(np.count_nonzero(sums)),
        "article_largest": float(sums.max() if len(sums) else 0) / total,
    }


def _text_features(words: Floats, linked: Floats, unlinked: Floats) -> Features:
    total = max(float(words.sum()), 1.0)
    features = {
        "body_blocks": float(len(words)),
        "body_words": total,
        "body_density": float(linked.sum()) / total,
        "body_words_a_block": total / max(len(words), 1),
        "body_longest": float(words.max() if len(words) else 0),
        "body_links": float(np.count_nonzero(linked)) / max(len(words), 1),
        "body_link_blocks": float(np.count_nonzero(linked > 0.5 * words)),
    }
    for name, least in (("line", LINE_WORDS), ("paragraph", PARAGRAPH_WORDS), ("long", LONG_WORDS)):
        is_text = unlinked >= least
        count = int(np.count_nonzero(is_text))
        features[f"{name}s"] = float(count)
        features[f"{name}_words"] = float(unlinked[is_text].sum())
        features[f"{name}_share"] = float(unlinked[is_text].sum()) / total
    places = np.flatnonzero(unlinked >= PARAGRAPH_WORDS)
    gaps = np.diff(places)
    features["paragraph_first"] = float(places[0] if len(places) else -1)
    features["paragraph_gap"] = float(gaps.mean() if len(gaps) else 0)
    features["paragraph_run"] = float(np.count_nonzero(gaps == 1)) / max(len(gaps), 1)
    texts = unlinked[unlinked >= LINE_WORDS]
    features["line_spread"] = float(texts.std() / texts.mean()) if len(texts) else 0.0
    return features


def _kind_features(kind: NDArray[np.intp], words: Floats) -> Features:
    total = max(float(words.sum()), 1.0)
    counts = np.bincount(kind, minlength=len(_KINDS))
    sums = np.bincount(kind, words, len(_KINDS)) / total
    features = {f"count_{name}": float(counts[number]) for name, number in _KINDS.items()}
    features |= {f"share_{name}": float(sums[number]) for name, number in _KINDS.items()}
    features["images_a_block"] = float(counts[_IMAGE]) / max(len(kind), 1)
    return features


def _heading_features(
    kind: NDArray[np.intp], level: Floats, words: Floats, linked: Floats
) -> Features:
    is_heading = kind == _HEADING
    levels = np.bincount(level[is_heading].astype(np.intp), minlength=7)
    count = int(np.count_nonzero(is_heading))
    is_linked = is_heading & (linked > 0.5 * words)
    features = {f"headings_{number}": float(levels[number]) for number in range(1, 7)}
    return features | {
        "headings_linked": float(np.count_nonzero(is_linked)),
        "headings_linked_share": float(np.count_nonzero(is_linked)) / max(count, 1),
        "headings_words": float(words[is_heading].sum()) / max(count, 1),
        "words_a_heading": float(words.sum()) / max(count, 1),
    }


def _path_features(slots: Sequence[str], words: Floats, linked: Floats) -> Features:
    """What the blocks have in common that stand under the same tags."""
    paths = "\n".join(slots).translate(_DROP_INDICES).split("\n") if slots else []
    numbers: dict[str, int] = {}
    classes = np.array([numbers.setdefault(path, len(numbers)) for path in paths], np.intp)
    size = max(len(numbers), 1)
    total = max(float(words.sum()), 1.0)
    counts = np.bincount(classes, minlength=size)
    sums = np.bincount(classes, words, size)
    links = np.bincount(classes, linked, size)
    features = {"paths": float(len(numbers)), "paths_a_block": len(numbers) / max(len(paths), 1)}
    for name, order in (("frequent", counts), ("wordy", sums)):
        top = int(np.argmax(order))
        features[f"{name}_blocks"] = float(counts[top])
        features[f"{name}_block_share"] = float(counts[top]) / max(len(paths), 1)
        features[f"{name}_share"] = float(sums[top]) / total
        features[f"{name}_words"] = float(sums[top]) / max(float(counts[top]), 1.0)
        features[f"{name}_density"] = float(links[top]) / max(float(sums[top]), 1.0)
        features[f"{name}_depth"] = (
            float(paths[int(np.argmax(classes == top))].count("/")) if paths else 0.0
        )
    repeated = counts >= 4
    features["repeated_share"] = float(sums[repeated].sum()) / total
    features["repeated_blocks"] = float(counts[repeated].sum()) / max(len(paths), 1)
    return features


def _mark_features(texts: Sequence[str], words: Floats) -> Features:
    """How often signs occur in the body: in a hundred words, prices by block."""
    joined = "\n".join(texts)
    per = 100 / max(float(words.sum()), 1.0)
    features = {f"mark_{mark}": joined.count(mark) * per for mark in MARKS}
    prices = float(sum(map(joined.count, CURRENCIES)))
    endings = Counter(text[-1:] for text in texts)
    count = max(len(texts), 1)
    features["prices"] = prices
    features["prices_a_block"] = prices / count
    features["end_stop"] = endings["."] / count
    features["end_question"] = endings["?"] / count
    features["end_colon"] = endings[":"] / count
    features["end_more"] = float(endings["…"] + joined.count("...\n"))
    features["said_twice"] = 1 - len(set(texts)) / count
    return features
