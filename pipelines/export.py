"""A site's stored pages as flat rows: one per page, the same whatever the order of the crawl."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from models.address import AddressError, page_id, url_key
from models.chrome import ChromeProfile
from models.content import Content
from models.digests import digest_lines
from models.store import PageIdentity, Store, StoredPage
from models.words import count_words
from pipelines.content import select_content
from pipelines.folding import fold_addresses
from pipelines.link_graph import NONE, find_paths

Value = str | int | float

# Version of the rows' form: raised when a field is added, moved or changes its meaning.
SCHEMA_VERSION: Final = 1
FIELDS: Final[tuple[str, ...]] = (
    *("id", "url", "source_url", "canonical_url", "aliases", "site"),
    *("title", "description", "author", "published_at", "modified_at"),
    *("language", "page_type", "page_type_score"),
    *("content_markdown", "content_text", "comments_markdown", "markdown"),
    *("content_methods", "word_count"),
    *("content_digest", "page_digest", "change", "duplicate_of"),
    *("status", "content_type", "depth", "parent_url"),
    *("first_seen_at", "fetched_at", "changed_at", "crawl_id"),
    *("flags", "jsonld", "engine_version", "schema_version"),
)
BLOCK_FIELDS: Final[tuple[str, ...]] = (
    *("page_id", "n", "kind", "heading_path", "text", "markdown"),
    *("kept", "step", "reason", "hidden", "slot"),
)
# Flags of pages that hold no content of their own.
LEFT_OUT_FLAGS: Final = frozenset({"needs_js", "soft_404", "login", "wall"})
# Share of the words of two pages' content that both have, from which a canonical address is
# believed. Unmeasured: a date, a counter or a sort order differ; another product does not.
MIN_COMMON_WORDS: Final = 0.9


@dataclass(frozen=True, slots=True)
class _Place:
    """What a page's row says about the others."""

    aliases: str
    depth: int
    parent_url: str


def site_rows(
    store: Store, site: str, *, include_flagged: bool = False
) -> Iterator[dict[str, Value]]:
    """Read a site's rows, sorted by the UTF-8 bytes of `url`.

    Each row has all of `FIELDS` in their order and no null. Only `first_seen_at`, `fetched_at`,
    `changed_at` and `crawl_id` depend on more than the set of pages stored. `change` is "new"
    until two crawls are compared.

    Args:
        store: read while the rows are taken; pages committed meanwhile may be left out.
        site: its key in the store.
        include_flagged: pages that need JavaScript, are walls, logins or soft 404 too.

    Raises:
        StoreError: no such site, or its data cannot be read.
    """
    profile = store.load_profile(site)
    places = _find_places(store, site, profile)
    for stored in store.iter_pages(site):
        place = places.get(stored.url_key)
        if place is None:
            continue
        content = select_content(stored.page, profile)
        if include_flagged or LEFT_OUT_FLAGS.isdisjoint(content.flags):
            yield _row(stored, content, place)


def to_json_line(row: Mapping[str, Value]) -> bytes:
    """One row as one line of UTF-8 JSON with its newline; lone surrogates become `?`."""
    text = json.dumps(row, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "replace") + b"\n"


def _row(stored: StoredPage, content: Content, place: _Place) -> dict[str, Value]:
    fetched, metadata = stored.fetched, stored.page.metadata
    return {
        "id": page_id(stored.url_key),
        "url": fetched.url,
        "source_url": fetched.source_url,
        "canonical_url": metadata.canonical_url,
        "aliases": place.aliases,
        "site": stored.site,
        "title": content.title,
        "description": metadata.description,
        "author": content.author,
        "published_at": content.published_at,
        "modified_at": metadata.modified_at,
        "language": content.language,
        "page_type": content.page_type,
        "page_type_score": float(content.page_type_score),
        "content_markdown": content.content_markdown,
        "content_text": content.content_text,
        "comments_markdown": content.comments_markdown,
        "markdown": content.markdown,
        "content_methods": " ".join(content.content_methods),
        "word_count": count_words(content.content_text),
        "content_digest": digest_lines([content.content_text]),
        "page_digest": stored.text_digest,
        "change": "new",
        "duplicate_of": "",
        "status": fetched.status,
        "content_type": fetched.content_type,
        "depth": place.depth,
        "parent_url": place.parent_url,
        "first_seen_at": stored.first_seen_at,
        "fetched_at": fetched.fetched_at,
        "changed_at": stored.changed_at,
        "crawl_id": stored.crawl_id,
        "flags": " ".join(content.flags),
        "jsonld": metadata.jsonld,
        "engine_version": stored.engine_version,
        "schema_version": SCHEMA_VERSION,
    }


def _find_places(store: Store, site: str, profile: ChromeProfile) -> dict[str, _Place]:
    """The place of each page that gets a row, by its key."""
    pages = tuple(store.iter_identities(site))
    keepers = fold_addresses(pages, _Comparison(store, site, profile).says_nearly_same)
    aliases: defaultdict[str, list[str]] = defaultdict(list)
    for page in pages:
        if keepers[page.url_key] != page.url_key:
            aliases[keepers[page.url_key]].append(page.url)
    kept = [page for page in pages if keepers[page.url_key] == page.url_key]
    numbers = {page.url_key: number for number, page in enumerate(kept)}
    by_key = {key: numbers[keeper] for key, keeper in keepers.items()}
    for source_url, key in store.iter_sources(site):
        if source_key := _key_of(source_url):
            by_key.setdefault(source_key, by_key[key])
    links = (
        (by_key[source], by_key[target])
        for source, target in store.iter_links(site)
        if source in by_key and target in by_key
    )
    paths = find_paths(len(kept), _find_starts(store, site, by_key), links)
    return {
        page.url_key: _Place(
            aliases=" ".join(aliases[page.url_key]),
            depth=max(0, paths.depths[number]),
            parent_url="" if paths.parents[number] == NONE else kept[paths.parents[number]].url,
        )
        for number, page in enumerate(kept)
    }


def _find_starts(store: Store, site: str, by_key: Mapping[str, int]) -> set[int]:
    """The pages that the last crawl with start pages began at."""
    started = [run.start_urls for run in store.runs(site) if run.start_urls]
    keys = [_key_of(url) for url in started[-1]] if started else []
    return {by_key[key] for key in keys if key in by_key}


def _key_of(url: str) -> str:
    try:
        return url_key(url)
    except AddressError:
        return ""


class _Comparison:
    """Tells whether two pages' content is nearly the same, each page read once or twice."""

    def __init__(self, store: Store, site: str, profile: ChromeProfile) -> None:
        self._store = store
        self._site = site
        self._profile = profile
        self._words = lru_cache(maxsize=64)(self._count_words)

    def says_nearly_same(self, page: PageIdentity, other: PageIdentity) -> bool:
        mine, others = self._words(page.url_key), self._words(other.url_key)
        total = mine.total() + others.total()
        return total > 0 and 2 * (mine & others).total() >= MIN_COMMON_WORDS * total

    def _count_words(self, key: str) -> Counter[str]:
        stored = self._store.get_page(self._site, key)
        if stored is None:
            return Counter()
        return Counter(select_content(stored.page, self._profile).content_text.lower().split())
