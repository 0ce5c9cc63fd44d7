"""Traps as they were reported of crawlers, each served once more: the crawl ends where it should.

`docs/cases.md` says which report each test answers.
"""

import random
import re

from tests.crawler.crawling import Workplace
from tests.crawler.traps.generated import page, write_text
from tests.crawler.traps.test_traps import asked_for, crawl, written


def find_number(path: str, start: str, below: int) -> int | None:
    found = re.fullmatch(rf"/{start}/(\d+)", path)
    return int(found[1]) if found and int(found[1]) < below else None


# --- statistics by year, and a list whose text is made up on request ---------------------------


def two_without_end(path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        pages = {f"/p/{number}": f"Page {number}" for number in range(30)}
        return page("Home", links=pages | {"/stats?year=2026": "Years", "/feed?page=1": "News"})
    if path == "/stats":
        year = int(query["year"])
        links = {f"/stats?year={each}": str(each) for each in (year - 1, year + 1)}
        return page(f"Statistics of {year}", "Visitors of the mill by month.", links)
    if path == "/feed":
        number = int(query["page"])
        return page("News", write_text(f"news {number}", 80), {f"?page={number + 1}": "More"})
    ordinary = find_number(path, "p", below=30)
    return None if ordinary is None else page(f"Page {ordinary}", write_text(ordinary))


def test_a_year_before_and_after_every_year_and_a_list_of_made_up_text_end_beside_30_pages(
    workplace: Workplace,
) -> None:
    served, run = crawl(two_without_end, workplace)

    assert len(written(workplace, "/p/")) == 30
    assert len(asked_for(served, "/stats")) <= 50
    assert len(asked_for(served, "/feed")) <= 200
    assert "/stats?year: 40 pages in a row without new text" in run.stderr
    assert "/feed?page=#: 150 pages of one list in a row that lead nowhere else" in run.stderr


# --- the list that has entries, beside the one that has none -----------------------------------


def two_lists(path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        return page("Home", links={"/log?page=1": "Log", "/posts?page=1": "Posts"})
    if path in ("/log", "/posts"):
        number = int(query["page"])
        entry = {f"/post/{number}": f"Post {number}"} if path == "/posts" else {}
        more = {f"?page={number + 1}": "More"} if number < 40 else {}
        return page(path, write_text(f"{path} {number}", 20), entry | more)
    post = find_number(path, "post", below=41)
    return None if post is None else page(f"Post {post}", write_text(f"post {post}"))


def test_a_list_of_entries_goes_on_where_one_that_names_nothing_ends(workplace: Workplace) -> None:
    served, run = crawl(two_lists, workplace, "TRAP_MAX_LONE_LIST_PAGES=20")

    assert len(asked_for(served, "/log")) == 21  # the first one named the home page
    assert len(written(workplace, "/posts")) == 40
    assert len(written(workplace, "/post/")) == 40
    assert "/log?page=#: 20 pages of one list in a row" in run.stderr
    assert "/posts?page=#" not in run.stderr


# --- a session id in every link -----------------------------------------------------------------


def sessions(path: str, query: dict[str, str]) -> str | None:
    name = path.partition(";")[0]
    number = 0 if name == "/" else find_number(name, "x", below=12)
    if number is None:
        return None
    links = {
        f"/x/{each};jsessionid={random.getrandbits(64):016x}?sid={random.getrandbits(64):016x}": (
            f"Page {each}"
        )
        for each in range(1, 12)
    }
    return page(f"Page {number}", write_text(number), links)


def test_a_session_id_that_changes_with_every_answer_makes_no_page_new(
    workplace: Workplace,
) -> None:
    served, _ = crawl(sessions, workplace)

    assert workplace.paths() == ["", *sorted(f"x/{number}" for number in range(1, 12))]
    assert len(served.paths) <= 40


# --- a relative link that should have begun with a slash -----------------------------------------


def nested(path: str, query: dict[str, str]) -> str | None:
    if not path.startswith("/docs/"):
        return None
    return page("Docs", "How the lock works.", {"docs/intro": "One", "docs//intro": "Two"})


def test_a_relative_link_that_nests_ends_whether_slashes_are_doubled_or_not(
    workplace: Workplace,
) -> None:
    served, run = crawl(nested, workplace, start="docs/")

    assert len(asked_for(served, "/docs/")) <= 15
    assert workplace.paths() == ["docs/"]
    assert "2 times the same folders in a row" in run.stderr
