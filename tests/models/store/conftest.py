"""Stores to test with: SQLite always, PostgreSQL where a server is named."""

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from models.store import Store

POSTGRESQL_VARIABLE = "SITEWINNOW_TEST_POSTGRESQL"


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of its own."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/sites.db"
        return
    server = os.environ.get(POSTGRESQL_VARIABLE, "")
    if not server:
        pytest.skip(f"{POSTGRESQL_VARIABLE} names no server")
    name = f"test_{secrets.token_hex(6)}"
    engine = create_engine(server.replace("postgresql:", "postgresql+psycopg:", 1))
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    yield f"{server}?options=-csearch_path%3D{name}"
    with engine.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
    engine.dispose()


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    with Store.open(store_url) as opened:
        yield opened
