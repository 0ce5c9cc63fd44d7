"""A site's stored pages as flat rows: one per page, the same whatever the order of the crawl."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from models.address import page_id, url_key
from models.content import Content
from models.digests import digest_lines
from models.page import Block, BlockKind, Page
from models.store import Store, StoredPage, StoreError
from models.words import count_words
from pipelines.content import select_content
from pipelines.flags import LOGIN, NEEDS_JS, SOFT_404, WALL
from pipelines.places import Place, find_places
from pipelines.select import STEPS, Step
from pipelines.soft_404 import MadeUpPages

Value = str | int | float
Row = dict[str, Value]
OnLost = Callable[[str, Exception], None]
"""Told the address of a page that gets no row, and what went wrong with it."""

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
LEFT_OUT_FLAGS: Final = frozenset({NEEDS_JS, SOFT_404, LOGIN, WALL})


def raise_lost(url: str, error: Exception) -> None:
    """Let one page end the rows."""
    if isinstance(error, StoreError):
        raise StoreError(f"{url}: {error}") from error
    raise error


def site_rows(
    store: Store,
    site: str,
    *,
    include_flagged: bool = False,
    changed_since: str = "",
    steps: Sequence[Step] = STEPS,
    on_lost: OnLost = raise_lost,
) -> Iterator[Row]:
    """Read a site's rows, sorted by the UTF-8 bytes of `url`.

    Each row has all of `FIELDS` in their order and no null. Only `first_seen_at`, `fetched_at`,
    `changed_at` and `crawl_id` depend on more than the set of pages stored. `change` is "new"
    until two crawls are compared.

    Args:
        store: read while the rows are taken; pages committed meanwhile may be left out.
        site: its key in the store.
        include_flagged: pages that need JavaScript, are walls, logins or soft 404 too.
        changed_since: UTC, ISO 8601 with seconds: only pages that changed at that time or later,
            or whose content came out otherwise.
        steps: the steps of selection.
        on_lost: takes a page of which no row can be made, so that the others come out.

    Raises:
        StoreError: no such site, or its data cannot be read.
    """
    return _make_rows(_page_rows, store, site, include_flagged, changed_since, steps, on_lost)


def block_rows(
    store: Store,
    site: str,
    *,
    include_flagged: bool = False,
    changed_since: str = "",
    steps: Sequence[Step] = STEPS,
    on_lost: OnLost = raise_lost,
) -> Iterator[Row]:
    """Read the blocks of the pages of `site_rows`, in their order: `BLOCK_FIELDS` of each.

    `n` counts a page's blocks from 0, `kept` is a boolean, and `heading_path` are the headings a
    block stands under, outermost first, parted by " > ".
    """
    return _make_rows(_block_rows, store, site, include_flagged, changed_since, steps, on_lost)


def to_json_line(row: Mapping[str, Value]) -> bytes:
    """One row as one line of UTF-8 JSON with its newline; lone surrogates become `?`."""
    text = json.dumps(row, ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "replace") + b"\n"


def _make_rows(
    make: Callable[[StoredPage, Content, Place], Iterator[Row]],
    store: Store,
    site: str,
    include_flagged: bool,
    changed_since: str,
    steps: Sequence[Step],
    on_lost: OnLost,
) -> Iterator[Row]:
    profile = store.load_profile(site)

    def select(page: Page) -> Content:
        return select_content(page, profile, steps=steps)

    made_up = MadeUpPages.read(store, site, select)
    places = find_places(store, site, profile, made_up, steps)

    def note_damaged(url: str, error: StoreError) -> None:
        if url_key(url) in places:
            on_lost(url, error)

    for stored in store.iter_pages(site, on_damaged=note_damaged):
        place = places.get(stored.url_key)
        if place is None or max(stored.changed_at, stored.content_changed_at) < changed_since:
            continue
        try:
            content = _select(stored.page, select, made_up)
            is_left_out = not LEFT_OUT_FLAGS.isdisjoint(content.flags) and not include_flagged
            rows = [] if is_left_out else list(make(stored, content, place))
        except Exception as error:  # a page nobody foresaw costs its own row, not everybody's
            on_lost(stored.fetched.url, error)
        else:
            yield from rows


def _select(page: Page, select: Callable[[Page], Content], made_up: MadeUpPages) -> Content:
    content = select(page)
    if not made_up.has_alike(page, content):
        return content
    return replace(content, flags=tuple(sorted({*content.flags, SOFT_404})))


def _page_rows(stored: StoredPage, content: Content, place: Place) -> Iterator[Row]:
    fetched, metadata = stored.fetched, stored.page.metadata
    yield {
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


def _block_rows(stored: StoredPage, content: Content, _: Place) -> Iterator[Row]:
    page = page_id(stored.url_key)
    path: list[Block] = []
    for n, (block, decision) in enumerate(zip(stored.page.blocks, content.decisions, strict=True)):
        if block.kind is BlockKind.HEADING:
            path = [above for above in path if above.level < block.level]
        yield {
            "page_id": page,
            "n": n,
            "kind": str(block.kind),
            "heading_path": " > ".join(heading.text for heading in path),
            "text": block.text,
            "markdown": block.markdown,
            "kept": decision.kept,
            "step": decision.step,
            "reason": decision.reason,
            "hidden": str(block.hidden),
            "slot": block.slot,
        }
        if block.kind is BlockKind.HEADING:
            path.append(block)
