"""`scrapy reconvert` on stores that real crawls filled and an older version might have filled."""

import random
import signal
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from models.store import PageRecord, Store
from pipelines.chrome import learn_profile, observe
from tests.crawler.crawling import Run, Workplace, finish, read_rows
from tests.crawler.serving import serve

PAGES = 40
OLD = "0.0.1"


def make_site() -> dict[str, str]:
    menu = "".join(f'<li><a href="/bed/{n}">Bed {n}</a>' for n in range(0, PAGES, 7))
    pages = {
        f"/bed/{n}": f"""<html><head><title>Bed {n}</title></head><body><nav><ul>{menu}</ul></nav>
        <main><h1>Bed number {n}</h1><p>{f"In bed {n} grows what was sown in week {n}. " * 9}</p>
        <p>Next comes <a href="/bed/{n + 1}">bed {n + 1}</a>.</p></main>
        <footer><p>Garden society, open on Sundays</p></footer></body></html>"""
        for n in range(PAGES)
    }
    return {"/": f"<html><body><ul>{menu}</ul><p>All our beds.</p></body></html>", **pages}


@dataclass(frozen=True)
class Crawled:
    """A store that today's version filled: its bytes, its site, its rows."""

    store: bytes
    site: str
    rows: list[dict[str, Any]]


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    workplace = Workplace(tmp_path_factory.mktemp("crawled"))
    with serve(make_site()) as served:
        workplace.crawl(served.url)
    with closing(sqlite3.connect(workplace.folder / "sites.db")) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    return Crawled((workplace.folder / "sites.db").read_bytes(), served.host, workplace.rows())


@pytest.fixture
def fresh(crawled: Crawled, workplace: Workplace) -> Workplace:
    """The store as the crawl left it."""
    database_of(workplace).write_bytes(crawled.store)
    return workplace


@pytest.fixture
def aged(fresh: Workplace, crawled: Crawled) -> Workplace:
    """The same store as an older version would have left it, with a tally of what is rewritten."""
    with Store.open(fresh.store_url) as store:
        for stored in list(store.iter_pages(crawled.site, with_body=True)):
            blocks = tuple(replace(block, slot=f"/old{block.slot}") for block in stored.page.blocks)
            page = replace(stored.page, blocks=blocks[1:])
            record = PageRecord(
                stored.site, stored.url_key, stored.fetched, page, stored.crawl_id, OLD
            )
            store.commit_page(record, [], observe(page))
    execute(
        fresh,
        "CREATE TABLE tally (what TEXT, version INTEGER)",
        "CREATE TRIGGER reread AFTER UPDATE OF blocks ON version BEGIN"
        " INSERT INTO tally VALUES ('read', new.id); END",
        "CREATE TRIGGER reselected AFTER UPDATE OF profile_version ON version"
        " WHEN new.profile_version != 0 BEGIN INSERT INTO tally VALUES ('select', new.id); END",
    )
    return fresh


def database_of(workplace: Workplace) -> Path:
    return workplace.folder / "sites.db"


def execute(workplace: Workplace, *statements: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(database_of(workplace), timeout=60)) as database, database:
        return [row for statement in statements for row in database.execute(statement)]


def tally(workplace: Workplace) -> list[tuple[Any, ...]]:
    return execute(workplace, "SELECT what, version FROM tally ORDER BY what, version")


def export(workplace: Workplace, site: str, *options: str) -> list[dict[str, Any]]:
    run = workplace.run("export", site, *options)
    assert run.code == 0, run.stderr
    return read_rows(run.stdout)


def check_is_as_after_a_fresh_crawl(workplace: Workplace, crawled: Crawled) -> None:
    assert export(workplace, crawled.site) == crawled.rows
    with Store.open(workplace.store_url) as store:
        observations = [observe(stored.page) for stored in store.iter_pages(crawled.site)]
        assert store.load_profile(crawled.site) == learn_profile(observations)
    assert execute(workplace, "SELECT DISTINCT conversion_state, converter FROM version") == [
        ("converted", "")
    ]


def said(run: Run, site: str) -> str:
    (line,) = [line for line in run.stderr.splitlines() if line.startswith(site)]
    return line.removeprefix(f"{site}: ")


def test_after_a_crawl_there_is_nothing_to_do(fresh: Workplace, crawled: Crawled):
    run = fresh.run("reconvert", crawled.site)

    assert (run.code, said(run, crawled.site)) == (0, f"nothing to do in {PAGES + 1} pages")


def test_what_an_older_version_made_comes_out_as_a_fresh_crawl_would_have_it(
    aged: Workplace, crawled: Crawled
):
    assert export(aged, crawled.site) != crawled.rows

    run = aged.run("reconvert")

    assert (run.code, run.stdout) == (0, b"")
    assert said(run, crawled.site).startswith(f"{PAGES + 1} pages of {PAGES + 1} taken, ")
    assert len(tally(aged)) == len(set(tally(aged))) == 2 * (PAGES + 1)
    check_is_as_after_a_fresh_crawl(aged, crawled)


@pytest.mark.parametrize("seed", range(2))
def test_killed_again_and_again_it_goes_on_at_once_and_does_nothing_twice(
    aged: Workplace, crawled: Crawled, seed: int
):
    chance = random.Random(seed)
    kills = 0
    for done in sorted(chance.sample(range(1, 2 * PAGES), 3)):
        sweep = aged.start("reconvert", crawled.site)
        while len(tally(aged)) < done and sweep.poll() is None:
            time.sleep(0.001)
        time.sleep(chance.random() / 50)
        sweep.send_signal(signal.SIGKILL)
        kills += finish(sweep).code == -signal.SIGKILL

    started = time.monotonic()
    run = aged.run("reconvert", crawled.site)

    assert kills >= 2
    assert run.code == 0, run.stderr
    assert time.monotonic() - started < 30
    assert len(tally(aged)) == len(set(tally(aged))) == 2 * (PAGES + 1)
    check_is_as_after_a_fresh_crawl(aged, crawled)
    assert said(aged.run("reconvert"), crawled.site) == f"nothing to do in {PAGES + 1} pages"
    assert list(aged.folder.glob("*sweep*")) == []


def test_two_at_once_share_the_pages_and_do_none_twice(aged: Workplace, crawled: Crawled):
    runs = [finish(run) for run in [aged.start("reconvert"), aged.start("reconvert")]]

    assert [run.code for run in runs] == [0, 0], [run.stderr for run in runs]
    assert len(tally(aged)) == len(set(tally(aged))) == 2 * (PAGES + 1)
    check_is_as_after_a_fresh_crawl(aged, crawled)


def test_one_of_two_that_is_killed_leaves_its_page_to_the_other(aged: Workplace, crawled: Crawled):
    killed, other = aged.start("reconvert"), aged.start("reconvert")
    while len(tally(aged)) < PAGES // 3:
        time.sleep(0.001)
    killed.send_signal(signal.SIGKILL)
    finish(killed)

    assert finish(other).code == 0
    assert len(tally(aged)) == len(set(tally(aged))) == 2 * (PAGES + 1)
    check_is_as_after_a_fresh_crawl(aged, crawled)


def test_pages_whose_content_came_out_otherwise_are_there_for_who_cuts_them_up(
    fresh: Workplace, crawled: Crawled
):
    execute(fresh, "UPDATE page SET content_changed_at = '2001-01-01T00:00:00Z'")
    execute(fresh, "UPDATE page SET changed_at = '2001-01-01T00:00:00Z'")
    execute(fresh, "UPDATE page SET markdown_digest = 'of old' WHERE url LIKE '%/bed/2_'")
    execute(fresh, f"UPDATE version SET engine_version = '{OLD}'")

    run = fresh.run("reconvert")

    assert "content rewritten in 10, unchanged in 31, 0 failed" in said(run, crawled.site)
    rows = export(fresh, crawled.site, "--changed-since", "2001-01-01T00:00:01Z")
    assert [row["url"][-7:-1] for row in rows] == ["/bed/2"] * 10
    assert export(fresh, crawled.site, "--changed-since", "2001-01-01") == crawled.rows
    assert execute(fresh, "SELECT DISTINCT changed_at FROM page") == [("2001-01-01T00:00:00Z",)]


def test_a_page_whose_bytes_are_damaged_is_named_and_the_others_go_on(
    aged: Workplace, crawled: Crawled
):
    execute(aged, "UPDATE version SET body = x'00ff' WHERE id = 5")

    run = aged.run("reconvert")

    assert run.code == 1
    (line,) = [line for line in run.stderr.splitlines() if "not converted" in line]
    assert line.startswith(f"http://{crawled.site}/")
    assert "a stored body is damaged" in line
    assert "41 pages of 41 taken" in said(run, crawled.site)
    assert said(run, crawled.site).endswith("1 failed")
    again = aged.run("reconvert")
    assert again.code == 0
    assert said(again, crawled.site).endswith("1 failed before and wait for a newer version")


def test_what_is_no_html_or_came_from_elsewhere_is_left_alone(aged: Workplace, crawled: Crawled):
    execute(aged, "UPDATE version SET content_type = 'application/pdf' WHERE id = 5")
    execute(aged, "UPDATE version SET content_type = 'Application/XHTML+xml; q=1' WHERE id = 6")
    execute(aged, "UPDATE page SET url = 'file:///garden' WHERE version_id = 7")

    run = aged.run("reconvert")

    assert said(run, crawled.site).startswith("39 pages of 41 taken, 39 read again")
    old = execute(aged, f"SELECT id FROM version WHERE engine_version = '{OLD}'")
    assert sorted(old) == [(5,), (7,)]


@pytest.mark.parametrize(
    ("arguments", "settings", "message"),
    [
        (("nowhere.example",), (), "no site 'nowhere.example' in the store (sites: "),
        (("a", "b"), (), "name one site, or none for all: scrapy reconvert [SITE]"),
        (("",), (), "name one site, or none for all"),
        ((), ("STORE_URL=sqlite:///no/such.db",), "there is no store at no/such.db"),
        ((), ("STORE_URL=nonsense",), "not a database URL: 'nonsense'"),
    ],
)
def test_a_bad_argument_or_store_is_one_clear_line(
    fresh: Workplace, arguments: tuple[str, ...], settings: tuple[str, ...], message: str
):
    run = fresh.run("reconvert", *arguments, settings=settings)

    assert run.code == 2
    assert run.stderr.startswith("scrapy reconvert: ")
    assert message in run.stderr
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize("value", ["yesterday", "2026-13-01", "1"])
def test_a_time_that_is_none_is_refused(fresh: Workplace, crawled: Crawled, value: str):
    run = fresh.run("export", crawled.site, "--changed-since", value)

    assert run.code == 2
    assert run.stderr.startswith(f"scrapy export: --changed-since {value}: not a time")
