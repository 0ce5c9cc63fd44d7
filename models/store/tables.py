"""The tables as the newest migration leaves them; a test compares the two."""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

# Text that sorts by its UTF-8 bytes in both databases; SQLite does so anyway.
_BYTEWISE: Final = Text().with_variant(Text(collation="C"), "postgresql")
# SQLite numbers rows only in a column of the type INTEGER.
_ROW_ID: Final = BigInteger().with_variant(Integer(), "sqlite")

# Condition of the indexes that find what many pages repeat. No threshold is lower (60% of the
# first six pages), and most texts stand on one page, so most commits leave the indexes alone.
OFTEN_PAGES: Final = 4
_OFTEN: Final = text(f"pages >= {OFTEN_PAGES}")

METADATA: Final = MetaData()

SCHEMA_VERSION: Final = Table(
    "schema_version", METADATA, Column("version", Integer, primary_key=True)
)

SITE: Final = Table(
    "site",
    METADATA,
    Column("id", _ROW_ID, primary_key=True),
    Column("name", _BYTEWISE, nullable=False, unique=True),
    Column("pages", BigInteger, nullable=False),
    Column("observed", BigInteger, nullable=False),
    Column("css_rules", Text, nullable=False, server_default=""),
)

PAGE: Final = Table(
    "page",
    METADATA,
    Column("id", _ROW_ID, primary_key=True),
    Column("site_id", ForeignKey("site.id"), nullable=False),
    Column("url_key", _BYTEWISE, nullable=False),
    Column("url", _BYTEWISE, nullable=False),
    Column("canonical_url", Text, nullable=False),
    Column("text_digest", Text, nullable=False),
    Column("first_seen_at", Text, nullable=False),
    Column("fetched_at", Text, nullable=False),
    Column("changed_at", Text, nullable=False),
    Column("crawl_id", Text, nullable=False),
    Column("version_id", BigInteger, nullable=False),
    Column("observation", LargeBinary, nullable=False),
    Column("observation_digest", Text, nullable=False),
    Column("markdown_digest", Text, nullable=False, server_default=""),
    Column("content_changed_at", Text, nullable=False, server_default=""),
    Index("page_by_key", "site_id", "url_key", unique=True),
    Index("page_by_url", "site_id", "url"),
    Index("page_by_observation", "site_id", "observation_digest"),
)

PAGE_SOURCE: Final = Table(
    "page_source",
    METADATA,
    Column("page_id", ForeignKey("page.id"), primary_key=True),
    Column("source_url", _BYTEWISE, primary_key=True),
)

VERSION: Final = Table(
    "version",
    METADATA,
    Column("id", _ROW_ID, primary_key=True),
    Column("page_id", ForeignKey("page.id"), nullable=False),
    Column("body_digest", Text, nullable=False),
    Column("status", Integer, nullable=False),
    Column("content_type", Text, nullable=False),
    Column("etag", Text, nullable=False),
    Column("last_modified", Text, nullable=False),
    Column("fetched_at", Text, nullable=False),
    Column("engine_version", Text, nullable=False),
    Column("profile_version", BigInteger, nullable=False),
    Column("conversion_state", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("blocks", LargeBinary, nullable=False),
    Column("converted_at", Text, nullable=False, server_default=""),
    Column("converter", Text, nullable=False, server_default=""),
    Column("failed_engine", Text, nullable=False, server_default=""),
    Column("robots", Text, nullable=False, server_default=""),
    Column("cut_off", Integer, nullable=False, server_default="0"),
    Column("selected_with", BigInteger, nullable=False, server_default="0"),
    Column("selected_digest", Text, nullable=False, server_default=""),
    Column("css_version", Text, nullable=False, server_default=""),
    Index("version_by_page", "page_id", "id"),
    Index(
        "version_by_conversion",
        *("converted_at", "id", "page_id", "engine_version", "profile_version"),
        *("conversion_state", "converter", "failed_engine", "css_version"),
    ),
)

PROBE: Final = Table(
    "probe",
    METADATA,
    Column("site_id", ForeignKey("site.id"), primary_key=True),
    Column("host", _BYTEWISE, primary_key=True),
    Column("blocks", LargeBinary, nullable=False),
)

LINK: Final = Table(
    "link",
    METADATA,
    Column("page_id", ForeignKey("page.id"), primary_key=True),
    Column("target_key", _BYTEWISE, primary_key=True),
    sqlite_with_rowid=False,
)

TEXT_STATISTIC: Final = Table(
    "text_statistic",
    METADATA,
    Column("site_id", ForeignKey("site.id"), primary_key=True),
    Column("text", BigInteger, primary_key=True, autoincrement=False),
    Column("pages", BigInteger, nullable=False),
    Index(
        "text_statistic_by_pages",
        "site_id",
        "pages",
        sqlite_where=_OFTEN,
        postgresql_where=_OFTEN,
    ),
    sqlite_with_rowid=False,
)

SLOT_STATISTIC: Final = Table(
    "slot_statistic",
    METADATA,
    Column("site_id", ForeignKey("site.id"), primary_key=True),
    Column("slot", BigInteger, primary_key=True, autoincrement=False),
    Column("text", BigInteger, primary_key=True, autoincrement=False),
    Column("pages", BigInteger, nullable=False),
    Index(
        "slot_statistic_by_pages",
        "site_id",
        "pages",
        sqlite_where=_OFTEN,
        postgresql_where=_OFTEN,
    ),
    sqlite_with_rowid=False,
)

FRONTIER: Final = Table(
    "frontier",
    METADATA,
    Column("id", _ROW_ID, primary_key=True),
    Column("site_id", ForeignKey("site.id"), nullable=False),
    Column("url_key", _BYTEWISE, nullable=False),
    Column("url", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("priority", Integer, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("due_at", Text, nullable=False),
    Column("leased_by", Text, nullable=False),
    Column("leased_until", Text, nullable=False),
    Column("request", LargeBinary, nullable=False),
    Index("frontier_by_key", "site_id", "url_key", unique=True),
    Index("frontier_by_turn", "site_id", "state", "priority", "id"),
)

RUN: Final = Table(
    "run",
    METADATA,
    Column("crawl_id", Text, primary_key=True),
    Column("site_id", ForeignKey("site.id"), primary_key=True),
    Column("start_urls", Text, nullable=False),
    Column("started_at", Text, nullable=False),
    Column("finished_at", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Index("run_by_site", "site_id", "started_at"),
)
