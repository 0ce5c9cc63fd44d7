"""What hosts answer to an address that cannot exist, where they answer with a page."""

from contextlib import suppress

from sqlalchemy import Connection, delete, insert, select

from models.page import Page
from models.store.codec import pack_page, unpack_page
from models.store.errors import StoreError
from models.store.tables import PROBE


def put_probe(connection: Connection, site_id: int, host: str, page: Page | None) -> None:
    """Remember the page a host answered with, or that it said there is none."""
    same = (PROBE.c.site_id == site_id, PROBE.c.host == host)
    connection.execute(delete(PROBE).where(*same))
    if page is not None:
        row = {"site_id": site_id, "host": host, "blocks": pack_page(page)}
        connection.execute(insert(PROBE), row)


def read_probes(connection: Connection, site_id: int) -> dict[str, Page]:
    """The pages that a site's hosts answered with, by host; a damaged one tells nothing."""
    query = select(PROBE.c.host, PROBE.c.blocks).where(PROBE.c.site_id == site_id)
    rows = connection.execute(query.order_by(PROBE.c.host))
    found = {}
    for row in rows:
        with suppress(StoreError):  # the next crawl writes it anew
            found[row.host] = unpack_page(row.blocks)
    return found
