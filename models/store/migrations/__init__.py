"""Numbered steps that lead any older database to the schema of `models.store.tables`.

A step is a tuple of SQL statements; its place in `MIGRATIONS`, counted from 1, is the version of
the schema it leaves. Statements name types by placeholder where the databases differ.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from sqlalchemy import Connection, text

from models.store.errors import StoreError
from models.store.migrations import (
    m0001_initial,
    m0002_conversion,
    m0003_answers,
    m0004_selections,
    m0005_css_rules,
)

MIGRATIONS: Final[tuple[Sequence[str], ...]] = (
    m0001_initial.STATEMENTS,
    m0002_conversion.STATEMENTS,
    m0003_answers.STATEMENTS,
    m0004_selections.STATEMENTS,
    m0005_css_rules.STATEMENTS,
)

_WORDING: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "sqlite": {
            "row_id": "id INTEGER NOT NULL PRIMARY KEY",
            "bytewise": "TEXT",
            "bytes": "BLOB",
            "clustered": " WITHOUT ROWID",
        },
        "postgresql": {
            "row_id": "id BIGSERIAL NOT NULL PRIMARY KEY",
            "bytewise": 'TEXT COLLATE "C"',
            "bytes": "BYTEA",
            "clustered": "",
        },
    }
)
# Any number: what two processes that open one PostgreSQL database at once agree to wait for.
_ADVISORY_LOCK: Final = 5_170_483


def migrate(connection: Connection, steps: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring the database to the newest schema, inside the caller's transaction.

    Raises:
        StoreError: the schema is newer than these steps.
    """
    wording = _WORDING[connection.dialect.name]
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})"))
    connection.exec_driver_sql(
        "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL PRIMARY KEY)"
    )
    current = connection.execute(text("SELECT max(version) FROM schema_version")).scalar() or 0
    if current > len(steps):
        raise StoreError(
            f"its schema is version {current}, newer than the {len(steps)} known here: "
            "update sitewinnow"
        )
    for number, statements in enumerate(steps[current:], start=current + 1):
        for statement in statements:
            connection.exec_driver_sql(statement.format_map(wording))
        connection.execute(text("INSERT INTO schema_version VALUES (:n)"), {"n": number})
