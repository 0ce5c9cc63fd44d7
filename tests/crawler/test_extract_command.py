"""`scrapy extract`, through Scrapy's own command line, in this process and in one of its own."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from scrapy.cmdline import execute
from scrapy.settings import Settings

from crawler.page import read_page
from models.fetched import FetchedPage
from models.store import PageRecord, Store
from models.version import ENGINE_VERSION
from pipelines.chrome import observe

PROJECT = Path(__file__).resolve().parents[2]
PAGE = """<!doctype html><html lang="en"><head><title>On kites</title></head><body>
<nav><a href="/">All toys</a></nav>
<main><h1>On kites</h1><p>A kite wants wind, a field and a friend who can run.</p>
<p>See the <a href="knots">knots</a>.</p></main>
<footer>Toy museum</footer></body></html>"""
MARKDOWN = (
    "[Home](/) [Trees](/trees) [Tools](/tools) [Shop](/shop) [About](/about)\n\n"
    + "A kite wants wind, a field and a friend who can run. " * 5
)


class Answers(BaseHTTPRequestHandler):
    """Pages of a small site, each wrong in its own way but the first."""

    def do_GET(self) -> None:
        match self.path:
            case "/page":
                self.answer(200, {"Content-Type": "text/html; charset=utf-8"}, PAGE.encode())
            case "/moved":
                self.answer(302, {"Location": "/page"}, b"")
            case "/to-file":
                self.answer(302, {"Location": "file:///etc/hostname"}, b"")
            case "/loop":
                self.answer(302, {"Location": "/loop"}, b"")
            case "/picture":
                self.answer(200, {"Content-Type": "image/png"}, b"\x89PNG\r\n\x1a\n")
            case "/empty":
                self.answer(200, {"Content-Type": "text/html"}, b"")
            case "/cut-off":
                self.answer(
                    200, {"Content-Type": "text/html", "Content-Length": "9000"}, b"<p>Half"
                )
            case "/chunk-cut-off":
                chunked = {"Content-Type": "text/html", "Transfer-Encoding": "chunked"}
                self.answer(200, chunked, b"900\r\n<p>Half")
            case "/not-http":
                self.wfile.write(b"220 mail.example ready\r\n")
            case _:
                self.answer(404, {"Content-Type": "text/html"}, b"<p>Nothing here</p>")

    def answer(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        if "Transfer-Encoding" not in headers:
            headers = {"Content-Length": str(len(body))} | headers
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Shell:
    """Runs `scrapy extract` and keeps what it wrote."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self.capture = capture

    def run(self, *arguments: str) -> tuple[int, str, str]:
        settings = Settings()
        settings.setmodule("crawler.settings")
        with pytest.raises(SystemExit) as ended:
            execute(["scrapy", "extract", *arguments], settings)
        written = self.capture.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, written.out, written.err


@pytest.fixture
def shell(capfd: pytest.CaptureFixture[str]) -> Shell:
    return Shell(capfd)


@pytest.fixture
def page(tmp_path: Path) -> str:
    path = tmp_path / "kites.html"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


def test_a_file_gives_its_content_and_links_take_the_address_that_is_stated(
    shell: Shell, page: str
) -> None:
    code, out, err = shell.run(page, "--url", "https://toys.example/a/b")

    assert (code, err) == (0, "")
    assert "# On kites" in out
    assert "(https://toys.example/a/knots)" in out
    assert "Toy museum" not in out


def test_whole_prints_the_whole_page(shell: Shell, page: str) -> None:
    code, out, _ = shell.run(page, "--whole")

    assert code == 0
    assert "Toy museum" in out
    assert "All toys" in out


def test_standard_input_is_read_for_a_dash(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PAGE.encode("utf-16"))))

    code, out, _ = shell.run("-")

    assert code == 0
    assert "friend who can run" in out


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16", "utf-8"])
def test_a_page_with_nul_bytes_is_no_binary_file(
    shell: Shell, tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE.replace("kite wants", "kite\0 wants").encode(encoding))

    code, out, _ = shell.run(str(path))

    assert code == 0
    assert "a field and a friend" in out


def test_a_fragment_with_nul_bytes_is_a_page_and_other_bytes_are_not(
    shell: Shell, tmp_path: Path
) -> None:
    fragment, other = tmp_path / "fragment.html", tmp_path / "other.html"
    fragment.write_bytes(b"\0<div><p>A kite wants a steady wind.</p></div>")
    other.write_bytes(b"a\0b\0c < d > e\0")

    assert "steady wind" in shell.run(str(fragment))[1]
    assert "binary data" in shell.run(str(other))[2]


def test_json_is_one_flat_object_without_null(shell: Shell, page: str) -> None:
    code, out, _ = shell.run(page, "--json")
    row = json.loads(out)

    assert code == 0
    assert row["title"] == "On kites"
    assert row["language"] == "en"
    assert "landmarks" in row["content_methods"]
    assert all(isinstance(value, str | float) for value in row.values())
    assert len(out.splitlines()) == 1


def test_json_with_explain_has_a_decision_for_every_block(shell: Shell, page: str) -> None:
    _, out, _ = shell.run(page, "--json", "--explain")
    decisions = json.loads(out)["decisions"]

    assert [one["kept"] for one in decisions] == [False, True, True, True, False]
    assert all(one["reason"] for one in decisions if not one["kept"])
    assert " ".join(decisions[0]) == "slot kind text hidden kept step reason value evidence"


def test_explain_says_of_every_block_whether_it_was_kept_and_why_not(
    shell: Shell, page: str
) -> None:
    code, out, _ = shell.run(page, "--explain")
    lines = out.splitlines()

    assert code == 0
    assert len(lines) == 10
    assert lines[0].startswith("dropped")
    assert "/html/body/nav" in lines[1]
    assert "landmarks: " in lines[1]
    assert lines[2].startswith("kept    heading")


def test_an_address_is_fetched_and_redirects_are_followed(shell: Shell, origin: str) -> None:
    code, out, err = shell.run(f"{origin}/moved")

    assert (code, err) == (0, "")
    assert f"({origin}/knots)" in out


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/gone", "answered 404 Not Found"),
        ("/picture", "image/png"),
        ("/empty", "empty"),
        ("/to-file", "file"),
        ("/loop", "redirect"),
        ("/not-http", "cannot be"),
        ("/cut-off", "cut off after 7 of 9,000 bytes"),
        ("/chunk-cut-off", "cut off"),
    ],
)
def test_an_address_without_a_page_gives_one_line_and_exit_code_1(
    shell: Shell, origin: str, path: str, reason: str
) -> None:
    code, out, err = shell.run(origin + path)

    assert (code, out) == (1, "")
    assert f"{origin}{path}: " in err
    assert reason in err
    assert len(err.splitlines()) == 1


def test_a_host_that_does_not_answer_gives_one_line_and_exit_code_1(shell: Shell) -> None:
    code, out, err = shell.run("http://127.0.0.1:1/")

    assert (code, out) == (1, "")
    assert "http://127.0.0.1:1/: cannot be reached" in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("method", ["content", "markdown"])
def test_an_empty_name_is_told_as_such(shell: Shell, method: str) -> None:
    code, out, err = shell.run("--method", method, "")

    assert (code, out, err) == (2, "", "scrapy extract: no file is named\n")


def test_an_address_that_cannot_be_read_is_refused_and_any_scheme_is_not(
    shell: Shell, page: str
) -> None:
    assert shell.run(page, "--url", "file:///kites.html")[0] == 0

    code, out, err = shell.run(page, "--url", "http://[::")

    assert (code, out) == (2, "")
    assert err.startswith("scrapy extract: --url http://[::: not an address")
    assert len(err.splitlines()) == 1


BAD_FILES = {
    "picture.png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "paper.pdf": b"%PDF-1.7\n%",
    "program": b"\x7fELF\x02\x01\x01\x00\x00\x00",
    "blank.html": b" \n\n",
    "nothing.html": b"",
}


@pytest.mark.parametrize("name", [*BAD_FILES, "missing.html", "folder"])
def test_a_file_that_is_no_page_gives_one_line_and_exit_code_2(
    shell: Shell, tmp_path: Path, name: str
) -> None:
    (tmp_path / "folder").mkdir()
    for other, body in BAD_FILES.items():
        (tmp_path / other).write_bytes(body)

    code, out, err = shell.run(str(tmp_path / name))

    assert (code, out) == (2, "")
    assert name in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["one.html", "two.html"],
        ["--whoel", "one.html"],
        ["one.html", "--whole", "--json"],
        ["ftp://toys.example/page"],
        ["file:///etc/hostname"],
        ["http://[broken/"],
        ["a\0b"],
    ],
)
def test_a_bad_argument_gives_one_line_and_exit_code_1_or_2(
    shell: Shell, arguments: list[str]
) -> None:
    code, out, err = shell.run(*arguments)

    assert (code, out) == (2, "")
    assert err.startswith("scrapy extract: ")
    assert len(err.splitlines()) == 1


def test_an_unknown_site_gives_one_line_and_exit_code_2(
    shell: Shell, page: str, tmp_path: Path
) -> None:
    store = f"STORE_URL=sqlite:///{tmp_path / 'sites.db'}"

    code, out, err = shell.run(page, "--site", "toys.example", "-s", store)

    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert not (tmp_path / "sites.db").exists()


def test_what_a_crawl_learned_about_a_site_is_used_when_it_is_named(
    shell: Shell, tmp_path: Path
) -> None:
    store = f"sqlite:///{tmp_path / 'sites.db'}"
    for number in range(6):
        commit(store, number)
    path = tmp_path / "page.html"
    path.write_text(plain_page(7))

    code, alone, _ = shell.run(str(path), "-s", f"STORE_URL={store}")
    _, learned, _ = shell.run(str(path), "-s", f"STORE_URL={store}", "--site", "toys.example")

    assert code == 0
    assert "Free string" in alone
    assert "Free string" not in learned
    assert "Kite number 7" in learned


def plain_page(number: int) -> str:
    return (
        "<body><div>Free string with every kite this week only</div>"
        f"<p>Kite number {number} flies in any wind, is made of silk and {number} sticks of ash, "
        "and has a tail as long as the garden.</p></body>"
    )


def commit(store_url: str, number: int) -> None:
    url = f"http://toys.example/{number}"
    body = plain_page(number).encode()
    page = read_page(body, url)
    fetched = FetchedPage(url, url, 200, "text/html", body, "2026-03-01T09:00:00Z")
    record = PageRecord("toys.example", url, fetched, page, "first", ENGINE_VERSION)
    with Store.open(store_url) as store:
        store.commit_page(record, (), observe(page))


@pytest.mark.parametrize("options", [[], ["--whole"], ["--explain"], ["--json"]])
def test_no_escape_sequence_of_a_page_reaches_the_terminal(
    shell: Shell, tmp_path: Path, options: list[str]
) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>red \x1b[31mtext\x07 &#27;]0;title&#7; \x9b1m, and a line\tlong enough</p>")

    code, out, _ = shell.run(str(path), *options)

    assert code == 0
    assert "long enough" in out
    assert not set(out) & {chr(c) for c in (*range(9), *range(11, 32), *range(127, 160))}


def test_a_page_in_another_script_is_written_as_utf_8_whatever_the_locale(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>凧は風と野原と友達を必要とする。</p>", encoding="utf-8")
    done = run_process(str(path), PYTHONIOENCODING="ascii", LC_ALL="C")

    assert done.returncode == 0
    assert "凧は風と野原" in done.stdout.decode("utf-8")


def test_a_closed_pipe_ends_the_command_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>" + "many words " * 200_000 + "</p>")
    command = f"'{sys.executable}' -m scrapy extract '{path}' | head -c 10"
    done = subprocess.run(
        ["bash", "-c", command], cwd=PROJECT, capture_output=True, timeout=60, check=False
    )

    assert done.stdout == b"many words"
    assert done.stderr == b""


def test_one_page_waits_for_no_library_that_only_other_commands_need(page: str) -> None:
    code = (
        "import sys; sys.argv = ['scrapy', 'extract', sys.argv[1]]\n"
        "import scrapy.cmdline\n"
        "try: scrapy.cmdline.execute()\n"
        "except SystemExit: pass\n"
        "others = {'sklearn', 'rich', 'sqlalchemy', 'zstandard', 'pipelines.density'}\n"
        "others |= {'models.store', 'pipelines.density_spans'}\n"
        "print(others & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, page], cwd=PROJECT, capture_output=True, text=True, check=True
    )

    assert "a friend who can run" in done.stdout
    assert done.stdout.splitlines()[-1] == "set()"


def run_process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "scrapy", "extract", *arguments],
        cwd=PROJECT,
        env=os.environ | environment,
        capture_output=True,
        timeout=60,
        check=False,
    )


def test_markdown_of_stated_origin_is_cleaned(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text(MARKDOWN)
    origin = ("--url", "https://toys.example/kites", "--media-type", "text/html")

    code, out, err = shell.run("--method", "markdown", str(file), *origin)

    assert (code, err) == (0, "")
    assert out.startswith("A kite wants wind")


def test_markdown_without_an_origin_passes_untouched_and_one_line_says_so(
    shell: Shell, tmp_path: Path
) -> None:
    file = tmp_path / "page.md"
    file.write_text(MARKDOWN)

    code, out, err = shell.run("--method", "markdown", str(file))

    assert (code, out) == (0, MARKDOWN + "\n")
    assert err.count("\n") == 1
    assert "passed untouched" in err


def test_the_cleaner_can_be_switched_off(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_text(MARKDOWN)
    origin = ("--url", "https://toys.example/kites", "--media-type", "text/html")
    off = ("-s", "MARKDOWN_CLEANER_ENABLED=False")

    code, out, err = shell.run("--method", "markdown", str(file), *origin, *off)

    assert (code, out) == (0, MARKDOWN + "\n")
    assert "MARKDOWN_CLEANER_ENABLED is off" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--method", "markdown", "missing.md"],
        ["--method", "markdown", "https://toys.example/kites.md"],
        ["--method", "markdown", "page.md", "--json"],
        ["--method", "markdown", "page.md", "--site", ""],
        ["--method", "markdown", "page.md", "-s", "MARKDOWN_CLEANER_ENABLED=perhaps"],
        ["page.md", "--media-type", "text/html"],
    ],
)
def test_bad_arguments_for_markdown_give_one_line_and_exit_code_2(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    (tmp_path / "page.md").write_text(MARKDOWN)
    monkeypatch.chdir(tmp_path)

    code, out, err = shell.run(*arguments)

    assert (code, out) == (2, "")
    assert err.startswith("scrapy extract: ")
    assert len(err.splitlines()) == 1
