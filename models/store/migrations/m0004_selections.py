"""Schema 4: with what, and as what, a version's content was last selected."""

from typing import Final

STATEMENTS: Final[tuple[str, ...]] = (
    "ALTER TABLE version ADD COLUMN selected_with BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE version ADD COLUMN selected_digest TEXT NOT NULL DEFAULT ''",
)
