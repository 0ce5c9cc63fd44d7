"""The rows and cells of a `<table>`, its spans, and what a cell holds as tokens."""

from collections.abc import Callable, Iterator
from typing import Final

from lxml.html import HtmlElement

from crawler.page.math import is_math
from crawler.page.tokens import Mark, Token

IsHidden = Callable[[HtmlElement], bool]

# Columns or rows of one cell; the HTML Standard clamps columns at 1,000 too.
MAX_SPAN: Final = 1000

_SECTIONS: Final = frozenset({"thead", "tbody", "tfoot"})
_CELLS: Final = frozenset({"td", "th"})
_BESIDE_ROWS: Final = frozenset({"caption", "colgroup", "col", "script", "style", "template"})
_BREAKING: Final = frozenset(
    {
        "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "center", "address", "hr", "figure",
        "figcaption", "select", "option", "summary", "blockquote",
    }
)  # fmt: skip
_SPACED: Final = frozenset({"button", "textarea"})
_UNSEEN: Final = frozenset(
    {
        "script", "style", "template", "iframe", "canvas", "audio", "video", "noembed", "noframes",
        "datalist", "meta", "link", "title", "rp",
    }
)  # fmt: skip
_LEAVES: Final = frozenset({"br", "img", "picture", "wbr", "input"})


def sections_of(table: HtmlElement) -> Iterator[tuple[HtmlElement, list[HtmlElement]]]:
    """Yield each section with its rows, the table itself for rows outside of one.

    No cell spans from one section into the next.
    """
    loose: list[HtmlElement] = []
    for child in table:
        if child.tag == "tr":
            loose.append(child)
        elif child.tag in _SECTIONS:
            if loose:
                yield table, loose
                loose = []
            yield child, [row for row in child if row.tag == "tr"]
    if loose:
        yield table, loose


def cells_of(row: HtmlElement) -> list[HtmlElement]:
    """List the cells of a row."""
    return [cell for cell in row if cell.tag in _CELLS]


def is_well_formed(table: HtmlElement) -> bool:
    """Tell whether everything in a table stands in its cells or its caption."""
    parts = [table, *(child for child in table if child.tag in _SECTIONS)]
    rows = [row for part in parts for row in part if row.tag == "tr"]
    return all(
        _holds_only(part, _BESIDE_ROWS | _SECTIONS | {"tr"} if part is table else {"tr"})
        for part in parts
    ) and all(_holds_only(row, _CELLS) for row in rows)


def _holds_only(element: HtmlElement, tags: frozenset[str] | set[str]) -> bool:
    if element.text and not element.text.isspace():
        return False
    for child in element:
        tag = child.tag
        if isinstance(tag, str) and tag not in tags and tag not in _BESIDE_ROWS:
            return False
        if child.tail and not child.tail.isspace():
            return False
    return True


def read_span(cell: HtmlElement, name: str) -> int:
    """Read `colspan` or `rowspan`; a row span of 0 reaches to the end of the section."""
    value = cell.get(name, "").strip()
    if not value.isascii() or not value.isdigit() or len(value) > len("65534"):
        return 1
    span = int(value)
    if not span:
        return MAX_SPAN if name == "rowspan" else 1
    return min(MAX_SPAN, span)


def read_cell(cell: HtmlElement, is_hidden: IsHidden) -> list[Token]:
    """List a cell's tokens; a paragraph or list item inside stands between line breaks."""
    tokens: list[Token] = []
    line_break = Mark(cell.makeelement("br"), True)
    pending: list[HtmlElement | Token] = [cell]
    while pending:
        entry = pending.pop()
        if isinstance(entry, (str, Mark)):
            tokens.append(entry)
            continue
        inner: list[HtmlElement | Token] = []
        if isinstance(entry.tag, str) and (entry is cell or not is_hidden(entry)):
            inner = _open_up(entry, cell, line_break)
        if entry is not cell and entry.tail:
            inner.append(entry.tail)
        pending.extend(reversed(inner))
    return tokens


def _open_up(
    element: HtmlElement, cell: HtmlElement, line_break: Mark
) -> list[HtmlElement | Token]:
    tag = str(element.tag)
    if tag in _LEAVES or is_math(element):
        return [Mark(element, True), Mark(element, False)]
    if tag in _UNSEEN:
        return []
    if tag == "svg":
        return [f" {' '.join(text.itertext())} " for text in element.iter("text")]
    inner: list[HtmlElement | Token] = [element.text] if element.text else []
    inner.extend(element)
    if element is cell:
        return inner
    if tag in _BREAKING:
        return [line_break, *inner, line_break]
    if tag in _SPACED:
        return [" ", *inner, " "]
    return [Mark(element, True), *inner, Mark(element, False)]
