"""INSERT that knows what to do when the row is there: the one statement with two dialects."""

from collections.abc import Sequence

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def add_missing(connection: Connection, table: Table, rows: Sequence[dict[str, object]]) -> None:
    """Insert the rows whose key is not there yet."""
    if rows:
        connection.execute(_insert(connection, table).on_conflict_do_nothing(), rows)


def add_counts(connection: Connection, table: Table, rows: Sequence[dict[str, object]]) -> None:
    """Insert the rows; where the key is there, add their `pages` to the number that stands."""
    if not rows:
        return
    insert = _insert(connection, table)
    statement = insert.on_conflict_do_update(
        index_elements=list(table.primary_key.columns),
        set_={"pages": table.c.pages + insert.excluded.pages},
    )
    connection.execute(statement, rows)


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)
