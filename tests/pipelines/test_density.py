"""The published decision, and pages put together again from what it keeps."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.density import decide_blocks, filter_density, is_content, rebuild
from pipelines.density_spans import DensityBlock, measure_blocks

NONE = (0, 0)
THIRD, ABOVE_THIRD = (999, 333), (1000, 334)
FIVE_NINTHS, ABOVE_FIVE_NINTHS = (9, 5), (1000, 556)


def block(counted: tuple[int, int]) -> DensityBlock:
    words, link_words = counted
    return DensityBlock(0, 0, 0, 0, words, link_words)


@pytest.mark.parametrize(
    ("previous", "current", "following", "expected"),
    [
        # Link density of the block itself.
        (NONE, THIRD, NONE, True),
        (NONE, ABOVE_THIRD, NONE, False),
        ((100, 0), (1000, 1000), (100, 0), False),
        ((5, 0), (3, 1), NONE, True),
        ((5, 0), (2, 1), NONE, False),
        # After text: words of the block, 16.
        (NONE, (16, 0), NONE, False),
        (NONE, (17, 0), NONE, True),
        # Words of the next one, 15.
        (NONE, (16, 0), (15, 0), False),
        (NONE, (16, 0), (16, 0), True),
        # Words of the one before, 4.
        ((4, 0), (16, 0), (15, 0), False),
        ((5, 0), (16, 0), (15, 0), True),
        ((5, 0), (1, 0), NONE, True),
        # Link density of the one before: five ninths are still text.
        (FIVE_NINTHS, (17, 0), NONE, True),
        (FIVE_NINTHS, (1, 0), NONE, True),
        (ABOVE_FIVE_NINTHS, (17, 0), NONE, False),
        # After links: words of the block, 40.
        (ABOVE_FIVE_NINTHS, (40, 0), NONE, False),
        (ABOVE_FIVE_NINTHS, (41, 0), NONE, True),
        # Words of the next one, 17.
        (ABOVE_FIVE_NINTHS, (40, 0), (17, 0), False),
        (ABOVE_FIVE_NINTHS, (40, 0), (18, 0), True),
        (ABOVE_FIVE_NINTHS, (1, 0), (18, 0), True),
        # The links of the next one say nothing.
        (NONE, (1, 0), (16, 16), True),
        (ABOVE_FIVE_NINTHS, (41, 14), (18, 18), False),
    ],
)
def test_the_decision_is_the_published_tree(
    previous: tuple[int, int],
    current: tuple[int, int],
    following: tuple[int, int],
    expected: bool,
) -> None:
    assert is_content(block(previous), block(current), block(following)) is expected


def words(count: int) -> str:
    return " ".join(["kite"] * count)


def kept_sources(html: str) -> list[str]:
    result = filter_density(html)
    return [
        html[block.start : block.end]
        for block, is_kept in zip(result.blocks, result.kept, strict=True)
        if is_kept and block.words
    ]


PARAGRAPH = (
    "A kite wants wind, a field and a friend who can run: see the knots that it needs to fly."
)
PAGE = (
    "<!doctype html><html><head><title>On kites</title></head><body>"
    '<nav><a href="/">Home</a> <a href="/all">All toys</a></nav>'
    f"<h1>On kites</h1><p>{PARAGRAPH}</p><p>{PARAGRAPH}</p><p>Fly it.</p>"
    '<ul><li><a href="?x">Share</a><li><a href="?y">Print</a></ul><p>One</p><p>Two</p>'
    "<footer><p>Toy museum, all rights reserved.</p></footer></body></html>"
)


def test_a_page_worked_by_hand() -> None:
    # Home All toys  3 words, all links; dropped with its element
    # On kites       2, after links, 19 follow        kept
    # paragraphs     19 each, above 16                kept
    # Fly it.        2, after 19                      kept
    # Share, Print   links                            dropped
    # One            1, after links, 1 follows        dropped
    # Two            1, after 1, 5 follow             dropped
    # Toy museum …   dropped with its element
    result = filter_density(PAGE)

    assert not result.is_fallback
    assert result.html == (
        "<!doctype html><html><head><title>On kites</title></head><body>"
        f"<h1>On kites</h1><p>{PARAGRAPH}</p><p>{PARAGRAPH}</p><p>Fly it.</p>"
        "<ul><li><li></ul><p></p><p></p></body></html>"
    )


@pytest.mark.parametrize("between", ["", "<div>\n</div>", "<hr><p></p>", "<td> | </td>", "<svg/>"])
def test_neighbours_are_the_nearest_blocks_with_words(between: str) -> None:
    html = f"<p>{words(5)}</p>{between}<p>{words(16)}</p>{between}<p>{words(4)}</p>"

    # The first has 16 after it; the second 5 before it; the third 16 before it.
    assert kept_sources(html) == [words(5), words(16), words(4)]


def test_a_block_of_links_between_is_a_neighbour() -> None:
    html = f"<p>{words(17)}</p><p><a>{words(1)}</a></p><p>{words(16)}</p>"

    assert kept_sources(html) == [words(17)]


def test_blocks_of_a_dropped_element_are_neighbours_too() -> None:
    assert kept_sources(f"<p>{words(18)}</p><nav><a>x</a></nav><p>{words(40)}</p>") == [words(18)]
    assert len(kept_sources(f"<p>{words(18)}</p><nav>x</nav><p>{words(40)}</p>")) == 2


def test_an_element_dropped_by_configuration_goes_whatever_its_words() -> None:
    html = f"<p>{words(50)}</p><header>{words(50)}</header><nav>{words(50)}</nav>"

    assert filter_density(html).html == f"<p>{words(50)}</p><header>{words(50)}</header>"
    assert filter_density(html, dropped_tags=frozenset()).html == html
    assert (
        filter_density(html, dropped_tags=frozenset({"header"})).html
        == f"<p>{words(50)}</p><nav>{words(50)}</nav>"
    )


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<",
        "just text",
        "<p></p>",
        words(100),
        f"<div><p>{words(100)}</p></div>",
        "<p>a</p><p>b</p>",
        f"<nav>{words(50)}</nav><footer>{words(50)}</footer>",
        "<ul><li><a>one</a><li><a>two</a></ul>",
    ],
)
def test_nothing_left_or_one_block_is_the_whole_page_and_says_so(html: str) -> None:
    result = filter_density(html)

    assert result.html == html
    assert result.is_fallback
    assert all(result.kept)


def test_two_blocks_of_which_one_stays_are_no_fallback() -> None:
    result = filter_density(f"<p>{words(17)}</p><p><a>one</a></p>")

    assert result.html == f"<p>{words(17)}</p><p></p>"
    assert not result.is_fallback


FRAGMENTS = (
    "<p>", "</p>", "<div class='a > b'>", "</div>", "<nav>", "</nav>", "<a href=x>", "</a>",
    words(3), words(20), " ", "\r\n", "&nbsp;", "<!-- x -->", "<script>a<b</script>", "<svg>", "<",
    '<p title="', "<ul><li>", "</ul>", "<footer>", "</footer>", "<![CDATA[", "]]>", "\x00", "字",
)  # fmt: skip
pages = st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join)

DECORATION = (
    "", "\n", "\r\n\t", " ", "<!-- <p> -->", "<br/>", "<hr>", "<img alt='a > b'>", "</b>", "<p>",
    "</p>", "</DIV>", "<script>if (a<b) x()</script>", "&amp;", "<ul>", "</ul>", "<td class=x>",
    "<svg><text>label</text></svg>", "<?php ?>", "<sup>[1]</sup>", "<![CDATA[x]]>", "«»", "< ",
)  # fmt: skip
long_texts = st.integers(17, 60).map(words)
pages_without_boilerplate = st.lists(
    st.tuples(st.lists(st.sampled_from(DECORATION), max_size=6).map("".join), long_texts),
    min_size=2,
    max_size=8,
).map(lambda parts: "<html><body>" + "".join(f"{before}<div>{text}" for before, text in parts))


@given(pages_without_boilerplate)
def test_a_page_without_boilerplate_is_rebuilt_byte_for_byte(html: str) -> None:
    result = filter_density(html)

    assert not result.is_fallback
    assert result.html == html


@given(pages | st.text())
def test_what_is_kept_is_the_input_in_order_or_all_of_it(html: str) -> None:
    result = filter_density(html)
    position = 0
    for span, is_kept in zip(result.blocks, result.kept, strict=True):
        if is_kept:
            source = html[span.start : span.end]
            assert result.html[position : position + len(source)] == source
            position += len(source)

    assert position == len(result.html)
    assert result.html == html or not result.is_fallback
    kept = [span.words for span, is_kept in zip(result.blocks, result.kept, strict=True) if is_kept]
    assert any(kept) or result.is_fallback


@given(pages)
def test_only_words_and_dropped_elements_are_taken_away(html: str) -> None:
    blocks = measure_blocks(html)
    kept = decide_blocks(blocks)

    assert rebuild(html, blocks, [True] * len(blocks)) == html
    for span, is_kept in zip(blocks, kept, strict=True):
        assert is_kept or span.words or span.dropped_by_tag
        assert not (is_kept and span.dropped_by_tag)


def test_ten_million_brackets_are_one_text() -> None:
    html = "<" * 10_000_000

    assert filter_density(html).html == html


def test_a_hundred_thousand_nested_elements_are_no_recursion() -> None:
    inner = f"<p>{words(20)}</p><p>{words(20)}</p>"
    html = "<div>" * 100_000 + inner + "</div>" * 100_000

    assert filter_density(html).html == html


@pytest.mark.parametrize(
    "unit",
    [
        "<div>", "</div>", "<p>", "<p></div>", "<nav>", "<a>", "<a>字</a>字", "<sup>x", "<li><a>x",
        '<a href="', "<td>x", "&amp;", "&#", "x ", "<nav></p>", "<div></nav>",
    ],
)  # fmt: skip
def test_time_grows_with_the_length_and_not_with_its_square(unit: str) -> None:
    def seconds(units: int) -> float:
        html = "<p>" + unit * units
        start = process_time()
        filter_density(html)
        return process_time() - start

    seconds(100)
    # The least of several: another process may take the machine at any moment.
    few = max(min(seconds(2000) for _ in range(5)), 0.002)
    assert any(seconds(32_000) < 40 * few for _ in range(3))
