"""The words a page is known by: of its address, its declarations, its names and its texts."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from models.page import Hidden, Page, Region

Tokens = frozenset[str]

# Words up to which a block is a label, a button or a heading. Unmeasured: a line on a phone.
MAX_SHORT_WORDS: Final = 8

# Words up to which a text is a token of its own, as "add to cart" is.
MAX_WHOLE_WORDS: Final = 4

# Characters read of each kind of text: what is beyond them is more of the same. Bounds the cost.
MAX_TEXT: Final = 20_000

_LETTERS: Final = re.compile(r"[^\W\d_]{2,}")
_ASCII_LETTERS: Final = re.compile(r"[a-z]{2,}")
_JSONLD_TYPE: Final = re.compile(r'"@type": ?\[?"(?:https?://schema\.org/)?(\w+)"')
_JSONLD_KEY: Final = re.compile(r'"(\w+)":')


def address_tokens(page: Page) -> Tokens:
    """Words of host and path, those of the first and the last segment marked too."""
    address = page.url.lower().partition("://")[2].partition("#")[0]
    where, _, query = address.partition("?")
    host, _, path = where.partition("/")
    segments = [segment for segment in path.split("/") if segment]
    tokens = {f"host:{label}" for label in host.split(".")}
    tokens.update(_ASCII_LETTERS.findall(path))
    tokens.update(f"?{name}" for name in _ASCII_LETTERS.findall(query)[:20])
    if segments:
        tokens.update(f"first:{word}" for word in _ASCII_LETTERS.findall(segments[0]))
        tokens.update(f"last:{word}" for word in _ASCII_LETTERS.findall(segments[-1]))
    return frozenset(tokens)


def payload_tokens(page: Page) -> Tokens:
    """Types and keys of the JSON-LD, and which metadata there is."""
    metadata = page.metadata
    jsonld = metadata.jsonld[:MAX_TEXT]
    tokens = {f"type:{name}" for name in _JSONLD_TYPE.findall(jsonld)}
    tokens.update(_JSONLD_KEY.findall(jsonld))
    tokens.add(f"og:{metadata.og_type.lower()}")
    for name in ("author", "published_at", "modified_at", "description", "site_name", "robots"):
        if getattr(metadata, name):
            tokens.add(f"has:{name}")
    return frozenset(tokens)


def title_tokens(page: Page) -> Tokens:
    """Words of title and description."""
    title, description = page.metadata.title.lower(), page.metadata.description.lower()
    tokens = {f"title:{word}" for word in _LETTERS.findall(title[:MAX_TEXT])}
    tokens.update(_LETTERS.findall(description[:MAX_TEXT]))
    return frozenset(tokens)


def name_tokens(page: Page) -> Tokens:
    """Classes and ids, whole and by their parts."""
    names = frozenset(" ".join(set(page.names.values()))[: 4 * MAX_TEXT].lower().split())
    return names.union(_ASCII_LETTERS.findall(" ".join(names)))


def short_tokens(page: Page) -> Tokens:
    """Words of short blocks that are shown outside menus and footers, the shortest whole."""
    texts = [
        block.text
        for block in page.blocks
        if block.words <= MAX_SHORT_WORDS
        and block.region not in (Region.NAV, Region.FOOTER)
        and block.hidden is not Hidden.TEMPLATE
    ]
    joined = "\n".join(texts)[:MAX_TEXT].lower()
    whole = {text for text in joined.split("\n") if text.count(" ") < MAX_WHOLE_WORDS}
    return frozenset(whole.union(_LETTERS.findall(joined)))


def link_tokens(page: Page) -> Tokens:
    """Words in the addresses that the page links."""
    joined = "\n".join(page.links)[: 2 * MAX_TEXT].lower()
    return frozenset(_ASCII_LETTERS.findall(joined))


def text_tokens(page: Page) -> Tokens:
    """Words of longer blocks."""
    texts = [block.text for block in page.blocks if block.words > MAX_SHORT_WORDS]
    return frozenset(_LETTERS.findall("\n".join(texts)[:MAX_TEXT].lower()))


GROUPS: Final[Mapping[str, Callable[[Page], Tokens]]] = {
    "address": address_tokens,
    "payload": payload_tokens,
    "title": title_tokens,
    "names": name_tokens,
    "short": short_tokens,
    "links": link_tokens,
    "text": text_tokens,
}
"""Each group of tokens has a linear model of its own."""
