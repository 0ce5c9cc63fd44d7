"""What is no page: by its address, its header, its first bytes."""

import pytest

from crawler.limits import refuse_address, refuse_body, refuse_content_type


@pytest.mark.parametrize("path", ["a.pdf", "a/b.JPG", "x.tar.gz", "style.css", "v1.2.zip"])
def test_an_address_of_a_file_is_not_asked_for(path: str) -> None:
    suffix = path.rpartition(".")[2].lower()

    assert refuse_address(f"https://example.com/{path}") == f"file_suffix/{suffix}"


@pytest.mark.parametrize(
    "path",
    [
        "",
        "a.html",
        "a.php",
        "wiki/File:Bridge.jpg",
        "about/node.js",
        "view?file=a.pdf",
        "show.jpg?page=1",
        "gz",
        "v1.2",
        "photos.zip/",
    ],
)
def test_an_address_that_may_be_a_page_is_asked_for(path: str) -> None:
    assert refuse_address(f"https://example.com/{path}") == ""


def test_an_address_too_long_for_servers_is_not_asked_for() -> None:
    assert refuse_address("https://example.com/" + "a" * 3000) == "address_too_long"


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("text/html", ""),
        ("TEXT/HTML; charset=gbk", ""),
        ("application/xhtml+xml", ""),
        ("", ""),
        ("application/octet-stream", ""),
        ("application/pdf", "content_type/application/pdf"),
        ("text/css; charset=utf-8", "content_type/text/css"),
        ("x" * 200, "content_type/other"),
    ],
)
def test_a_header_tells_a_page_from_other_kinds(header: str, reason: str) -> None:
    assert refuse_content_type(header) == reason


@pytest.mark.parametrize(
    ("header", "body", "reason"),
    [
        ("text/html", b"<p>words", ""),
        ("text/html", b"plain words", ""),
        ("text/html", b"", ""),
        ("text/html", b"%PDF-1.7", "content/pdf"),
        ("text/html", b"\x89PNG\r\n", "content/image"),
        ("", b"\xef\xbb\xbf\n<!DOCTYPE html>", ""),
        ("", "<html>".encode("utf-16"), ""),
        ("application/octet-stream", b"\x00\x01\x02\x03", "content/not_html"),
        ("text/xml", b"<?xml version='1.0'?><rss/>", "content/not_html"),
        ("text/xml", b"<?xml version='1.0'?><html xmlns='x'>", ""),
    ],
)
def test_the_first_bytes_decide_where_the_header_is_wrong_or_silent(
    header: str, body: bytes, reason: str
) -> None:
    assert refuse_body(header, body) == reason
