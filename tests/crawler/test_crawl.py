"""Whole crawls of small served sites by real processes."""

import gzip
import json
import random
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
import zstandard

from tests.crawler.crawling import Workplace, environment, finish, read_rows
from tests.crawler.serving import Answer, Asked, Route, Served, serve

MENU = "<nav><ul><li>The Ferry Guide</li><li>Times and prices</li></ul></nav>"
FOOTER = "<footer><p>Written by the harbour office in the old town</p></footer>"


def page(title: str, text: str = "", links: str = "") -> str:
    anchors = "".join(f'<a href="{link}">{link}</a> ' for link in links.split())
    body = text or f"All about {title}: it leaves at dawn and comes back when the tide turns."
    return (
        f"<html><head><title>{title}</title></head><body>{MENU}"
        f"<h1>{title}</h1><p>{body}</p><p>{anchors}</p>{FOOTER}</body></html>"
    )


def sitemap(*paths: str) -> str:
    entries = "".join(f"<url><loc>{path}</loc></url>" for path in paths)
    return f'<?xml version="1.0"?><urlset>{entries}</urlset>'


def ferry_site(pages: int, shuffle: int = 0, more: tuple[str, ...] = ()) -> dict[str, Route]:
    """A site whose home page links to all others, in an order that `shuffle` decides."""
    names = [f"ferry/{number}" for number in range(pages - 1)]
    order = [*(f"/{name}" for name in names), *more]
    random.Random(shuffle).shuffle(order)
    site: dict[str, Route] = {"/": page("Home", links=" ".join(order))}
    for number, name in enumerate(names):
        links = f"/ferry/{(number + 7) % len(names)} / /ferry/{number}?utm_source=menu"
        site[f"/{name}"] = page(f"Ferry {number}", links=links)
    return site


# --- one site with everything on it, crawled once --------------------------------------------


def welcome(asked: Asked) -> Answer:
    if "ok=1" in asked.headers.get("Cookie", ""):
        return Answer(page("Welcome aboard"))
    return Answer("", 302, {"Location": "/welcome", "Set-Cookie": "ok=1"})


# A server that says nothing of the length: it ends with the connection.
NO_LENGTH = {"Content-Length": "", "Connection": "close"}

HARBOUR: dict[str, Route] = {
    "/robots.txt": Answer(
        "User-agent: *\nDisallow: /private/\nUser-agent: sitewinnow\nDisallow: /secret/\n"
        "Sitemap: {url}maps/all.xml?part=1&of=2\nSitemap: http://other.invalid/sitemap.xml\n",
        content_type="text/plain",
    ),
    "/maps/all.xml?part=1&of=2": (
        "<sitemapindex><sitemap><loc>{url}maps/pages.xml.gz</loc></sitemap>"
        "<sitemap><loc>{url}maps/all.xml?part=1&amp;of=2</loc></sitemap>"
        "<sitemap><loc>{url}maps/gone.xml</loc></sitemap></sitemapindex>"
    ),
    "/maps/pages.xml.gz": lambda asked: Answer(
        gzip.compress(
            f"<urlset><url><loc>http://{asked.headers['Host']}/from-map</loc></url></urlset>".encode()
        ),
        content_type="application/x-gzip",
    ),
    "/sitemap.xml": Answer(sitemap("/from-default-map", "{url}from-map"), content_type="text/xml"),
    "/from-map": page("From the map"),
    "/from-default-map": page("From the default map"),
    "/": page(
        "Harbour",
        links="/secret/a /private/b /old /leaves /circle /welcome /missing /broken /report.pdf "
        "/report /style /image.html /untyped /unread /rest?b=2&a=1 /rest?a=1&b=2 /%7Ekeeper "
        "/~keeper /no-follow /refresh /reload http://other.invalid/ mailto:a@example.com "
        "/moved/x ftp://other.invalid/ /endless /film",
    ),
    "/secret/a": page("Secret"),
    "/private/b": page("Private to others"),
    "/old": Answer("", 301, {"Location": "/new/home/"}),
    "/new/home/": page("New home", links="next"),
    "/new/home/next": page("Next to the new home"),
    "/leaves": Answer("", 302, {"Location": "http://other.invalid/"}),
    "/circle": Answer("", 302, {"Location": "/circle"}),
    "/welcome": welcome,
    "/broken": Answer(page("Broken"), 500),
    "/report": Answer(b"%PDF-1.7 " + b"x" * 300_000, content_type="application/pdf"),
    "/endless": Answer(page("No length"), headers=NO_LENGTH),
    "/film": Answer(b"x" * 300_000, headers=NO_LENGTH, content_type="video/mp4"),
    "/style": Answer("body {}", content_type="text/css"),
    "/image.html": Answer(b"\x89PNG\r\n\x1a\n", content_type="text/html"),
    "/untyped": Answer(page("Untyped"), content_type=""),
    "/unread": Answer("<p>" + "<b>" * 10, content_type="text/html; charset=utf-8"),
    "/rest?b=2&a=1": page("Rest"),
    "/rest?a=1&b=2": page("Rest"),
    "/~keeper": page("Keeper"),
    "/no-follow": page("No follow", links="/hidden-by-nofollow").replace(
        "<head>", '<head><meta name="robots" content="noindex, nofollow">'
    ),
    "/hidden-by-nofollow": page("Hidden"),
    "/refresh": '<meta http-equiv="refresh" content="0; url=/refreshed">',
    "/refreshed": page("Refreshed"),
    "/reload": page("Reload").replace(
        "<head>", '<head><meta http-equiv="refresh" content="1; url=/reload">'
    ),
    "/moved/x": Answer("", 308, {"Location": "/new/home/"}),
}


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Workplace, str]]:
    workplace = Workplace(tmp_path_factory.mktemp("harbour"))
    with serve(HARBOUR) as served:
        run = workplace.crawl(
            served.url, settings=("RETRY_TIMES=1", "STATS_DUMP=True", "HTTPPROXY_ENABLED=False")
        )
        yield served, workplace, run.stderr


def test_every_page_within_reach_is_written_once(
    harbour: tuple[Served, Workplace, str],
) -> None:
    _, workplace, _ = harbour

    assert workplace.paths() == sorted(
        [
            *(
                "",
                "endless",
                "from-default-map",
                "from-map",
                "new/home/",
                "new/home/next",
                "no-follow",
            ),
            *("private/b", "refreshed", "reload", "rest?a=1&b=2", "unread", "untyped", "welcome"),
            "~keeper",
        ]
    )


def test_what_robots_forbids_is_never_asked_for(harbour: tuple[Served, Workplace, str]) -> None:
    served, _, log = harbour

    assert "/secret/a" not in served.paths
    assert "/private/b" in served.paths  # a group of its own replaces that of everybody
    assert "robots_forbidden 1" in log


def test_who_crawls_says_so(harbour: tuple[Served, Workplace, str]) -> None:
    served, _, _ = harbour

    assert {asked.headers["User-Agent"].partition("/")[0] for asked in served.requests} == {
        "sitewinnow"
    }


def test_sitemaps_are_followed_whatever_they_are_called(
    harbour: tuple[Served, Workplace, str],
) -> None:
    served, _, log = harbour

    assert served.paths.count("/maps/all.xml?part=1&of=2") == 1
    assert "/maps/pages.xml.gz" in served.paths
    assert "'sitewinnow/sitemaps/http_404': 1" in log
    assert "sitemap_off_site 1" in log


def test_a_redirect_within_the_site_is_followed_and_its_links_start_there(
    harbour: tuple[Served, Workplace, str],
) -> None:
    served, workplace, _ = harbour
    row = next(row for row in workplace.rows() if row["url"].endswith("/new/home/"))

    assert "/old/next" not in served.paths
    assert row["source_url"] == f"{served.url}moved/x"
    assert row["depth"] == 1


def test_a_redirect_out_of_the_site_is_counted_and_not_followed(
    harbour: tuple[Served, Workplace, str],
) -> None:
    _, _, log = harbour

    assert "redirect_off_site 1" in log
    assert "other.invalid" not in "".join(
        line for line in log.splitlines() if "ERROR" in line or "retry" in line.lower()
    )


def test_a_redirect_that_never_ends_is_given_up(harbour: tuple[Served, Workplace, str]) -> None:
    served, _, _ = harbour

    assert 2 <= served.paths.count("/circle") <= 12


def test_what_is_no_page_is_counted_by_its_kind(harbour: tuple[Served, Workplace, str]) -> None:
    served, _, log = harbour

    assert "/report.pdf" not in served.paths
    kinds = ("file_suffix/pdf", "content_type/application/pdf", "content_type/text/css")
    for reason in (f"{kind} 1" for kind in kinds):
        assert reason in log
    assert "content/image 1" in log
    assert "content_type/video/mp4 1" in log


def test_errors_are_counted_by_status(harbour: tuple[Served, Workplace, str]) -> None:
    served, _, log = harbour

    assert "http_404 1" in log
    assert "http_500 1" in log
    assert served.paths.count("/broken") == 2


def test_links_of_a_page_that_forbids_it_are_not_followed(
    harbour: tuple[Served, Workplace, str],
) -> None:
    served, _, _ = harbour

    assert "/hidden-by-nofollow" not in served.paths


def test_export_writes_the_same_bytes_as_the_crawl(
    harbour: tuple[Served, Workplace, str],
) -> None:
    served, workplace, _ = harbour
    target = workplace.folder / "exported.jsonl.gz"

    blocks = workplace.folder / "blocks.jsonl"
    run = workplace.run("export", served.host, "-O", str(target), "--blocks", str(blocks))
    piped = workplace.run("export", served.host)

    assert run.code == piped.code == 0, run.stderr
    assert gzip.decompress(target.read_bytes()) == workplace.output.read_bytes()
    assert piped.stdout == workplace.output.read_bytes()
    pages = {json.loads(line)["page_id"] for line in blocks.read_text().splitlines()}
    assert pages == {row["id"] for row in workplace.rows() if row["markdown"]}


def test_every_version_keeps_the_bytes_as_they_came(
    harbour: tuple[Served, Workplace, str],
) -> None:
    _, workplace, _ = harbour
    with sqlite3.connect(workplace.folder / "sites.db") as store:
        (runs,) = store.execute("select count(*) from run where reason = 'finished'").fetchone()

    assert runs == 1


def test_spellings_are_one_page_and_what_is_too_large_is_none(workplace: Workplace) -> None:
    bomb = gzip.compress(b"<p>" + b"word " * 100_000)
    routes: dict[str, Route] = {
        "/": page(
            "Spellings",
            links="/%7euser /~user /%E4%BD%A0 /\u4f60 /x?b=2&a=1 /x?a=1&b=2 /y;v=1?x= "
            "HTTP://{host}/x /large /bomb /garbled",
        ),
        "/~user": page("User"),
        "/%E4%BD%A0": page("You"),
        "/x": page("X"),
        "/x?b=2&a=1": page("X sorted"),
        "/x?a=1&b=2": page("X sorted"),
        "/y;v=1?x=": page("Y"),
        "/large": "<p>" + "word " * 10_000,
        "/bomb": Answer(bomb, headers={"Content-Encoding": "gzip"}),
        "/garbled": Answer(b"\x93\x07" * 50, headers={"Content-Encoding": "unheard-of"}),
    }
    with serve(routes) as served:
        routes["/"] = str(routes["/"]).replace("{host}", served.host)
        run = workplace.crawl(served.url, settings=("DOWNLOAD_MAXSIZE=20000",))

    assert workplace.paths() == ["", "%E4%BD%A0", "x", "x?a=1&b=2", "y;v=1?x=", "~user"]
    assert served.paths.count("/~user") == 1
    assert "not followed: content/not_html 1, the first" in run.stderr
    assert "not followed: too_large 1, the first" in run.stderr
    assert "failed: too_large 1" in run.stderr


# --- order, chrome, recrawl ------------------------------------------------------------------


# Several addresses of one page each: which of them comes first must not show.
ALIASES: dict[str, Route] = {
    "/alias/1": Answer("", 302, {"Location": "/ferry/3"}),
    "/alias/2": Answer("", 302, {"Location": "/only-by-alias"}),
    "/alias/3": Answer("", 302, {"Location": "/only-by-alias"}),
    "/list?from=b&to=a": page("List"),
    "/list?to=a&from=b": page("List"),
    "/twin/": page("Twin"),
    "/twin/index.html": page("Twin"),
    "/harbour": "",
}


def test_order_and_concurrency_change_nothing(tmp_path: Path) -> None:
    written = []
    routes: dict[str, Route] = {}
    with serve(routes) as served:
        for order, concurrency in ((1, 1), (2, 4), (3, 8)):
            folder = tmp_path / str(order)
            folder.mkdir()
            workplace = Workplace(folder)
            routes.clear()
            routes.update(HARBOUR | ALIASES | ferry_site(30, shuffle=order, more=tuple(ALIASES)))
            routes["/harbour"] = HARBOUR["/"]
            routes["/only-by-alias"] = page("Only by an alias")
            workplace.crawl(
                served.url,
                settings=(f"CONCURRENT_REQUESTS_PER_DOMAIN={concurrency}", "RETRY_TIMES=0"),
            )
            rows = [row for row in workplace.rows() if row["url"] != served.url]
            written.append(json.dumps(rows))

    by_path = {row["url"].removeprefix(served.url): row for row in json.loads(written[0])}
    assert len(by_path) > 40
    assert by_path["only-by-alias"]["source_url"] == f"{served.url}alias/2"
    assert by_path["ferry/3"]["source_url"] == f"{served.url}ferry/3"
    assert by_path["twin/"]["aliases"] == f"{served.url}twin/index.html"
    assert "list?from=b&to=a" in by_path
    assert written[0] == written[1] == written[2]


def test_the_first_page_is_cleaned_with_what_the_last_taught(workplace: Workplace) -> None:
    with serve(ferry_site(12)) as served:
        run = workplace.crawl(served.url)

    assert len(workplace.rows()) == 12
    for row in workplace.rows():
        assert "harbour office" not in row["content_markdown"]
        assert "harbour office" in row["markdown"]
    assert "12 pages stored; chrome:" in run.stderr


def test_a_crawl_of_under_six_pages_is_written_without_chrome(workplace: Workplace) -> None:
    with serve(ferry_site(4)) as served:
        run = workplace.crawl(served.url)

    assert len(workplace.rows()) == 4
    assert "no chrome learned" in run.stderr


def test_a_recrawl_writes_the_whole_site_and_the_pages_of_before(workplace: Workplace) -> None:
    routes = ferry_site(8)
    with serve(routes) as served:
        workplace.crawl(served.url)
        before = workplace.rows()
        routes["/"] = page("Home", links="/ferry/1 /new")
        routes["/new"] = page("New ferry")
        workplace.crawl(served.url)

    urls = {row["url"] for row in workplace.rows()}
    assert urls == {row["url"] for row in before} | {f"{served.url}new"}


def test_two_sites_of_one_crawl_keep_apart(workplace: Workplace) -> None:
    with serve(ferry_site(7)) as one, serve(ferry_site(3)) as other:
        workplace.crawl(f"{one.url},{other.url}")

    rows = workplace.rows()
    assert [row["url"] for row in rows] == sorted(row["url"] for row in rows)
    assert sum(row["site"] == one.host for row in rows) == 7
    assert sum(row["site"] == other.host for row in rows) == 3


def test_a_folder_is_a_site_with_the_scope_path(workplace: Workplace) -> None:
    routes: dict[str, Route] = {
        "/": page("Root"),
        "/docs/": page("Docs", links="a ../ /docs-old/b"),
        "/docs/a": page("Docs a", links="/"),
        "/docs-old/b": page("Old docs"),
    }
    with serve(routes) as served:
        run = workplace.crawl(f"{served.url}docs/", "-a", "scope=path")

    assert workplace.paths() == ["docs/", "docs/a"]
    assert {row["site"] for row in workplace.rows()} == {f"{served.host}/docs/"}
    assert "outside_path 2" in run.stderr


def test_a_domain_without_https_is_crawled_over_http(workplace: Workplace) -> None:
    routes = ferry_site(3) | {
        "/sitemap.xml": sitemap("{url}from-map", "http://[broken", "/ferry/1"),
        "/from-map": page("From the map"),
    }
    with serve(routes) as served:
        run = workplace.run(
            *("crawl", "site", "-a", f"domain={served.host}", "-O", str(workplace.output))
        )

    assert run.code == 0, run.stderr
    assert "Traceback" not in run.stderr
    assert "START FAILED" not in run.stderr
    assert len(workplace.rows()) == 4


# --- robots ----------------------------------------------------------------------------------


def test_while_robots_txt_cannot_be_had_no_page_is_asked_for(workplace: Workplace) -> None:
    asked: list[Asked] = []

    def robots(request: Asked) -> Answer:
        asked.append(request)
        if len(asked) <= 2:
            return Answer("busy", 503)
        return Answer("User-agent: *\nDisallow: /ferry/1\n", content_type="text/plain")

    with serve(ferry_site(4) | {"/robots.txt": robots}) as served:
        run = workplace.crawl(served.url, settings=("ROBOTSTXT_RETRY_DELAYS_SECONDS=0.1,0.1,0.1",))

    assert served.paths[:3] == ["/robots.txt"] * 3
    assert workplace.paths() == ["", "ferry/0", "ferry/2"]
    assert "robots_forbidden 1" in run.stderr


def test_a_host_whose_robots_txt_stays_broken_is_left_alone(workplace: Workplace) -> None:
    routes = ferry_site(4) | {"/robots.txt": Answer("busy", 500)}
    with serve(routes) as served:
        run = workplace.run(
            *("crawl", "site", "-a", f"url={served.url}", "-O", str(workplace.output)),
            settings=("ROBOTSTXT_RETRY_DELAYS_SECONDS=0.1",),
        )

    assert set(served.paths) == {"/robots.txt"}
    assert run.code == 1
    assert f"START FAILED: {served.url}: robots.txt: the server answered 500" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_robots_txt_that_redirects_without_end_forbids_nothing(workplace: Workplace) -> None:
    routes = ferry_site(3) | {"/robots.txt": Answer("", 302, {"Location": "/robots.txt"})}
    with serve(routes) as served:
        workplace.crawl(served.url)

    assert len(workplace.rows()) == 3


def test_a_crawl_delay_is_kept(workplace: Workplace) -> None:
    robots = Answer("User-agent: *\nCrawl-delay: 0.3\n", content_type="text/plain")
    with serve(ferry_site(4) | {"/robots.txt": robots}) as served:
        workplace.crawl(served.url, settings=("CONCURRENT_REQUESTS_PER_DOMAIN=8",))

    times = [asked.time for asked in served.requests[1:]]
    gaps = [after - before for before, after in pairwise(times)]
    assert min(gaps[1:]) > 0.25


# --- output ----------------------------------------------------------------------------------


def test_output_is_compressed_by_its_suffix_and_goes_to_stdout_too(workplace: Workplace) -> None:
    packed = [workplace.folder / "pages.jsonl.gz", workplace.folder / "pages.jsonl.zst"]
    outputs = [argument for path in packed for argument in ("-O", str(path))]
    with serve(ferry_site(7)) as served:
        run = workplace.crawl(served.url, *outputs, "-O", "-:jsonlines")

    plain = workplace.output.read_bytes()
    assert run.stdout == plain
    assert gzip.decompress(packed[0].read_bytes()) == plain
    assert zstandard.ZstdDecompressor().stream_reader(packed[1].read_bytes()).read() == plain
    assert sorted(path.name for path in workplace.folder.iterdir() if ".part" in path.name) == []


def slow_site() -> dict[str, Route]:
    site = ferry_site(80)
    return {
        path: Answer(str(text), delay=0.08) if path != "/" else text for path, text in site.items()
    }


def test_ctrl_c_writes_what_there_is_with_what_was_learned(workplace: Workplace) -> None:
    with serve(slow_site()) as served:
        process = workplace.start(
            *("crawl", "site", "-a", f"url={served.url}", "-O", str(workplace.output))
        )
        wait_for(lambda: len(served.requests) > 20)
        process.send_signal(signal.SIGINT)
        run = finish(process)

    assert run.code == 0, run.stderr

    assert 6 <= len(workplace.rows()) < 80
    assert "stopped early (shutdown)" in run.stderr
    assert all("harbour office" not in row["content_markdown"] for row in workplace.rows())


def test_two_ctrl_c_leave_the_target_whole_or_as_it_was(workplace: Workplace) -> None:
    workplace.output.write_text("as it was\n")
    with serve(slow_site()) as served:
        process = workplace.start(
            *("crawl", "site", "-a", f"url={served.url}", "-O", str(workplace.output))
        )
        wait_for(lambda: len(served.requests) > 10)
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        run = finish(process)

    text = workplace.output.read_text()
    if text != "as it was\n":  # the second came too late
        assert len(read_rows(text.encode())) >= 6
        return
    assert run.code == 130
    last = run.stderr.splitlines()[-1]
    assert last.startswith(f"NOT WRITTEN: {workplace.output}: stopped by a second signal")
    assert last.endswith(f"scrapy export {served.host} -O FILE")
    assert "Traceback" not in run.stderr


def test_two_ctrl_c_without_an_output_say_that_the_pages_are_stored(workplace: Workplace) -> None:
    with serve({**slow_site(), "/ferry/0": Answer(page("Late"), delay=2)}) as served:
        process = workplace.start("crawl", "site", "-a", f"url={served.url}")
        wait_for(lambda: "/ferry/0" in served.paths)
        process.send_signal(signal.SIGINT)
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        run = finish(process)

    assert run.code == 130
    last = run.stderr.splitlines()[-1]
    assert last == "stopped by a second signal: the pages that came are stored"


@pytest.mark.parametrize(
    ("limit", "reason"),
    [("CLOSESPIDER_PAGECOUNT=15", "pagecount"), ("CLOSESPIDER_TIMEOUT=3", "timeout")],
)
def test_a_limit_ends_the_crawl_and_the_output_is_whole(
    workplace: Workplace, limit: str, reason: str
) -> None:
    with serve(slow_site()) as served:
        run = workplace.crawl(served.url, settings=(limit,))

    assert 6 <= len(workplace.rows()) < 80
    assert f"stopped early (closespider_{reason})" in run.stderr
    assert all("harbour office" not in row["content_markdown"] for row in workplace.rows())


def test_nothing_is_replaced_when_the_start_fails(workplace: Workplace) -> None:
    workplace.output.write_text("as it was\n")
    with serve({"/": Answer("no", 503)}) as served:
        run = workplace.run(
            *("crawl", "site", "-a", f"url={served.url}", "-O", str(workplace.output)),
            settings=("RETRY_TIMES=0",),
        )

    assert run.code == 1
    assert "START FAILED" in run.stderr
    assert "the server answered 503" in run.stderr
    assert workplace.output.read_text() == "as it was\n"


def test_a_store_that_takes_no_page_any_more_ends_the_crawl(workplace: Workplace) -> None:
    workplace.output.write_text("as it was\n")
    with serve(slow_site()) as served:
        process = workplace.start(
            *("crawl", "site", "-a", f"url={served.url}", "-O", str(workplace.output))
        )
        wait_for(lambda: len(served.requests) > 8)
        with sqlite3.connect(workplace.folder / "sites.db", timeout=20) as store:
            store.execute("drop table link")
        run = finish(process)

    assert len(served.requests) < 80
    assert run.code == 1
    assert "stopped early (store_failed)" in run.stderr
    assert "no such table: link" in run.stderr
    assert f"NOT WRITTEN: {workplace.output}" in run.stderr
    assert "Traceback" not in run.stderr
    assert workplace.output.read_text() == "as it was\n"


def test_a_server_that_is_not_there_is_named_without_a_traceback(workplace: Workplace) -> None:
    with serve({}) as served:
        gone = served.url

    run = workplace.run("crawl", "site", "-a", f"url={gone}", settings=("RETRY_TIMES=0",))

    assert run.code == 1
    assert f"START FAILED: {gone}" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_locale_without_utf8_changes_no_byte(workplace: Workplace) -> None:
    routes: dict[str, Route] = {"/": page("Łódź 河 🛶")}
    with serve(routes) as served:
        command = workplace.command(
            *("crawl", "site", "-a", f"url={served.url}", "-O", str(workplace.output))
        )
        process = subprocess.Popen(
            command,
            cwd=workplace.folder,
            env=environment(PYTHONUTF8="0", LC_ALL="C", PYTHONCOERCECLOCALE="0"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        run = finish(process)

    assert run.code == 0, run.stderr
    assert not workplace.output.read_bytes().startswith(b"\xef\xbb\xbf")
    assert "Łódź 河 🛶" in workplace.output.read_text(encoding="utf-8")


def test_a_locale_without_utf8_leaves_names_of_files_readable(workplace: Workplace) -> None:
    routes: dict[str, Route] = {"/": page("Tides")}
    name = "b-ł河😀.jsonl"
    with serve(routes) as served:
        process = subprocess.Popen(
            workplace.command("crawl", "site", "-a", f"url={served.url}", "-O", name),
            cwd=workplace.folder,
            env=environment(PYTHONUTF8="0", LC_ALL="C", PYTHONCOERCECLOCALE="0"),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        run = finish(process)

    assert run.code == 0, run.stderr
    assert f"output: 1 row in {name}" in run.stderr.splitlines()
    assert (workplace.folder / name).exists()


def wait_for(condition: object, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.01)
