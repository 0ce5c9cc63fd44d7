import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from models.fetched import FetchedPage
from models.page import Metadata
from models.store import PageRecord, Store, StoreError
from pipelines.chrome import observe
from tests.models.store.building import SITE, commit, make_page, make_record


def read_paths(store: Store) -> list[str]:
    return [stored.fetched.url.removeprefix(f"https://{SITE}") for stored in store.iter_pages(SITE)]


def test_a_page_comes_out_as_it_went_in(store: Store):
    page = replace(
        make_page("/roses", ["Prune in March.", "Water at dawn."], title="Roses"),
        links=(f"https://{SITE}/tulips",),
    )
    fetched = FetchedPage(
        url=page.url,
        source_url=f"https://{SITE}/r",
        status=203,
        content_type="text/html; charset=latin-1",
        body=b"<p>Prune in M\xe4rz.\0",
        fetched_at="2026-03-01T10:00:00Z",
        etag='"x"',
        last_modified="Sun, 01 Mar 2026 09:00:00 GMT",
    )
    record = PageRecord(SITE, "the-key", fetched, page, "c7", "0.1")
    store.commit_page(record, ["k"], observe(page))

    (stored,) = store.iter_pages(SITE, with_body=True)
    assert (stored.fetched, stored.page) == (fetched, page)
    assert (stored.site, stored.url_key, stored.crawl_id) == (SITE, "the-key", "c7")
    assert stored.first_seen_at == stored.changed_at == "2026-03-01T10:00:00Z"
    assert store.get_page(SITE, "the-key") == replace(stored, fetched=replace(fetched, body=b""))
    assert store.get_page(SITE, "another") is None
    assert list(store.iter_links(SITE)) == [("the-key", "k")]


def test_pages_come_by_the_bytes_of_their_address_and_not_by_alphabet(store: Store):
    paths = ["/b", "/B", "/é", "/z", "/a/b", "/a-b", "/a", "/%C3%AB", "/\U0001f33b", "/\uffee"]
    for path in paths:
        commit(store, make_page(path, [path]))

    assert sorted(paths) != sorted(paths, key=str.casefold)
    assert read_paths(store) == sorted(paths, key=str.encode)


def test_pages_are_read_whole_while_others_are_stored(store: Store):
    for number in range(60):
        commit(store, make_page(f"/{number:03}", [f"Page {number}."]))
    reading = store.iter_pages(SITE)
    next(reading)
    commit(store, make_page("/zzz", ["Late."]))

    assert len(list(reading)) == 59
    assert store.page_count(SITE) == 61


def test_sites_are_apart(store: Store):
    commit(store, make_page("/a", ["Here."]))
    other = replace(make_record(make_page("/a", ["There."])), site="meadow.example")
    store.commit_page(other, [], observe(other.page))

    assert store.sites() == (SITE, "meadow.example")
    assert [s.page.blocks[0].text for s in store.iter_pages(SITE)] == ["Here."]
    assert store.page_count("meadow.example") == 1


def test_a_page_fetched_again_keeps_when_it_was_first_seen_and_when_it_changed(store: Store):
    for day, text in (("01", "Old."), ("02", "Old."), ("03", "New."), ("04", "New.")):
        commit(store, make_page("/a", [text]), at=f"2026-03-{day}T10:00:00Z", crawl=f"c{day}")

    (stored,) = store.iter_pages(SITE)
    assert store.page_count(SITE) == 1
    assert stored.page.blocks[0].text == "New."
    assert stored.first_seen_at == "2026-03-01T10:00:00Z"
    assert stored.changed_at == "2026-03-03T10:00:00Z"
    assert (stored.fetched.fetched_at, stored.crawl_id) == ("2026-03-04T10:00:00Z", "c04")


def test_a_version_is_added_when_the_bytes_changed_and_only_the_last_two_are_kept(tmp_path: Path):
    path = tmp_path / "sites.db"

    def versions() -> int:
        with sqlite3.connect(path) as connection:
            return connection.execute("SELECT count(*) FROM version").fetchone()[0]

    with Store.open(f"sqlite:///{path}") as store:
        counts = []
        for text in ("one", "one", "two", "three", "four"):
            commit(store, make_page("/a", [text]))
            counts.append(versions())

        assert counts == [1, 1, 2, 2, 2]
        assert [s.page.blocks[0].text for s in store.iter_pages(SITE)] == ["four"]


def test_links_of_a_page_fetched_again_are_its_new_ones(store: Store):
    commit(store, make_page("/a", ["x"]), links=["/b", "/c", "/b"])
    commit(store, make_page("/a", ["y"]), links=["/c", "/d"])

    targets = sorted(target for _, target in store.iter_links(SITE))
    assert targets == [f"https://{SITE}/c", f"https://{SITE}/d"]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [(["/short", "/a"], "/a"), (["/z", "/m"], "/m"), (["/m", "/z"], "/m")],
)
def test_which_address_led_to_a_page_does_not_depend_on_which_came_last(
    store: Store, asked: list[str], expected: str
):
    record = make_record(make_page("/a", ["x"]))
    for path in asked:
        fetched = replace(record.fetched, source_url=f"https://{SITE}{path}")
        store.commit_page(replace(record, fetched=fetched), [], observe(record.page))

    (stored,) = store.iter_pages(SITE)
    assert stored.fetched.source_url == f"https://{SITE}{expected}"


def test_text_that_no_database_takes_is_stored_with_a_mark_in_its_place(store: Store):
    page = make_page("/a", ["nul \0 and \ud800"], canonical="https://x.example/\ud800\0")
    record = make_record(page)
    fetched = replace(record.fetched, etag="\0", content_type="text/\udcff")
    store.commit_page(replace(record, fetched=fetched), ["k\0\ud800"], observe(page))

    (stored,) = store.iter_pages(SITE)
    assert stored.page.blocks[0].text == "nul \0 and \ud800"
    assert (stored.fetched.etag, stored.fetched.content_type) == ("\ufffd", "text/?")


def test_runs_are_kept_with_where_they_began_and_how_they_ended(store: Store):
    store.start_run(SITE, ["https://garden.example/"], "c1", "2026-03-01T10:00:00Z")
    store.finish_run("c1", "2026-03-01T11:00:00Z", "finished")
    store.start_run(SITE, ["https://garden.example/b"], "c2", "2026-03-02T10:00:00Z")
    store.start_run(SITE, ["https://garden.example/c"], "c2", "2026-03-03T10:00:00Z")

    first, second = store.runs(SITE)
    assert (first.reason, first.finished_at) == ("finished", "2026-03-01T11:00:00Z")
    assert first.start_urls == ("https://garden.example/",)
    assert (second.started_at, second.finished_at) == ("2026-03-02T10:00:00Z", "")
    assert second.start_urls == ("https://garden.example/c",)


def test_an_unknown_site_is_named_beside_the_known_ones(store: Store):
    commit(store, make_page("/a", ["x"]))

    for ask in (
        store.load_profile,
        store.page_count,
        store.runs,
        lambda s: list(store.iter_pages(s)),
    ):
        with pytest.raises(StoreError, match=r"no site 'moon\.example' in the store \(sites: gard"):
            ask("moon.example")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "not a database URL: 'nonsense'"),
        ("", "not a database URL"),
        ("mysql://u:secret@h/db", "unsupported database in mysql://u:***@h/db"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///{tmp}/missing/sites.db", "missing is not a folder"),
        ("sqlite:///{tmp}", "it is a folder"),
        ("sqlite:///{tmp}/page.html", "file is not a database"),
        ("sqlite:///{tmp}/page.html/sites.db", "page.html is not a folder"),
        ("postgresql://u:secret@127.0.0.1:1/db", "127.0.0.1"),
    ],
)
def test_a_store_that_cannot_be_opened_says_so_in_one_line(tmp_path: Path, url: str, says: str):
    (tmp_path / "page.html").write_text("<p>not a database</p>" * 100)
    with pytest.raises(StoreError) as refused:
        Store.open(url.format(tmp=tmp_path))

    assert says in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_store_that_is_only_read_is_not_made(tmp_path: Path):
    path = tmp_path / "sites.db"
    with pytest.raises(StoreError, match="there is no store at"):
        Store.open(f"sqlite:///{path}", create=False)

    assert not path.exists()
    Store.open(f"sqlite:///{path}").close()
    Store.open(f"sqlite:///{path}", create=False).close()


def test_damaged_data_in_the_database_names_the_page_it_belongs_to(tmp_path: Path):
    path = tmp_path / "sites.db"
    with Store.open(f"sqlite:///{path}") as store:
        commit(store, make_page("/a", ["x"]))
        commit(store, make_page("/b", ["y"]))
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE version SET blocks = x'00ff' WHERE id = 2")
    with Store.open(f"sqlite:///{path}") as store:
        with pytest.raises(StoreError, match=rf"https://{SITE}/b: a stored page is damaged"):
            list(store.iter_pages(SITE))

        commit(store, make_page("/b", ["mended"]))
        assert len(list(store.iter_pages(SITE))) == 2


def test_metadata_is_kept(store: Store):
    page = replace(make_page("/a", ["x"]), metadata=Metadata(title="T", jsonld='[{"a":1}]'))
    commit(store, page)

    assert next(store.iter_pages(SITE)).page.metadata == page.metadata
