"""The values that stand between a page's tree and its text: one block's inline content."""

from dataclasses import dataclass
from typing import NamedTuple

from lxml import etree
from lxml.html import HtmlElement


class Mark(NamedTuple):
    """An inline element opening or closing. A leaf (`br`, `img`, math) does both in a row."""

    element: HtmlElement
    opens: bool


Token = str | Mark
"""A block's inline content in order: text as in the tree, its white space not yet collapsed, and
the inline elements around it."""


@dataclass(frozen=True, slots=True)
class Rendered:
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
    for event, part in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        if event == "start":
            if part is not element:
                tokens.append(Mark(part, True))
            tokens.append(part.text or "")
            continue
        if event == "end" and part is not element:
            tokens.append(Mark(part, False))
        if part is not element:
            tokens.append(part.tail or "")
    return tokens
