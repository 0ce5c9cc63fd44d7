"""Whole crawls of sites without end: each comes to an end, and everything real is there.

Beside each trap stands what looks like it and has an end.
"""

import calendar
import re
from hashlib import sha256
from urllib.parse import urlencode

import pytest

from tests.crawler.crawling import Run, Workplace
from tests.crawler.serving import Served, serve
from tests.crawler.traps.generated import Generated, Make, page, write_text

MANY_AT_ONCE = ("CONCURRENT_REQUESTS_PER_DOMAIN=8", "CONCURRENT_REQUESTS=8", "LOG_LEVEL=WARNING")


def crawl(make: Make, workplace: Workplace, *settings: str, start: str = "") -> tuple[Served, Run]:
    with serve(Generated(make)) as served:
        run = workplace.crawl(served.url + start, settings=(*MANY_AT_ONCE, *settings))
    return served, run


def asked_for(served: Served, start: str) -> set[str]:
    return {path for path in served.paths if path.startswith(start)}


def written(workplace: Workplace, start: str) -> set[str]:
    return {f"/{path}" for path in workplace.paths() if f"/{path}".startswith(start)}


# --- an endless calendar beside an archive of 200 months --------------------------------------


def months(path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        return page("Home", links={"/events/2026/11": "Events", "/archive/2026/11": "Archive"})
    found = re.fullmatch(r"/(events|archive)/(\d+)/(\d+)", path)
    if not found:
        return None
    place, number = found[1], int(found[2]) * 12 + int(found[3]) - 1
    around = [number - 1, number + 1]
    if place == "archive":
        around = [each for each in around if 2026 * 12 + 10 - 200 < each <= 2026 * 12 + 10]
    text = write_text(number) if place == "archive" else "No events in this month"
    title = f"{calendar.month_name[number % 12 + 1]} {number // 12}"
    days = "".join(f"<td>{day}</td>" for day in range(1, 29 + number % 3))
    links = {
        f"/{place}/{each // 12}/{each % 12 + 1:02}": (
            f"{calendar.month_name[each % 12 + 1]} {each // 12}"
        )
        for each in around
    }
    return page(title, text, links).replace("</main>", f"<table><tr>{days}</tr></table></main>")


def test_an_endless_calendar_is_closed_and_an_archive_of_200_months_is_there(
    workplace: Workplace,
) -> None:
    served, run = crawl(months, workplace)

    assert len(asked_for(served, "/events/")) < 150
    assert len(written(workplace, "/archive/")) == 200
    assert re.search(
        r"trap closed: 127\.0\.0\.1:\d+/events/#/#: 40 pages in a row without new text; "
        r"\d+ address(es)? left out; TRAP_MAX_BARREN_PAGES raises the bound",
        run.stderr,
    )
    assert "/archive/#/#" not in run.stderr
    assert "which of their pages came depends on the order" in run.stderr


# --- relative links that nest beside a tree of 12 floors ---------------------------------------

FLOORS = [f"floor{'abcdefghijkl'[depth]}" for depth in range(12)]


def nested(path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        return page("Home", links={"docs/": "Docs", "guide/": "Guide", "menu/about/": "About"})
    if path.startswith("/docs/"):
        floors = [each for each in path.split("/")[2:] if each]
        if not path.endswith("/") or floors != FLOORS[: len(floors)]:
            return None
        below = {f"{FLOORS[len(floors)]}/": "Below"} if len(floors) < len(FLOORS) else {}
        return page(f"Docs {len(floors)}", write_text(path), below)
    if path.startswith("/guide/"):  # every page has the same relative link
        return (
            page("Guide", write_text(path), {"a/": "One", "b/": "Two"}) if path[-1] == "/" else None
        )
    if path.startswith("/menu/"):  # the last folder alone decides what is shown
        names = ["about", "contact", "team", "prices"]
        last = path.strip("/").split("/")[-1]
        if last not in names or not path.endswith("/"):
            return None
        crumbs = " / ".join(path.strip("/").split("/"))
        return page(last, write_text(last), {f"{name}/": name for name in names}).replace(
            "<main>", f"<p>{crumbs}</p><main>"
        )
    return None


def test_growing_paths_end_and_a_tree_of_12_floors_is_there(workplace: Workplace) -> None:
    served, run = crawl(nested, workplace)

    assert "/docs/" + "/".join(FLOORS) + "/" in written(workplace, "/docs/")
    assert len(written(workplace, "/docs/")) == 13
    assert len(asked_for(served, "/guide/")) < 400
    assert len(asked_for(served, "/menu/")) < 400
    assert "2 times the same folders in a row" in run.stderr
    assert "TRAP_MAX_PATH_REPEATS raises the bound" in run.stderr
    assert "/menu/**: 40 pages in a row without new text" in run.stderr


# --- a query that grows on every page, session ids under any name ------------------------------


def growing(path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        links = {"/echo?q=x%26y": "Echo", "/echo?tags=a": "Tags", "/s/0123456789abcdef01/1": "Shop"}
        return page(
            "Home", links=links | {f"/report/{'9f' * 8}{n:04x}": f"R{n}" for n in range(70)}
        )
    if path == "/echo":
        longer = {name: f"{value}&amp;quot;b" for name, value in query.items()}
        return page("Echo", "Nothing was found", {f"/echo?{urlencode(longer)}": "Again"})
    return _sessions(path)


def _sessions(path: str) -> str | None:
    _, place, token, *rest = [*path.split("/"), ""]
    if place == "report":
        return page(f"Report {token}", write_text(token))
    if place != "s" or not rest[0].isdigit() or not 1 <= int(rest[0]) <= 20:
        return None
    number = int(rest[0])
    fresh = f"{sha256(f'{token} {number}'.encode()).hexdigest()[:16]}00"
    others = {1, *range(max(1, number - 3), min(20, number + 1) + 1)}
    links = {f"/s/{fresh}/{each}": f"Page {each}" for each in others}
    return page(f"Shop {number}", write_text(f"shop {number}"), links)


def test_growing_queries_and_unknown_session_ids_end_and_reports_with_such_names_are_there(
    workplace: Workplace,
) -> None:
    served, run = crawl(growing, workplace)
    shown = {row["title"] for row in workplace.rows()}

    assert len(asked_for(served, "/echo")) < 20
    assert len(asked_for(served, "/s/")) < 300
    assert {f"Shop {number}" for number in range(1, 21)} <= shown
    assert len(written(workplace, "/report/")) == 70
    assert "/s/*: 50 times the same page under another session id" in run.stderr
    assert "times the same letters in a row in a query" in run.stderr


# --- filters in all combinations beside 300 products -------------------------------------------

FACETS = {
    "color": ["red", "green", "blue", "white", "black"],
    "size": ["small", "medium", "large", "huge"],
    "sort": ["price", "name", "newest"],
    "brand": ["anchor", "buoy", "capstan", "davit"],
    "stock": ["yes", "no"],
}


def shop(path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        return page("Home", links={"/shop": "Shop", "/product?id=1": "Product of the day"})
    if path == "/product" and query.get("id", "").isdigit() and 1 <= int(query["id"]) <= 300:
        number = int(query["id"])
        # Half of the products differ in numbers alone.
        text = write_text(number, 20) if number % 2 else f"Bolt {number} of {number * 7} grams"
        return page(f"Product {number}", text, {"/shop": "All"})
    if path != "/shop":
        return None
    first = int(query.get("page", "0")) * 30
    products = {f"/product?id={n + 1}": f"Product {n + 1}" for n in range(first, first + 30)}
    filters = {
        f"/shop?{urlencode(sorted({**query, name: value, 'page': '0'}.items()))}": f"{name} {value}"
        for name, values in FACETS.items()
        for value in values
    }
    more = {f"/shop?{urlencode({**query, 'page': str(first // 30 + 1)})}": "More"}
    links = products | filters | (more if first < 270 else {})
    return page("Shop " + " ".join(query.values()), links=links)


def test_filters_in_combination_end_and_300_products_are_there(workplace: Workplace) -> None:
    served, run = crawl(shop, workplace)

    assert len(asked_for(served, "/shop")) < 500
    assert len({path for path in served.paths if path.startswith("/product")}) == 300
    assert len(written(workplace, "/product")) == 300
    assert "/shop?*: 40 pages in a row without new text" in run.stderr


# --- a list that never ends beside a thread of 60 pages ----------------------------------------


def lists(path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        links = {"/news?page=1": "News", "/thread?t=7&page=1": "Thread", "/number/1": "Numbers"}
        return page("Home", links=links)
    digits = query.get("page") or path.rpartition("/")[2]
    if not digits.isdigit():
        return None
    number = int(digits)
    if path == "/news":
        return page(f"News {number}", write_text(number), {f"?page={number + 1}": "Older"})
    if path == "/thread" and number <= 60:
        more = {f"?t=7&page={number + 1}": "Next"} if number < 60 else {}
        return page(f"Thread {number}", write_text(f"thread {number}"), more)
    if path.startswith("/number/"):
        return page(f"Number {number}", write_text(f"n{number}"), {f"/number/{number + 1}": "Next"})
    return None


def test_a_list_without_end_ends_at_its_bound_and_a_thread_of_60_pages_is_there(
    workplace: Workplace,
) -> None:
    bounds = ("TRAP_MAX_LIST_PAGES=80", "TRAP_MAX_TEMPLATE_PAGES=100")
    served, run = crawl(lists, workplace, *bounds)

    assert len(written(workplace, "/news")) == 80
    assert len(written(workplace, "/number/")) == 100
    assert len(written(workplace, "/thread")) == 60
    assert "/news?page=#: 80 pages of one list; 1 address left out" in run.stderr
    assert "/number/#: 100 pages whose addresses differ in numbers alone" in run.stderr
    assert len(asked_for(served, "/thread")) == 60


# --- what holds for all ------------------------------------------------------------------------


def test_what_a_sitemap_names_is_asked_for_in_any_case(workplace: Workplace) -> None:
    far = [f"/events/{year}/07" for year in range(2500, 2510)]

    def make(path: str, query: dict[str, str]) -> str | None:
        if path == "/sitemap.xml":
            entries = "".join(f"<url><loc>{each}</loc></url>" for each in far)
            return f"<urlset>{entries}</urlset>"
        return months(path, query)

    served, _ = crawl(make, workplace, "TRAP_MAX_BARREN_PAGES=20")

    assert set(far) <= set(served.paths)
    assert len(asked_for(served, "/events/")) < 200


@pytest.mark.parametrize(("bound", "is_closed"), [(20, True), (0, False)])
def test_a_bound_of_0_is_none(workplace: Workplace, bound: int, is_closed: bool) -> None:
    def make(path: str, query: dict[str, str]) -> str | None:
        return months(path, query) if "archive" not in path else None

    settings = (f"TRAP_MAX_BARREN_PAGES={bound}", "CLOSESPIDER_PAGECOUNT=80")
    _, run = crawl(make, workplace, *settings)

    assert ("trap closed" in run.stderr) is is_closed
    assert ("closespider_pagecount" in run.stderr) is not is_closed
