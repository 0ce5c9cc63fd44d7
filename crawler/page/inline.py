"""A block's inline content as text and Markdown, from a stream of tokens."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, cast

from lxml.html import HtmlElement

from crawler.page.converter import write_code, write_emphasis, write_image, write_link
from crawler.page.escape import escape_brackets, escape_text
from crawler.page.joints import Caret, Formula, Piece, fold, fold_spaces
from crawler.page.tokens import CONVERTED, IMAGE_TAGS, Mark, Rendered, Token

_HARD_BREAK: Final = "  \n"
_WORD_START: Final = re.compile(r"\w+")
# Inline elements between a list item and the checkbox in front of its text.
# Unmeasured: `li > p > label > input`.
_CHECKBOX_LEVELS: Final = 3


def render_inline(
    tokens: Sequence[Token], base_url: str, *, at_line_start: bool = True
) -> Rendered:
    """Render a block's inline content.

    Args:
        tokens: the content in order; unclosed marks close at the end, unopened ones are ignored.
        base_url: what relative addresses resolve against; empty leaves them as they are.
        at_line_start: false in headings and table cells, where `1.` and `#` open nothing.
    """
    if (rendered := _render_simple(tokens, base_url, at_line_start)) is not None:
        return rendered
    pieces, is_plain = fold(tokens)
    if is_plain:
        text = "".join(cast(list[str], pieces)).strip()
        markdown = escape_text(text, at_line_start=at_line_start)
        return Rendered(text, markdown.replace("\n", _HARD_BREAK))
    return _render(pieces, base_url, at_line_start)


# Inline elements that leave no trace in text or Markdown.
_PLAIN_TAGS: Final = frozenset({"span", "font", "label", "small", "time", "u", "abbr", "bdi"})


def _render_simple(tokens: Sequence[Token], base_url: str, at_line_start: bool) -> Rendered | None:
    """Render one piece of text, alone or in one link: most blocks of a page; else None.

    Says what the general way says, which folds and writes any content, at a fraction of its cost.
    """
    text: str | None = None
    link: HtmlElement | None = None
    is_inside = is_linked = False
    opened: HtmlElement | None = None  # by the last token
    for token in tokens:
        if isinstance(token, str):
            opened = None
            if token == " ":
                continue
            if text is not None:
                return None
            text, is_linked = token, is_inside
            continue
        element, opens = token
        if element.tag == "a":
            if opens == (link is not None):
                return None
            link, is_inside = element, opens
        elif element.tag not in _PLAIN_TAGS:
            return None
        if element is opened:
            return None  # a formula, or nothing at all
        opened = element
    if text is None or is_linked != (link is not None):
        return None
    text = fold_spaces(text).strip(" ")
    if link is None:
        text = text.strip()
        return Rendered(text, escape_text(text, at_line_start=at_line_start))
    inner = escape_brackets(escape_text(text, at_line_start=False))
    if not inner or "\n" in inner or inner != inner.strip():
        return None
    return Rendered(text, write_link(link, inner, base_url), text)


def _render(pieces: Sequence[Piece], base_url: str, at_line_start: bool) -> Rendered:
    text = "".join([piece for piece in pieces if isinstance(piece, str)])
    writer = _Writer(text, base_url, at_line_start)
    markdown = writer.write(pieces).strip().replace("\n", _HARD_BREAK)
    return Rendered(text.strip(), markdown, " ".join(filter(None, writer.linked)))


class _Frame:
    """An open element that is converted when it closes; `start` in the text, `first` in parts."""

    __slots__ = ("element", "first", "kind", "links", "start")

    def __init__(self, element: HtmlElement, kind: str, start: int, first: int) -> None:
        self.element = element
        self.kind = kind
        self.start = start
        self.first = first
        self.links: list[_InnerLink] = []  # of a code span


class _InnerLink:
    """A link inside a code span: kept only if it covers the whole span."""

    __slots__ = ("element", "end", "start")

    def __init__(self, element: HtmlElement, start: int) -> None:
        self.element = element
        self.start = start
        self.end = -1


class _Writer:
    """Turns pieces into Markdown with a stack of open elements in place of recursion."""

    __slots__ = (
        "_at",
        "_at_line_start",
        "_base_url",
        "_frames",
        "_open",
        "_parts",
        "_raw",
        "_text",
        "linked",
    )

    def __init__(self, text: str, base_url: str, at_line_start: bool) -> None:
        self._text = text
        self._base_url = base_url
        self._at_line_start = at_line_start
        self._at = 0  # characters of the text written so far
        self._frames: list[_Frame] = []
        self._open: set[str] = set()  # kinds
        self._parts: list[str] = []  # Markdown, each frame's behind those of the one around it
        self._raw: list[str] = []  # text not yet escaped
        self.linked: list[str] = []

    def write(self, pieces: Sequence[Piece]) -> str:
        for piece in pieces:
            if isinstance(piece, Mark):
                self._take_mark(piece)
            else:
                self._take_text(piece)
        while self._frames:
            self._close(self._frames[-1].element)
        self._flush()
        return "".join(self._parts)

    def _take_text(self, text: str) -> None:
        if isinstance(text, Caret):
            self._flush()
        elif isinstance(text, Formula) and "code" not in self._open:
            self._write(f"${text}$")
        else:
            self._raw.append(text)
        self._at += len(text)

    def _take_mark(self, mark: Mark) -> None:
        element, opens = mark
        tag = element.tag
        kind = CONVERTED.get(str(tag))
        if kind is not None:
            if opens:
                self._open_element(element, kind)
            else:
                self._close(element)
        elif opens and "code" not in self._open:
            if tag in IMAGE_TAGS:
                self._write(write_image(element, self._base_url))
            elif tag == "input" and _is_task(element) and not self._text[: self._at].strip():
                self._write("[x] " if element.get("checked") is not None else "[ ] ")

    def _write(self, markdown: str) -> None:
        self._flush()
        self._parts.append(markdown)

    def _open_element(self, element: HtmlElement, kind: str) -> None:
        if "code" in self._open:
            self._note_link(element, kind)
        elif kind not in self._open:
            self._flush()
            self._open.add(kind)
            self._frames.append(_Frame(element, kind, self._at, len(self._parts)))

    def _note_link(self, element: HtmlElement, kind: str) -> None:
        if kind == "a" and "a" not in self._open:
            self._frames[-1].links.append(_InnerLink(element, self._at))

    def _close(self, element: HtmlElement) -> None:
        if not self._frames:
            return
        frame = self._frames[-1]
        if element is not frame.element:
            if frame.links and frame.links[-1].element is element:
                frame.links[-1].end = self._at
            return
        self._flush()
        self._frames.pop()
        self._open.discard(frame.kind)
        inner = "".join(self._parts[frame.first :])
        del self._parts[frame.first :]
        self._parts.append(self._convert(frame, inner))

    def _convert(self, frame: _Frame, inner: str) -> str:
        kind = frame.kind
        if kind == "a":
            self._count_link(frame.start, self._at)
            markdown = write_link(frame.element, inner, self._base_url)
        elif kind == "code":
            markdown = self._link_code(frame, write_code(inner))
        elif kind in ("b", "em", "del") and not self._can_stand(frame, inner):
            return inner
        else:
            markdown = write_emphasis(kind, inner)
        if markdown.startswith("["):
            self._disarm_image()
        return markdown

    def _count_link(self, start: int, end: int) -> None:
        """Note the words that begin inside a link."""
        linked = self._text[start:end]
        if start and self._text[start - 1].isalnum():
            linked = _WORD_START.sub("", linked, count=1) if linked[:1].isalnum() else linked
        self.linked.append(linked.strip())

    def _link_code(self, code: _Frame, markdown: str) -> str:
        for link in code.links:
            self._count_link(link.start, link.end if link.end >= 0 else self._at)
        if len(code.links) != 1 or self.linked[-1] != self._text[code.start : self._at].strip():
            return markdown
        return write_link(code.links[0].element, markdown, self._base_url)

    def _disarm_image(self) -> None:
        """Keep an exclamation mark in front of a link from making it an image."""
        parts = self._parts
        if len(parts) > self._start_of_parts() and parts[-1].endswith("!"):
            parts[-1] = parts[-1][:-1] + "\\!"

    def _can_stand(self, frame: _Frame, inner: str) -> bool:
        """Tell whether markers may go here: they flank as CommonMark asks and split no word."""
        shown, markdown = self._text[frame.start : self._at], inner.strip()
        stripped = shown.strip()
        if not stripped or not markdown:
            return False
        start = frame.start + len(shown) - len(shown.lstrip())
        end = start + len(stripped)
        return (
            not self._follows_marker()
            and _flanks(self._text[start - 1 : start], stripped[0], markdown[0])
            and _flanks(self._text[end : end + 1], stripped[-1], markdown[-1])
        )

    def _follows_marker(self) -> bool:
        for index in range(len(self._parts) - 1, self._start_of_parts() - 1, -1):
            if self._parts[index]:
                return self._parts[index].endswith(("*", "~"))
        return False

    def _start_of_parts(self) -> int:
        """Give the first part of the innermost open element."""
        return self._frames[-1].first if self._frames else 0

    def _flush(self) -> None:
        if self._raw:
            raw = "".join(self._raw)
            self._raw.clear()
            self._parts.append(raw if "code" in self._open else self._escape(raw))

    def _escape(self, raw: str) -> str:
        if not self._frames:
            start = self._at - len(raw)
            starts_line = self._text[start - 1] == "\n" if start else self._at_line_start
            return escape_text(raw, at_line_start=starts_line)
        escaped = escape_text(raw)
        return escape_brackets(escaped) if "a" in self._open else escaped


def _is_task(element: HtmlElement) -> bool:
    """Tell whether an input is the checkbox of a task list."""
    if element.get("type", "").lower() != "checkbox":
        return False
    around = element.getparent()
    for _ in range(_CHECKBOX_LEVELS):
        if around is None or around.tag == "li":
            break
        around = around.getparent()
    return around is not None and around.tag == "li"


_CJK: Final = re.compile("[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")


def _flanks(outside: str, shown_edge: str, edge: str) -> bool:
    """Tell whether a marker may stand between two characters.

    `shown_edge` is the text's character on the inner side and `edge` the Markdown's, which is
    another where markup or an escape stands there.
    """
    if not outside or outside.isspace():
        return True
    if not _is_word(outside):
        return _is_punctuation(outside) or not _is_punctuation(edge)
    if _is_punctuation(edge):
        return False
    both_cjk = _CJK.match(outside) is not None and _CJK.match(shown_edge) is not None
    return both_cjk or not _is_word(shown_edge)


def _is_word(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char)[0] == "M"


def _is_punctuation(char: str) -> bool:
    """Tell what every version of CommonMark takes for punctuation."""
    return char in "$+<=>^`|~" or unicodedata.category(char)[0] == "P"
