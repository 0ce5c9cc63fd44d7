import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from models.page import Page
from models.store import PageError, PageReading, SelectionNote, StalePage, Store, Sweep
from models.store.engine import open_engine, writing
from pipelines.chrome import learn_profile, observe
from tests.models.store.building import SITE, commit, make_page, make_record

ROOT = Path(__file__).parents[3]
NEW = "0.2"  # the pages that `commit` stores are read by 0.1
PROFILE = 77


def everything(content_type: str, url: str) -> bool:
    return True


def path_of(page: StalePage) -> str:
    return page.url.removeprefix(f"https://{SITE}")


def take_all(store: Store, engine: str = NEW) -> list[str]:
    with store.sweep(SITE, engine) as sweep:
        return [path_of(page) for page in sweep.take_old_readings(everything)]


def read_anew(page: Page) -> PageReading:
    """What a newer engine reads: the same texts in other slots."""
    blocks = tuple(replace(block, slot=f"/new{block.slot}") for block in page.blocks)
    page = replace(page, blocks=blocks)
    return PageReading(page, (), observe(page))


def convert_readings(store: Store, engine: str = NEW) -> list[str]:
    with store.sweep(SITE, engine) as sweep:
        return [
            path_of(page)
            for page in sweep.take_old_readings(everything)
            if sweep.land_reading(page, read_anew(sweep.read_blocks(page)))
        ]


def convert_contents(sweep: Sweep, digest: str = "d", profile: int = PROFILE) -> dict[str, object]:
    return {
        path_of(page): sweep.land_content(page, digest, profile)
        for page in sweep.take_old_contents(profile, everything)
    }


def execute(url: str, statement: str) -> None:
    engine = open_engine(url, create=False)
    with writing(engine) as connection:
        connection.execute(text(statement))
    engine.dispose()


@pytest.mark.parametrize(
    ("engine", "taken"), [("0.1", []), ("0.0.9", []), ("0.1.1", ["/a"]), ("0.10", ["/a"])]
)
def test_a_page_is_taken_by_a_newer_engine_alone(store: Store, engine: str, taken: list[str]):
    commit(store, make_page("/a", ["Here."]))

    assert take_all(store, engine) == taken


def test_the_oldest_conversion_comes_first(store: Store):
    for path, day in (("/a", "03"), ("/b", "01"), ("/c", "02"), ("/d", "01")):
        commit(store, make_page(path, [path]), at=f"2026-03-{day}T10:00:00Z")

    assert take_all(store) == ["/b", "/d", "/c", "/a"]


def test_sites_and_kinds_that_are_not_meant_are_left_alone(store: Store):
    commit(store, make_page("/a", ["Here."]))
    other = replace(make_record(make_page("/a", ["There."])), site="meadow.example")
    store.commit_page(other, [], observe(other.page))

    with store.sweep(SITE, NEW) as sweep:
        assert list(sweep.take_old_readings(lambda kind, url: "pdf" in kind)) == []
        assert len(list(sweep.take_old_readings(lambda kind, url: "html" in kind))) == 1


def test_what_was_read_again_replaces_blocks_statistics_and_links_and_is_no_change(store: Store):
    for number in range(8):
        page = make_page(f"/{number}", ["Menu", f"Page {number}."])
        commit(store, page, links=["/1", "/2"], crawl="c1")
    before = {stored.url_key: stored for stored in store.iter_pages(SITE)}
    old_profile = store.load_profile(SITE)

    assert len(convert_readings(store)) == 8
    after = {stored.url_key: stored for stored in store.iter_pages(SITE)}
    observations = [observe(stored.page) for stored in after.values()]
    assert store.load_profile(SITE) == learn_profile(observations)
    assert store.load_profile(SITE).slots != old_profile.slots
    assert list(store.iter_links(SITE)) == []
    for key, stored in after.items():
        assert stored.page == read_anew(before[key].page).page
        assert stored.engine_version == NEW
        assert (stored.changed_at, stored.fetched, stored.crawl_id) == (
            before[key].changed_at,
            before[key].fetched,
            "c1",
        )
    assert convert_readings(store) == []


def test_two_addresses_that_say_the_same_count_once_before_and_after(store: Store):
    for number in range(8):
        commit(store, make_page(f"/{number}", ["Menu", f"Page {number // 2}."]))

    convert_readings(store)

    observations = [observe(stored.page) for stored in store.iter_pages(SITE)]
    assert store.load_profile(SITE) == learn_profile(observations)
    assert store.load_profile(SITE).pages == 4


def test_a_page_fetched_anew_meanwhile_is_not_overwritten(store: Store):
    commit(store, make_page("/same", ["Old."]))
    commit(store, make_page("/other", ["Old."]))
    with store.sweep(SITE, NEW) as sweep:
        taken = list(sweep.take_old_readings(everything))
        readings = [read_anew(sweep.read_blocks(page)) for page in taken]
        commit(store, make_page("/same", ["Old."]), crawl="c2")
        commit(store, make_page("/other", ["New."]), crawl="c2")

        assert [sweep.land_reading(*pair) for pair in zip(taken, readings, strict=True)] == [
            False,
            False,
        ]

    texts = [stored.page.blocks[0].text for stored in store.iter_pages(SITE)]
    slots = [stored.page.blocks[0].slot for stored in store.iter_pages(SITE)]
    assert texts == ["New.", "Old."]
    assert slots == ["/html/body/p[1]"] * 2


def test_a_living_sweep_keeps_its_page_and_another_waits_for_it(store: Store):
    commit(store, make_page("/a", ["A."]))
    commit(store, make_page("/b", ["B."]))
    with store.sweep(SITE, NEW) as first, store.sweep(SITE, NEW) as second:
        firsts = first.take_old_readings(everything)
        held = next(firsts)
        seconds = second.take_old_readings(everything)
        other = next(seconds)
        assert [path_of(held), path_of(other)] == ["/a", "/b"]
        second.land_reading(other, read_anew(second.read_blocks(other)))
        assert first.land_reading(held, read_anew(first.read_blocks(held)))

        assert list(seconds) == list(firsts) == []


DYING = """
import os, sys
from models.store import Store
with Store.open(sys.argv[1]) as store, store.sweep("garden.example", "0.2") as sweep:
    for page in sweep.take_old_readings(lambda *_: True):
        os.kill(os.getpid(), 9)
"""


def test_what_a_killed_sweep_had_taken_the_next_one_takes_at_once(store: Store, store_url: str):
    for path in ("/a", "/b"):
        commit(store, make_page(path, [path]))
    dead = subprocess.run([sys.executable, "-c", DYING, store_url], cwd=ROOT, check=False)
    assert dead.returncode == -9

    assert convert_readings(store) == ["/a", "/b"]


def test_what_a_killed_sweep_left_is_freed_even_when_nothing_is_stale_any_more(
    store: Store, store_url: str
):
    commit(store, make_page("/a", ["A."]))
    with store.sweep(SITE, "0.1") as sweep:
        assert convert_contents(sweep) == {"/a": True}
    execute(store_url, "UPDATE version SET conversion_state = 'converting', converter = 'gone'")

    with store.sweep(SITE, "0.1") as sweep:
        assert convert_contents(sweep) == {"/a": False}
        assert convert_contents(sweep) == {}


def test_locks_leave_no_file_behind_not_even_those_of_the_killed(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/sites.db"
    with Store.open(url) as store:
        commit(store, make_page("/a", ["A."]))
        subprocess.run([sys.executable, "-c", DYING, url], cwd=ROOT, check=False)
        assert len(list(tmp_path.glob("*sweep*"))) == 1
        with store.sweep(SITE, NEW), store.sweep(SITE, NEW):
            assert len(list(tmp_path.glob("*sweep*"))) == 2

    assert list(tmp_path.glob("*sweep*")) == []


def test_a_body_that_is_whole_is_read_and_a_damaged_one_is_the_page_s_fault(
    store: Store, store_url: str
):
    commit(store, make_page("/a", ["A."]))
    with store.sweep(SITE, NEW) as sweep:
        (page,) = sweep.take_old_readings(everything)
        assert sweep.read_bytes(page).body == b"A."
    execute(
        store_url,
        "UPDATE version SET body = observed FROM (SELECT observation AS observed FROM page) AS p",
    )
    with store.sweep(SITE, NEW) as sweep:
        (page,) = sweep.take_old_readings(everything)
        with pytest.raises(PageError, match="body"):
            sweep.read_bytes(page)


def test_a_page_given_up_stays_as_it_was_until_a_newer_engine_or_new_bytes_come(store: Store):
    commit(store, make_page("/a", ["A."]))
    with store.sweep(SITE, NEW) as sweep:
        (page,) = sweep.take_old_readings(everything)
        sweep.give_up(page)
        assert list(sweep.take_old_readings(everything)) == []
        assert convert_contents(sweep) == {}
        assert sweep.count_given_up() == 1

    (stored,) = store.iter_pages(SITE)
    assert stored.engine_version == "0.1"
    assert take_all(store, "0.3") == ["/a"]
    commit(store, make_page("/a", ["A."]))
    assert take_all(store, NEW) == ["/a"]


def test_content_is_marked_when_it_comes_out_otherwise_and_only_then(store: Store):
    commit(store, make_page("/a", ["A."]))
    marks = []
    for digest, profile in (("d1", 1), ("d1", 2), ("d2", 3)):
        with store.sweep(SITE, "0.1") as sweep:
            marks.append(convert_contents(sweep, digest, profile)["/a"])

    assert marks == [True, False, True]
    (stored,) = store.iter_pages(SITE)
    assert stored.content_changed_at > stored.changed_at == "2026-03-01T10:00:00Z"


def test_a_page_stored_again_has_its_content_selected_again_and_keeps_its_mark(store: Store):
    commit(store, make_page("/a", ["A."]))
    with store.sweep(SITE, "0.1") as sweep:
        assert convert_contents(sweep) == {"/a": True}
        assert convert_contents(sweep) == {}
        commit(store, make_page("/a", ["A.", "More."]))
        assert convert_contents(sweep) == {"/a": False}


def note_of(store: Store, page: Page, key: int, digest: str) -> SelectionNote:
    return SelectionNote(store.commit_page(make_record(page), [], observe(page)), key, digest)


def test_a_noted_content_stands_where_the_profile_changes_nothing_and_no_other(store: Store):
    pages = {path: make_page(path, [f"Page {path}."]) for path in ("/a", "/b", "/c")}
    notes = [note_of(store, page, 5, "d") for path, page in pages.items() if path != "/c"]
    commit(store, pages["/c"])  # nothing was noted of it
    store.note_contents(notes, "0.1")
    keys = {observe(pages["/a"]): 5, observe(pages["/b"]): 6}

    with store.sweep(SITE, NEW) as sweep:
        assert sweep.land_unaffected(PROFILE, keys.__getitem__) == (1, 1)
        assert set(convert_contents(sweep)) == {"/b", "/c"}
        assert sweep.land_unaffected(PROFILE, keys.__getitem__) == (0, 0)
    marked = {page.url_key: page.content_changed_at for page in store.iter_pages(SITE)}
    assert all(marked.values())


def test_a_content_that_came_out_as_before_gets_no_mark(store: Store):
    page = make_page("/a", ["Here."])
    store.note_contents([note_of(store, page, 5, "d")], "0.1")
    with store.sweep(SITE, NEW) as sweep:
        sweep.land_unaffected(PROFILE, lambda _: 5)
    (before,) = store.iter_pages(SITE)
    store.note_contents([note_of(store, page, 5, "d")], "0.1")

    with store.sweep(SITE, NEW) as sweep:
        assert sweep.land_unaffected(PROFILE, lambda _: 5) == (1, 0)
    (after,) = store.iter_pages(SITE)
    assert after.content_changed_at == before.content_changed_at


def test_a_note_is_forgotten_when_the_page_is_stored_or_read_anew(store: Store):
    stored, read = make_page("/stored", ["Here."]), make_page("/read", ["There."])
    notes = [note_of(store, stored, 5, "d"), note_of(store, read, 5, "d")]
    store.note_contents(notes, "0.1")
    commit(store, stored)
    with store.sweep(SITE, NEW) as sweep:
        for page in sweep.take_old_readings(lambda _, url: url.endswith("/read")):
            sweep.land_reading(page, read_anew(sweep.read_blocks(page)))

    with store.sweep(SITE, NEW) as sweep:
        assert sweep.land_unaffected(PROFILE, lambda _: 5) == (0, 0)


def test_a_note_by_an_engine_that_is_not_the_page_s_any_more_is_not_taken(store: Store):
    note = note_of(store, make_page("/a", ["Here."]), 5, "d")
    store.note_contents([note], "0.0.9")

    with store.sweep(SITE, NEW) as sweep:
        assert sweep.land_unaffected(PROFILE, lambda _: 5) == (0, 0)
