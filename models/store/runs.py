"""Crawls: when, from where, and how they ended."""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, insert, select, update

from models.store.records import Run
from models.store.tables import RUN, SITE


def put_run(
    connection: Connection, site_id: int, start_urls: Sequence[str], crawl_id: str, started_at: str
) -> None:
    """Record that a crawl began; one that is resumed keeps its beginning and loses its end."""
    same = (RUN.c.crawl_id == crawl_id, RUN.c.site_id == site_id)
    values = {"start_urls": json.dumps(list(start_urls)), "finished_at": "", "reason": ""}
    if connection.execute(update(RUN).where(*same).values(values)).rowcount:
        return
    key = {"crawl_id": crawl_id, "site_id": site_id, "started_at": started_at}
    connection.execute(insert(RUN).values({**key, **values}))


def end_run(connection: Connection, crawl_id: str, finished_at: str, reason: str) -> None:
    """Record how a crawl ended, for all its sites."""
    values = {"finished_at": finished_at, "reason": reason}
    connection.execute(update(RUN).where(RUN.c.crawl_id == crawl_id).values(values))


def read_runs(connection: Connection, site_id: int) -> tuple[Run, ...]:
    """Read the crawls of a site, oldest first."""
    query = (
        select(SITE.c.name, *RUN.c)
        .join_from(RUN, SITE, SITE.c.id == RUN.c.site_id)
        .where(RUN.c.site_id == site_id)
        .order_by(RUN.c.started_at, RUN.c.crawl_id)
    )
    return tuple(
        Run(
            site=row.name,
            crawl_id=row.crawl_id,
            start_urls=tuple(str(url) for url in json.loads(row.start_urls)),
            started_at=row.started_at,
            finished_at=row.finished_at,
            reason=row.reason,
        )
        for row in connection.execute(query)
    )
