"""Sites by name."""

from sqlalchemy import Connection, select

from models.store.errors import StoreError
from models.store.tables import SITE
from models.store.upsert import add_missing


def find_site(connection: Connection, name: str) -> int:
    """The row of a site, or `StoreError` naming the sites there are."""
    found = connection.execute(select(SITE.c.id).where(SITE.c.name == name)).scalar_one_or_none()
    if found is None:
        known = ", ".join(read_sites(connection)[:_SITES_NAMED]) or "none yet"
        raise StoreError(f"no site {name!r} in the store (sites: {known})")
    return int(found)


def add_site(connection: Connection, name: str) -> int:
    """The row of a site, added when it is new."""
    add_missing(connection, SITE, [{"name": name, "pages": 0}])
    return find_site(connection, name)


def read_sites(connection: Connection) -> tuple[str, ...]:
    """All sites with a page or a crawl, sorted."""
    return tuple(connection.execute(select(SITE.c.name).order_by(SITE.c.name)).scalars())


# An error message names this many sites at most.
_SITES_NAMED = 10
