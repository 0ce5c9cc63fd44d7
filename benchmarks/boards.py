"""Reading boards and other JSON-lines files, with errors that name file and line."""

import json
import lzma
import os
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TextIO, TypeVar

Row = dict[str, Any]
T = TypeVar("T")

_SUFFIXES: Final = ("", ".jsonl.xz", ".jsonl")


class BadInputError(Exception):
    """A file that is missing or is not what the command needs; the message names it."""


def find_file(name: str) -> Path:
    """Find a file by its path, or by its name in the folder that `BOARDS` names.

    There the suffix may be left off: `wcxb-dev` finds `wcxb-dev.jsonl.xz`.

    Raises:
        BadInputError: there is no such file.
    """
    if Path(name).is_file():
        return Path(name)
    folder = os.environ.get("BOARDS")
    for suffix in _SUFFIXES if folder else ():
        path = Path(str(folder), name + suffix)
        if path.is_file():
            return path
    where = f", nor in the folder {folder} of BOARDS" if folder else "; BOARDS names no folder"
    raise BadInputError(f"{name}: no such file{where}")


def board_name(path: Path) -> str:
    """Name a board after its file, without suffixes."""
    return path.name.removesuffix(".xz").removesuffix(".jsonl").removesuffix(".tar")


def read_rows(path: Path, required: Sequence[str]) -> Iterator[Row]:
    """Yield the objects of a JSON-lines file (plain or `.xz`), empty lines skipped.

    Raises:
        BadInputError: a line that is no JSON object or lacks a required key, or no line at all.
    """
    number = 0
    try:
        with _open(path) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _parse(line, f"{path}, line {number}", required)
    except (lzma.LZMAError, EOFError, UnicodeDecodeError, OSError) as error:
        raise BadInputError(f"{path}, after line {number}: cannot be read: {error}") from error
    if not number:
        raise BadInputError(f"{path}: the file is empty")


def sample_rows(rows: Iterator[T], size: int, seed: int) -> list[T]:
    """Draw `size` rows without holding the rest (Vitter's algorithm R), in file order."""
    drawn: list[tuple[int, T]] = []
    choose = random.Random(seed)
    for index, row in enumerate(rows):
        if len(drawn) < size:
            drawn.append((index, row))
        elif (place := choose.randint(0, index)) < size:
            drawn[place] = (index, row)
    return [row for _, row in sorted(drawn, key=lambda pair: pair[0])]


def _open(path: Path) -> TextIO:
    if path.suffix == ".xz":
        return lzma.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def _parse(line: str, where: str, required: Sequence[str]) -> Row:
    try:
        row = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise BadInputError(f"{where}: not JSON: {error}") from error
    if not isinstance(row, dict):
        raise BadInputError(f"{where}: not a JSON object")
    missing = [key for key in required if key not in row]
    if missing:
        raise BadInputError(f"{where}: no {', '.join(map(repr, missing))}; not such a file")
    return row
