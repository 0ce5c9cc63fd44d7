"""Each limit ends a crawl in order, and the summary says which it was and what is missing."""

import pytest

from tests.crawler.crawling import Workplace
from tests.crawler.serving import Route, serve

PAGES = 12


def chain() -> dict[str, Route]:
    """Pages that lead one to the next, each of about a kilobyte."""
    return {
        ("/" if number == 0 else f"/{number}"): (
            f"<title>{number}</title><p>{f'The boat {number} is out. ' * 45}</p>"
            f"<a href=/{number + 1}>on</a>"
        )
        for number in range(PAGES)
    }


@pytest.mark.parametrize(
    ("setting", "reason", "fewest", "most"),
    [
        ("CLOSESPIDER_ITEMCOUNT=4", "closespider_itemcount", 4, 5),
        ("CLOSESPIDER_PAGECOUNT=5", "closespider_pagecount", 1, 5),
        ("CLOSESPIDER_BYTES=5000", "closespider_bytes", 3, 6),
        ("CLOSESPIDER_TIMEOUT=3", "closespider_timeout", 1, 8),
    ],
)
def test_a_limit_ends_the_crawl_and_is_named(
    setting: str, reason: str, fewest: int, most: int, workplace: Workplace
) -> None:
    delay = "DOWNLOAD_DELAY=1" if "TIMEOUT" in setting else "DOWNLOAD_DELAY=0"
    with serve(chain()) as served:
        run = workplace.crawl(served.url, settings=(setting, delay))

    assert fewest <= len(workplace.rows()) <= most
    assert f"stopped early ({reason})" in run.stderr
    assert "failed:" not in run.stderr


def test_a_limit_that_is_not_reached_ends_nothing(workplace: Workplace) -> None:
    limits = ("CLOSESPIDER_ITEMCOUNT=99", "CLOSESPIDER_BYTES=9999999", "DEPTH_LIMIT=99")
    with serve(chain()) as served:
        run = workplace.crawl(served.url, settings=(*limits, "QUEUE_MAX_REQUESTS=99"))

    assert len(workplace.rows()) == PAGES
    assert "stopped early" not in run.stderr


def test_pages_beyond_the_depth_are_counted_and_the_first_is_named(workplace: Workplace) -> None:
    with serve(chain()) as served:
        run = workplace.crawl(served.url, settings=("DEPTH_LIMIT=2",))

    assert workplace.paths() == ["", "1", "2"]
    assert "too_deep 1" in run.stderr
    assert f"(too_deep), the first: {served.url}3" in run.stderr


def test_a_full_queue_takes_no_more_and_the_crawl_goes_on(workplace: Workplace) -> None:
    paths = [f"/{number}" for number in range(30)]
    routes: dict[str, Route] = {path: f"<p>The boat of {path}." for path in paths}
    routes["/"] = "<p>" + " ".join(f"<a href={path}>{path}</a>" for path in paths)
    with serve(routes) as served:
        run = workplace.crawl(served.url, settings=("QUEUE_MAX_REQUESTS=10",))

    assert 10 <= len(workplace.rows()) < 31
    assert "queue_full" in run.stderr
