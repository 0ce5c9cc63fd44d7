"""Patterns of addresses, written as in robots.txt."""

import pytest

from crawler.patterns import PatternError, read_pattern


@pytest.mark.parametrize(
    ("pattern", "url", "matches"),
    [
        ("/blog/", "https://example.com/blog/", True),
        ("/blog/", "https://example.com/blog/2024/a?b=c", True),
        ("/blog/", "https://example.com/old/blog/", False),
        ("/blog$", "https://example.com/blog", True),
        ("/blog$", "https://example.com/blog/", False),
        ("/*.html$", "https://example.com/a/b.html", True),
        ("/*.html$", "https://example.com/a/b.html?print=1", False),
        ("/a.c", "https://example.com/abc", False),
        ("*/edit", "https://example.com/a/b/edit?x=1", True),
        ("*sort=", "https://example.com/?a=1&sort=up", True),
        ("/caf\u00e9/", "https://example.com/caf%C3%A9/a", True),
        ("/caf%c3%a9/", "https://example.com/caf%C3%A9/a", True),
        ("/%7Eanna/", "https://example.com/~anna/", True),
        ("/a%2Cb", "https://example.com/a%2Cb", True),
        ("https://docs.example.com/old/", "https://docs.example.com/old/a", True),
        ("HTTPS://DOCS.example.com/old/", "https://docs.example.com/old/a", True),
        ("https://docs.example.com/old/", "https://example.com/old/a", False),
        ("https://docs.example.com/old/", "http://docs.example.com/old/a", False),
    ],
)
def test_a_pattern_is_the_beginning_of_an_address(pattern: str, url: str, matches: bool) -> None:
    assert read_pattern(pattern).matches(url) is matches


@pytest.mark.parametrize("text", ["blog", "", "/a$b", "/$/", "ftp://example.com/", "http://*/a"])
def test_a_pattern_that_can_match_nothing_is_refused(text: str) -> None:
    with pytest.raises(PatternError):
        read_pattern(text)
