"""Pages: one row for what a page is now, one per version of its bytes."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, bindparam, delete, func, insert, select, update

from models.chrome import Observation
from models.digests import text_digest
from models.fetched import FetchedPage
from models.page import Page
from models.store.codec import (
    pack_body,
    pack_observation,
    pack_page,
    unpack_body,
    unpack_observation,
    unpack_page,
)
from models.store.errors import StoreError
from models.store.records import PageIdentity, PageReading, PageRecord, StoredPage
from models.store.tables import LINK, PAGE, PAGE_SOURCE, SITE, VERSION
from models.store.upsert import add_missing

# Versions kept of a page: what it is, and what change is told from.
VERSIONS_KEPT: Final = 2
# What was done with a version's bytes: its blocks are read and stored.
CONVERTED: Final = "converted"
# `profile_version` of a page whose content was not yet selected with its site's profile.
NO_PROFILE: Final = 0
# `selected_with` of a version whose content was not selected yet.
NOT_SELECTED: Final = 0
# Rows held at once while a site's pages are read one after the other.
_ROWS_AT_ONCE: Final = 20

OnDamaged = Callable[[str, StoreError], None]
"""Told the address of a page whose stored form cannot be read, and why."""

_FIND: Final = select(PAGE).where(
    PAGE.c.site_id == bindparam("site"), PAGE.c.url_key == bindparam("key")
)
_COUNT_PAGE: Final = (
    update(SITE).where(SITE.c.id == bindparam("site")).values(pages=SITE.c.pages + 1)
)
_FIND_TWIN: Final = (
    select(PAGE.c.id)
    .where(
        PAGE.c.site_id == bindparam("site"),
        PAGE.c.observation_digest == bindparam("digest"),
        PAGE.c.id != bindparam("row"),
    )
    .limit(1)
)
_CHANGE_PAGE: Final = update(PAGE).where(PAGE.c.id == bindparam("row"))
_CHANGE_VERSION: Final = update(VERSION).where(VERSION.c.id == bindparam("row"))


def put_page(
    connection: Connection,
    site_id: int,
    record: PageRecord,
    links: Sequence[str],
    observation: Observation,
) -> tuple[int, tuple[Observation | None, Observation | None]]:
    """Store a page, its version and its links.

    Returns:
        The version's row, and what the page says to the site's statistics, before and now:
        nothing where another address of the site says the very same, which counts once.
    """
    old = connection.execute(_FIND, {"site": site_id, "key": record.url_key}).one_or_none()
    values = _page_values(record, observation)
    if old is None:
        page_id = _add_page(connection, site_id, record, values)
    else:
        page_id = old.id
        if old.text_digest != values["text_digest"]:
            values["changed_at"] = record.fetched.fetched_at
    values["version_id"] = _put_version(connection, page_id, old, record)
    connection.execute(_CHANGE_PAGE, {"row": page_id, **values})
    _put_source(connection, page_id, record)
    _put_links(connection, page_id, links, is_new=old is None)
    return values["version_id"], _compare(connection, site_id, page_id, old, observation)


def reread_page(
    connection: Connection,
    site_id: int,
    page_id: int,
    reading: PageReading,
) -> tuple[Observation | None, Observation | None]:
    """Replace what was read from a page's bytes, which are the same: the page did not change.

    Returns:
        What the page says to the site's statistics, before and now, as in `put_page`.
    """
    old = connection.execute(select(PAGE).where(PAGE.c.id == page_id)).one()
    values = _reading_values(reading.page, reading.observation)
    connection.execute(_CHANGE_PAGE, {"row": old.id, **values})
    _put_links(connection, old.id, reading.links, is_new=False)
    return _compare(connection, site_id, old.id, old, reading.observation)


def read_page(connection: Connection, site: str, site_id: int, url_key: str) -> StoredPage | None:
    """Read one page without its body, or nothing when the site has no such page."""
    query = find_pages(site_id, with_body=False).where(PAGE.c.url_key == url_key)
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    try:
        return _stored_page(site, row)
    except StoreError as error:
        raise StoreError(f"{row.url}: {error}") from error


def raise_damaged(url: str, error: StoreError) -> None:
    """Let a damaged page end the reading, with its address in the message."""
    raise StoreError(f"{url}: {error}") from error


def iter_pages(
    connection: Connection, site: str, site_id: int, *, with_body: bool, on_damaged: OnDamaged
) -> Iterator[StoredPage]:
    """Read a site's pages in the order of the UTF-8 bytes of their addresses."""
    query = find_pages(site_id, with_body=with_body).order_by(PAGE.c.url, PAGE.c.url_key)
    for row in connection.execution_options(yield_per=_ROWS_AT_ONCE).execute(query):
        try:
            stored = _stored_page(site, row)
        except StoreError as error:
            on_damaged(row.url, error)
        else:
            yield stored


def iter_identities(connection: Connection, site_id: int) -> Iterator[PageIdentity]:
    """Read what tells pages apart, in the order of `iter_pages`."""
    query = (
        select(PAGE.c.url_key, PAGE.c.url, PAGE.c.canonical_url, PAGE.c.text_digest)
        .where(PAGE.c.site_id == site_id)
        .order_by(PAGE.c.url, PAGE.c.url_key)
    )
    for row in connection.execute(query):
        yield PageIdentity(*row)


def iter_links(connection: Connection, site_id: int) -> Iterator[tuple[str, str]]:
    """Read the links of a site as (key of the page, key of the target)."""
    query = (
        select(PAGE.c.url_key, LINK.c.target_key)
        .join_from(PAGE, LINK, LINK.c.page_id == PAGE.c.id)
        .where(PAGE.c.site_id == site_id)
    )
    for row in connection.execution_options(yield_per=1000).execute(query):
        yield row.url_key, row.target_key


def iter_sources(connection: Connection, site_id: int) -> Iterator[tuple[str, str]]:
    """Read the addresses that led elsewhere, as (address asked for, key of the page)."""
    query = (
        select(PAGE_SOURCE.c.source_url, PAGE.c.url_key)
        .join_from(PAGE, PAGE_SOURCE, PAGE_SOURCE.c.page_id == PAGE.c.id)
        .where(PAGE.c.site_id == site_id, PAGE_SOURCE.c.source_url != PAGE.c.url)
        .order_by(PAGE_SOURCE.c.source_url)
    )
    for row in connection.execute(query):
        yield row.source_url, row.url_key


def _has_twin(connection: Connection, site_id: int, page_id: int, observation_digest: str) -> bool:
    """Whether another page of the site is made of the same texts in the same slots."""
    key = {"site": site_id, "digest": observation_digest, "row": page_id}
    return connection.execute(_FIND_TWIN, key).first() is not None


def _compare(
    connection: Connection,
    site_id: int,
    page_id: int,
    old: Row[Any] | None,
    observation: Observation,
) -> tuple[Observation | None, Observation | None]:
    """What a page said to the statistics and says now; `old` is its row before."""
    said = old is not None and not _has_twin(connection, site_id, page_id, old.observation_digest)
    before = unpack_observation(old.observation) if old is not None and said else None
    digest = _observation_digest(pack_observation(observation))
    return before, None if _has_twin(connection, site_id, page_id, digest) else observation


def _page_values(record: PageRecord, observation: Observation) -> dict[str, Any]:
    return {
        "url": storable(record.fetched.url),
        "fetched_at": record.fetched.fetched_at,
        "crawl_id": storable(record.crawl_id),
        **_reading_values(record.page, observation),
    }


def _reading_values(page: Page, observation: Observation) -> dict[str, Any]:
    packed = pack_observation(observation)
    return {
        "canonical_url": storable(page.metadata.canonical_url),
        "text_digest": text_digest(page),
        "observation": packed,
        "observation_digest": _observation_digest(packed),
    }


def _observation_digest(packed: bytes) -> str:
    return blake2b(packed, digest_size=16).hexdigest()


def _add_page(
    connection: Connection, site_id: int, record: PageRecord, values: dict[str, Any]
) -> int:
    now = record.fetched.fetched_at
    row = {"site_id": site_id, "url_key": record.url_key, "version_id": 0}
    seen = {"first_seen_at": now, "changed_at": now}
    added = connection.execute(insert(PAGE), {**values, **row, **seen})
    connection.execute(_COUNT_PAGE, {"site": site_id})
    return int(_only_key(added.inserted_primary_key))


def _put_version(
    connection: Connection, page_id: int, old: Row[Any] | None, record: PageRecord
) -> int:
    """Add a version when the bytes changed; else refresh what is known of the last one."""
    body_digest = blake2b(record.fetched.body, digest_size=16).hexdigest()
    values = {
        "status": record.fetched.status,
        "content_type": storable(record.fetched.content_type),
        "etag": storable(record.fetched.etag),
        "last_modified": storable(record.fetched.last_modified),
        "robots": storable(record.fetched.robots),
        "cut_off": int(record.fetched.is_cut_off),
        "fetched_at": record.fetched.fetched_at,
        "engine_version": record.engine_version,
        "profile_version": NO_PROFILE,
        "conversion_state": CONVERTED,
        "converted_at": record.fetched.fetched_at,
        "converter": "",
        "failed_engine": "",
        "selected_with": NOT_SELECTED,
        "selected_digest": "",
        "css_version": record.page.css.version,
        "blocks": pack_page(record.page),
    }
    if old is not None and _has_body(connection, old.version_id, body_digest):
        connection.execute(_CHANGE_VERSION, {"row": old.version_id, **values})
        return int(old.version_id)
    body = {"body_digest": body_digest, "body": pack_body(record.fetched.body)}
    added = connection.execute(insert(VERSION), {**values, **body, "page_id": page_id})
    if old is not None:
        _forget_old_versions(connection, page_id)
    return int(_only_key(added.inserted_primary_key))


def _has_body(connection: Connection, version_id: int, body_digest: str) -> bool:
    query = select(VERSION.c.body_digest).where(VERSION.c.id == version_id)
    return connection.execute(query).scalar_one_or_none() == body_digest


def _forget_old_versions(connection: Connection, page_id: int) -> None:
    kept = (
        select(VERSION.c.id)
        .where(VERSION.c.page_id == page_id)
        .order_by(VERSION.c.id.desc())
        .limit(VERSIONS_KEPT)
    )
    connection.execute(
        delete(VERSION).where(VERSION.c.page_id == page_id, VERSION.c.id.not_in(kept))
    )


def _put_source(connection: Connection, page_id: int, record: PageRecord) -> None:
    source = {"page_id": page_id, "source_url": storable(record.fetched.source_url)}
    add_missing(connection, PAGE_SOURCE, [source])


def _put_links(connection: Connection, page_id: int, links: Sequence[str], *, is_new: bool) -> None:
    if not is_new:
        connection.execute(delete(LINK).where(LINK.c.page_id == page_id))
    targets = sorted({storable(link) for link in links})
    add_missing(connection, LINK, [{"page_id": page_id, "target_key": key} for key in targets])


def find_pages(site_id: int, *, with_body: bool) -> Select[Any]:
    """A site's pages, each in its latest version."""
    # Of all addresses that led here, whichever came last: the page's own, else the smallest.
    own = select(func.max(PAGE_SOURCE.c.source_url)).where(
        PAGE_SOURCE.c.page_id == PAGE.c.id, PAGE_SOURCE.c.source_url == PAGE.c.url
    )
    smallest = select(func.min(PAGE_SOURCE.c.source_url)).where(PAGE_SOURCE.c.page_id == PAGE.c.id)
    source = func.coalesce(own.scalar_subquery(), smallest.scalar_subquery(), PAGE.c.url)
    version = [column for column in VERSION.c if column.name not in {"id", "fetched_at", "body"}]
    columns = [*PAGE.c, source.label("source_url"), *version]
    if with_body:
        columns.append(VERSION.c.body)
    return (
        select(*columns)
        .join_from(PAGE, VERSION, VERSION.c.id == PAGE.c.version_id)
        .where(PAGE.c.site_id == site_id)
    )


def read_fetched(row: Row[Any]) -> FetchedPage:
    """The answer in a row of `find_pages`, with its body where that was asked for."""
    return FetchedPage(
        url=row.url,
        source_url=row.source_url,
        status=row.status,
        content_type=row.content_type,
        body=unpack_body(row.body) if "body" in row._fields else b"",
        fetched_at=row.fetched_at,
        etag=row.etag,
        last_modified=row.last_modified,
        robots=row.robots,
        is_cut_off=bool(row.cut_off),
    )


def _stored_page(site: str, row: Row[Any]) -> StoredPage:
    return StoredPage(
        site=site,
        url_key=row.url_key,
        page=unpack_page(row.blocks),
        fetched=read_fetched(row),
        crawl_id=row.crawl_id,
        engine_version=row.engine_version,
        first_seen_at=row.first_seen_at,
        changed_at=row.changed_at,
        text_digest=row.text_digest,
        content_changed_at=row.content_changed_at,
    )


def storable(text: str) -> str:
    """Text without what no database takes: lone surrogates and NUL become U+FFFD."""
    return text.encode("utf-8", "replace").decode().replace("\0", "\ufffd")


def _only_key(key: Any) -> Any:
    (value,) = key
    return value
