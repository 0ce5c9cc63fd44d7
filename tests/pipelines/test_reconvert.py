from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.chrome import ChromeProfile
from models.fetched import FetchedPage
from models.page import Page
from models.store import Store, StoreError
from models.version import ENGINE_VERSION
from pipelines.chrome import digest, learn_profile, match_profile, narrow_profile, observe
from pipelines.content import select_content
from pipelines.reconvert import (
    Reading,
    Reconverted,
    profile_version,
    reconvert_site,
    select_stored,
    selection_key,
)
from pipelines.select import STEPS
from tests.models.store.building import SITE, make_page, make_record

OLD = "0.0.1"
SLOT = "/html/body/p[2]"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{tmp_path}/sites.db") as opened:
        yield opened


def commit(store: Store, path: str, texts: list[str], *, engine: str = OLD) -> None:
    page = make_page(path, texts)
    store.commit_page(replace(make_record(page), engine_version=engine), [], observe(page))


def read_lines(fetched: FetchedPage) -> Reading:
    """An engine that reads one paragraph from each line."""
    lines = fetched.body.decode().split("\n")
    if "unreadable" in lines:
        raise ValueError("no such thing")
    return make_page(fetched.url.removeprefix(f"https://{SITE}"), lines), ()


def read_in_capitals(fetched: FetchedPage) -> Reading:
    return read_lines(replace(fetched, body=fetched.body.upper()))


def reconvert(store: Store, read=read_lines, accepts=lambda *_: True):
    failed: dict[str, str] = {}
    done = reconvert_site(
        store,
        SITE,
        read,
        accepts=accepts,
        on_failed=lambda url, error: failed.update({url: str(error)}),
    )
    return done, failed


def commit_garden(store: Store, pages: int = 8) -> None:
    for number in range(pages):
        commit(store, f"/{number}", ["The garden's menu", f"Page {number} of its own kind."])


def test_every_content_is_selected_with_what_all_pages_say_after_the_last_was_read(store: Store):
    commit_garden(store)

    done, failed = reconvert(store, read_in_capitals)

    assert (done, failed) == (Reconverted(reread=8, selected=8, changed=8), {})
    pages = [stored.page for stored in store.iter_pages(SITE)]
    profile = learn_profile(map(observe, pages))
    assert store.load_profile(SITE) == profile
    assert all("MENU" not in select_content(page, profile).content_markdown for page in pages)


def test_a_second_time_there_is_nothing_to_do(store: Store):
    commit_garden(store)
    reconvert(store)

    assert reconvert(store) == (Reconverted(), {})


def test_after_a_crawl_only_what_the_engine_before_had_read_is_read_again(store: Store):
    commit_garden(store)
    commit(store, "/new", ["The garden's menu", "Read just now."], engine=ENGINE_VERSION)

    done, _ = reconvert(store)

    assert (done.reread, done.selected) == (8, 9)


def test_a_profile_that_removes_something_else_has_all_contents_selected_again(store: Store):
    commit_garden(store)
    reconvert(store)
    for number in range(3):
        commit(store, f"/new/{number}", [f"Nothing repeats on {number}."], engine=ENGINE_VERSION)

    done, _ = reconvert(store)

    assert (done.reread, done.selected, done.changed) == (0, 11, 11)  # the menu is content now


def test_a_page_more_that_teaches_nothing_new_leaves_the_other_contents_alone(store: Store):
    commit_garden(store)
    reconvert(store)
    commit(store, "/new", ["The garden's menu", "One more."], engine=ENGINE_VERSION)

    done, _ = reconvert(store)

    assert (done.reread, done.selected, done.changed) == (0, 1, 1)


def test_a_better_engine_is_no_change_of_the_page_and_content_that_is_the_same_no_mark(
    store: Store,
):
    commit_garden(store)
    select_stored(store, SITE, on_failed=lambda *_: None)
    before = list(store.iter_pages(SITE))

    same, _ = reconvert(store)
    after_same = list(store.iter_pages(SITE))
    assert (same.reread, same.changed) == (8, 0)
    assert [page.content_changed_at for page in after_same] == [
        page.content_changed_at for page in before
    ]
    assert {page.changed_at for page in after_same} == {"2026-03-01T10:00:00Z"}


def test_a_page_that_fails_is_named_and_stays_as_it_was_and_the_others_go_on(store: Store):
    commit_garden(store)
    commit(store, "/bad", ["unreadable"])

    done, failed = reconvert(store)

    assert failed == {f"https://{SITE}/bad": "no such thing"}
    assert (done.reread, done.selected, done.failed) == (8, 8, 1)
    (bad,) = [stored for stored in store.iter_pages(SITE) if stored.fetched.url.endswith("/bad")]
    assert (bad.engine_version, bad.page.blocks[0].text) == (OLD, "unreadable")
    assert reconvert(store) == (Reconverted(given_up=1), {})


def test_a_store_that_fails_ends_the_sweep_and_is_no_fault_of_a_page(store: Store):
    commit_garden(store)

    def read(fetched: FetchedPage) -> Reading:
        raise StoreError("the disk is full")

    with pytest.raises(StoreError, match="disk is full"):
        reconvert(store, read)
    assert reconvert(store)[0].reread == 8


def test_what_is_not_accepted_is_not_taken(store: Store):
    commit_garden(store)

    assert reconvert(store, accepts=lambda kind, _: kind == "application/pdf") == (
        Reconverted(),
        {},
    )


def test_an_unknown_site_is_named(store: Store):
    with pytest.raises(StoreError, match=f"no site '{SITE}'"):
        reconvert(store)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        (ChromeProfile(8, frozenset({1, 2})), ChromeProfile(9, frozenset({2, 1})), True),
        (ChromeProfile(8, frozenset({1, 2})), ChromeProfile(8, frozenset({1, 3})), False),
        (ChromeProfile(8, frozenset({1})), ChromeProfile(8, frozenset(), frozenset({1})), False),
        (ChromeProfile(3), ChromeProfile(5), True),
        (ChromeProfile(5), ChromeProfile(6), False),  # from six pages on a site has a profile
    ],
)
def test_profiles_have_the_same_version_when_they_would_remove_the_same(
    one: ChromeProfile, other: ChromeProfile, is_same: bool
):
    assert (profile_version(one) == profile_version(other)) is is_same
    assert profile_version(one) != 0


def test_a_profile_keeps_its_version_in_every_process():
    profile = ChromeProfile(8, frozenset({5, -7}), frozenset({9}))

    assert profile_version(profile) == digest("True\n[-7, 5]\n[9]") != 0


def test_only_pages_on_which_the_profile_learned_something_have_another_key():
    pages = [make_page(f"/{n}", ["The menu", f"Page {n}."]) for n in range(8)]
    bare = make_page("/bare", ["Nothing of the site."])
    menu = replace(learn_profile(map(observe, pages)), slots=frozenset())
    more = replace(menu, texts=menu.texts | {digest("Elsewhere")}, pages=100)
    none = replace(menu, texts=frozenset())

    def key(page: Page, profile: ChromeProfile, steps=STEPS) -> int:
        return selection_key(profile, observe(page), steps)

    assert key(pages[0], menu) == key(pages[0], more)
    assert key(pages[0], menu) != key(pages[0], none)
    assert key(bare, menu) == key(bare, none)
    assert key(bare, menu) != key(bare, ChromeProfile())  # of a site too small to know its chrome
    assert key(bare, menu) != key(bare, menu, STEPS[:-1])


@given(texts=st.lists(st.sampled_from("abcd"), max_size=8), known=st.sets(st.sampled_from("abcd")))
def test_with_what_a_page_meets_of_a_profile_the_same_blocks_match(texts, known):
    page = make_page("/", texts)
    second = {digest(f"{digest(text)} 2") for text in known}
    profile = ChromeProfile(9, frozenset(map(digest, known)) | second, frozenset({digest(SLOT)}))

    narrowed = narrow_profile(profile, observe(page))

    assert match_profile(page.blocks, narrowed) == match_profile(page.blocks, profile)
