"""Schema 3: what an answer said beside its body, and what hosts serve where there is no page."""

from typing import Final

STATEMENTS: Final[tuple[str, ...]] = (
    "ALTER TABLE version ADD COLUMN robots TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE version ADD COLUMN cut_off INTEGER NOT NULL DEFAULT 0",
    """
    CREATE TABLE probe (
        site_id BIGINT NOT NULL,
        host {bytewise} NOT NULL,
        blocks {bytes} NOT NULL,
        PRIMARY KEY (site_id, host),
        FOREIGN KEY(site_id) REFERENCES site (id)
    )
    """,
)
