"""What answers like a page and is none, on a real server, beside the pages that are."""

import re
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from crawler.probes import probe_url
from tests.crawler.crawling import Workplace, read_rows
from tests.crawler.serving import Answer, Asked, Route, serve

LINKS = "<nav><a href=/a>a</a> <a href=/b>b</a> <a href=/c>c</a></nav>"


def page(name: str, body: str = "") -> str:
    return f"<title>{name}</title><h1>{name}</h1><p>All about {name} and its weir.</p>{body}{LINKS}"


class AnythingGoes(dict[str, Route]):
    """Routes that answer any unknown path with `fallback`."""

    def __init__(self, pages: dict[str, Route], fallback: Route) -> None:
        super().__init__({"/robots.txt": Answer("", status=404), **pages})
        self.fallback = fallback

    def get(self, key: str, default: Route | None = None) -> Route:  # type: ignore[override]
        return super().get(key, self.fallback)


PAGES: dict[str, Route] = {
    **{f"/{name}": page(name) for name in "bc"},
    "/": page("Mossbank"),
    "/a": page("a", '<a href="a/a">broken</a>'),
}


def flagged(workplace: Workplace, site: str) -> dict[str, str]:
    """Flags of all pages by path, those left out too."""
    output = workplace.folder / "all.jsonl"
    run = workplace.run("export", site, "-O", str(output), "--include-flagged")
    assert run.code == 0, run.stderr
    rows = read_rows(output.read_bytes())
    return {"/" + row["url"].split("/", 3)[3]: row["flags"] for row in rows}


def test_a_site_that_serves_its_home_page_anywhere_keeps_it_and_its_pages_alone(
    workplace: Workplace,
) -> None:
    with serve(AnythingGoes(PAGES, PAGES["/"])) as served:
        run = workplace.crawl(served.url)

    assert workplace.paths() == ["", "a", "b", "c"]
    assert [row["aliases"] for row in workplace.rows()] == [""] * 4
    assert flagged(workplace, served.host) == {
        **dict.fromkeys(("/", "/a", "/b", "/c"), ""),
        "/a/a": "soft_404",
    }
    assert f"{served.host} serves a page at any address" in run.stderr
    assert "1 page left out by a flag" in run.stderr


def test_a_friendly_page_that_tells_the_address_back_is_none(workplace: Workplace) -> None:
    def apologise(asked: Asked) -> Answer:
        return Answer(
            f"<title>Mossbank Trust</title>{LINKS}<main><h1>Lost on the moss</h1><p>There is no "
            f"path to {asked.path} but many others that lead back to the mill.</p></main>"
        )

    with serve(AnythingGoes(PAGES, apologise)) as served:
        workplace.crawl(served.url)

    assert workplace.paths() == ["", "a", "b", "c"]
    assert flagged(workplace, served.host)["/a/a"] == "soft_404"


def test_pages_of_one_template_that_differ_in_words_are_pages(workplace: Workplace) -> None:
    def town(name: str) -> str:
        said = "We mend bicycles, scooters, prams and wheelchairs every day of the week. " * 3
        return f"<title>Repairs</title><main><h1>{name}</h1><p>{said}{name}.</p>{LINKS}</main>"

    pages: dict[str, Route] = {f"/{name}": town(name * 4) for name in "abc"}
    with serve(AnythingGoes({"/": town("Mossbank"), **pages}, town("Mossbank"))) as served:
        workplace.crawl(served.url)

    assert workplace.paths() == ["", "a", "b", "c"]


def test_a_host_is_probed_once_at_an_address_that_does_not_change(workplace: Workplace) -> None:
    with serve(AnythingGoes(PAGES, Answer("gone", status=404))) as served:
        run = workplace.crawl(served.url)
        workplace.crawl(served.url)
        made_up = [path for path in served.paths if re.fullmatch("/[0-9a-f]{24}", path)]

    assert len(made_up) == 2
    assert served.url + made_up[0][1:] == probe_url(served.host, served.url)
    assert set(made_up) == {made_up[0]}
    assert workplace.paths() == ["", "a", "b", "c"]
    assert "failed: http_404 1" in run.stderr  # the broken link, not the probe


def test_a_site_that_is_mended_makes_nothing_up_any_more(workplace: Workplace) -> None:
    routes = AnythingGoes(PAGES, PAGES["/"])
    with serve(routes) as served:
        workplace.crawl(served.url)
        before = flagged(workplace, served.host)
        routes.fallback = Answer("gone", status=404)
        workplace.crawl(served.url)

    assert before["/a/a"] == "soft_404"
    assert "soft_404" not in flagged(workplace, served.host).values()


@pytest.mark.parametrize(
    ("settings", "robots"),
    [
        (("SOFT_404_PROBE_ENABLED=False",), ""),
        ((), "User-agent: *\nDisallow: /\nAllow: /$\nAllow: /a$\nAllow: /b$\nAllow: /c$\n"),
    ],
)
def test_no_host_is_probed_that_forbids_it_or_when_the_user_does_not_want_it(
    workplace: Workplace, settings: tuple[str, ...], robots: str
) -> None:
    pages = {**PAGES, "/robots.txt": Answer(robots, content_type="text/plain")}
    with serve(AnythingGoes(pages, PAGES["/"])) as served:
        workplace.crawl(served.url, settings=settings)

    assert not [path for path in served.paths if re.fullmatch("/[0-9a-f]{24}", path)]
    assert workplace.paths()[:4] == ["", "a", "b", "c"]


def test_a_probe_that_is_led_home_is_not_followed(workplace: Workplace) -> None:
    away = Answer("", status=302, headers={"Location": "/"})
    with serve(AnythingGoes(PAGES, away)) as served:
        run = workplace.crawl(served.url)

    assert workplace.paths() == ["", "a", "b", "c"]
    assert "serves a page at any address" not in run.stderr
    assert "redirect_probe" not in run.stderr


def test_stylesheets_scripts_and_files_are_no_documents(workplace: Workplace) -> None:
    start = (
        '<link href="/a.css" rel="stylesheet"><script src="/b.js"></script><a href="/c">c</a>'
        '<a href="/d.css">style</a><a href="/plan.pdf">plan</a><a href="/map">map</a>'
    )
    pdf = Answer(b"%PDF-1.7 \x00", content_type="application/pdf")
    with serve({"/": start, "/c": page("c"), "/map": pdf}) as served:
        run = workplace.crawl(served.url)

    assert workplace.paths() == ["", "c"]
    assert not {"/a.css", "/b.js", "/d.css", "/plan.pdf"} & set(served.paths)
    assert f"not followed: file_suffix/pdf 1, the first {served.url}plan.pdf" in run.stderr
    assert f"not followed: file_suffix/css 1, the first {served.url}d.css" in run.stderr
    assert f"not followed: content_type/application/pdf 1, the first {served.url}map" in run.stderr


def test_a_missing_page_with_content_stays_out(workplace: Workplace) -> None:
    missing = Answer(page("The old mill"), status=404)
    with serve({"/": page("Mossbank"), "/a": missing, "/b": page("b")}) as served:
        run = workplace.crawl(served.url)

    assert workplace.paths() == ["", "b"]
    assert "http_404 2" in run.stderr


def test_no_index_in_a_header_is_kept_when_a_page_is_read_again(workplace: Workplace) -> None:
    tagged = Answer(page("b"), headers={"X-Robots-Tag": "otherbot: nofollow, noindex"})
    for_us = Answer(page("c"), headers={"X-Robots-Tag": "noindex"})
    with serve({"/": page("Mossbank"), "/a": page("a"), "/b": tagged, "/c": for_us}) as served:
        workplace.crawl(served.url)
        before = flagged(workplace, served.host)
    forget_engine(workplace.folder / "sites.db")
    run = workplace.run("reconvert", served.host)

    assert before == {"/": "", "/a": "", "/b": "", "/c": "noindex"}
    assert "4 read again from their bytes" in run.stderr + run.stdout.decode()
    assert flagged(workplace, served.host) == before


def forget_engine(database: Path) -> None:
    """Make a store look as if an older version had filled it."""
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE version SET engine_version = '0.0.1'")
    connection.close()


@contextmanager
def cut_off(body: bytes, promised: int) -> Iterator[str]:
    """A server that promises more bytes of its one page than it sends."""
    listener = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                is_page = connection.recv(4096).startswith(b"GET / ")
                status, size = (b"200 OK", promised) if is_page else (b"404 Not Found", 0)
                head = b"HTTP/1.1 %b\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n"
                connection.sendall(head % (status, size) + (body if is_page else b""))

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(5)


def test_a_page_that_is_cut_off_is_flagged_where_it_is_wanted(workplace: Workplace) -> None:
    body = page("Mossbank").encode()
    with cut_off(body, len(body) + 100) as url:
        workplace.crawl(url, settings=("DOWNLOAD_FAIL_ON_DATALOSS=False", "RETRY_ENABLED=False"))

    assert [row["flags"] for row in workplace.rows()] == ["truncated"]


def test_a_body_without_end_is_given_up_for_one_reason(workplace: Workplace) -> None:
    large = "<p>" + "weir " * 40_000
    with serve({"/": page("Mossbank"), "/a": large, "/b": page("b"), "/c": page("c")}) as served:
        run = workplace.crawl(served.url, settings=("DOWNLOAD_MAXSIZE=100000",))

    assert workplace.paths() == ["", "b", "c"]
    assert re.findall(r"too[_ ]large \d", run.stderr) == ["too_large 1"]


def test_a_login_and_a_shell_are_left_out_and_counted(workplace: Workplace) -> None:
    pages: dict[str, Route] = {
        "/": page("Mossbank"),
        "/a": "<h1>Log in</h1><form><input name=u><input type=password name=p></form>",
        "/b": "<script src=/app.js></script><div id=root></div>",
        "/c": page("c"),
    }
    with serve(pages) as served:
        run = workplace.crawl(served.url)

    assert workplace.paths() == ["", "c"]
    assert "2 pages left out by a flag" in run.stderr
    flags = flagged(workplace, served.host)
    assert (flags["/a"], flags["/b"]) == ("login", "empty needs_js")
