"""Schema 1: all tables of the store. Frozen: later changes are later migrations."""

from typing import Final

STATEMENTS: Final[tuple[str, ...]] = (
    """
    CREATE TABLE site (
        {row_id},
        name {bytewise} NOT NULL,
        pages BIGINT NOT NULL,
        observed BIGINT NOT NULL,
        UNIQUE (name)
    )
    """,
    """
    CREATE TABLE frontier (
        {row_id},
        site_id BIGINT NOT NULL,
        url_key {bytewise} NOT NULL,
        url TEXT NOT NULL,
        state TEXT NOT NULL,
        priority INTEGER NOT NULL,
        depth INTEGER NOT NULL,
        attempts INTEGER NOT NULL,
        due_at TEXT NOT NULL,
        leased_by TEXT NOT NULL,
        leased_until TEXT NOT NULL,
        request {bytes} NOT NULL,
        FOREIGN KEY(site_id) REFERENCES site (id)
    )
    """,
    "CREATE UNIQUE INDEX frontier_by_key ON frontier (site_id, url_key)",
    "CREATE INDEX frontier_by_turn ON frontier (site_id, state, priority, id)",
    """
    CREATE TABLE page (
        {row_id},
        site_id BIGINT NOT NULL,
        url_key {bytewise} NOT NULL,
        url {bytewise} NOT NULL,
        canonical_url TEXT NOT NULL,
        text_digest TEXT NOT NULL,
        first_seen_at TEXT NOT NULL,
        fetched_at TEXT NOT NULL,
        changed_at TEXT NOT NULL,
        crawl_id TEXT NOT NULL,
        version_id BIGINT NOT NULL,
        observation {bytes} NOT NULL,
        observation_digest TEXT NOT NULL,
        FOREIGN KEY(site_id) REFERENCES site (id)
    )
    """,
    "CREATE UNIQUE INDEX page_by_key ON page (site_id, url_key)",
    "CREATE INDEX page_by_url ON page (site_id, url)",
    "CREATE INDEX page_by_observation ON page (site_id, observation_digest)",
    """
    CREATE TABLE run (
        crawl_id TEXT NOT NULL,
        site_id BIGINT NOT NULL,
        start_urls TEXT NOT NULL,
        started_at TEXT NOT NULL,
        finished_at TEXT NOT NULL,
        reason TEXT NOT NULL,
        PRIMARY KEY (crawl_id, site_id),
        FOREIGN KEY(site_id) REFERENCES site (id)
    )
    """,
    "CREATE INDEX run_by_site ON run (site_id, started_at)",
    """
    CREATE TABLE slot_statistic (
        site_id BIGINT NOT NULL,
        slot BIGINT NOT NULL,
        text BIGINT NOT NULL,
        pages BIGINT NOT NULL,
        PRIMARY KEY (site_id, slot, text),
        FOREIGN KEY(site_id) REFERENCES site (id)
    ){clustered}
    """,
    "CREATE INDEX slot_statistic_by_pages ON slot_statistic (site_id, pages) WHERE pages >= 4",
    """
    CREATE TABLE text_statistic (
        site_id BIGINT NOT NULL,
        text BIGINT NOT NULL,
        pages BIGINT NOT NULL,
        PRIMARY KEY (site_id, text),
        FOREIGN KEY(site_id) REFERENCES site (id)
    ){clustered}
    """,
    "CREATE INDEX text_statistic_by_pages ON text_statistic (site_id, pages) WHERE pages >= 4",
    """
    CREATE TABLE link (
        page_id BIGINT NOT NULL,
        target_key {bytewise} NOT NULL,
        PRIMARY KEY (page_id, target_key),
        FOREIGN KEY(page_id) REFERENCES page (id)
    ){clustered}
    """,
    """
    CREATE TABLE page_source (
        page_id BIGINT NOT NULL,
        source_url {bytewise} NOT NULL,
        PRIMARY KEY (page_id, source_url),
        FOREIGN KEY(page_id) REFERENCES page (id)
    )
    """,
    """
    CREATE TABLE version (
        {row_id},
        page_id BIGINT NOT NULL,
        body_digest TEXT NOT NULL,
        status INTEGER NOT NULL,
        content_type TEXT NOT NULL,
        etag TEXT NOT NULL,
        last_modified TEXT NOT NULL,
        fetched_at TEXT NOT NULL,
        engine_version TEXT NOT NULL,
        profile_version BIGINT NOT NULL,
        conversion_state TEXT NOT NULL,
        body {bytes} NOT NULL,
        blocks {bytes} NOT NULL,
        FOREIGN KEY(page_id) REFERENCES page (id)
    )
    """,
    "CREATE INDEX version_by_page ON version (page_id, id)",
)
