"""How many pages of a site repeat a text, and a text in a slot."""

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    literal_column,
    select,
    update,
)

from models.chrome import ChromeProfile, Observation
from models.chrome_thresholds import MIN_PAGES, slot_pages_needed, text_pages_needed
from models.store.tables import OFTEN_PAGES, SITE, SLOT_STATISTIC, TEXT_STATISTIC
from models.store.upsert import add_counts

_Key = dict[str, int]
_NOTHING = Observation()
_COUNT_OBSERVED = (
    update(SITE)
    .where(SITE.c.id == bindparam("site"))
    .values(observed=SITE.c.observed + bindparam("change"))
)


def replace_observation(
    connection: Connection, site_id: int, old: Observation | None, new: Observation | None
) -> None:
    """Take back what the earlier version of a page added, and add what this one does."""
    before, now = old or _NOTHING, new or _NOTHING
    _move_texts(connection, site_id, before.texts - now.texts, now.texts - before.texts)
    _move_slots(connection, site_id, before.slots - now.slots, now.slots - before.slots)
    if change := (new is not None) - (old is not None):
        connection.execute(_COUNT_OBSERVED, {"site": site_id, "change": change})


def read_profile(connection: Connection, site_id: int) -> ChromeProfile:
    """Read what has reached a threshold, and no other row.

    The number of rows at or above a threshold is bounded by the blocks of a page divided by the
    threshold's share, whatever the number of pages.
    """
    pages = connection.execute(select(SITE.c.observed).where(SITE.c.id == site_id)).scalar_one()
    if pages < MIN_PAGES:
        return ChromeProfile(pages)
    texts = connection.execute(
        select(TEXT_STATISTIC.c.text).where(
            _at_least(TEXT_STATISTIC, site_id, text_pages_needed(pages))
        )
    ).scalars()
    slots = connection.execute(
        select(SLOT_STATISTIC.c.slot).where(
            _at_least(SLOT_STATISTIC, site_id, slot_pages_needed(pages)), ~_other_text()
        )
    ).scalars()
    return ChromeProfile(pages, frozenset(texts), frozenset(slots))


def _at_least(table: Table, site_id: int, pages: int) -> ColumnElement[bool]:
    # The literal is the condition of the partial index, which a bound value would not match.
    often = table.c.pages >= literal_column(str(OFTEN_PAGES))
    return and_(table.c.site_id == site_id, table.c.pages >= pages, often)


def _other_text() -> ColumnElement[bool]:
    other = SLOT_STATISTIC.alias("other")
    return exists().where(
        other.c.site_id == SLOT_STATISTIC.c.site_id,
        other.c.slot == SLOT_STATISTIC.c.slot,
        other.c.text != SLOT_STATISTIC.c.text,
    )


def _move_texts(
    connection: Connection, site_id: int, gone: frozenset[int], come: frozenset[int]
) -> None:
    _move(
        connection,
        TEXT_STATISTIC,
        [{"site_id": site_id, "text": text} for text in sorted(gone)],
        [{"site_id": site_id, "text": text} for text in sorted(come)],
    )


def _move_slots(
    connection: Connection,
    site_id: int,
    gone: frozenset[tuple[int, int]],
    come: frozenset[tuple[int, int]],
) -> None:
    _move(
        connection,
        SLOT_STATISTIC,
        [{"site_id": site_id, "slot": slot, "text": text} for slot, text in sorted(gone)],
        [{"site_id": site_id, "slot": slot, "text": text} for slot, text in sorted(come)],
    )


def _move(connection: Connection, table: Table, gone: list[_Key], come: list[_Key]) -> None:
    """Count one page less for some keys and one more for others; a count of 0 leaves no row."""
    add_counts(connection, table, [{**key, "pages": 1} for key in come])
    if not gone:
        return
    add_counts(connection, table, [{**key, "pages": -1} for key in gone])
    same_key = [table.c[name] == bindparam(f"gone_{name}") for name in gone[0]]
    connection.execute(
        delete(table).where(table.c.pages <= 0, *same_key),
        [{f"gone_{name}": value for name, value in key.items()} for key in gone],
    )
