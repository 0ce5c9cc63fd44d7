"""Opening a database: one URL, two databases, one way to begin a transaction."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from models.store.errors import StoreError

# Seconds a process waits for another one that writes to the same SQLite file.
# Unmeasured: thousands of commits.
BUSY_TIMEOUT_S: Final = 60
_WRITES: Final = "sitewinnow_writes"


def open_engine(url: str, *, create: bool) -> Engine:
    """Connect to `sqlite:///path` or `postgresql://…`, without looking at the schema.

    Raises:
        StoreError: the URL is not one, names another database, or names a file that is not there
            (`create` false) or lies in no folder.
    """
    parsed = _parse(url)
    if parsed.get_backend_name() == "sqlite":
        _check_file(Path(str(parsed.database)), create=create)
        engine = create_engine(parsed, connect_args={"timeout": BUSY_TIMEOUT_S})
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        return create_engine(parsed)
    except (SQLAlchemyError, ImportError) as error:
        raise StoreError(f"cannot open {show(parsed)}: {error}") from error


def show(url: URL) -> str:
    """A database URL without its password."""
    return url.render_as_string(hide_password=True)


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that reads one state of the database, whatever is written meanwhile."""
    isolation = {} if _is_sqlite(engine) else {"isolation_level": "REPEATABLE READ"}
    with engine.connect() as connection:
        yield connection.execution_options(**isolation)


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that is committed whole, or not at all when an error leaves it."""
    with engine.connect() as connection:
        writer = connection.execution_options(**{_WRITES: True})
        with writer.begin():
            yield writer


def _parse(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (SQLAlchemyError, ValueError) as error:
        raise StoreError(f"not a database URL: {url!r} (example: sqlite:///sites.db)") from error
    if parsed.get_backend_name() == "postgresql":
        driver = parsed.drivername if "+" in parsed.drivername else "postgresql+psycopg"
        return parsed.set(drivername=driver)
    if parsed.drivername not in {"sqlite", "sqlite+pysqlite"}:
        raise StoreError(f"unsupported database in {show(parsed)}: sqlite and postgresql are known")
    if not parsed.database or parsed.database == ":memory:" or parsed.query:
        raise StoreError(f"{show(parsed)} names no file (example: sqlite:///sites.db)")
    return parsed


def _check_file(path: Path, *, create: bool) -> None:
    if path.is_dir():
        raise StoreError(f"cannot open the store {path}: it is a folder")
    if not create and not path.exists():
        raise StoreError(f"there is no store at {path}: crawl a site first")
    if not path.parent.is_dir():
        raise StoreError(f"cannot open the store {path}: {path.parent} is not a folder")


def _is_sqlite(engine: Engine) -> bool:
    return engine.dialect.name == "sqlite"


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # the driver begins nothing: `_begin_sqlite` does
    _enter_wal(connection)
    # A commit survives the death of the process; NORMAL may lose the last ones when the power
    # fails, without damage to the file, and then their pages are fetched again.
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cache_size = -65536")  # KiB


def _enter_wal(connection: sqlite3.Connection) -> None:
    """SQLite does not wait its busy timeout for this one statement, so two openers would clash."""
    give_up = time.monotonic() + BUSY_TIMEOUT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up:
                raise
            time.sleep(0.02)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    # IMMEDIATE: a transaction that reads first and writes then would fail, not wait, when
    # another process wrote in between.
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
