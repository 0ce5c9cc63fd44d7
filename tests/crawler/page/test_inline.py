"""Common blocks are rendered by short ways that say what the long one says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.page import inline as inline_module
from crawler.page.joints import Folded, fold
from tests.crawler.page.fragments import inline

TEXTS = st.text(alphabet="ab1 .*_[]()<>#!`$\\\n\t-&é中", max_size=8).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)
TAGS = st.sampled_from(
    [
        ("<span>", "</span>"),
        ("<small class='katex-like math'>", "</small>"),
        ("<q>", "</q>"),
        ("<sup>", "</sup>"),
        ("<i>", "<br></i>"),
        ("<a href='/x y'>", "</a>"),
        ("<a href='javascript:f()'>", "</a>"),
        ("<a name='top'>", "</a>"),
        ("<b>", "</b>"),
    ]
)


@st.composite
def fragments(draw: st.DrawFn, depth: int = 2) -> str:
    parts = [draw(TEXTS)]
    for _ in range(draw(st.integers(0, 2))):
        opens, closes = draw(TAGS)
        inner = draw(fragments(depth - 1)) if depth else draw(TEXTS)
        parts += [opens, inner, closes, draw(TEXTS)]
    return "".join(parts)


@given(fragments())
def test_the_short_way_says_what_the_long_way_says(fragment: str) -> None:
    short = inline(fragment)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inline_module, "_render_simple", lambda *_: None)
        assert inline(fragment) == short


@given(fragments())
def test_text_without_marks_is_written_as_with_them(fragment: str) -> None:
    short = inline(fragment)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inline_module, "_render_simple", lambda *_: None)
        patch.setattr(inline_module, "fold", lambda tokens: Folded(fold(tokens).pieces, False))
        assert inline(fragment) == short


def test_a_number_behind_a_space_that_is_taken_away_opens_no_list() -> None:
    assert inline("<u>\u00a01. May</u><u> is late</u>").markdown == "1\\. May is late"
    assert inline("on <u>\u00a01. May</u>").markdown == "on \u00a01. May"


def test_the_short_way_is_taken() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inline_module, "fold", None)  # the long way begins with it
        assert inline("<span> <a href='/a'>the mill</a></span>").markdown.startswith("[the mill](")
        assert inline("the mill").text == "the mill"
