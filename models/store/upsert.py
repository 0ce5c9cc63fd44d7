"""INSERT that knows what to do when the row is there: the one statement with two dialects.

A page brings hundreds of such rows. They go to the driver as they are, past SQLAlchemy's work on
each parameter, which took a third of the time that storing a page of 300 blocks cost.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, Dialect, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.compiler import Compiled

# Compiled statements kept: a few tables, in each database a process has open.
_STATEMENTS_KEPT: Final = 64


def add_missing(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert the rows whose key is not there yet; all rows have the same columns."""
    if rows:
        _run(connection, _add_missing(connection.dialect, table, tuple(rows[0])), rows)


def add_counts(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert the rows; where the key is there, add their `pages` to the number that stands."""
    if rows:
        _run(connection, _add_counts(connection.dialect, table, tuple(rows[0])), rows)


@lru_cache(_STATEMENTS_KEPT)
def _add_missing(dialect: Dialect, table: Table, columns: tuple[str, ...]) -> Compiled:
    statement = _insert(dialect, table).on_conflict_do_nothing()
    return statement.compile(dialect=dialect, column_keys=list(columns))


@lru_cache(_STATEMENTS_KEPT)
def _add_counts(dialect: Dialect, table: Table, columns: tuple[str, ...]) -> Compiled:
    insert = _insert(dialect, table)
    statement = insert.on_conflict_do_update(
        index_elements=list(table.primary_key.columns),
        set_={"pages": table.c.pages + insert.excluded.pages},
    )
    return statement.compile(dialect=dialect, column_keys=list(columns))


def _insert(dialect: Dialect, table: Table) -> sqlite.Insert | postgresql.Insert:
    return sqlite.insert(table) if dialect.name == "sqlite" else postgresql.insert(table)


def _run(connection: Connection, statement: Compiled, rows: Sequence[Mapping[str, Any]]) -> None:
    order = getattr(statement, "positiontup", None)
    if order is None:  # the driver takes parameters by name
        connection.exec_driver_sql(str(statement), [dict(row) for row in rows])
    else:
        by_place = [tuple([row[name] for name in order]) for row in rows]
        connection.exec_driver_sql(str(statement), by_place)
