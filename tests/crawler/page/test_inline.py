"""One text alone or in one link is rendered by a short way that says what the long one says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.page import inline as inline_module
from tests.crawler.page.fragments import inline

TEXTS = st.text(alphabet="ab1 .*_[]()<>#!`\\\n\t-&é中", max_size=8).map(
    lambda text: text.replace("&", "&amp;").replace("<", "&lt;")
)
TAGS = st.sampled_from(
    [
        ("<span>", "</span>"),
        ("<small class='katex-like math'>", "</small>"),
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


def test_the_short_way_is_taken() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(inline_module, "fold", None)  # the long way begins with it
        assert inline("<span> <a href='/a'>the mill</a></span>").markdown.startswith("[the mill](")
        assert inline("the mill").text == "the mill"
