"""A busy host is left in peace as a whole, and given up when it stays busy."""

import math
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest

from crawler.backoff import read_retry_after
from tests.crawler.crawling import Workplace
from tests.crawler.serving import Answer, Asked, Route, serve

NOW = datetime(2026, 12, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        *[("120", 120.0), (" 0 ", 0.0), ("9" * 400, math.inf), ("", None), ("soon", None)],
        *[("-1", None), ("1.5", None), ("\u0661", None), ("Tue, 01 Dec", None)],
        ("Tue, 01 Dec 2026 12:00:30 GMT", 30.0),
        ("Tue, 01 Dec 2026 13:00:30 +0100", 30.0),
        ("Tue, 01 Dec 2026 12:00:30 -0000", 30.0),
        ("Tue, 01 Dec 2026 11:00:00 GMT", 0.0),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str, seconds: float | None) -> None:
    assert read_retry_after(value, NOW) == seconds


def links(*paths: str) -> str:
    return "<p>" + " ".join(f'<a href="{path}">a boat called {path}</a>' for path in paths)


def busy_once(page: str, **headers: str) -> Route:
    left = [Answer("busy", 429, headers)]

    def answer(asked: Asked) -> Answer:
        return left.pop() if left else Answer(page)

    return answer


def pauses(requests: list[Asked]) -> list[float]:
    return [later.time - earlier.time for earlier, later in pairwise(requests)]


@pytest.mark.parametrize("form", ["seconds", "date", "none"])
def test_the_whole_host_waits_as_long_as_it_asked_for(form: str, workplace: Workplace) -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=60), usegmt=True)
    headers = {"seconds": {"Retry-After": "2"}, "date": {"Retry-After": soon}, "none": {}}[form]
    routes: dict[str, Route] = {
        "/": links("/a", "/b", "/c"),
        "/a": busy_once(links("/"), **headers),
        "/b": links("/c"),
        "/c": links("/b"),
    }
    settings = ("BACKOFF_MAX_SECONDS=3", "BACKOFF_START_SECONDS=2", "CONCURRENT_REQUESTS=1")
    with serve(routes) as served:
        run = workplace.crawl(served.url, settings=settings)

    refused = served.paths.index("/a")
    gaps = pauses(served.requests)
    expected = 3 if form == "date" else 2
    assert expected <= gaps[refused] < expected + 5
    assert all(gap < 1.8 for gap in gaps[:refused])
    assert workplace.paths() == ["", "a", "b", "c"]
    assert "429" not in run.stderr


def test_one_request_at_a_time_is_open_at_a_host_without_any_delay(workplace: Workplace) -> None:
    open_now, most = set[str](), [0]

    def answer(asked: Asked) -> Answer:
        open_now.add(asked.path)
        most.append(len(open_now))
        time.sleep(0.02)
        open_now.discard(asked.path)
        return Answer(f"<p>The boat of {asked.path}.")

    paths = [f"/page-{number}" for number in range(20)]
    routes: dict[str, Route] = dict.fromkeys(paths, answer)
    routes["/"] = links(*paths)
    with serve(routes) as served:
        workplace.crawl(served.url, settings=("DOWNLOAD_DELAY=0",))
        assert max(most) == 1

        most.clear()
        workplace.crawl(served.url, settings=("CONCURRENT_REQUESTS_PER_DOMAIN=4",))
        assert 1 < max(most) <= 4


def test_another_error_pauses_nothing(workplace: Workplace) -> None:
    routes: dict[str, Route] = {"/": links("/a", "/b"), "/a": Answer("no", 500), "/b": links("/")}
    with serve(routes) as served:
        workplace.crawl(served.url, settings=("BACKOFF_START_SECONDS=5",))

    assert max(pauses(served.requests)) < 4


def test_a_host_that_stays_busy_is_given_up(workplace: Workplace) -> None:
    paths = [f"/page-{number}" for number in range(60)]
    routes: dict[str, Route] = {path: Answer("busy", 503) for path in paths}
    routes["/"] = links(*paths)
    settings = ("BACKOFF_MAX_TIMES=3", "BACKOFF_START_SECONDS=0.1", "RETRY_TIMES=1")
    with serve(routes) as served:
        run = workplace.crawl(served.url, settings=settings)

    asked = [path for path in served.paths if path.startswith("/page")]
    assert len(asked) == 3
    assert "host_busy 60" in run.stderr
    assert "the host was busy 3 times in a row and is given up" in run.stderr
    assert workplace.paths() == [""]
