"""What a reader reads of a block of Markdown: inside link labels, and outside them."""

import re
from collections import deque
from dataclasses import dataclass
from typing import Final

from pipelines.markdown_blocks import MarkdownBlock, MarkdownKind


@dataclass(frozen=True, slots=True)
class Reading:
    """The readable text of a block, white space folded.

    `own` is the text outside links, `labels` the text of each link (empty for a linked image) and
    `destinations` where each leads. Images and their descriptions, destinations, marks of
    emphasis, list, quote, heading and table, escapes and HTML tags are not read.
    """

    own: str
    labels: tuple[str, ...] = ()
    destinations: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All of it, the text outside links first."""
        return " ".join(part for part in (self.own, *self.labels) if part)

    @property
    def label_chars(self) -> int:
        """Characters inside link labels."""
        return sum(map(len, self.labels))

    @property
    def chars(self) -> int:
        """Characters inside link labels and outside them."""
        return len(self.own) + self.label_chars

    @property
    def link_density(self) -> float:
        """Share of the readable characters that stand in link labels, 0 to 1."""
        return self.label_chars / self.chars if self.chars else 0.0


# List markers are read this deep (`- - 1. text`); every level is one more try for each line.
_MARKERS: Final = 8
_LINE_MARKS: Final = re.compile(
    rf"^(?:[-*_=|:+ \t>]{{3,}}+$|[ \t>]*+(?:\#{{1,6}}(?=[ \t]|$)"
    rf"|(?:(?:[-*+]|\d{{1,9}}[.)])[ \t]++){{0,{_MARKERS}}}(?:\[[ xX]\](?=[ \t]))?))",
    re.MULTILINE,
)
_CLOSING_MARKS: Final = re.compile(r"(?<=[ \t])#++[ \t]*+$")
# Brackets and parentheses that may be open at once; deeper ones are read as text.
_MAX_OPEN: Final = 64

_MARKUP: Final = rf"""
      \\([!-/:-@\[-`{{-~])
    | (`+)
    | \[{{{_MAX_OPEN},}}+
    | (!?\[)
    | <([a-zA-Z][a-zA-Z0-9+.-]{{1,31}}:[^\s<>]*+)>
    | </?[a-zA-Z][^<>]*+> | <![^<>]*+>
    | \*+(?=\S) | (?<=\S)\*+ | ~~
    | (?<![^\W_])_+ | _+(?![^\W_])
    | \|
"""
_TOKEN: Final = re.compile(_MARKUP, re.VERBOSE)
_TOKEN_IN_BRACKETS: Final = re.compile(rf"{_MARKUP} | (\])", re.VERBOSE)

_TITLE: Final = re.compile(
    r"""\s++(?:"(?:\\.|[^"\\])*+"|'(?:\\.|[^'\\])*+'|\((?:\\.|[^()\\])*+\))?\s*+\)""", re.DOTALL
)
_ANGLED: Final = re.compile(r"\(\s*+<((?:\\.|[^<>\\\n])*+)>(?=[\s)])")
_RUN: Final = re.compile(r"\S+")
_PARENTHESIS: Final = re.compile(r"\\.|[()]")
_LETTER: Final = re.compile(r"[^\W_]")
_BACKTICKS: Final = re.compile(r"`+")
_ESCAPE: Final = re.compile(r"\\([!-/:-@\[-`{-~])")

# Stands where a link was, so that the text before it and after it can be told apart.
_LINK: Final = "\0"


def read_block(block: MarkdownBlock) -> Reading:
    """Read a block as the page shows it, in time linear in its length."""
    if block.kind is MarkdownKind.FENCE:
        return Reading(_fold("\n".join(_fence_content(block.text))))
    text = block.text.replace(_LINK, " ")
    if block.kind is MarkdownKind.HEADING:
        text = _title_of(text)
    return _Reader(_LINE_MARKS.sub(" ", text)).read()


def _title_of(heading: str) -> str:
    """A heading without the line under it, or without the number signs that close it."""
    title, underlined, _ = heading.rpartition("\n")
    return title if underlined else _CLOSING_MARKS.sub("", heading)


def _fence_content(text: str) -> list[str]:
    lines = text.split("\n")
    is_closed = len(lines) > 1 and not lines[-1].strip(" \t>\r`~")
    return lines[1 : len(lines) - is_closed]


class _Reader:
    """Collects pieces of text, and folds those of a link away when its destination follows."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._pieces: list[str] = []
        self._open: deque[int] = deque(maxlen=_MAX_OPEN)  # pieces that are `[` or `![`
        self._labels: list[str] = []
        self._destinations: list[str] = []
        self._targets: _Targets | None = None
        self._code = _CodeSpans(text) if "`" in text else None

    def read(self) -> Reading:
        at = 0
        while token := self._find_token(at):
            if at < token.start():
                self._pieces.append(self._text[at : token.start()])
            at = self._take(token)
        self._pieces.append(self._text[at:])
        return Reading(self._own(), tuple(self._labels), tuple(self._destinations))

    def _find_token(self, at: int) -> re.Match[str] | None:
        return (_TOKEN_IN_BRACKETS if self._open else _TOKEN).search(self._text, at)

    def _own(self) -> str:
        """The text outside links; what only parts links (`|`, `>`, a comma) is not read."""
        parts = "".join(self._pieces).split(_LINK)
        if len(parts) > 1:
            parts = [part for part in parts if _LETTER.search(part)]
        return _fold(" ".join(parts))

    def _take(self, token: re.Match[str]) -> int:
        """Read one token; gives the place where reading goes on."""
        match token.lastindex:
            case 1:
                self._pieces.append(token[1])
            case 2:
                return self._take_code(token)
            case 3:
                self._open.append(len(self._pieces))
                self._pieces.append(token[0])
            case 4:
                self._add_link(token[4], token[4])
            case 5:
                return self._close(token.end())
            case _:
                self._take_mark(token[0])
        return token.end()

    def _take_mark(self, mark: str) -> None:
        if mark[0] in "<|":
            self._pieces.append(" ")
        elif mark[0] == "[":
            self._pieces.append(mark)

    def _take_code(self, token: re.Match[str]) -> int:
        assert self._code is not None
        end = self._code.find_end(token)
        if end < 0:
            self._pieces.append(token[0])
            return token.end()
        ticks = len(token[0])
        self._pieces.append(self._text[token.end() : end - ticks])
        return end

    def _close(self, end: int) -> int:
        opening = self._open.pop()
        target = self._find_target(end)
        if target is None:
            self._pieces.append("]")
            return end
        is_image = self._pieces[opening] == "!["
        label = "".join(self._pieces[opening + 1 :])
        del self._pieces[opening:]
        destination, end = target
        if not is_image:
            self._open.clear()  # a link cannot stand in another
            self._add_link(_fold(label), destination)
        return end

    def _find_target(self, at: int) -> tuple[str, int] | None:
        if not self._text.startswith("(", at):
            return None
        if self._targets is None:
            self._targets = _Targets(self._text)
        return self._targets.find(at)

    def _add_link(self, label: str, destination: str) -> None:
        self._labels.append(label)
        self._destinations.append(destination)
        self._pieces.append(_LINK)


class _CodeSpans:
    """Finds the end of code spans; each run of backticks is looked at once."""

    def __init__(self, text: str) -> None:
        self._starts: dict[int, deque[int]] = {}
        for match in _BACKTICKS.finditer(text):
            self._starts.setdefault(len(match[0]), deque()).append(match.start())

    def find_end(self, opening: re.Match[str]) -> int:
        """Where the span ends that these backticks open, or -1."""
        starts = self._starts.get(len(opening[0]), deque())
        while starts and starts[0] < opening.end():
            starts.popleft()
        return starts[0] + len(opening[0]) if starts else -1


class _Targets:
    """Finds destinations; the parentheses of the text are matched once, ahead of all of them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._closings: dict[int, int] = {}  # of the parentheses of one run without white space
        self._run_ends: dict[int, int] = {}  # where the last one left open in a run ends
        for run in _RUN.finditer(text):
            if "(" in run[0]:
                self._match_run(run)

    def _match_run(self, run: re.Match[str]) -> None:
        opened: deque[int] = deque(maxlen=_MAX_OPEN)
        for match in _PARENTHESIS.finditer(self._text, run.start(), run.end()):
            if match[0] == "(":
                opened.append(match.start())
            elif match[0] == ")" and opened:
                self._closings[opened.pop()] = match.start()
        if opened:
            self._run_ends[opened[-1]] = run.end()

    def find(self, at: int) -> tuple[str, int] | None:
        """The destination in the parentheses that open here, and where they end."""
        if at in self._closings:
            end = self._closings[at]
            if not self._text.startswith("(<", at):
                return _unescape(self._text[at + 1 : end]), end + 1
        if match := _ANGLED.match(self._text, at):
            return self._end_target(match[1], match.end())
        if at in self._run_ends and self._run_ends[at] > at + 1:
            end = self._run_ends[at]
            return self._end_target(self._text[at + 1 : end], end)
        return None

    def _end_target(self, destination: str, end: int) -> tuple[str, int] | None:
        if self._text.startswith(")", end):
            return _unescape(destination), end + 1
        match = _TITLE.match(self._text, end)
        return (_unescape(destination), match.end()) if match else None


def _unescape(destination: str) -> str:
    return _ESCAPE.sub(r"\1", destination) if "\\" in destination else destination


def _fold(text: str) -> str:
    return " ".join(text.split())
