"""Sites by name, and what their user says is content on them."""

import json
from dataclasses import asdict
from typing import Final

from sqlalchemy import Connection, bindparam, select, update

from models.css_rules import CssRules
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


def put_css_rules(connection: Connection, site_id: int, rules: CssRules) -> None:
    """Set the rules of a site; pages that were read by others are stale from now on."""
    text = json.dumps(asdict(rules)) if rules else ""
    connection.execute(update(SITE).where(SITE.c.id == site_id).values(css_rules=text))


def read_css_rules(connection: Connection, site_id: int) -> CssRules:
    """The rules of a site, or `StoreError` where what is stored are none."""
    query = select(SITE.c.css_rules).where(SITE.c.id == site_id)
    text = connection.execute(query).scalar_one()
    if not text:
        return CssRules()
    try:
        value = json.loads(text)
        include, exclude = (tuple(map(str, value[name])) for name in ("include", "exclude"))
    except (ValueError, TypeError, KeyError) as error:
        raise StoreError(f"the CSS rules of a site are damaged: {error!r:.200}") from error
    return CssRules(include, exclude)
