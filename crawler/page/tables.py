"""Data tables as GFM, with spans expanded, and which tables are data at all."""

from dataclasses import dataclass
from typing import Final

from lxml.html import HtmlElement

from crawler.page.cells import (
    IsHidden,
    cells_of,
    is_well_formed,
    read_cell,
    read_span,
    sections_of,
)
from crawler.page.inline import render_inline
from crawler.page.tokens import Rendered

# What cannot stand in a GFM cell; a table that holds it is walked through as layout, so that
# nested tables, code and headings keep their form.
_BLOCKS_OF_THEIR_OWN: Final = frozenset(
    {
        "table", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "form", "article", "section", "nav",
        "header", "footer", "aside", "main", "details", "iframe", "video", "fieldset", "noscript",
    }
)  # fmt: skip

# Words of a paragraph or list item that is more than an entry; two of them make layout.
# Unmeasured: an entry is a phrase or a sentence, and prose has about 15 words a sentence.
MAX_ENTRY_WORDS: Final = 30

# Words in the longest cell of a table that nothing declares as data.
# Unmeasured: twice an entry.
MAX_CELL_WORDS: Final = 60

# Share of rows as wide as the widest, in a table that nothing declares as data.
# Unmeasured: layout tables mix rows of one wide cell with rows of many.
MIN_REGULAR_ROWS: Final = 0.5


def is_data_table(table: HtmlElement) -> bool:
    """Tell a table of data, which becomes one block, from one that only lays a page out."""
    if table.get("role") in ("presentation", "none") or not is_well_formed(table):
        return False
    rows = [
        cells for _, section in sections_of(table) for row in section if (cells := cells_of(row))
    ]
    widest = max(map(_width, rows), default=0)
    if widest < 2 or any(_is_layout_cell(cell) for row in rows for cell in row):
        return False
    return _is_declared(table, rows) or (len(rows) > 1 and _is_regular(rows, widest))


def _width(row: list[HtmlElement]) -> int:
    return sum(read_span(cell, "colspan") for cell in row)


def _is_declared(table: HtmlElement, rows: list[list[HtmlElement]]) -> bool:
    return (
        any(cell.tag == "th" or cell.get("scope") for row in rows for cell in row)
        or bool(table.get("summary"))
        or any(child.tag in ("caption", "thead") for child in table)
    )


def _is_regular(rows: list[list[HtmlElement]], widest: int) -> bool:
    regular = sum(_width(row) == widest for row in rows)
    return regular >= MIN_REGULAR_ROWS * len(rows) and all(
        _count_words(cell) <= MAX_CELL_WORDS and cell.find(".//hr") is None
        for row in rows
        for cell in row
    )


def _is_layout_cell(cell: HtmlElement) -> bool:
    long_entries = 0
    for element in cell.iterdescendants():
        if element.tag in _BLOCKS_OF_THEIR_OWN:
            return True
        if element.tag in ("p", "li") and _count_words(element) > MAX_ENTRY_WORDS:
            long_entries += 1
            if long_entries > 1:
                return True
    return False


def _count_words(element: HtmlElement) -> int:
    return len(element.text_content().split())


# Writing

# Characters of a value that a row span repeats in the rows below; a longer one leaves them empty.
# Unmeasured: long enough for a name or a date, which is what such rows are read by.
MAX_REPEATED_CHARS: Final = 80

# Cells that spans may add to a table, and columns of one row, so that a hostile table stays
# linear. Unmeasured: far beyond any table that people read.
MAX_ADDED_CELLS: Final = 100_000
MAX_COLUMNS: Final = 1000


@dataclass(slots=True)
class _Span:
    """A cell that reaches into the rows below it."""

    rows_left: int
    markdown: str


class _Grid:
    """Places cells in columns, and fills the places that spans cover."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self._spans: dict[int, _Span] = {}
        self._added = 0

    def end_section(self) -> None:
        self._spans.clear()

    def add_row(self, cells: list[tuple[HtmlElement, Rendered]]) -> None:
        row: list[str] = []
        for cell, rendered in cells:
            self._fill(row)
            if len(row) >= MAX_COLUMNS:
                # Beyond any grid: the value is kept, its column is not.
                row[-1] = f"{row[-1]} {rendered.markdown}".strip()
                continue
            self._place(row, cell, rendered.markdown)
        self._fill(row)
        if any(row):
            self.rows.append(row)

    def _place(self, row: list[str], cell: HtmlElement, markdown: str) -> None:
        columns = min(read_span(cell, "colspan"), MAX_COLUMNS - len(row))
        below = read_span(cell, "rowspan") - 1
        repeated = markdown if len(markdown) <= MAX_REPEATED_CHARS else ""
        for offset in range(columns if self._added < MAX_ADDED_CELLS else 1):
            if below:
                self._spans[len(row)] = _Span(below, "" if offset else repeated)
            row.append("" if offset else markdown)
            self._added += offset > 0

    def _fill(self, row: list[str]) -> None:
        while (span := self._spans.get(len(row))) is not None:
            span.rows_left -= 1
            self._added += 1
            if not span.rows_left or self._added > MAX_ADDED_CELLS:
                del self._spans[len(row)]
            row.append(span.markdown)

    def write(self) -> str:
        used = sorted({at for row in self.rows for at, value in enumerate(row) if value})
        if not used:
            return ""
        # GFM fills short rows itself; only the header must be as wide as the table.
        pads = len(used) * len(self.rows) <= MAX_ADDED_CELLS
        lines = [_write_row(row, used, pads or row is self.rows[0]) for row in self.rows]
        lines.insert(1, "|" + " --- |" * len(used))
        return "\n".join(lines)


def _write_row(row: list[str], used: list[int], pads: bool) -> str:
    values = [row[at] if at < len(row) else "" for at in used if pads or at < len(row)]
    return "| " + " | ".join(values) + " |"


def render_table(table: HtmlElement, base_url: str, is_hidden: IsHidden) -> Rendered:
    """Render a data table as GFM, its caption left out.

    The first row is the header, whether declared or not: GFM has no table without one. A short
    value is repeated in every row that its cell spans, and columns without any value go.
    """
    grid = _Grid()
    texts: list[str] = []
    linked: list[str] = []
    for section, rows in sections_of(table):
        if section is not table and is_hidden(section):
            continue
        for row in rows:
            if is_hidden(row):
                continue
            cells = [
                (cell, _render_cell(cell, base_url, is_hidden))
                for cell in cells_of(row)
                if not is_hidden(cell)
            ]
            grid.add_row(cells)
            texts.append(" ".join(cell.text for _, cell in cells if cell.text))
            linked += [cell.linked_text for _, cell in cells if cell.linked_text]
        grid.end_section()
    return Rendered("\n".join(filter(None, texts)), grid.write(), " ".join(linked))


# The space keeps the words apart for readers that take tags away.
_CELL_BREAK: Final = "<br> "


def _render_cell(cell: HtmlElement, base_url: str, is_hidden: IsHidden) -> Rendered:
    content = render_inline(read_cell(cell, is_hidden), base_url, at_line_start=False)
    markdown = content.markdown.replace("|", "\\|").replace("  \n", _CELL_BREAK)
    return Rendered(" ".join(content.text.split("\n")), markdown, content.linked_text)
