"""Schema 5: what a user says is content of a site, and by which such rules a page was read."""

from typing import Final

STATEMENTS: Final[tuple[str, ...]] = (
    "ALTER TABLE site ADD COLUMN css_rules TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE version ADD COLUMN css_version TEXT NOT NULL DEFAULT ''",
    "DROP INDEX version_by_conversion",
    """
    CREATE INDEX version_by_conversion ON version (
        converted_at, id, page_id, engine_version, profile_version, conversion_state, converter,
        failed_engine, css_version
    )
    """,
)
