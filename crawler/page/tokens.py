"""The values that stand between a page's tree and its text: one block's inline content."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, cast

from lxml import etree
from lxml.html import HtmlElement

from crawler.page.math import is_math

CODE_TAGS: Final = frozenset({"code", "kbd", "samp", "tt"})
IMAGE_TAGS: Final = frozenset({"img", "picture"})
CONVERTED: Final = {
    "b": "b", "strong": "b", "i": "em", "em": "em", "del": "del", "s": "del", "strike": "del",
    "a": "a", "sub": "sub", "sup": "sup", **dict.fromkeys(CODE_TAGS, "code"),
}  # fmt: skip
"""Inline elements that become markup, by the conversion that makes it; all others are text."""

SHOWN_TAGS: Final = frozenset({*CONVERTED, *IMAGE_TAGS, "input"})
"""Elements that may leave more than their text in Markdown."""


class Mark(NamedTuple):
    """An inline element opening or closing. A leaf (`br`, `img`, a formula) does both in a row."""

    element: HtmlElement
    opens: bool


make_mark: Final = cast(Callable[[tuple[HtmlElement, bool]], Mark], partial(tuple.__new__, Mark))
"""As `Mark`, at half its cost: a page has some hundred."""

Token = str | Mark
"""A block's inline content in order: text as in the tree, its white space not yet collapsed, and
the inline elements around it."""


class Rendered(NamedTuple):
    """One block as a reader gets it.

    `text` is plain, white space collapsed, a `br` a line feed, without the alt of images.
    `markdown` says the same with markup, has one or more lines, and no white space at its ends.
    `linked_text` is the text that begins inside `<a>`, its pieces joined by a space.
    """

    text: str
    markdown: str
    linked_text: str = ""


def tokens_of(element: HtmlElement) -> list[Token]:
    """List the content of an element that holds inline content only, without its own marks."""
    tokens: list[Token] = []
    walker = etree.iterwalk(element, events=("start", "end", "comment", "pi"))
    for event, part in walker:
        if event == "start":
            if part is not element:
                tokens.append(make_mark((part, True)))
            if part is not element and is_math(part):
                walker.skip_subtree()  # its end comes next
            else:
                tokens.append(part.text or "")
            continue
        if event == "end" and part is not element:
            tokens.append(make_mark((part, False)))
        if part is not element:
            tokens.append(part.tail or "")
    return [token for token in tokens if token]
