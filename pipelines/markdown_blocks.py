"""Markdown cut into blocks: parted by blank lines, code fences whole, headings on their own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final


class MarkdownKind(Enum):
    """What a block is, as far as cleaning has to tell."""

    HEADING = "heading"
    FENCE = "fence"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class MarkdownBlock:
    """A span of the input. `rank` is 1 to 6 for a heading, else 0."""

    kind: MarkdownKind
    start: int
    end: int
    text: str
    rank: int = 0


# Possessive, because a line of ten million spaces must not be tried from each of them.
_MARKER: Final = r"[ \t>]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]++[ \t>]*+)?"
_FENCE_OPENING: Final = re.compile(rf"({_MARKER})(?:(`{{3,}}+)[^`]*$|(~{{3,}}+))")
_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t\r]|$)")
_UNDERLINE: Final = re.compile(r" {0,3}(?:(=++)|-++)[ \t\r]*+$")
# What starts a list, a quote, a table or a rule cannot be the first line of a heading.
_NO_TITLE: Final = re.compile(r"[ \t]*(?:[-*+>|]|\d{1,9}[.)][ \t]|={2})")
# A closing fence may stand this many columns right of where it opened, less one (CommonMark).
_CODE_INDENT: Final = 4


@dataclass(frozen=True, slots=True)
class _Fence:
    marks: str
    prefix: str

    def is_left_by(self, line: str) -> bool:
        """Whether the quote around the fence ends before this line."""
        return ">" in self.prefix and not line.lstrip(" \t").startswith(">")

    def is_closed_by(self, line: str) -> bool:
        marks = line.lstrip(" \t>")
        indent = len(line) - len(marks)
        marks = marks.rstrip()
        return (
            len(marks) >= len(self.marks)
            and not marks.strip(self.marks[0])
            and indent < len(self.prefix) + _CODE_INDENT
        )


def split_blocks(markdown: str) -> tuple[MarkdownBlock, ...]:
    """Split Markdown into blocks, in order; what lies between them is white space alone.

    Blocks end at blank lines. A fence of ``` or ~~~ is one block from its opening to its closing
    line, or to the end where nothing closes it; a heading, underlined ones too, is one by itself.
    """
    return tuple(_Splitter(markdown).split())


class _Splitter:
    """Walks over the lines once; `_start` is where the open block of text began."""

    def __init__(self, markdown: str) -> None:
        self._markdown = markdown
        self._start = -1
        self._fence: _Fence | None = None
        self._may_be_title = False

    def split(self) -> Iterator[MarkdownBlock]:
        at = 0
        for line in self._markdown.split("\n"):
            end = at + len(line)
            if self._fence is not None:
                if not self._fence.is_left_by(line):
                    if self._fence.is_closed_by(line):
                        yield from self._close(end)
                    at = end + 1
                    continue
                yield from self._close(at)
            yield from self._take(line, at, end)
            at = end + 1
        yield from self._close(len(self._markdown))

    def _take(self, line: str, at: int, end: int) -> Iterator[MarkdownBlock]:
        """Read a line outside any fence."""
        if not line.strip():
            yield from self._close(at)
        elif fence := _open_fence(line):
            yield from self._close(at)
            self._start, self._fence = at, fence
        elif match := _HEADING.match(line):
            yield from self._close(at)
            yield self._block(MarkdownKind.HEADING, at, end, len(match[1]))
        elif self._start < 0:
            self._start, self._may_be_title = at, _NO_TITLE.match(line) is None
        elif self._may_be_title and (match := _UNDERLINE.match(line)):
            yield self._block(MarkdownKind.HEADING, self._start, end, 1 if match[1] else 2)
            self._start = -1

    def _close(self, end: int) -> Iterator[MarkdownBlock]:
        if self._start >= 0:
            kind = MarkdownKind.FENCE if self._fence else MarkdownKind.TEXT
            yield self._block(kind, self._start, end)
        self._start, self._fence = -1, None

    def _block(self, kind: MarkdownKind, start: int, end: int, rank: int = 0) -> MarkdownBlock:
        text = self._markdown[start:end].rstrip()
        return MarkdownBlock(kind, start, start + len(text), text, rank)


def _open_fence(line: str) -> _Fence | None:
    if "```" not in line and "~~~" not in line:
        return None
    match = _FENCE_OPENING.match(line)
    return _Fence(match[2] or match[3], match[1]) if match else None
