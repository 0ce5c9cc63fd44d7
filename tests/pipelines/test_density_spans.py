"""Blocks and their counts, worked out by hand; every value of every block is asserted."""

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines import density_spans
from pipelines.density_spans import BLOCK_TAGS, measure_blocks


class Expected(NamedTuple):
    """One block: its source and all that is measured on it."""

    source: str
    text_bytes: int
    markup_bytes: int
    words: int = 0
    link_words: int = 0
    link_density: int = 0
    dropped_by_tag: bool = False


# 18 words: a kite wants wind a field a friend who can run see the knots it needs to fly. `fr` and
# `iend` are one; the bracket's word is not counted; two words begin in the link: 2000 / 18 = 111.
# Text: 18 to the comma, 8 " a field", 11 " & a friend", 3 the bracket, 13 to the colon, 14, 17.
# Markup: 3 + 4 for b, 5 + 13 + 4 + 6 for the bracket, 17 + 4 for the link.
KITE_PARAGRAPH = Expected(
    "A kite  wants wind,\n a field &amp; a <b>fr</b>iend"
    '<sup><a href="#1">[1]</a></sup> who can run: see <a href="/knots">the knots</a> it needs\n'
    "to fly.\n",
    84,
    56,
    18,
    2,
    111,
)

ARTICLE = [
    # 15 for the doctype, 6 + 6 + 7 + 8 + 7 for the tags; a title is not in the page.
    Expected("<!doctype html><html><head><title>On kites</title></head>", 0, 49),
    Expected("<body>", 0, 6),
    Expected("\n", 0, 0),
    Expected("<nav>", 0, 5, dropped_by_tag=True),
    # Home, All, toys; 12 + 4 + 15 + 4.
    Expected('<a href="/">Home</a> <a href="/all">All toys</a>', 13, 35, 3, 3, 1000, True),
    Expected("</nav>", 0, 6, dropped_by_tag=True),
    Expected("<h1>", 0, 4),
    Expected("On kites", 8, 0, 2),
    Expected("</h1>", 0, 5),
    Expected("<p>", 0, 3),
    KITE_PARAGRAPH,
    Expected("<div>", 0, 5),
    # Two of three words: 2000 / 3 = 666.7, rounded down; 13 + 4 + 13 + 4.
    Expected('<a href="?x">Share</a> or <a href="?y">print</a>', 14, 34, 3, 2, 666),
    Expected("</div>", 0, 6),
    Expected("<footer>", 0, 8, dropped_by_tag=True),
    Expected("<p>", 0, 3, dropped_by_tag=True),
    Expected("Toy museum, all rights reserved.", 32, 0, 5, dropped_by_tag=True),
    Expected("</p>", 0, 4, dropped_by_tag=True),
    Expected("</footer>", 0, 9, dropped_by_tag=True),
    Expected("</body>", 0, 7),
    Expected("</html>", 0, 7),
]

UNREAD = [
    Expected("<div>", 0, 5),
    # Text is "One two" alone: 7. Tags: 8 + 9 script, 7 + 8 style, 10 + 11 noscript, 10 + 11
    # template, 5 + 6 svg; the comment has 13.
    Expected(
        "One <script>var p = '<p>x y z</p>'</script><style>p > a {}</style>"
        "<noscript><p>Turn it on</p></noscript><template><li>row</li></template>"
        "<svg><text>label</text></svg><!-- <p>a -->two",
        7,
        8 + 9 + 7 + 8 + 10 + 11 + 10 + 11 + 5 + 6 + 13,
        2,
    ),
    Expected("</div>", 0, 6),
]

NON_ASCII = [
    Expected("<td>", 0, 4),
    # G r ü ß e: two letters of two bytes. Two words, the second one linked: 500.
    Expected('Grüße <a title="ü">Köln</a>', 7 + 1 + 5, 14 + 4, 2, 1, 500),
    Expected("</td>", 0, 5),
    Expected("<td>", 0, 4),
    # 17 characters of 3 bytes are 10 words, by the count for scripts without spaces.
    Expected("风筝需要风和一片田野还要一个朋友呀", 51, 0, 10),
    Expected("</td>", 0, 5),
]

# A link around blocks holds their words; the bar between stands outside of it and is no word.
LINKED_CARD = [
    Expected('<a href="/1">', 0, 13),
    Expected("<h3>", 0, 4),
    Expected("Red kite", 8, 0, 2, 2, 1000),
    Expected("</h3>", 0, 5),
    Expected("<p>", 0, 3),
    Expected("Flies well</a> | new", 16, 4, 3, 2, 666),
    Expected("</p>", 0, 4),
    Expected("<hr>", 0, 4),
    Expected("Next<br>one", 8, 4, 2),
]


@pytest.mark.parametrize("page", [ARTICLE, UNREAD, NON_ASCII, LINKED_CARD])
def test_each_value_of_each_block_is_what_a_hand_counts(page: list[Expected]) -> None:
    html = "".join(block.source for block in page)

    assert [
        Expected(
            html[block.start : block.end],
            block.text_bytes,
            block.markup_bytes,
            block.words,
            block.link_words,
            block.link_density,
            block.dropped_by_tag,
        )
        for block in measure_blocks(html)
    ] == page


def counts(html: str) -> list[tuple[int, int]]:
    return [(block.words, block.link_words) for block in measure_blocks(html) if block.words]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a <a>b c</a> d", [(4, 2)]),
        # A word belongs to where it begins.
        ("foo<a>bar</a>", [(1, 0)]),
        ("<a>foo</a>bar", [(1, 1)]),
        ("<a>foo</a>bar<a>baz qux</a>", [(2, 2)]),
        ("x-<a>ray</a>", [(2, 1)]),
        ("<a>one</a><a>two</a>", [(1, 1)]),
        ("<a>one</a> <a>two</a>", [(2, 2)]),
        # Scripts without spaces count by length on either side of the link's start.
        ("风筝需要风和一片田野还要一个朋友呀<a>风筝需要风和一片田野还要一个朋友呀</a>", [(20, 10)]),
        # Superscripts and subscripts add no word and end none.
        ("H<sub>2</sub>O is wet<sup>1</sup>", [(3, 0)]),
        ("<p>a<sup>1<p>b c", [(1, 0), (2, 0)]),
        ("a</sup> b", [(2, 0)]),
        # References are read before they are counted, and those of no character stay.
        ("caf&eacute;s&nbsp;open", [(2, 0)]),
        ("&lt;p&gt;", [(1, 0)]),
        ("a &#" + "9" * 5000 + "; b", [(3, 0)]),
        # A link without an end ends with the element around it.
        ("<td><a name=x>a</td><td>b", [(1, 1), (1, 0)]),
        ("<ul><li><a>a<li>b</ul>c", [(1, 1), (1, 1), (1, 0)]),
        ("<p><a><div>a</div></a></p><div>b", [(1, 1), (1, 0)]),
        ("<div><a>a</div></a><div>b</div>", [(1, 1), (1, 0)]),
        # An end tag of nothing that is open ends nothing.
        ("<a>a</td>b</a>", [(1, 1), (1, 1)]),
    ],
)
def test_link_words_are_those_that_begin_inside_a_link(
    html: str, expected: list[tuple[int, int]]
) -> None:
    assert counts(html) == expected


def dropped_text(html: str, *tags: str) -> str:
    blocks = measure_blocks(html, frozenset(tags)) if tags else measure_blocks(html)
    return "".join(html[block.start : block.end] for block in blocks if block.dropped_by_tag)


@pytest.mark.parametrize(
    ("html", "dropped"),
    [
        ("a<nav>b<p>c</p></nav>d", "<nav>b<p>c</p></nav>"),
        ("<NAV>b</NAV>d", "<NAV>b</NAV>"),
        ("<aside>a<nav>b</nav>c</aside>d", "<aside>a<nav>b</nav>c</aside>"),
        ("<nav>a<nav>b</nav>c</nav>d", "<nav>a<nav>b</nav>c</nav>"),
        ("<nav><ul><li>a<li>b</nav>c", "<nav><ul><li>a<li>b</nav>"),
        ("<nav>a</aside>b</nav>c", "<nav>a</aside>b</nav>"),
        ("<p>a<nav><p>b<div>c</div></p></nav>d", "<nav><p>b<div>c</div></p></nav>"),
        # Without its end tag it ends with the element around it, whose tag is not its own.
        ("<div><nav>a<ul></ul></div>b", "<nav>a<ul></ul>"),
        ("<nav>a", "<nav>a"),
        # Hard negatives: a header is not dropped, nor a name that only begins alike, nor an end.
        ("<header>a</header>b", ""),
        ("<navigation>a</navigation>", ""),
        ("a</nav>b", ""),
        ("<!-- <nav> -->a", ""),
        ("<script>'<nav>'</script>a", ""),
    ],
)
def test_a_dropped_element_is_dropped_whole(html: str, dropped: str) -> None:
    assert dropped_text(html) == dropped


def test_the_dropped_elements_are_an_argument() -> None:
    html = "<nav>a</nav><header>b</header><menu>c</menu>d"

    assert dropped_text(html, "header", "menu") == "<header>b</header><menu>c</menu>"


@pytest.mark.parametrize("tag", sorted(BLOCK_TAGS))
def test_both_tags_of_a_block_level_element_bound_a_block(tag: str) -> None:
    sources = ["a", f"<{tag}>", "b", f"</{tag.upper()}>", "c"]
    html = "".join(sources)

    assert [html[block.start : block.end] for block in measure_blocks(html)] == sources


@pytest.mark.parametrize("tag", ["span", "a", "main-menu", "tbody", "br", "address"])
def test_no_other_element_bounds_a_block(tag: str) -> None:
    assert len(measure_blocks(f"a<{tag}>b</{tag}>c")) == 1


def test_after_too_many_tags_the_rest_is_one_block_and_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(density_spans, "MAX_BLOCK_TAGS", 3)
    html = "<div><p>a<nav>b <p>c</p></nav>"

    blocks = measure_blocks(html)

    assert [html[block.start : block.end] for block in blocks] == [
        "<div>",
        "<p>",
        "a",
        "<nav>",
        "b <p>c</p></nav>",
    ]
    assert (blocks[-1].words, blocks[-1].dropped_by_tag) == (2, False)


FRAGMENTS = (
    "<p>", "</p>", "<div>", "</div>", "<nav>", "</nav>", "<a href=x>", "</a>", "<sup>", "</sup>",
    "<br>", "word ", "two words", "&amp;", "&#", "字字", "<", '"', "<!--", "-->", "<svg>", "</svg>",
    "<li>", "<footer", "\ud800", "\x00", "\xa0",
)  # fmt: skip


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join) | st.text())
def test_blocks_are_the_input_in_order_and_their_counts_fit(html: str) -> None:
    blocks = measure_blocks(html)

    assert "".join(html[block.start : block.end] for block in blocks) == html
    assert all(block.start < block.end for block in blocks)
    for block in blocks:
        size = len(html[block.start : block.end].encode("utf-8", "surrogatepass"))
        assert 0 <= block.link_words <= block.words
        assert 0 <= block.link_density <= 1000
        assert 0 <= block.markup_bytes <= size
