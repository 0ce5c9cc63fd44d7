"""Schema 2: who converts a page, when it was converted, and when its content last moved."""

from typing import Final

STATEMENTS: Final[tuple[str, ...]] = (
    "ALTER TABLE version ADD COLUMN converted_at TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE version ADD COLUMN converter TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE version ADD COLUMN failed_engine TEXT NOT NULL DEFAULT ''",
    "UPDATE version SET converted_at = fetched_at",
    # The columns stand behind the bodies in their rows; the index spares reading past those.
    """
    CREATE INDEX version_by_conversion ON version (
        converted_at, id, page_id, engine_version, profile_version, conversion_state, converter,
        failed_engine
    )
    """,
    "ALTER TABLE page ADD COLUMN markdown_digest TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE page ADD COLUMN content_changed_at TEXT NOT NULL DEFAULT ''",
)
