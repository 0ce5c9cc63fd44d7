import sys
from pathlib import Path
from re import findall

import pytest

from benchmarks.boards import BadInputError
from benchmarks.crawl import BARE, CRAWL, run_crawl
from benchmarks.made_site import MadeSite
from benchmarks.watched import Look, find_steps, watch

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="/proc is Linux's")


@pytest.fixture(scope="module")
def site() -> MadeSite:
    return MadeSite(60, seed=1)


def links_of(site: MadeSite, number: int) -> set[int]:
    paths = findall(r'href="(/[^"]*)"', site.render(number).decode())
    found = [site.find(path) for path in paths]
    numbers = {number for number in found if number is not None}
    assert None not in found
    return numbers


def test_a_made_site_is_the_same_for_the_same_seed_and_another_for_another(site: MadeSite) -> None:
    assert MadeSite(60, seed=1).render(7) == site.render(7)
    assert MadeSite(60, seed=2).render(7) != site.render(7)
    assert site.render(8) != site.render(7)


def test_each_page_of_a_made_site_is_reached_by_links_and_no_link_leads_nowhere(
    site: MadeSite,
) -> None:
    seen, waiting = {0}, [0]
    while waiting:
        new = links_of(site, waiting.pop()) - seen
        seen |= new
        waiting += new

    assert seen == set(range(60))


def test_pages_of_a_made_site_are_as_large_as_those_of_the_web(site: MadeSite) -> None:
    sizes = [len(site.render(number)) for number in range(60)]

    assert min(sizes) > 30_000
    assert max(sizes) < 70_000


@needs_proc
def test_a_crawl_and_a_bare_spider_fetch_the_same_pages_and_are_compared() -> None:
    report = run_crawl(pages=30, seed=3, rounds=1)

    ours, bare = report.figures["crawls"]
    assert (ours["what"], bare["what"]) == (CRAWL, BARE)
    assert 0 < ours["pages_per_cpu_s"] < bare["pages_per_cpu_s"]
    ratio = ours["pages_per_s"] / bare["pages_per_s"]
    assert report.figures["ratio_wall"] == pytest.approx(ratio)
    course = report.figures["course"]
    assert [look["done"] for look in course] == sorted(look["done"] for look in course)
    assert course[-1]["done"] == 30
    assert all(10 < look["rss_mb"] <= ours["peak_mb"] for look in course)


def test_of_many_looks_the_first_at_each_full_step_is_found() -> None:
    looks = [Look(done, float(place), 0.0, 1.0) for place, done in enumerate((0, 9, 12, 14, 31))]

    assert [look.done for look in find_steps(looks, 10)] == [12, 31]


@needs_proc
def test_a_command_that_fails_is_one_clear_error_with_what_it_said_last(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as log, pytest.raises(BadInputError, match=r"code 1.*: no$"):
        watch([sys.executable, "-c", "import sys; sys.exit('no')"], tmp_path, log, lambda: 0)
