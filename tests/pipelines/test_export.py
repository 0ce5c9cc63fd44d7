import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from models.chrome import ChromeProfile
from models.content import Content
from models.page import Metadata, Page
from models.store import Store, StoreError
from pipelines import export, places
from pipelines.chrome import observe
from pipelines.content import select_content
from pipelines.export import BLOCK_FIELDS, FIELDS, block_rows, site_rows, to_json_line
from tests.models.store.building import SITE, commit, make_page, make_record

VOLATILE = {"fetched_at", "first_seen_at", "changed_at", "crawl_id"}
MENU = ["Home", "Prices", "Contact"]


def plant(number: int) -> Page:
    own = f"Plant {number} grows {number} metres tall and wants {number} litres of water a day."
    page = make_page(f"/plants/{number}", [*MENU, own, "Imprint"], title=f"Plant {number}")
    return replace(page, links=(f"https://{SITE}/plants/{number + 1}",))


def read_rows(store: Store, **options: bool) -> list[dict]:
    return list(site_rows(store, SITE, **options))


def by_path(rows: Sequence[dict]) -> dict[str, dict]:
    return {row["url"].removeprefix(f"https://{SITE}"): row for row in rows}


@pytest.fixture
def store(tmp_path: Path):
    with Store.open(f"sqlite:///{tmp_path}/sites.db") as opened:
        yield opened


def fill(store: Store, order: Sequence[int], *, crawl: str = "c1") -> None:
    store.start_run(SITE, [f"https://{SITE}/plants/0"], crawl, "2026-03-01T10:00:00Z")
    for turn, number in enumerate(order):
        links = [f"/plants/{number + 1}", "/plants/0"]
        commit(store, plant(number), links=links, at=f"2026-03-01T10:{turn:02}:00Z", crawl=crawl)


def test_each_row_has_all_fields_in_order_and_no_null_or_list(store: Store):
    fill(store, range(7))
    rows = read_rows(store)

    assert len(rows) == 7
    for row in rows:
        assert tuple(row) == FIELDS
        assert {type(value) for value in row.values()} == {str, int, float}
        assert type(row["page_type_score"]) is float
        assert type(row["status"]) is type(row["depth"]) is type(row["word_count"]) is int


def test_the_first_pages_are_cleaned_with_what_the_last_taught(store: Store):
    fill(store, range(6))
    rows = by_path(read_rows(store))

    assert rows["/plants/0"]["content_text"] == plant(0).blocks[3].text
    assert rows["/plants/0"]["content_methods"] == "site-chrome"
    assert "Prices" in rows["/plants/0"]["markdown"]
    assert rows["/plants/0"]["word_count"] == 14


def test_five_pages_are_exported_without_chrome(store: Store):
    fill(store, range(5))

    assert all("Prices" in row["content_text"] for row in read_rows(store))


def test_the_order_of_a_crawl_changes_only_the_volatile_fields(tmp_path: Path):
    exports = []
    for name, order in {
        "up": range(8),
        "down": range(7, -1, -1),
        "mixed": [3, 0, 7, 1, 6, 2, 5, 4],
    }.items():
        with Store.open(f"sqlite:///{tmp_path}/{name}.db") as store:
            fill(store, order, crawl=name)
            fill(store, order[2:5], crawl=f"{name} again")
            steady = [
                {k: v for k, v in row.items() if k not in VOLATILE} for row in read_rows(store)
            ]
            exports.append(b"".join(map(to_json_line, steady)))

    assert exports[0] == exports[1] == exports[2]
    assert exports[0].count(b"\n") == 8


def test_rows_come_by_the_bytes_of_their_address(store: Store):
    paths = ["/z", "/Z", "/a/b", "/a-b", "/\u00e9", "/\U0001f33b"]
    for path in paths:
        commit(store, make_page(path, [f"Only on {path}"]))

    assert [*by_path(read_rows(store))] == sorted(paths, key=str.encode)


def test_addresses_with_equal_text_are_one_row_that_names_the_others(store: Store):
    for path in ("/x/", "/x/index.html", "/x/index.htm", "/y/"):
        commit(store, make_page(path, ["Same" if path.startswith("/x") else "Another"]))
    rows = by_path(read_rows(store))

    assert [*rows] == ["/x/", "/y/"]
    assert rows["/x/"]["aliases"] == f"https://{SITE}/x/index.htm https://{SITE}/x/index.html"
    assert rows["/y/"]["aliases"] == ""


@pytest.mark.parametrize(("changed_words", "folded"), [(1, True), (8, False)])
def test_a_canonical_folds_only_pages_that_say_nearly_the_same(
    store: Store, changed_words: int, folded: bool
):
    words = [f"word{n}" for n in range(40)]
    other = ["other"] * changed_words + words[changed_words:]
    commit(store, make_page("/shop", [" ".join(words)]))
    commit(
        store,
        make_page("/shop?view=list", [" ".join(other)], canonical=f"https://{SITE}/shop"),
    )
    rows = by_path(read_rows(store))

    assert rows["/shop"]["aliases"] == (f"https://{SITE}/shop?view=list" if folded else "")
    assert ("/shop?view=list" in rows) is not folded


def test_depth_and_parent_are_those_of_the_shortest_way_from_the_start(store: Store):
    links = {
        "/": ["/b", "/c"],
        "/b": ["/d"],
        "/c": ["/d", "/"],
        "/d": ["/e"],
        "/e": [],
        "/lost": [],
    }
    store.start_run(SITE, [f"https://{SITE}/#top"], "c1", "2026-03-01T10:00:00Z")
    for path, targets in links.items():
        commit(store, make_page(path, [path]), links=targets)
    places = {
        path: (row["depth"], row["parent_url"].removeprefix(f"https://{SITE}"))
        for path, row in by_path(read_rows(store)).items()
    }

    assert places == {
        "/": (0, ""),
        "/b": (1, "/"),
        "/c": (1, "/"),
        "/d": (2, "/b"),
        "/e": (3, "/d"),
        "/lost": (0, ""),
    }


def test_a_link_to_an_alias_or_to_an_address_that_redirects_leads_to_the_page(store: Store):
    store.start_run(SITE, [f"https://{SITE}/old-home"], "c1", "2026-03-01T10:00:00Z")
    home = make_record(make_page("/", ["home"]))
    asked = replace(home.fetched, source_url=f"https://{SITE}/old-home")
    target = f"https://{SITE}/x/index.html"
    store.commit_page(replace(home, fetched=asked), [target], observe(home.page))
    commit(store, make_page("/x/", ["x"]))
    commit(store, make_page("/x/index.html", ["x"]), links=["/y"])
    commit(store, make_page("/y", ["y"]))
    rows = by_path(read_rows(store))

    assert rows["/"]["source_url"] == f"https://{SITE}/old-home"
    assert {path: row["depth"] for path, row in rows.items()} == {"/": 0, "/x/": 1, "/y": 2}
    assert rows["/y"]["parent_url"] == f"https://{SITE}/x/"


def test_what_a_page_declares_and_how_it_came_is_in_its_row(store: Store):
    metadata = Metadata(
        title="Roses",
        description="All about roses",
        author="R. Gardener",
        published_at="2026-01-02",
        modified_at="2026-02-03",
        language="en",
        canonical_url=f"https://{SITE}/roses",
        jsonld='[{"@type":"Article"}]',
    )
    commit(store, replace(make_page("/roses", ["Roses bloom."]), metadata=metadata), crawl="c9")
    (row,) = read_rows(store)

    expected = {
        "title": "Roses",
        "description": "All about roses",
        "author": "R. Gardener",
        "published_at": "2026-01-02",
        "modified_at": "2026-02-03",
        "language": "en",
        "canonical_url": f"https://{SITE}/roses",
        "jsonld": '[{"@type":"Article"}]',
        "status": 200,
        "content_type": "text/html; charset=utf-8",
        "site": SITE,
        "crawl_id": "c9",
        "change": "new",
        "engine_version": "0.1",
        "schema_version": 1,
        "fetched_at": "2026-03-01T10:00:00Z",
    }
    assert {name: row[name] for name in expected} == expected
    assert len(row["id"]) == len(row["content_digest"]) == len(row["page_digest"]) == 32


def test_a_new_menu_entry_on_every_page_changes_no_content_digest(tmp_path: Path):
    digests = []
    for menu in (MENU, [*MENU, "News"]):
        with Store.open(f"sqlite:///{tmp_path}/{len(menu)}.db") as store:
            for number in range(7):  # the footer's year is another one too
                own = plant(number).blocks[3].text
                commit(store, make_page(f"/{number}", [*menu, own, f"Imprint {len(menu)}"]))
            digests.append(
                [(row["content_digest"], row["page_digest"]) for row in read_rows(store)]
            )

    assert [content for content, _ in digests[0]] == [content for content, _ in digests[1]]
    assert not {whole for _, whole in digests[0]} & {whole for _, whole in digests[1]}


def test_a_line_is_one_line_of_utf8_that_reads_back():
    row = {"a": "Gärtner \u2028 \n 花", "b": 1, "c": 0.0}
    line = to_json_line(row)

    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert "Gärtner \u2028".encode() in line
    assert json.loads(line) == row
    assert type(json.loads(line)["c"]) is float
    assert json.loads(to_json_line({"a": "x\ud800y"})) == {"a": "x?y"}


def test_block_rows_tell_of_each_block_what_became_of_it(store: Store):
    fill(store, range(6))
    rows = list(block_rows(store, SITE))
    first = [row for row in rows if row["page_id"] == read_rows(store)[0]["id"]]

    assert all(tuple(row) == BLOCK_FIELDS for row in rows)
    assert len(rows) == 30
    assert [row["n"] for row in first] == [0, 1, 2, 3, 4]
    assert [row["kept"] for row in first] == [0, 0, 0, 1, 0]
    assert first[0]["step"] == "site-chrome"
    assert first[0]["reason"] != ""
    assert (first[3]["step"], first[3]["reason"]) == ("", "")
    assert first[3]["slot"] == "/html/body/p[4]"


def test_an_unknown_site_is_one_clear_error(store: Store):
    with pytest.raises(StoreError, match=r"no site 'moon\.example'"):
        list(site_rows(store, "moon.example"))


def fail_on(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the selection of one page fail, as it would on a page nobody foresaw."""

    def select(page: Page, profile: ChromeProfile | None = None, **options) -> Content:
        if page.url == f"https://{SITE}{path}":
            raise ZeroDivisionError("no words")
        return select_content(page, profile, **options)

    monkeypatch.setattr(export, "select_content", select)
    monkeypatch.setattr(places, "select_content", select)


def damage(tmp_path: Path, path: str) -> None:
    with sqlite3.connect(tmp_path / "sites.db") as connection:
        changed = connection.execute(
            "UPDATE version SET blocks = x'00ff' WHERE id ="
            " (SELECT version_id FROM page WHERE url = ?)",
            [f"https://{SITE}{path}"],
        )
        assert changed.rowcount == 1


def test_a_page_whose_selection_fails_loses_its_own_row_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    fill(store, range(7))
    fail_on("/plants/3", monkeypatch)
    lost: list[tuple[str, Exception]] = []

    def note(url: str, error: Exception) -> None:
        lost.append((url, error))

    rows = list(site_rows(store, SITE, on_lost=note))
    blocks = list(block_rows(store, SITE, on_lost=note))

    assert [url for url, _ in lost] == [f"https://{SITE}/plants/3"] * 2
    assert "no words" in str(lost[0][1])
    assert sorted(by_path(rows)) == [f"/plants/{number}" for number in (0, 1, 2, 4, 5, 6)]
    assert {row["page_id"] for row in blocks} == {row["id"] for row in rows}


def test_a_damaged_page_loses_its_own_row_alone(store: Store, tmp_path: Path):
    fill(store, range(7))
    damage(tmp_path, "/plants/0")
    lost: dict[str, Exception] = {}

    rows = list(site_rows(store, SITE, on_lost=lost.__setitem__))

    assert list(lost) == [f"https://{SITE}/plants/0"]
    assert "a stored page is damaged" in str(lost.popitem()[1])
    assert len(rows) == 6


def test_without_someone_to_tell_a_bad_page_ends_the_rows_and_is_named(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    fill(store, range(7))
    fail_on("/plants/3", monkeypatch)
    with pytest.raises(ZeroDivisionError):
        read_rows(store)

    damage(tmp_path, "/plants/0")
    with pytest.raises(StoreError, match=rf"https://{SITE}/plants/0: a stored page is damaged"):
        read_rows(store)


def test_a_damaged_page_under_another_s_address_costs_nothing(store: Store, tmp_path: Path):
    fill(store, range(1, 7))
    commit(store, make_page("/old/plants/1/", [block.text for block in plant(1).blocks]))
    damage(tmp_path, "/old/plants/1/")
    lost: list[str] = []

    rows = by_path(list(site_rows(store, SITE, on_lost=lambda url, error: lost.append(url))))

    assert lost == []
    assert rows["/plants/1"]["aliases"] == f"https://{SITE}/old/plants/1/"


@pytest.mark.parametrize("way", ["fails", "is damaged"])
def test_a_bad_page_folds_into_no_canonical_address(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
):
    fill(store, range(7))
    texts = [block.text for block in plant(1).blocks]
    canonical = f"https://{SITE}/plants/1"
    commit(store, make_page("/print/1", [*texts, "Printed."], canonical=canonical))
    assert read_rows(store)[1]["aliases"] == f"https://{SITE}/print/1"

    if way == "fails":
        fail_on("/print/1", monkeypatch)
    else:
        damage(tmp_path, "/print/1")
    lost: list[str] = []
    rows = list(site_rows(store, SITE, on_lost=lambda url, error: lost.append(url)))

    assert lost == [f"https://{SITE}/print/1"]
    assert rows[1]["aliases"] == ""
    assert len(rows) == 7
