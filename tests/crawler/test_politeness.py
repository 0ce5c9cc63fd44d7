"""What a site asks for in robots.txt is kept, and a file that is not there forbids nothing."""

import gzip
import random
import re
import time
from itertools import pairwise

import pytest

from crawler.robots_rules import MAX_ROBOTS_BYTES
from crawler.settings import AUTOTHROTTLE_ENABLED, DOWNLOAD_DELAY
from tests.crawler.crawling import Workplace
from tests.crawler.serving import Answer, Asked, Route, serve

HOME = "<title>Home</title><p>The boats leave at noon. <a href=/open>o</a> <a href=/closed>c</a>"
OPEN = "<title>Open</title><p>They come back with the tide in the evening."
CLOSED = "<title>Closed</title><p>Nobody is to read what the harbour master wrote here."
ROBOTS = "User-agent: sitewinnow\nDisallow: /closed\n"
PAGES: dict[str, Route] = {"/": HOME, "/open": OPEN, "/closed": CLOSED}


@pytest.mark.parametrize(
    ("redirects", "is_kept"),
    [(0, True), (1, True), (5, True), (6, False)],
)
def test_robots_txt_is_followed_over_five_redirects(
    redirects: int, is_kept: bool, workplace: Workplace
) -> None:
    routes: dict[str, Route] = {**PAGES, f"/robots{redirects}": ROBOTS}
    for number in range(redirects):
        there = {"Location": f"/robots{number + 1}"}
        routes[f"/robots{number}"] = Answer(status=301, headers=there)
    routes["/robots.txt"] = routes["/robots0"]
    with serve(routes) as served:
        workplace.crawl(served.url)

    assert ("/closed" not in served.paths) is is_kept
    assert "/open" in served.paths


@pytest.mark.parametrize("status", [401, 403, 404, 410])
def test_a_robots_txt_that_the_server_refuses_forbids_nothing(
    status: int, workplace: Workplace
) -> None:
    with serve({**PAGES, "/robots.txt": Answer(ROBOTS, status)}) as served:
        workplace.crawl(served.url)

    assert "/closed" in served.paths


def test_a_robots_txt_that_times_out_is_asked_for_again_and_then_the_host_is_left_alone(
    workplace: Workplace,
) -> None:
    asked = [0]

    def slow(request: Asked) -> Answer:
        asked[0] += 1
        return Answer(ROBOTS, delay=1.5 if asked[0] <= 2 else 0)

    settings = ("DOWNLOAD_TIMEOUT=1", "ROBOTSTXT_RETRY_DELAYS_SECONDS=0.1,0.1")
    with serve({**PAGES, "/robots.txt": slow}) as served:
        workplace.crawl(served.url, settings=settings)
        assert served.paths[:4] == ["/robots.txt"] * 3 + ["/"]
        assert "/closed" not in served.paths

    with serve({**PAGES, "/robots.txt": Answer(ROBOTS, delay=1.5)}) as served:
        run = workplace.run("crawl", "site", "-a", f"url={served.url}", settings=settings)

    assert served.paths == ["/robots.txt"] * 3
    assert run.code == 1
    assert "robots.txt: " in run.stderr
    assert "took longer than 1" in run.stderr


@pytest.mark.parametrize(("delay", "seconds"), [("0.7", 0.7), ("600", 1.2), ("0", 0), ("x", 0)])
def test_a_crawl_delay_is_kept_to_the_tenth_and_up_to_a_limit(
    delay: str, seconds: float, workplace: Workplace
) -> None:
    robots = f"User-agent: *\nCrawl-delay: {delay}\n"
    with serve({**PAGES, "/robots.txt": robots}) as served:
        workplace.crawl(served.url, settings=("ROBOTSTXT_MAX_CRAWL_DELAY_SECONDS=1.2",))

    pages = [asked.time for asked in served.requests if asked.path in PAGES]
    gaps = [later - earlier for earlier, later in pairwise(pages)]
    assert len(gaps) == 2
    # A request may arrive a little later than it was sent, and the next one not.
    assert all(seconds - 0.1 <= gap for gap in gaps)
    assert min(gaps) < seconds + 1.5


def test_robots_txt_is_asked_for_again_when_it_is_old(workplace: Workplace) -> None:
    answers = ["User-agent: *\nAllow: /\nCrawl-delay: 0.5", ROBOTS]

    def answer(asked: Asked) -> Answer:
        return Answer(answers.pop(0) if len(answers) > 1 else answers[0])

    chain = {f"/{number}": f"<p>Boat {number}. <a href=/{number + 1}>on</a>" for number in range(4)}
    routes: dict[str, Route] = {"/": HOME, "/open": "<p><a href=/0>on</a>", "/robots.txt": answer}
    routes |= chain | {"/4": "<p>The last one. <a href=/closed/a>closed</a>", "/closed/a": CLOSED}
    with serve(routes) as served:
        workplace.crawl(served.url, settings=("ROBOTSTXT_MAX_AGE_SECONDS=2",))
        assert 2 <= served.paths.count("/robots.txt") <= 4
        assert "/closed/a" not in served.paths

        answers.insert(0, "User-agent: *\nAllow: /")
        served.requests.clear()
        workplace.crawl(served.url)
        assert served.paths.count("/robots.txt") == 1
        assert "/closed/a" in served.paths


def test_by_default_a_host_is_asked_for_one_page_at_a_time_with_a_pause(
    workplace: Workplace,
) -> None:
    open_now, most = set[str](), [0]

    def answer(asked: Asked) -> Answer:
        open_now.add(asked.path)
        most.append(len(open_now))
        time.sleep(0.05)
        open_now.discard(asked.path)
        return Answer(f"<p>The boat of {asked.path}. <a href=/1>1</a> <a href=/2>2</a>")

    routes: dict[str, Route] = dict.fromkeys(("/", "/1", "/2"), answer)
    default = (f"DOWNLOAD_DELAY={DOWNLOAD_DELAY}", f"AUTOTHROTTLE_ENABLED={AUTOTHROTTLE_ENABLED}")
    with serve(routes) as served:
        workplace.crawl(served.url, settings=default)

    gaps = [later.time - earlier.time for earlier, later in pairwise(served.requests)]
    assert len(workplace.rows()) == 3
    assert max(most) == 1
    assert min(gaps) > DOWNLOAD_DELAY / 2 - 0.05  # Scrapy varies a delay by half


def test_the_last_bytes_of_a_long_robots_txt_are_not_read(workplace: Workplace) -> None:
    filler = "# the tide table\n" * 31_000
    with serve({**PAGES, "/robots.txt": f"{ROBOTS}{filler}Disallow: /open"}) as served:
        workplace.crawl(served.url)

    assert "/closed" not in served.paths
    assert "/open" in served.paths


@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_a_robots_txt_without_end_is_left_where_it_is_read_to(
    encoding: str, workplace: Workplace
) -> None:
    chance = random.Random(7)
    filler = "".join(f"# {chance.getrandbits(800):x}\n" for _ in range(20_000))
    body = f"{ROBOTS}{filler}Disallow: /open".encode()
    packed = gzip.compress(body) if encoding else body
    assert len(packed) > 2 * MAX_ROBOTS_BYTES
    answer = Answer(packed, headers={"Content-Encoding": encoding}, content_type="text/plain")
    with serve({**PAGES, "/robots.txt": answer}) as served:
        settings = ("DOWNLOAD_MAXSIZE=100000", "STATS_DUMP=True")
        run = workplace.crawl(served.url, settings=settings)

    assert "/closed" not in served.paths
    assert "/open" in served.paths
    assert served.paths.count("/robots.txt") == 1
    found = re.search(r"'downloader/response_bytes': (\d+)", run.stderr)
    assert found is not None
    assert MAX_ROBOTS_BYTES < int(found[1]) < MAX_ROBOTS_BYTES + 200_000


def test_a_robots_txt_that_unpacks_without_end_forbids_everything(workplace: Workplace) -> None:
    bomb = gzip.compress(b"# a\n" * 10_000_000)
    answer = Answer(bomb, headers={"Content-Encoding": "gzip"}, content_type="text/plain")
    with serve({**PAGES, "/robots.txt": answer}) as served:
        run = workplace.run("crawl", "site", "-a", f"url={served.url}")

    assert set(served.paths) == {"/robots.txt"}
    assert f"START FAILED: {served.url}: robots.txt: " in run.stderr


def test_a_busy_robots_txt_is_asked_for_again_after_longer_and_longer_waits(
    workplace: Workplace,
) -> None:
    """Three answers of 503 and then the rules; beside it a host that has none."""
    answers = [Answer("busy", status=503)] * 3

    def robots(asked: Asked) -> Answer:
        rules = "User-agent: *\nDisallow: /private/"
        return answers.pop() if answers else Answer(rules, content_type="text/plain")

    routes: dict[str, Route] = {
        "/": "<p>Boats. <a href=/private/a>a</a> <a href=/open>b</a>",
        "/private/a": "<p>The boat of the keeper.",
        "/open": "<p>The boat of the town.",
    }
    settings = ("ROBOTSTXT_RETRY_DELAYS_SECONDS=0.2,0.4,0.8", "BACKOFF_START_SECONDS=0.01")
    with serve({**routes, "/robots.txt": robots}) as busy, serve(routes) as free:
        workplace.crawl(f"{busy.url},{free.url}", settings=settings)

    times = [asked.time for asked in busy.requests[:4]]
    waits = [after - before for before, after in pairwise(times)]
    assert busy.paths[:4] == ["/robots.txt"] * 4
    assert all(wait >= asked for wait, asked in zip(waits, (0.2, 0.4, 0.8), strict=True))
    assert "/private/a" not in busy.paths
    assert "/open" in busy.paths
    assert "/private/a" in free.paths
