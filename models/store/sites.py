"""Sites by name."""

from typing import Final

from sqlalchemy import Connection, bindparam, select

from models.store.errors import StoreError
from models.store.tables import SITE
from models.store.upsert import add_missing

# An error message names this many sites at most.
_SITES_NAMED: Final = 10
_BY_NAME: Final = select(SITE.c.id).where(SITE.c.name == bindparam("name"))


def find_site(connection: Connection, name: str) -> int:
    """The row of a site, or `StoreError` naming the sites there are."""
    found = connection.execute(_BY_NAME, {"name": name}).scalar_one_or_none()
    if found is None:
        known = ", ".join(read_sites(connection)[:_SITES_NAMED]) or "none yet"
        raise StoreError(f"no site {name!r} in the store (sites: {known})")
    return int(found)


def add_site(connection: Connection, name: str) -> int:
    """The row of a site, added when it is new, and locked until the transaction ends.

    The lock lets the writers of one site wait for each other instead of in a circle over the
    rows of its statistics. (SQLite has one writer at a time anyway.)
    """
    locking = _BY_NAME.with_for_update()
    found = connection.execute(locking, {"name": name}).scalar_one_or_none()
    if found is None:
        add_missing(connection, SITE, [{"name": name, "pages": 0, "observed": 0}])
        found = connection.execute(locking, {"name": name}).scalar_one()
    return int(found)


def read_sites(connection: Connection) -> tuple[str, ...]:
    """All sites with a page or a crawl, sorted."""
    return tuple(connection.execute(select(SITE.c.name).order_by(SITE.c.name)).scalars())
