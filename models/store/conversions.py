"""Pages to be converted again: found, taken and landed, each in a transaction of its own.

A page is taken by writing the sweep's name into it, and what was made of it lands only while that
name still stands there. So a page that was fetched anew meanwhile, or taken over because its sweep
had died, cannot be overwritten with what is no longer true.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    exists,
    func,
    join,
    or_,
    select,
    tuple_,
    update,
)

from models.store import pages, statistics
from models.store.codec import pack_page
from models.store.pages import CONVERTED, NOT_SELECTED
from models.store.records import PageReading
from models.store.tables import PAGE, VERSION

# A sweep has taken the page; its name stands in `converter`.
CONVERTING: Final = "converting"
# Pages listed at once; each is a few hundred bytes.
_LISTED_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class StalePage:
    """A page that was converted with something older, as it was when it was found."""

    page_id: int
    version_id: int
    url: str
    content_type: str
    converted_at: str
    engine_version: str
    profile_version: int
    conversion_state: str
    converter: str


_FROM_INDEX: Final = (
    *(VERSION.c.page_id, VERSION.c.id),
    *(VERSION.c.converted_at, VERSION.c.engine_version, VERSION.c.profile_version),
    *(VERSION.c.conversion_state, VERSION.c.converter),
)


def reading_is_stale(older: Sequence[str], engine_version: str) -> ColumnElement[bool]:
    """Condition: the page was read by one of the older engines, and this one did not fail on it."""
    return and_(VERSION.c.engine_version.in_(older), VERSION.c.failed_engine != engine_version)


def marks_are_stale(css_version: str, engine_version: str) -> ColumnElement[bool]:
    """Condition: the page was read by other rules of its user, and this engine did not fail on it.

    They are the site's; a page may have been read before they were.
    """
    return and_(VERSION.c.css_version != css_version, VERSION.c.failed_engine != engine_version)


def content_is_stale(profile_version: int, engine_version: str, until: str) -> ColumnElement[bool]:
    """Condition: the content was selected with another profile, or the work was left unfinished.

    What was converted after `until` is left alone: two sweeps that disagree about the profile,
    because a crawl goes on, do not undo each other's work for ever.
    """
    is_other = VERSION.c.profile_version != profile_version
    return and_(
        or_(is_other, VERSION.c.conversion_state != CONVERTED),
        VERSION.c.failed_engine != engine_version,
        VERSION.c.converted_at <= until,
    )


def read_engine_versions(connection: Connection, site_id: int) -> tuple[str, ...]:
    """The engines that a site's pages were read by."""
    query = (
        select(VERSION.c.engine_version)
        .distinct()
        .join_from(VERSION, PAGE, PAGE.c.version_id == VERSION.c.id)
        .where(PAGE.c.site_id == site_id)
    )
    return tuple(connection.execute(query).scalars())


def count_failed(connection: Connection, site_id: int, engine_version: str) -> int:
    """How many of a site's pages an engine has failed on."""
    query = (
        select(func.count())
        .select_from(join(VERSION, PAGE, PAGE.c.version_id == VERSION.c.id))
        .where(PAGE.c.site_id == site_id, VERSION.c.failed_engine == engine_version)
    )
    return int(connection.execute(query).scalar_one())


def list_stale(
    connection: Connection,
    site_id: int,
    stale: ColumnElement[bool],
    after: StalePage | None,
    *,
    limit: int = _LISTED_AT_ONCE,
) -> tuple[StalePage, ...]:
    """Some of a site's stale pages, oldest conversion first; the next ones follow `after`."""
    place = tuple_(VERSION.c.converted_at, VERSION.c.id)
    query = (
        select(*_FROM_INDEX, PAGE.c.url, VERSION.c.content_type)
        .join_from(VERSION, PAGE, PAGE.c.id == VERSION.c.page_id)
        .where(PAGE.c.site_id == site_id, PAGE.c.version_id == VERSION.c.id, stale)
        .order_by(VERSION.c.converted_at, VERSION.c.id)
        .limit(limit)
    )
    if after is not None:
        query = query.where(place > (after.converted_at, after.version_id))
    return tuple(map(_stale_page, connection.execute(query)))


def is_any_stale(connection: Connection, site_id: int, stale: ColumnElement[bool]) -> bool:
    """Whether a site has a stale page at all."""
    return bool(list_stale(connection, site_id, stale, None, limit=1))


def take(connection: Connection, page: StalePage, sweep: str) -> bool:
    """Mark a page as being converted; false when it is no longer as it was found."""
    statement = (
        update(VERSION)
        .where(
            VERSION.c.id == page.version_id,
            VERSION.c.engine_version == page.engine_version,
            VERSION.c.profile_version == page.profile_version,
            VERSION.c.conversion_state == page.conversion_state,
            VERSION.c.converter == page.converter,
        )
        .values(conversion_state=CONVERTING, converter=sweep)
    )
    return connection.execute(statement).rowcount == 1


def read_row(connection: Connection, site_id: int, page: StalePage, *, with_body: bool) -> Row[Any]:
    """A taken page's row, as `models.store.pages` reads it."""
    query = pages.find_pages(site_id, with_body=with_body)
    return connection.execute(query.where(PAGE.c.id == page.page_id)).one()


def pack_reading(reading: PageReading) -> dict[str, Any]:
    """The values of a version that hold what was read, or `StoreError` when it is too large."""
    return {"blocks": pack_page(reading.page), "css_version": reading.page.css.version}


def land_reading(
    connection: Connection,
    site_id: int,
    page: StalePage,
    sweep: str,
    reading: PageReading,
    values: Mapping[str, Any],
) -> bool:
    """Store what was read from a taken page's bytes; false when the page is no longer the sweep's.

    Its content is stale then, and remains so until it is selected with what all pages say.
    """
    unselected = {
        "profile_version": pages.NO_PROFILE,
        "selected_with": NOT_SELECTED,
        "selected_digest": "",
    }
    if not let_go(connection, page, sweep, {**values, **unselected}):
        return False
    before, now = pages.reread_page(connection, site_id, page.page_id, reading)
    statistics.replace_observation(connection, site_id, before, now)
    return True


def land_content(
    connection: Connection,
    page: StalePage,
    sweep: str,
    markdown_digest: str,
    values: Mapping[str, Any],
) -> bool | None:
    """Store the digest of a taken page's content.

    Returns:
        Whether it is another than before; nothing when the page is no longer the sweep's.
    """
    if not let_go(connection, page, sweep, values):
        return None
    mark = (
        update(PAGE)
        .where(PAGE.c.id == page.page_id, PAGE.c.markdown_digest != markdown_digest)
        .values(markdown_digest=markdown_digest, content_changed_at=values["converted_at"])
    )
    return connection.execute(mark).rowcount == 1


def let_go(connection: Connection, page: StalePage, sweep: str, values: Mapping[str, Any]) -> bool:
    """End the conversion of a taken page, and write `values` into its version.

    Returns:
        False, and nothing written, when the page is no longer the sweep's.
    """
    is_current = exists().where(PAGE.c.id == page.page_id, PAGE.c.version_id == page.version_id)
    statement = (
        update(VERSION)
        .where(
            VERSION.c.id == page.version_id,
            VERSION.c.conversion_state == CONVERTING,
            VERSION.c.converter == sweep,
            is_current,
        )
        .values({**values, "conversion_state": CONVERTED, "converter": ""})
    )
    return connection.execute(statement).rowcount == 1


def _stale_page(row: Any) -> StalePage:
    return StalePage(
        page_id=row.page_id,
        version_id=row.id,
        url=row.url,
        content_type=row.content_type,
        converted_at=row.converted_at,
        engine_version=row.engine_version,
        profile_version=row.profile_version,
        conversion_state=row.conversion_state,
        converter=row.converter,
    )
