"""`include_css` and `exclude_css` in real crawls, and in what is made of the store afterwards."""

import signal
import time
from pathlib import Path

import pytest

from models.store import Store
from tests.crawler.crawling import Run, Workplace, finish
from tests.crawler.serving import serve

PAGES = 12


def make_site() -> dict[str, str]:
    pages = {
        f"/bed/{n}": f"""<html><head><title>Bed {n}</title></head><body><main><h1>Bed {n}</h1>
        <p class="story">{f"In bed {n} grows what was sown in week {n}. " * 9}</p>
        <div class="offer"><p>Seeds number {n} are half price until Sunday night.</p></div>
        <p class="note">Gardener {n} waters this bed on every odd day of the week.</p>
        <p><a href="/bed/{n + 1}">the bed behind bed {n}</a></p></main></body></html>"""
        for n in range(PAGES)
    }
    return {"/": '<html><body><p>All beds.</p><a href="/bed/0">Begin</a></body></html>', **pages}


def export(workplace: Workplace, site: str) -> Run:
    return workplace.run("export", site, "-O", str(workplace.output))


def beds(workplace: Workplace) -> list[str]:
    return [row["content_text"] for row in workplace.rows() if "/bed/" in row["url"]]


def stored_times(workplace: Workplace, site: str) -> list[tuple[str, str]]:
    with Store.open(workplace.store_url) as store:
        return [(page.url_key, page.changed_at) for page in store.iter_pages(site)]


def test_a_crawl_leaves_out_what_is_excluded_and_keeps_it_in_markdown(workplace: Workplace) -> None:
    with serve(make_site()) as served:
        run = workplace.crawl(served.url, "-a", "exclude_css=.offer, .note")

    assert len(beds(workplace)) == PAGES
    assert not [text for text in beds(workplace) if "half price" in text or "Gardener" in text]
    assert all("grows what was sown" in text for text in beds(workplace))
    assert all("half price" in row["markdown"] for row in workplace.rows() if "/bed/" in row["url"])
    assert all("exclude-css" in row["content_methods"].split() for row in workplace.rows()[1:])
    assert "include_css" not in run.stderr


def test_a_crawl_takes_the_content_from_what_is_included(workplace: Workplace) -> None:
    with serve(make_site()) as served:
        run = workplace.crawl(served.url, "-a", "include_css=.note")

    assert all(text.startswith("Gardener") and "\n" not in text for text in beds(workplace))
    start = workplace.rows()[0]
    assert start["content_text"].startswith("All beds.")  # where nothing matches all is looked at
    said = "include_css matches nothing on 1 page, the first"
    assert run.stderr.count(said) == 1
    assert f"{said} {served.url}: there it takes nothing out" in run.stderr


def test_other_rules_hold_for_pages_of_earlier_crawls_too(workplace: Workplace) -> None:
    with serve(make_site()) as served:
        workplace.crawl(served.url, "-a", "exclude_css=.note")
        changed = stored_times(workplace, served.host)
        one = ("-a", "include=/bed/3$", "-a", "exclude_css=.offer")
        run = workplace.crawl(f"{served.url}bed/3", *one)

    assert len(beds(workplace)) == PAGES
    assert all("Gardener" in text and "half price" not in text for text in beds(workplace))
    assert f"other CSS rules than before: {PAGES} stored pages read again" in run.stderr
    assert stored_times(workplace, served.host) == changed  # the pages did not change


def test_the_rows_are_those_of_a_crawl_that_had_the_rules_from_the_first(
    workplace: Workplace, tmp_path: Path
) -> None:
    other = Workplace(tmp_path / "other")
    other.folder.mkdir()
    with serve(make_site()) as served:
        workplace.crawl(served.url, "-a", "include_css=.story,.offer,h1")
        other.crawl(served.url)
        run = other.run("reconvert", served.host, "--include-css", "h1, .offer , .story")
        assert export(other, served.host).code == 0

    assert run.code == 0, run.stderr
    assert f"{PAGES + 1} read again from their bytes, content rewritten in {PAGES}" in run.stderr
    assert other.rows() == workplace.rows()


def test_reconversion_takes_rules_back(workplace: Workplace) -> None:
    with serve(make_site()) as served:
        workplace.crawl(served.url)
        plain = workplace.rows()
        workplace.crawl(served.url, "-a", "exclude_css=.offer", "-a", "include_css=p")
        assert workplace.rows() != plain
        for option in ("--exclude-css", "--include-css"):
            assert workplace.run("reconvert", served.host, option, "").code == 0
        assert export(workplace, served.host).code == 0

    assert workplace.rows() == plain


def test_export_after_a_killed_crawl_knows_one_set_of_rules(workplace: Workplace) -> None:
    with serve(make_site()) as served:
        workplace.crawl(served.url, "-a", "exclude_css=.note")
        slow = ("DOWNLOAD_DELAY=0.3",)
        crawl = ("crawl", "site", "-a", f"url={served.url}", "-a", "exclude_css=.offer")
        asked = len(served.requests)
        process = workplace.start(*crawl, settings=slow)
        while not any("/bed/4" in path for path in served.paths[asked:]):
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        finish(process)
        assert export(workplace, served.host).code == 0

    assert len(beds(workplace)) == PAGES
    assert all("Gardener" in text and "half price" not in text for text in beds(workplace))


def test_a_crawl_without_rules_has_none(workplace: Workplace) -> None:
    with serve(make_site()) as served:
        workplace.crawl(served.url, "-a", "exclude_css=.note")
        workplace.crawl(served.url)

    assert all("Gardener" in text for text in beds(workplace))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-a", "exclude_css=.a >"), "-a exclude_css=.a >: .a >: not a CSS selector"),
        (("-a", "include_css="), "-a include_css= is empty"),
        (("-a", "include_css=p:nth-child(2)"), ":nth-child is not known here; there are"),
    ],
)
def test_a_bad_selector_is_one_error_before_the_first_request(
    workplace: Workplace, arguments: tuple[str, ...], said: str
) -> None:
    with serve(make_site()) as served:
        run = workplace.run("crawl", "site", "-a", f"url={served.url}", *arguments)

    assert run.code == 2
    assert len(run.stderr.splitlines()) == 1
    assert said in run.stderr
    assert served.requests == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--exclude-css", "p"), "--exclude-css goes with one SITE"),
        (("a.example", "--exclude-css", "p"), "no site 'a.example' in the store"),
        (("a.example", "--exclude-css", ".."), "--exclude-css ..: ..: not a CSS selector"),
    ],
)
def test_reconvert_refuses_bad_rules(
    workplace: Workplace, arguments: tuple[str, ...], said: str
) -> None:
    Store.open(workplace.store_url).close()
    run = workplace.run("reconvert", *arguments)

    assert run.code == 2
    assert said in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_extract_takes_the_same_rules(workplace: Workplace) -> None:
    page = workplace.folder / "bed.html"
    page.write_text(make_site()["/bed/3"])
    excluded = workplace.run("extract", str(page), "--exclude-css", ".offer")
    nowhere = workplace.run("extract", str(page), "--include-css", ".nowhere")
    explained = workplace.run("extract", str(page), "--include-css", ".story", "--explain")
    bad = workplace.run("extract", str(page), "--include-css", "p >")

    assert b"half price" not in excluded.stdout
    assert b"grows what was sown" in excluded.stdout
    assert b"grows what was sown" in nowhere.stdout
    assert "--include-css matches nothing on this page" in nowhere.stderr
    assert b"include-css: outside the selected elements" in explained.stdout
    assert bad.code == 2
    assert bad.stderr == "scrapy extract: --include-css p >: p >: not a CSS selector\n"
