"""Who is still at work: a lock that a process holds as long as it lives, however it ends.

The database or the operating system lets go of the lock when the process dies, so no clock and no
waiting is needed to learn that its work was left behind.
"""

import secrets
import sqlite3
from abc import ABC, abstractmethod
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, text

from models.store.errors import StoreError

# Bytes of the random name of a sweep. Unmeasured: there are a handful at once.
_NAME_BYTES: Final = 8


class SweepLock(ABC):
    """The lock of one sweep; `name` tells it from all others."""

    name: str

    @abstractmethod
    def is_held(self, name: str) -> bool:
        """Whether the sweep of that name, this one or another, is still at work."""

    @abstractmethod
    def release(self) -> None:
        """Let go; the sweep is over."""


def take_lock(engine: Engine) -> SweepLock:
    """Take a new sweep's lock, beside an SQLite file or in a PostgreSQL server."""
    if engine.dialect.name == "sqlite":
        return _FileLock(Path(str(engine.url.database)))
    return _AdvisoryLock(engine)


class _FileLock(SweepLock):
    """An exclusive transaction on an empty SQLite file of the sweep's own.

    SQLite knows how to lock a file on every system; the store's own file must stay open to others.
    """

    def __init__(self, store: Path) -> None:
        self._store = store
        for left in store.parent.glob(f"{store.name}-sweep-*"):
            _is_locked(left)
        while True:
            self.name = secrets.token_hex(_NAME_BYTES)
            try:
                self._connection = _lock(self._path(self.name))
            except sqlite3.Error as error:
                raise StoreError(f"cannot lock {self._path(self.name)}: {error}") from error
            if self._path(self.name).exists():
                break
            self._connection.close()  # taken for a leftover before it was locked

    def is_held(self, name: str) -> bool:
        return name == self.name or _is_locked(self._path(name))

    def release(self) -> None:
        with suppress(OSError):  # the next sweep removes it
            self._path(self.name).unlink(missing_ok=True)
        self._connection.close()

    def _path(self, name: str) -> Path:
        return self._store.with_name(f"{self._store.name}-sweep-{name}")


def _is_locked(path: Path) -> bool:
    """Whether a live process holds the file; one that nobody holds is removed."""
    if not path.exists():
        return False
    try:
        with closing(_lock(path)):
            path.unlink(missing_ok=True)
    except (sqlite3.Error, OSError):
        return True
    return False


def _lock(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")  # no second file beside it
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


class _AdvisoryLock(SweepLock):
    """An advisory lock that the server drops with the session."""

    def __init__(self, engine: Engine) -> None:
        self.name = secrets.token_hex(_NAME_BYTES)
        self._connection: Connection = engine.connect()
        self._connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _key(self.name)})
        self._connection.commit()

    def is_held(self, name: str) -> bool:
        if name == self.name:
            return True
        query = text("SELECT pg_try_advisory_xact_lock(:key)")
        is_free = self._connection.execute(query, {"key": _key(name)}).scalar_one()
        self._connection.rollback()  # lets go of what it may have taken
        return not is_free

    def release(self) -> None:
        query = text("SELECT pg_advisory_unlock(:key)")
        self._connection.execute(query, {"key": _key(self.name)})
        self._connection.close()


def _key(name: str) -> int:
    """What PostgreSQL takes for a lock's key: 64 bits, of whatever stands in the store."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big", signed=True)
