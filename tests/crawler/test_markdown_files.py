"""Markdown files and what is said of their origin."""

import io
import sys
from pathlib import Path

import pytest

from crawler.markdown_files import CleanedFile, clean_file
from crawler.page_source import SourceError

URL = "https://orchard.example/guide/pruning"
HTML = "text/html; charset=utf-8"
PROSE = "Prune in late winter, while the tree sleeps. " * 6
MENU = "[Home](/) [Trees](/trees) [Tools](/tools) [Shop](/shop) [About](/about)"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(f"{MENU}\n\n{PROSE}\n", encoding="utf-8")
    return path


def test_a_file_of_stated_origin_is_cleaned(page: Path) -> None:
    assert clean_file(str(page), url=URL, media_type=HTML) == CleanedFile(PROSE.rstrip())


@pytest.mark.parametrize(
    ("url", "media_type", "reason"),
    [
        ("", "", "--url and --media-type would say where it came from"),
        (URL, "", "--media-type would say where it came from"),
        ("", HTML, "--url would say where it came from"),
        (URL, "application/pdf", "not application/pdf from"),
        ("file:///page.html", HTML, "only HTML fetched over HTTP is cleaned"),
    ],
)
def test_any_other_passes_untouched_and_one_line_says_so(
    page: Path, url: str, media_type: str, reason: str
) -> None:
    result = clean_file(str(page), url=url, media_type=media_type)

    assert result.markdown == page.read_text(encoding="utf-8")
    assert result.notice.startswith(f"{page}: passed untouched: ")
    assert reason in result.notice
    assert "\n" not in result.notice


def test_switched_off_it_passes_everything(page: Path) -> None:
    result = clean_file(str(page), url=URL, media_type=HTML, enabled=False)

    assert result.markdown == page.read_text(encoding="utf-8")
    assert "MARKDOWN_CLEANER_ENABLED" in result.notice


def test_standard_input_is_read_as_a_file_is(monkeypatch: pytest.MonkeyPatch, page: Path) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(page.read_bytes())))

    assert clean_file("-", url=URL, media_type=HTML).markdown == PROSE.rstrip()


def test_a_byte_order_mark_is_no_text(page: Path) -> None:
    page.write_bytes(b"\xef\xbb\xbf" + page.read_bytes())

    assert clean_file(str(page)).markdown.startswith("[Home]")


@pytest.mark.parametrize(
    ("body", "reason"),
    [(None, "No such file"), (b" \n", "empty"), (b"caf\xe9", "not UTF-8 text (byte 3)")],
)
def test_bad_files_are_named_with_what_is_wrong(
    tmp_path: Path, body: bytes | None, reason: str
) -> None:
    path = tmp_path / "page.md"
    if body is not None:
        path.write_bytes(body)

    with pytest.raises(SourceError) as caught:
        clean_file(str(path))

    assert str(caught.value).startswith(f"{path}: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize("name", ["https://orchard.example/page.md", ".", "a\0b"])
def test_what_is_no_file_is_refused(name: str) -> None:
    with pytest.raises(SourceError):
        clean_file(name)
