"""The source of a page as tokens: what is a tag, what is text, what is never read."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.markup import TokenKind, scan_markup

TEXT, START, END = TokenKind.TEXT, TokenKind.START_TAG, TokenKind.END_TAG
OTHER, UNREAD = TokenKind.OTHER_MARKUP, TokenKind.UNREAD_BODY

FRAGMENTS = (
    "<", ">", "</", "<!", "<!--", "-->", "<?", '"', "'", "=", "/", " ", "a", "<a href=", "<p>",
    "<SCRIPT>", "</script>", "<svg>", "<svg/>", "</svg>", "<template>", "</template>", "<title>",
    "&amp;", "<![CDATA[", "]]>", "\n", "字", "</p>", "<noscript>", "</noscript >",
)  # fmt: skip


def read(html: str) -> list[tuple[TokenKind, str, str]]:
    return [(token.kind, html[token.start : token.end], token.name) for token in scan_markup(html)]


@pytest.mark.parametrize(
    ("html", "tokens"),
    [
        ("", []),
        ("plain", [(TEXT, "plain", "")]),
        ("<p>x</p>", [(START, "<p>", "p"), (TEXT, "x", ""), (END, "</p>", "p")]),
        ("<DIV\nID=a>", [(START, "<DIV\nID=a>", "div")]),
        ("<br/>", [(START, "<br/>", "br")]),
        ("<h1/x>", [(START, "<h1/x>", "h1")]),
        ("</p class=x>", [(END, "</p class=x>", "p")]),
        # A bracket inside quotes ends no tag; outside of a value a quote is a letter like others.
        ('<a t="1 > 0">', [(START, '<a t="1 > 0">', "a")]),
        ("<a t = '1 > 0' b>", [(START, "<a t = '1 > 0' b>", "a")]),
        ("<a t=it's>it's", [(START, "<a t=it's>", "a"), (TEXT, "it's", "")]),
        ('<a t="x"">y', [(START, '<a t="x"">', "a"), (TEXT, "y", "")]),
        ('<a ">y">', [(START, '<a ">', "a"), (TEXT, 'y">', "")]),
        ("<a b=>c", [(START, "<a b=>", "a"), (TEXT, "c", "")]),
        # A tag that the page ends in is no tag.
        ('<a t="x>y', [(OTHER, '<a t="x>y', "")]),
        ("x<p", [(TEXT, "x", ""), (OTHER, "<p", "")]),
        # What does not open a tag is text.
        ("1 < 2 <3 <", [(TEXT, "1 < 2 <3 <", "")]),
        ("<<p>", [(TEXT, "<", ""), (START, "<p>", "p")]),
        # Comments and what browsers read as comments.
        ("<!-- <p> > -->x", [(OTHER, "<!-- <p> > -->", ""), (TEXT, "x", "")]),
        ("<!-->x-->", [(OTHER, "<!-->", ""), (TEXT, "x-->", "")]),
        ("<!--->x", [(OTHER, "<!--->", ""), (TEXT, "x", "")]),
        ("<!-- a --!>x", [(OTHER, "<!-- a --!>", ""), (TEXT, "x", "")]),
        ("<!-- a -- > <p>", [(OTHER, "<!-- a -- > <p>", "")]),
        ("<!doctype html>x", [(OTHER, "<!doctype html>", ""), (TEXT, "x", "")]),
        ("<![CDATA[a]]>x", [(OTHER, "<![CDATA[a]]>", ""), (TEXT, "x", "")]),
        ("<?xml v?>x", [(OTHER, "<?xml v?>", ""), (TEXT, "x", "")]),
        ("</>x", [(OTHER, "</>", ""), (TEXT, "x", "")]),
        ("</ p>x", [(OTHER, "</ p>", ""), (TEXT, "x", "")]),
    ],
)
def test_a_source_is_read_as_a_browser_tokenizes_it(
    html: str, tokens: list[tuple[TokenKind, str, str]]
) -> None:
    assert read(html) == tokens


@pytest.mark.parametrize(
    ("element", "body"),
    [
        ("script", "if (a<b) document.write('<p></p>')"),
        ("script", "'</scripting>'"),
        ("style", "p > a { content: '<!--' }"),
        ("title", "How to use <p> & </b>"),
        ("noscript", "<p>Turn it on</p>"),
        ("template", "<p>a</p><template><i>b</i></template><script>'</template>'</script>c"),
        ("svg", "<svg/><title/><style/><svg><path/></svg><text>label</text>"),
    ],
)
def test_the_body_of_an_unread_element_is_one_token(element: str, body: str) -> None:
    html = f"a<{element} id=x>{body}</{element.upper()} >b"

    assert [token[:2] for token in read(html)] == [
        (TEXT, "a"),
        (START, f"<{element} id=x>"),
        (UNREAD, body),
        (END, f"</{element.upper()} >"),
        (TEXT, "b"),
    ]


def test_an_empty_unread_element_has_no_body() -> None:
    assert [kind for kind, *_ in read("<script></script><svg/>a")] == [START, END, START, TEXT]


@pytest.mark.parametrize("element", ["script", "title", "svg", "template", "noscript"])
def test_an_unread_element_without_an_end_reaches_to_the_end(element: str) -> None:
    assert read(f"<{element}><p>a</p>")[1:] == [(UNREAD, "<p>a</p>", "")]


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join) | st.text())
def test_tokens_are_the_input_without_gaps(html: str) -> None:
    tokens = list(scan_markup(html))

    assert "".join(html[token.start : token.end] for token in tokens) == html
    assert all(token.start < token.end for token in tokens)
    assert all(token.name for token in tokens if token.kind in (START, END))


@pytest.mark.parametrize(
    "unit",
    [
        "<",
        '<a b="',
        "<!--",
        "<!-",
        "</",
        "<a ",
        "= ",
        "<svg>",
        "<template>",
        "<script>",
        "<a/",
        "&",
    ],
)
def test_time_grows_with_the_length_and_not_with_its_square(unit: str) -> None:
    def seconds(units: int) -> float:
        html = "<p>" + unit * units
        start = process_time()
        for _ in scan_markup(html):
            pass
        return process_time() - start

    seconds(1000)
    assert seconds(160_000) < 40 * max(seconds(10_000), 0.002)
