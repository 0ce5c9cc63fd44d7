import pytest

from benchmarks.cases import check
from models.content import Content


def case(**expect):
    kinds = ("content_contains", "content_lacks", "markdown_contains", "markdown_lacks")
    row = {"id": "x", "area": "y", "expect": {kind: expect.pop(kind, []) for kind in kinds}}
    return row | expect


def content(markdown: str, **fields) -> Content:
    return Content(markdown="", content_markdown=markdown, content_text="", **fields)


def test_a_snippet_is_found_through_link_syntax_emphasis_and_line_breaks():
    verdict = check(
        content("the [slate *path*](https://a.example/)\nis | open"),
        case(content_contains=["the slate path is open"], content_lacks=["a.example"]),
    )

    assert verdict.passed("content") is True
    assert verdict.passed("markdown") is None


def test_what_is_missing_and_what_should_be_are_both_named():
    verdict = check(content("Menu"), case(content_contains=["path"], content_lacks=["Menu"]))

    assert verdict.passed("content") is False
    assert verdict.faults == ["lacks 'path'", "contains 'Menu'"]


@pytest.mark.parametrize(
    ("markdown", "right"),
    [
        ("| Summer  | 12 |", True),
        ("| Summer | 12 |", True),
        ("|Summer|12|", False),
        ("Summer 12", False),
    ],
)
def test_markdown_is_checked_as_written_but_for_runs_of_blanks(markdown, right):
    verdict = check(content(markdown), case(markdown_contains=["| Summer | 12 |"]))

    assert verdict.passed("markdown") is right


def test_code_is_checked_with_its_line_breaks_and_indent():
    row = case(markdown_contains=["\n```\nif x:\n    y\n```\n"])

    assert check(content("```\nif x:\n    y\n```"), row).passed("markdown") is True
    assert check(content("```\nif x:\n  y\n```"), row).passed("markdown") is False


def test_another_spelling_is_as_good():
    row = case(
        markdown_contains=["10<sup>3</sup>"], markdown_alternatives=[["10<sup>3</sup>", "10^3"]]
    )

    assert check(content("10^3"), row).passed("markdown") is True
    assert check(content("103"), row).passed("markdown") is False


@pytest.mark.parametrize(
    ("key", "expected", "right"),
    [
        ("expect_metadata", {"author": "Ada"}, True),
        ("expect_metadata", {"author": "Bob"}, False),
        ("expect_page_type", ["listing", "forum"], True),
        ("expect_page_type", ["article"], False),
        ("expect_flags", ["login"], True),
        ("expect_flags", ["wall"], False),
        ("expect_links", ["https://a.example/x"], True),
        ("expect_links", ["https://a.example/"], False),
        ("expect_counts", {"word": 2}, True),
        ("expect_counts", {"word": 1}, False),
    ],
)
def test_each_further_expectation_is_checked(key, expected, right):
    page = content(
        "word [word](https://a.example/x)", author="Ada", page_type="forum", flags=("login",)
    )

    assert check(page, case(**{key: expected})).passed(key) is right
