"""What a command found: tables for people, figures for programs."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; shares print with three digits, nothing prints as nothing."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]


@dataclass(slots=True)
class Report:
    """The tables of a command, and the same as one JSON object.

    `failed` is the command's verdict where it has one.
    """

    figures: dict[str, Any] = field(default_factory=dict)
    tables: list[Table] = field(default_factory=list)
    failed: bool = False

    def print(self, as_json: bool) -> None:
        """Write the figures as JSON, or the tables, to standard output."""
        if as_json:
            print(json.dumps(self.figures, ensure_ascii=False))
        else:
            print("\n\n".join(format_table(table) for table in self.tables if table.rows))


def format_table(table: Table) -> str:
    """Lay a table out in columns: text to the left, numbers to the right."""
    rows = [[format_cell(cell) for cell in row] for row in table.rows]
    columns = list(zip(table.headings, *rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    right = [all(not isinstance(row[i], str) for row in table.rows) for i in range(len(widths))]
    lines = [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in [list(table.headings), ["-" * width for width in widths], *rows]
    ]
    return "\n".join([table.title, *lines])


def format_cell(cell: Cell) -> str:
    """Write one value: three digits after the point, empty for None, on one line."""
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:.3f}"
    return " ".join(str(cell).split())
