"""Where in a TOML file a key stands: the parser of the standard library does not say."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any, Final

# How a line begins behind the end of a statement: a key, a table, a comment, or nothing at all.
_BEGINS: Final = re.compile(r"\s*(?:$|#|\[|[\w\"'].*=)")


def find_line(text: str, path: Sequence[str], value: str = "") -> int:
    """The line, from 1, on which the table or value at `path` begins in a file that can be parsed.

    Of a value over several lines it is the one that holds the text `value`, if one does.
    """
    lines = text.splitlines()
    before, after = 0, len(lines)
    while (middle := next(_cut(lines, before, after), None)) is not None:
        number, data = middle
        if _holds(data, path):
            after = number
        else:
            before = number
    spans = range(before, after) if value else ()
    return next((number for number in spans if value in lines[number]), before) + 1


def _cut(lines: Sequence[str], before: int, after: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Numbers of lines strictly between that are a file by themselves, from the middle outwards."""
    middle = (before + after) // 2
    for number in sorted(range(before + 1, after), key=lambda number: abs(number - middle)):
        if _BEGINS.match(lines[number]):
            try:
                yield number, tomllib.loads("\n".join(lines[:number]))
            except tomllib.TOMLDecodeError:
                continue  # it ends within a value


def _holds(data: Any, path: Sequence[str]) -> bool:
    for key in path:
        if not isinstance(data, dict) or key not in data:
            return False
        data = data[key]
    return True
