"""The outline of a document, `html` over `head` and `body`, as a browser builds it."""

from typing import Final

from lxml import etree
from lxml.html import HtmlElement

HEAD_TAGS: Final = frozenset(
    "title meta link style script noscript base template bgsound basefont noframes".split()
)
"""What a head may hold (HTML Standard, "in head" insertion mode); anything else opens the body."""


def open_body(tree: HtmlElement) -> None:
    """Move what libxml2 left in the head, and a browser shows, to the start of the body.

    It knows no `nav`, `main` or `article`: where an author left out `<body>` they stay in the
    head. Changes the tree.
    """
    head = tree.find("head")
    if head is None:
        return
    first = next((i for i, child in enumerate(head) if _opens_body(child)), None)
    if first is None:
        return
    moved = head[first:]
    body = tree.find("body")
    if body is None:
        body = etree.SubElement(tree, "body")
    if body.text:
        moved[-1].tail = (moved[-1].tail or "") + body.text
        body.text = None
    body[:0] = moved


def _opens_body(child: HtmlElement) -> bool:
    return isinstance(child.tag, str) and child.tag not in HEAD_TAGS
