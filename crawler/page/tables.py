"""Data tables as GFM, with spans expanded, and which tables are data at all."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from lxml.html import HtmlElement

from crawler.page.inline import render_inline
from crawler.page.math import is_math
from crawler.page.tokens import Mark, Rendered, Token

IsHidden = Callable[[HtmlElement], bool]

# A cell's columns and rows; the HTML Standard's own limits are 1,000 and 65,534.
MAX_SPAN: Final = 1000
# Cells that spans may add to a table, so that a hostile one stays linear.
# Unmeasured: far above any table a person reads.
MAX_COLUMNS: Final = 1000
MAX_EXPANDED_CELLS: Final = 200_000

_SECTIONS: Final = frozenset({"thead", "tbody", "tfoot"})
_BLOCK_HEAVY: Final = frozenset(
    (
        "table pre h1 h2 h3 h4 h5 h6 form article section iframe video blockquote fieldset textarea "
        "nav header footer aside main details dl figure"
    ).split()
)
_PARAGRAPHS: Final = frozenset({"p", "li", "div"})
_BREAKING: Final = frozenset({"p", "div", "li", "ul", "ol", "dt", "dd", "center", "address", "hr"})
_SKIPPED: Final = frozenset({"script", "style", "template", "noscript", "svg", "caption"})


@dataclass(slots=True)
class _Span:
    """A cell that reaches into rows below."""

    rows_left: int
    text: str
    markdown: str


def is_data_table(table: HtmlElement) -> bool:
    """Tell a table of data from one that only lays a page out."""
    if table.get("role") in ("presentation", "none"):
        return False
    rows = list(_rows(table))
    cells = [list(_cells(row)) for row in rows]
    if any(_is_block_heavy(cell) for row in cells for cell in row):
        return False
    widest = max(map(len, cells), default=0)
    if any(cell.tag == "th" for row in cells for cell in row) or table.find("caption") is not None:
        return widest >= 2 or len(cells) >= 2
    if len(cells) < 2 or widest < 2:
        return False
    return _is_regular(cells)


# Share of rows that have as many columns as the widest row.
# Unmeasured: layout tables mix rows of one wide cell with rows of many.
MIN_REGULAR_ROWS: Final = 0.5
# Words in the longest cell of a table that nothing declares as data.
# Unmeasured: a table cell is a phrase or a sentence, seldom a paragraph.
MAX_CELL_WORDS: Final = 60


def _is_regular(cells: list[list[HtmlElement]]) -> bool:
    widths = [sum(_span(cell, "colspan") for cell in row) for row in cells if row]
    widest = max(widths)
    if sum(width == widest for width in widths) < MIN_REGULAR_ROWS * len(widths):
        return False
    return all(len(cell.text_content().split()) <= MAX_CELL_WORDS for row in cells for cell in row)


def _is_block_heavy(cell: HtmlElement) -> bool:
    paragraphs = 0
    for element in cell.iterdescendants():
        tag = element.tag
        if tag in _BLOCK_HEAVY:
            return True
        if tag in ("p", "li"):
            paragraphs += len((element.text_content()).split()) > MAX_CELL_WORDS // 2
    return paragraphs > 1


def _rows(table: HtmlElement) -> Iterator[HtmlElement]:
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in _SECTIONS:
            yield from (row for row in child if row.tag == "tr")


def _cells(row: HtmlElement) -> Iterator[HtmlElement]:
    return (cell for cell in row if cell.tag in ("td", "th"))


def _span(cell: HtmlElement, name: str) -> int:
    value = cell.get(name, "").strip()
    return max(1, min(MAX_SPAN, int(value))) if value.isascii() and value.isdigit() else 1


def render_table(table: HtmlElement, base_url: str, is_hidden: IsHidden) -> Rendered:
    """Render a data table as GFM, a spanned cell's value repeated in every row it covers."""
    texts: list[str] = []
    lines: list[list[str]] = []
    linked: list[str] = []
    open_spans: dict[int, _Span] = {}
    for row in _rows(table):
        if is_hidden(row):
            continue
        shown = [cell for cell in _cells(row) if not is_hidden(cell)]
        rendered = [(cell, _render_cell(cell, base_url, is_hidden)) for cell in shown]
        texts.append(" ".join(cell.text for _, cell in rendered if cell.text))
        linked.extend(cell.linked_text for _, cell in rendered if cell.linked_text)
        line = _place(rendered, open_spans)
        if any(line):
            lines.append(line)
    return Rendered("\n".join(filter(None, texts)), _write(lines), " ".join(linked))


def _place(rendered: list[tuple[HtmlElement, Rendered]], open_spans: dict[int, _Span]) -> list[str]:
    line: list[str] = []
    for cell, content in rendered:
        _fill_from_above(line, open_spans)
        columns, rows = _span(cell, "colspan"), _span(cell, "rowspan")
        for offset in range(columns):
            markdown = content.markdown if not offset else ""
            if rows > 1:
                open_spans[len(line)] = _Span(rows - 1, "", markdown)
            line.append(markdown)
            if len(line) >= MAX_COLUMNS:
                return line
    _fill_from_above(line, open_spans)
    return line


def _fill_from_above(line: list[str], open_spans: dict[int, _Span]) -> None:
    while (span := open_spans.get(len(line))) is not None:
        span.rows_left -= 1
        if not span.rows_left:
            del open_spans[len(line)]
        line.append(span.markdown)


def _write(lines: list[list[str]]) -> str:
    if not lines:
        return ""
    width = max(map(len, lines))
    rows = ["| " + " | ".join(line + [""] * (width - len(line))) + " |" for line in lines]
    rows.insert(1, "|" + " --- |" * width)
    return "\n".join(rows)


def _render_cell(cell: HtmlElement, base_url: str, is_hidden: IsHidden) -> Rendered:
    content = render_inline(_read_cell(cell, is_hidden), base_url, at_line_start=False)
    markdown = content.markdown.replace("|", "\\|").replace("  \n", "<br>").replace("\n", " ")
    return Rendered(content.text.replace("\n", " "), markdown, content.linked_text)


def _read_cell(cell: HtmlElement, is_hidden: IsHidden) -> list[Token]:
    """List a cell's tokens; a paragraph or list item inside ends with a line break."""
    tokens: list[Token] = []
    line_break = cell.makeelement("br")
    pending: list[HtmlElement | str | Mark] = [cell]
    while pending:
        entry = pending.pop()
        if isinstance(entry, (str, Mark)):
            tokens.append(entry)
            continue
        inner: list[HtmlElement | str | Mark] = []
        if _is_read(entry) and (entry is cell or not is_hidden(entry)):
            inner = _open_up(entry, cell, Mark(line_break, True))
        if entry is not cell and entry.tail:
            inner.append(entry.tail)
        pending.extend(reversed(inner))
    return tokens


def _is_read(element: HtmlElement) -> bool:
    return isinstance(element.tag, str) and (element.tag not in _SKIPPED or is_math(element))


def _open_up(
    element: HtmlElement, cell: HtmlElement, line_break: Mark
) -> list[HtmlElement | str | Mark]:
    if element.tag in ("br", "img") or is_math(element):
        return [Mark(element, True), Mark(element, False)]
    inner: list[HtmlElement | str | Mark] = [element.text] if element.text else []
    inner.extend(element)
    if element is cell:
        return inner
    if element.tag in _BREAKING:
        return [line_break, *inner, line_break]
    return [Mark(element, True), *inner, Mark(element, False)]
