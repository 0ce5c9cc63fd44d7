"""The shipped site, its server and `scrapy demo`, run as a reader runs it."""

import json
import os
import re
import signal
import subprocess
import sys
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from crawler.demo.crawl import DemoError
from crawler.demo.report import trim_lines
from crawler.demo.server import SITE_FOLDER, page_paths, serve_site
from crawler.demo.tour import require_all

PROJECT = Path(__file__).resolve().parents[2]
PAGES = sorted(SITE_FOLDER.rglob("*.html"))
VOID = {"meta", "link", "img", "input", "br", "rect", "path"}


class Outline(HTMLParser):
    """The tags that were not closed in order, and the addresses a page links to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if tag == "a" and name == "href"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def outline(page: Path) -> Outline:
    parsed = Outline()
    parsed.feed(page.read_text(encoding="utf-8"))
    return parsed


def has_page(link: str) -> bool:
    target = SITE_FOLDER / link.partition("#")[0].lstrip("/")
    return target.is_file() or (target / "index.html").is_file()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(SITE_FOLDER)))
def test_every_page_closes_its_tags_and_links_to_pages_that_exist(page: Path) -> None:
    parsed = outline(page)

    assert (parsed.wrong, parsed.open) == ([], [])
    assert [link for link in parsed.links if not has_page(link)] == []


def test_the_site_has_what_makes_real_sites_hard() -> None:
    linked = {link for page in PAGES for link in outline(page).links}
    html = {page: page.read_text(encoding="utf-8") for page in PAGES}

    assert len(page_paths()) == 18
    assert {"/stories/hail-in-june/", "/stories/hail-in-june/index.html"} <= linked
    assert not any(link.startswith(("/letters", "/drafts")) for link in linked)
    assert "/letters/" in (SITE_FOLDER / "sitemap.xml").read_text()
    assert any("<main>" in text for text in html.values())
    assert any(not re.search("<(main|header|footer|nav|aside)", text) for text in html.values())
    assert any(text.count('class="post"') >= 4 for text in html.values())
    for part in ("<table>", "<pre>", "<ol>", "<dl>", "aria-expanded", "breadcrumbs", "share-bar"):
        assert any(part in text for text in html.values()), part


def test_robots_and_sitemap_name_the_address_they_are_served_at() -> None:
    with serve_site() as origin:
        robots = urlopen(f"{origin}/robots.txt").read().decode()
        sitemap = urlopen(f"{origin}/sitemap.xml").read().decode()

    assert f"Sitemap: {origin}/sitemap.xml" in robots
    assert "Disallow: /drafts/" in robots
    assert f"<loc>{origin}/letters/</loc>" in sitemap


@pytest.mark.parametrize("path", ["/nothing/", "/../server.py", "/%2e%2e/server.py"])
def test_what_is_not_in_the_site_is_not_served(path: str) -> None:
    with serve_site() as origin, pytest.raises(HTTPError, match="404"):
        urlopen(origin + path)


def start_demo(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = os.environ | {
        "SCRAPY_SETTINGS_MODULE": "crawler.settings",
        "PYTHONPATH": str(PROJECT),
        "PYTHONIOENCODING": "utf-8",
        "PYTHONUNBUFFERED": "1",
        "http_proxy": "http://127.0.0.1:9",
    }
    return subprocess.Popen(
        [sys.executable, "-m", "scrapy", "demo", *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
        # A shell without job control starts what runs behind it deaf to Ctrl-C.
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )


def run_demo(folder: Path, *arguments: str) -> tuple[int, str, str]:
    running = start_demo(folder, *arguments)
    output, complaint = running.communicate(timeout=180)
    return running.returncode, output, complaint


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[dict[str, str]]]:
    folder = tmp_path_factory.mktemp("demo")
    code, output, complaint = run_demo(folder, "--folder", "kept")
    assert (code, complaint) == (0, "")
    with (folder / "kept" / "pages.jsonl").open(encoding="utf-8") as lines:
        return output, [json.loads(line) for line in lines]


def test_the_demo_brings_every_page_once_and_not_the_closed_one(
    demo: tuple[str, list[dict[str, str]]],
) -> None:
    paths = ["/" + row["url"].split("/", 3)[3] for row in demo[1]]

    assert sorted(path.removesuffix("index.html") for path in paths) == list(page_paths())


def test_the_demo_shows_pages_chrome_and_one_page_before_and_after(
    demo: tuple[str, list[dict[str, str]]],
) -> None:
    output, _ = demo

    assert "18 pages" in output
    assert "Chrome learned" in output
    assert "Most read this season" in output
    before, after = output.split("after: content_markdown")
    assert "Fine by me" in before
    assert "Fine by me" not in after
    assert "Hail in June" in after


def test_a_piped_demo_fits_eighty_columns_and_has_no_control_codes(
    demo: tuple[str, list[dict[str, str]]],
) -> None:
    output, _ = demo
    shown = [line for line in output.splitlines() if not line.startswith(("$ ", "Kept", "   "))]

    assert re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", output) is None
    assert max(map(len, shown)) <= 80


def test_the_chrome_of_plain_divs_goes_and_the_text_of_every_page_stays(
    demo: tuple[str, list[dict[str, str]]],
) -> None:
    rows = {row["url"].split("/", 3)[3].removesuffix("index.html"): row for row in demo[1]}
    story = rows["stories/hail-in-june/"]

    for chrome in ("Fine by me", "Handbook", "Most read", "The Ledger by post", "Printed on paper"):
        assert chrome in story["markdown"]
        assert chrome not in story["content_markdown"]
    assert "chest freezer in the village hall" in story["content_markdown"]
    assert "Put a coin in the photograph" in story["content_markdown"]
    for post in ("Is this the switch", "compass", "It was the magnet", "print an arrow"):
        assert post in rows["forum/double-tips/"]["content_markdown"]
    assert "half a turn up" in rows["handbook/calibrate/"]["content_markdown"]
    assert "RestartSec=10" in rows["handbook/install/"]["content_markdown"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--folder", "file/below"], "--folder file/below"),
        (["surplus"], "takes no argument, got surplus"),
    ],
)
def test_a_bad_argument_gives_one_line_and_exit_code_2(
    arguments: list[str], complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")

    code, output, said = run_demo(tmp_path, *arguments)

    assert (code, output) == (2, "")
    assert said.startswith(f"scrapy demo: {complaint}")
    assert len(said.splitlines()) == 1


def test_ctrl_c_ends_the_demo_without_a_traceback(tmp_path: Path) -> None:
    running = start_demo(tmp_path)
    assert running.stdout is not None
    running.stdout.readline()
    os.killpg(running.pid, signal.SIGINT)
    _, complaint = running.communicate(timeout=60)

    assert running.returncode == 130
    assert complaint == "scrapy demo: stopped\n"


@pytest.mark.parametrize(
    ("came", "complaint"),
    [(["/"], "missing /a/"), (["/", "/a/", "/a/"], "surplus /a/"), (["/", "/a/", "/b/"], "/b/")],
)
def test_the_demo_fails_when_a_page_is_missing_or_should_not_be_there(
    came: list[str], complaint: str
) -> None:
    require_all(["/a/", "/"], ("/", "/a/"))

    with pytest.raises(DemoError, match=complaint):
        require_all(came, ("/", "/a/"))


def test_a_long_page_is_shown_by_its_beginning_and_its_end() -> None:
    lines = trim_lines("\n\n".join(f"line {n}" for n in range(100)), 80)

    assert lines[0] == "line 0"
    assert lines[-1] == "line 99"
    assert "77 more lines" in lines[14]
    assert trim_lines("a\n\n\x1b[31mb", 80) == ["a", "[31mb"]
