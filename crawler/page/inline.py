"""A block's inline content as text and Markdown, from a stream of tokens."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from lxml.html import HtmlElement

from crawler.page.converter import CONVERTED, convert, convert_image, write_link
from crawler.page.escape import escape_brackets, escape_text
from crawler.page.joints import IMAGE_TAGS, Caret, Formula, Piece, fold, fold_spaces
from crawler.page.math import is_math
from crawler.page.tokens import Mark, Rendered, Token

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
    pieces = fold(tokens)
    text = "".join([piece for piece in pieces if isinstance(piece, str)])
    if len(pieces) == 1 and text:
        stripped = text.strip()
        if type(pieces[0]) is str:
            return Rendered(stripped, escape_text(stripped, at_line_start=at_line_start))
    writer = _Writer(text, base_url, at_line_start)
    for piece in pieces:
        writer.take(piece)
    markdown = writer.finish().strip().replace("\n", _HARD_BREAK)
    return Rendered(text.strip(), markdown, " ".join(filter(None, writer.linked)))


# Inline elements that leave no trace in text or Markdown.
_PLAIN_TAGS: Final = frozenset({"span", "font", "label", "small", "time", "u", "abbr", "bdi"})


def _render_simple(tokens: Sequence[Token], base_url: str, at_line_start: bool) -> Rendered | None:
    """Render one piece of text, alone or in one link: most blocks of a page; else None.

    Says what the general way says, which folds and writes any content, at a fraction of its cost.
    """
    text: str | None = None
    link: HtmlElement | None = None
    is_inside = is_linked = False
    for token in tokens:
        if isinstance(token, str):
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
        if element.get("class") is not None and is_math(element):
            return None
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


class _Frame:
    """An open element that is converted when it closes."""

    __slots__ = ("element", "kind", "links", "parts", "start")

    def __init__(self, element: HtmlElement | None, kind: str, start: int) -> None:
        self.element = element
        self.kind = kind
        self.start = start
        self.parts: list[str] = []
        self.links: list[_InnerLink] = []


class _InnerLink:
    """A link inside a code span: kept only if it covers the whole span."""

    __slots__ = ("element", "end", "start")

    def __init__(self, element: HtmlElement, start: int) -> None:
        self.element = element
        self.start = start
        self.end = -1


class _Writer:
    """Turns pieces into Markdown with a stack of open elements in place of recursion."""

    def __init__(self, text: str, base_url: str, at_line_start: bool) -> None:
        self._text = text
        self._base_url = base_url
        self._at_line_start = at_line_start
        self._at = 0  # characters of the text written so far
        self._frames = [_Frame(None, "", 0)]
        self._open: set[str] = set()  # kinds
        self._raw: list[str] = []  # text not yet escaped
        self.linked: list[str] = []

    def take(self, piece: Piece) -> None:
        if isinstance(piece, Mark):
            self._take_mark(piece)
            return
        if isinstance(piece, Caret):
            self._flush()
        elif isinstance(piece, Formula) and "code" not in self._open:
            self._write(f"${piece}$")
        else:
            self._raw.append(piece)
        self._at += len(piece)

    def finish(self) -> str:
        while len(self._frames) > 1:
            self._close(self._frames[-1].element)
        self._flush()
        return "".join(self._frames[0].parts)

    def _take_mark(self, mark: Mark) -> None:
        element, opens = mark
        tag = str(element.tag)
        kind = CONVERTED.get(tag)
        if kind is not None:
            if opens:
                self._open_element(element, kind)
            else:
                self._close(element)
        elif opens and "code" not in self._open:
            if tag in IMAGE_TAGS:
                self._write(convert_image(element, self._base_url))
            elif tag == "input" and _is_task(element) and not self._text[: self._at].strip():
                self._write("[x] " if element.get("checked") is not None else "[ ] ")

    def _write(self, markdown: str) -> None:
        self._flush()
        self._frames[-1].parts.append(markdown)

    def _open_element(self, element: HtmlElement, kind: str) -> None:
        if "code" in self._open:
            self._note_link(element, kind)
        elif kind not in self._open:
            self._flush()
            self._open.add(kind)
            self._frames.append(_Frame(element, kind, self._at))

    def _note_link(self, element: HtmlElement, kind: str) -> None:
        if kind == "a" and "a" not in self._open:
            self._frames[-1].links.append(_InnerLink(element, self._at))

    def _close(self, element: HtmlElement | None) -> None:
        frame = self._frames[-1]
        if element is not frame.element:
            if frame.links and frame.links[-1].element is element:
                frame.links[-1].end = self._at
            return
        self._flush()
        self._frames.pop()
        self._open.discard(frame.kind)
        self._frames[-1].parts.append(self._convert(frame))

    def _convert(self, frame: _Frame) -> str:
        assert frame.element is not None  # only the outermost frame has none, and it stays
        inner = "".join(frame.parts)
        if frame.kind == "a":
            self._count_link(frame.start, self._at)
        elif frame.kind in ("b", "em", "del") and not self._can_stand(frame, inner):
            return inner
        markdown = convert(frame.kind, frame.element, inner, self._base_url)
        if frame.kind == "code":
            markdown = self._link_code(frame, markdown)
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
        return convert("a", code.links[0].element, markdown, self._base_url)

    def _disarm_image(self) -> None:
        """Keep an exclamation mark in front of a link from making it an image."""
        parts = self._frames[-1].parts
        if parts and parts[-1].endswith("!"):
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
        last = next((part for part in reversed(self._frames[-1].parts) if part), "")
        return last.endswith(("*", "~"))

    def _flush(self) -> None:
        if self._raw:
            raw = "".join(self._raw)
            self._raw.clear()
            if "code" not in self._open:
                raw = self._escape(raw)
            self._frames[-1].parts.append(raw)

    def _escape(self, raw: str) -> str:
        start = self._at - len(raw)
        starts_line = self._text[start - 1] == "\n" if start else self._at_line_start
        is_bare = len(self._frames) == 1
        escaped = escape_text(raw, at_line_start=starts_line and is_bare)
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
