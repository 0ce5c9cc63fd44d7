import itertools
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.chrome import Observation
from models.chrome_thresholds import slot_pages_needed, text_pages_needed
from models.store import Store
from pipelines.chrome import learn_profile, observe
from tests.models.store.building import SITE, commit, make_page, make_record


def fetch(store: Store, path: str, observation: Observation) -> None:
    store.commit_page(make_record(make_page(path, [path])), [], observation)


# Few digests, so that they repeat.
SMALL_DIGESTS = st.integers(0, 3)
OBSERVATIONS = st.frozensets(st.tuples(SMALL_DIGESTS, SMALL_DIGESTS), max_size=5).map(
    lambda slots: Observation(frozenset(text for _, text in slots), slots)
)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(fetches=st.lists(st.tuples(st.integers(0, 8), OBSERVATIONS), min_size=1, max_size=24))
def test_the_stored_profile_is_that_of_each_pages_last_version(tmp_path_factory, fetches):
    url = f"sqlite:///{tmp_path_factory.mktemp('store')}/sites.db"
    with Store.open(url) as store:
        for page, observation in fetches:
            fetch(store, f"/{page}", observation)

        assert store.load_profile(SITE) == learn_profile(dict(fetches).values())


def test_the_profile_is_the_same_whatever_the_order_of_the_pages(store_url: str, tmp_path: Path):
    pages = [make_page(f"/{n}", ["Menu", f"Text {n}", f"Even {n % 2}"]) for n in range(8)]
    profiles = []
    for number, order in enumerate(([*range(8)], [*range(7, -1, -1)], [3, 1, 7, 5, 0, 2, 6, 4])):
        with Store.open(f"sqlite:///{tmp_path}/{number}.db") as store:
            for index in order:
                commit(store, pages[index])
            profiles.append(store.load_profile(SITE))

    assert profiles[0] == profiles[1] == profiles[2]
    assert len(profiles[0].texts) == len(profiles[0].slots) == 1


def test_nothing_is_chrome_before_the_sixth_page(store: Store):
    sizes = []
    for number in range(6):
        commit(store, make_page(f"/{number}", ["Menu", f"Text {number}"]))
        profile = store.load_profile(SITE)
        sizes.append((profile.pages, len(profile.texts), len(profile.slots)))

    assert sizes == [(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0), (5, 0, 0), (6, 1, 1)]


def test_a_page_fetched_again_counts_once(store: Store):
    for _ in range(9):
        commit(store, make_page("/a", ["Menu", "Text"]))
    for number in range(5):
        commit(store, make_page(f"/{number}", [f"Other {number}"]))

    profile = store.load_profile(SITE)
    assert (profile.pages, profile.texts, profile.slots) == (6, frozenset(), frozenset())


def test_a_slot_whose_one_other_text_is_gone_never_varies_again(store: Store):
    pages = [make_page(f"/{n}", ["Footer 2026", f"Own {n}"]) for n in range(6)]
    for page in [*pages, make_page("/0", ["Footer 2025", "Own 0"])]:
        commit(store, page)
    varied = store.load_profile(SITE)
    commit(store, pages[0])

    assert varied.slots == frozenset()
    assert store.load_profile(SITE) == learn_profile(map(observe, pages))
    assert len(store.load_profile(SITE).slots) == 1


def test_a_page_under_many_addresses_counts_once(store: Store):
    pages = [make_page(f"/{n}", ["Menu", f"Own {n}"]) for n in range(5)]
    aliases = [make_page(f"/0?ref={n}", ["Menu", "Own 0"]) for n in range(20)]
    for page in [*aliases[:10], *pages, *aliases[10:]]:
        commit(store, page)
    assert store.load_profile(SITE).pages == 5

    commit(store, make_page("/0?ref=3", ["Menu", "Own 6"]))
    pages.append(make_page("/0?ref=3", ["Menu", "Own 6"]))
    assert store.load_profile(SITE) == learn_profile(map(observe, pages))
    assert len(store.load_profile(SITE).texts) == 1

    for page in [pages[0], *aliases]:
        commit(store, make_page(page.url.removeprefix("https://garden.example"), ["Gone"]))
    assert store.load_profile(SITE).pages == 5


def test_counts_that_fall_to_nothing_leave_no_row(tmp_path: Path):
    path = tmp_path / "sites.db"
    with Store.open(f"sqlite:///{path}") as store:
        commit(store, make_page("/a", ["One", "Two"]))
        commit(store, make_page("/a", ["Three"]))
    with sqlite3.connect(path) as connection:
        texts = connection.execute("SELECT pages FROM text_statistic").fetchall()
        slots = connection.execute("SELECT pages FROM slot_statistic").fetchall()

    assert texts == slots == [(1,)]


@pytest.mark.parametrize(
    ("pages", "texts", "slots"),
    [(6, 6, 4), (10, 9, 6), (11, 10, 7), (20, 18, 12), (100, 90, 60), (10**15 + 1, None, None)],
)
def test_thresholds_are_exact(pages: int, texts: int | None, slots: int | None):
    if texts is None:
        texts, slots = 9 * 10**14 + 1, 6 * 10**14 + 1

    assert (text_pages_needed(pages), slot_pages_needed(pages)) == (texts, slots)


@pytest.mark.parametrize("has_it", [9, 8])
def test_a_text_on_nine_of_ten_pages_reaches_the_threshold_and_on_eight_it_does_not(
    store: Store, has_it: int
):
    for number in range(10):
        texts = [f"Text {number}"] * (number % 3 + 1) + ["Menu"] * (number < has_it)
        commit(store, make_page(f"/{number}", texts))

    assert len(store.load_profile(SITE).texts) == (1 if has_it == 9 else 0)


def count_steps(store: Store, path: Path) -> int:
    """Steps of SQLite's virtual machine that reading the profile takes, in tens."""
    steps = itertools.count()
    with store._engine.connect() as connection:
        raw = connection.connection.dbapi_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.set_progress_handler(lambda: next(steps) and None, 10)
    store.load_profile(SITE)
    with store._engine.connect() as connection:
        raw = connection.connection.dbapi_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.set_progress_handler(None, 0)
    return next(steps)


def fill(path: Path, pages: int) -> None:
    """Write what a site of many pages leaves: a menu of 40 on each, and 30 texts of their own."""
    menu = ((1, n, n, pages) for n in range(40))
    own = ((1, 1000 + n % 30, 1000 + n, 1) for n in range(30 * pages))
    half = ((1, 100_000 + n, 10**9 + n, pages // 2) for n in range(20))
    rows = list(itertools.chain(menu, own, half))
    with sqlite3.connect(path) as connection:
        connection.execute(
            "INSERT INTO site (id, name, pages, observed) VALUES (1, ?, ?, ?)", (SITE, pages, pages)
        )
        connection.executemany("INSERT INTO slot_statistic VALUES (?, ?, ?, ?)", rows)
        texts = [(site, text, count) for site, _, text, count in rows]
        connection.executemany("INSERT INTO text_statistic VALUES (?, ?, ?)", texts)
    connection.close()


def test_reading_the_profile_costs_the_same_on_a_site_two_hundred_times_larger(tmp_path: Path):
    costs = {}
    for pages in (100, 20_000):
        path = tmp_path / f"{pages}.db"
        with Store.open(f"sqlite:///{path}") as store:
            fill(path, pages)
            costs[pages] = count_steps(store, path)
            assert len(store.load_profile(SITE).texts) == 40
            assert len(store.load_profile(SITE).slots) == 40

    assert 0 < costs[20_000] <= costs[100] * 1.1
