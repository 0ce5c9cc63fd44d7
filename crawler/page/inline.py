"""A block's inline content as text and Markdown, through markdownify's converter.

markdownify walks a BeautifulSoup tree, which costs some forty times an lxml parse. Here its
conversions are called from a stream of tokens instead, with lxml elements behind a thin coat.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Final

from lxml.html import HtmlElement
from markdownify import MarkdownConverter

from crawler.page.escape import escape_destination, escape_text, resolve_url
from crawler.page.images import find_image_alt, find_image_source
from crawler.page.joints import CODE_TAGS, Atom, Piece, fold
from crawler.page.tokens import Mark, Rendered, Token

_CONVERTED: Final = {
    "b": "b", "strong": "b", "i": "em", "em": "em", "del": "del", "s": "del", "strike": "del",
    "a": "a", "sub": "sub", "sup": "sup", **dict.fromkeys(CODE_TAGS, "code"),
}  # fmt: skip
_EMPHASIS: Final = frozenset({"b", "em", "del"})
_NO_PARENTS: Final[frozenset[str]] = frozenset()
_CJK: Final = re.compile("[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_BACKTICKS: Final = re.compile("`+")
_HARD_BREAK: Final = "  \n"
_MARKDOWNIFY: Final[Any] = MarkdownConverter
"""As it is: its type stub leaves the conversions out."""


class LxmlTag:
    """What markdownify's conversions ask of a BeautifulSoup tag, answered by an lxml element.

    Addresses come out absolute and fit for a Markdown destination, alternative text escaped.
    """

    __slots__ = ("_base_url", "_element", "name")

    def __init__(self, element: HtmlElement, base_url: str) -> None:
        self._element = element
        self._base_url = base_url
        self.name = element.tag

    def get(self, name: str, default: str | None = None) -> str | None:
        return self.attrs.get(name, default)

    @property
    def attrs(self) -> dict[str, str]:
        if self.name in ("img", "picture"):
            source = find_image_source(self._element, self._base_url)
            alt = escape_text(find_image_alt(self._element)).replace("]", "\\]")
            return {"src": escape_destination(source), "alt": alt.replace("\\\\]", "\\]")}
        href = resolve_url(self._element.get("href", ""), self._base_url)
        return {"href": escape_destination(href)} if href else {}


class InlineConverter(MarkdownConverter):
    """markdownify's conversions, without autolinks and with code spans that hold anything."""

    def __init__(self) -> None:
        super().__init__(autolinks=False, sub_symbol="<sub>", sup_symbol="<sup>")

    def convert_code(self, el: LxmlTag, text: str, parent_tags: frozenset[str]) -> str:
        """Make one code span a line, its fence longer than any backticks inside."""
        return "\n".join(self._span(line) for line in text.split("\n"))

    def _span(self, line: str) -> str:
        code = line.strip()
        if not code:
            return line
        fence = "`"
        runs = _BACKTICKS.findall(code)
        while fence in runs:
            fence += "`"
        pad = " " if code[0] == "`" or code[-1] == "`" else ""
        before, after = line[: len(line) - len(line.lstrip())], line[len(line.rstrip()) :]
        return f"{before}{fence}{pad}{code}{pad}{fence}{after}"

    def convert_a(self, el: LxmlTag, text: str, parent_tags: frozenset[str]) -> str:
        """Keep a link on one line."""
        return str(_MARKDOWNIFY.convert_a(self, el, " ".join(text.split("\n")), parent_tags))

    def convert_img(self, el: LxmlTag, text: str, parent_tags: frozenset[str]) -> str:
        """Fall back to the alternative text, as a browser does, where there is no picture."""
        if not el.attrs["src"]:
            return el.attrs["alt"]
        return str(_MARKDOWNIFY.convert_img(self, el, text, parent_tags))


_CONVERTER: Final = InlineConverter()
_CONVERSIONS: Final[dict[str, Callable[[LxmlTag, str, frozenset[str]], str]]] = {
    kind: getattr(_CONVERTER, f"convert_{kind}") for kind in set(_CONVERTED.values())
}


class _Frame:
    """An open element that will be converted when it closes."""

    __slots__ = ("element", "kind", "parts", "start")

    def __init__(self, element: HtmlElement | None, kind: str, start: int) -> None:
        self.element = element
        self.kind = kind
        self.parts: list[str] = []
        self.start = start


class _Writer:
    """Turns pieces into Markdown with a stack of open elements in place of recursion."""

    def __init__(self, text: str, base_url: str, at_line_start: bool) -> None:
        self._text = text
        self._base_url = base_url
        self._at_line_start = at_line_start
        self._at = 0  # characters of the text written so far
        self._frames = [_Frame(None, "", 0)]
        self._raw: list[str] = []  # text not yet escaped
        self._open_kinds: dict[str, int] = {}
        self._link_start = 0
        self.linked: list[str] = []

    def take(self, piece: Piece) -> None:
        if isinstance(piece, Mark):
            self._take_mark(piece)
        elif isinstance(piece, Atom) and not self._is_open("code"):
            self._flush()
            self._frames[-1].parts.append(f"${piece}$")
            self._at += len(piece)
        else:
            self._raw.append(piece)
            self._at += len(piece)

    def finish(self) -> str:
        while len(self._frames) > 1:
            self._close(self._frames[-1].element)
        self._flush()
        return "".join(self._frames[0].parts)

    def _is_open(self, kind: str) -> bool:
        return self._open_kinds.get(kind, 0) > 0

    def _take_mark(self, mark: Mark) -> None:
        element, opens = mark
        tag = str(element.tag)
        kind = _CONVERTED.get(tag)
        if kind is not None:
            if opens:
                self._open(element, kind)
            else:
                self._close(element)
        elif opens and tag in ("img", "input") and not self._is_open("code"):
            self._flush()
            self._frames[-1].parts.append(
                self._render_image(element) if tag == "img" else _render_checkbox(element)
            )

    def _render_image(self, element: HtmlElement) -> str:
        return str(_CONVERTER.convert_img(LxmlTag(element, self._base_url), "", _NO_PARENTS))

    def _open(self, element: HtmlElement, kind: str) -> None:
        if self._is_open("code") or self._is_open(kind):
            return
        self._flush()
        self._open_kinds[kind] = 1
        self._frames.append(_Frame(element, kind, self._at))

    def _close(self, element: HtmlElement | None) -> None:
        if element is not self._frames[-1].element:
            return
        self._flush()
        frame = self._frames.pop()
        self._open_kinds[frame.kind] = 0
        inner = "".join(frame.parts)
        self._frames[-1].parts.append(self._convert(frame, inner))

    def _convert(self, frame: _Frame, inner: str) -> str:
        kind = frame.kind
        if kind == "a":
            self.linked.append(self._text[frame.start : self._at].strip())
        if kind in _EMPHASIS and not self._can_stand(frame, inner):
            return inner
        assert frame.element is not None
        tag = LxmlTag(frame.element, self._base_url)
        return _CONVERSIONS[kind](tag, inner, _NO_PARENTS)

    def _can_stand(self, frame: _Frame, inner: str) -> bool:
        """Tell whether markers may go here: they flank as CommonMark asks and split no word."""
        shown = self._text[frame.start : self._at]
        stripped, markdown = shown.strip(), inner.strip()
        if not stripped or not markdown:
            return False
        start = frame.start + len(shown) - len(shown.lstrip())
        end = start + len(stripped)
        before = self._text[start - 1 : start]
        after = self._text[end : end + 1]
        last = self._last_part()
        return (
            last[-1:] not in ("*", "~")
            and _flanks(before, stripped[0], markdown[0])
            and _flanks(after, stripped[-1], markdown[-1])
        )

    def _last_part(self) -> str:
        for part in reversed(self._frames[-1].parts):
            if part:
                return part
        return ""

    def _flush(self) -> None:
        if not self._raw:
            return
        raw = "".join(self._raw)
        self._raw.clear()
        if not self._is_open("code"):
            raw = self._escape(raw)
        self._frames[-1].parts.append(raw)

    def _escape(self, raw: str) -> str:
        start = self._at - len(raw)
        before = self._text[start - 1 : start]
        unopened = len(self._frames) == 1
        at_start = unopened and (before == "\n" or (not start and self._at_line_start))
        escaped = escape_text(raw, at_line_start=at_start)
        if self._is_open("a"):
            escaped = _escape_brackets(escaped)
        return escaped


def _escape_brackets(escaped: str) -> str:
    return re.sub(r"(?<!\\)[\[\]]", r"\\\g<0>", escaped)


def _flanks(outside: str, text_edge: str, markdown_edge: str) -> bool:
    if not outside or outside.isspace():
        return True
    if not (outside.isalnum() or unicodedata.category(outside)[0] == "M"):
        return unicodedata.category(outside)[0] == "P" or not _is_punctuation(markdown_edge)
    if _is_punctuation(markdown_edge):
        return False
    if not text_edge.isalnum():
        return True
    return _CJK.match(outside) is not None and _CJK.match(text_edge) is not None


def _is_punctuation(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"


def _render_checkbox(element: HtmlElement) -> str:
    if element.get("type", "").lower() != "checkbox":
        return ""
    return "[x] " if element.get("checked") is not None else "[ ] "


def render_inline(
    tokens: Sequence[Token], base_url: str, *, at_line_start: bool = True
) -> Rendered:
    """Render a block's inline content.

    Args:
        tokens: the content in order; unclosed marks close at the end, unopened ones are ignored.
        base_url: what relative addresses resolve against; empty leaves them as they are.
        at_line_start: false in headings and table cells, where `1.` and `#` open nothing.
    """
    pieces = fold(tokens)
    text = "".join(piece for piece in pieces if isinstance(piece, str))
    writer = _Writer(text, base_url, at_line_start)
    for piece in pieces:
        writer.take(piece)
    markdown = writer.finish().strip().replace("\n", _HARD_BREAK)
    linked = " ".join(piece for piece in writer.linked if piece)
    return Rendered(text.strip(), markdown, linked)
