"""A crawl ends when it is told to, and what waited for its turn is not lost."""

import signal
import time
from pathlib import Path

from tests.crawler.crawling import Workplace, finish
from tests.crawler.serving import Route, serve


def site(pages: int) -> dict[str, Route]:
    paths = [f"/page-{number}" for number in range(pages)]
    routes: dict[str, Route] = {path: f"<p>The boat of {path}." for path in paths}
    routes["/"] = "<p>" + " ".join(f'<a href="{path}">{path}</a>' for path in paths)
    routes["/robots.txt"] = "User-agent: *\nCrawl-delay: 3"
    return routes


def wait_for(condition, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)


def test_ctrl_c_waits_for_no_delay_and_the_jobdir_has_what_waited(
    workplace: Workplace, tmp_path: Path
) -> None:
    command = ("crawl", "site", "-O", str(workplace.output), "-s", f"JOBDIR={tmp_path / 'job'}")
    with serve(site(12)) as served:
        process = workplace.start(*command, "-a", f"url={served.url}")
        wait_for(lambda: any("page" in path for path in served.paths))
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        run = finish(process)
        seconds = time.monotonic() - asked
        first = len(served.paths)

        served.requests.clear()
        again = workplace.run(
            *command, "-a", f"url={served.url}", settings=("ROBOTSTXT_OBEY=False",)
        )

    assert seconds < 15, "it would be 36 s if all that waits were sent"
    assert run.code == 0
    assert "Traceback" not in run.stderr
    assert first <= 5
    assert "stopped early (shutdown)" in run.stderr
    assert again.code == 0, again.stderr
    assert len(workplace.rows()) == 13


def test_a_limit_of_pages_is_not_overshot_by_what_waits(workplace: Workplace) -> None:
    with serve(site(12) | {"/robots.txt": ""}) as served:
        settings = ("CLOSESPIDER_ITEMCOUNT=3", "DOWNLOAD_DELAY=0.3")
        run = workplace.crawl(served.url, settings=settings)

    assert len(workplace.rows()) in (3, 4)
    assert "stopped early (closespider_itemcount)" in run.stderr
