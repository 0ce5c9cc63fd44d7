import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Engine, MetaData, inspect, text

from models.store import Store, StoreError
from models.store.engine import open_engine, writing
from models.store.migrations import MIGRATIONS, migrate
from models.store.tables import METADATA
from tests.models.store.building import SITE, commit, make_page

ROOT = Path(__file__).parents[3]


def describe(engine: Engine) -> dict:
    """Columns, keys and indexes of all tables, as the database has them."""
    seen = inspect(engine)
    return {
        name: {
            "columns": {
                (column["name"], str(column["type"]).replace("BIGINT", "INTEGER"))
                for column in seen.get_columns(name)
            },
            "key": seen.get_pk_constraint(name)["constrained_columns"],
            "references": sorted(
                (key["constrained_columns"], key["referred_table"])
                for key in seen.get_foreign_keys(name)
            ),
            "indexes": sorted(
                (str(index["name"]), index["column_names"], bool(index["unique"]))
                for index in seen.get_indexes(name)
                if not index.get("duplicates_constraint")
            ),
        }
        for name in seen.get_table_names()
    }


def open_url(url: str) -> Engine:
    return open_engine(url, create=True)


def test_all_migrations_together_leave_the_tables_that_the_code_knows(store_url: str):
    engine = open_url(store_url)
    with writing(engine) as connection:
        migrate(connection)
    migrated = describe(engine)
    known = MetaData()
    known.reflect(engine)
    with writing(engine) as connection:
        known.drop_all(connection)
        METADATA.create_all(connection)

    assert migrated == describe(engine)
    assert len(migrated) == 11
    engine.dispose()


def test_an_older_database_is_led_to_the_new_schema_and_keeps_its_pages(store_url: str):
    with Store.open(store_url) as store:
        commit(store, make_page("/a", ["Kept."]))
    engine = open_url(store_url)
    newer = (*MIGRATIONS, ("ALTER TABLE site ADD COLUMN motto TEXT NOT NULL DEFAULT 'grow'",))
    for _ in range(2):  # the second time there is nothing left to do
        with writing(engine) as connection:
            migrate(connection, newer)

    with writing(engine) as connection:
        assert connection.execute(text("SELECT name, pages, motto FROM site")).one() == (
            SITE,
            1,
            "grow",
        )
        versions = connection.execute(text("SELECT version FROM schema_version ORDER BY version"))
        assert versions.scalars().all() == list(range(1, len(newer) + 1))
    engine.dispose()


def test_a_migration_that_fails_leaves_the_database_as_it_was(store_url: str):
    Store.open(store_url).close()
    engine = open_url(store_url)
    before = describe(engine)
    broken = (*MIGRATIONS, ("ALTER TABLE site ADD COLUMN motto TEXT", "ALTER TABLE nowhere ADD x"))
    with pytest.raises(Exception, match="nowhere"), writing(engine) as connection:
        migrate(connection, broken)

    assert describe(engine) == before
    engine.dispose()
    Store.open(store_url).close()


def test_a_newer_database_is_refused_in_one_line_and_left_alone(store_url: str):
    Store.open(store_url).close()
    engine = open_url(store_url)
    with writing(engine) as connection:
        connection.execute(text("INSERT INTO schema_version VALUES (99)"))
    with pytest.raises(StoreError) as refused:
        Store.open(store_url)

    assert "schema is version 99, newer than" in str(refused.value)
    assert "\n" not in str(refused.value)
    engine.dispose()


def test_processes_that_open_one_new_store_at_once_all_find_it_ready(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/sites.db"
    code = f"from models.store import Store; Store.open({url!r}).close(); print('open')"
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        for _ in range(6)
    ]

    assert [opener.communicate(timeout=60)[0] for opener in openers] == [b"open\n"] * 6
