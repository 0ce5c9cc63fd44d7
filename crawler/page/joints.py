"""White space as a browser folds it, and a space where two elements only look apart."""

import re
from collections.abc import Sequence
from typing import Final

from lxml.html import HtmlElement

from crawler.page.math import is_math, render_math
from crawler.page.tokens import Mark, Token

CODE_TAGS: Final = frozenset({"code", "kbd", "samp", "tt"})
_SPACES: Final = re.compile(r"[ \t\n\r\f]+")
_HIDDEN_TAGS: Final = frozenset({"rp"})
_WORD_END: Final = re.compile(r"[^\W_]{2,}$")
_WORD_START: Final = re.compile(r"[^\W_]{2,}")


class Atom(str):
    """A formula's LaTeX: text like any other, but never escaped or folded."""

    __slots__ = ("is_display",)
    is_display: bool


Piece = str | Mark
"""As a token, but folded: the strings joined are the block's text, `br` a line feed."""


class _Folder:
    """Collects pieces while it remembers what the last character was."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._after_space = True
        self._last_text = ""
        self._closed_at = -1  # where a space would go: after the closings since the last text
        self._opens_after_close = False
        self._code_depth = 0
        self._skipped: HtmlElement | None = None

    def take_text(self, text: str) -> None:
        if self._skipped is not None:
            return
        text = _SPACES.sub(" ", text)
        if self._after_space:
            text = text.lstrip(" ")
        if not text:
            return
        if self._opens_after_close and self._is_joint(text):
            self.pieces.insert(self._closed_at, " ")
        self._put(text)

    def _is_joint(self, text: str) -> bool:
        return (
            not self._code_depth
            and not self._after_space
            and text[0] != " "
            and reads_as_two(self._last_text, text)
        )

    def _put(self, text: str) -> None:
        self.pieces.append(text)
        self._last_text = text
        self._after_space = text[-1] == " "
        self._closed_at, self._opens_after_close = -1, False

    def take_mark(self, mark: Mark) -> None:
        element, opens = mark
        if self._skipped is not None:
            if element is self._skipped and not opens:
                self._skipped = None
            return
        tag = element.tag
        if tag == "br":
            if opens:
                self._break_line()
        elif is_math(element):
            if opens:
                self._skipped = element
                self._take_math(element)
        elif tag in _HIDDEN_TAGS:
            self._skipped = element if opens else None
        else:
            self._take_element(mark)

    def _take_element(self, mark: Mark) -> None:
        element, opens = mark
        tag = element.tag
        if tag in CODE_TAGS:
            self._code_depth += 1 if opens else -1
        if tag == "q":
            self._put("“" if opens else "”")
        elif tag == "rt":
            self._put("(" if opens else ")")
        elif tag in ("sup",) and opens:
            pass
        if opens:
            self._opens_after_close = self._closed_at >= 0
        elif not self._opens_after_close:
            self._closed_at = len(self.pieces) + 1
        self.pieces.append(mark)
        if tag == "img" and opens:
            self._after_space = False

    def _break_line(self) -> None:
        self.drop_trailing_space()
        if self._after_space and (not self.pieces or self._ends_line()):
            return
        self.pieces.append("\n")
        self._after_space = True
        self._closed_at, self._opens_after_close = -1, False

    def _ends_line(self) -> bool:
        for piece in reversed(self.pieces):
            if isinstance(piece, str):
                return piece == "\n"
            if piece.element.tag == "img":
                return False
        return True

    def drop_trailing_space(self) -> None:
        for index in range(len(self.pieces) - 1, -1, -1):
            piece = self.pieces[index]
            if isinstance(piece, str):
                if not isinstance(piece, Atom):
                    self.pieces[index] = piece.rstrip(" ")
                if self.pieces[index]:
                    return
            elif piece.element.tag == "img":
                return

    def _take_math(self, element: HtmlElement) -> None:
        latex = render_math(element)
        if latex:
            self._put(Atom(latex))
        else:
            visible = _SPACES.sub(" ", element.text_content()).strip()
            if visible:
                self._put(visible)


def fold(tokens: Sequence[Token]) -> list[Piece]:
    """Fold white space across elements as a browser does, and part what reads as two."""
    folder = _Folder()
    for token in tokens:
        if isinstance(token, Mark):
            folder.take_mark(token)
        else:
            folder.take_text(token)
    folder.drop_trailing_space()
    return folder.pieces


def reads_as_two(left: str, right: str) -> bool:
    """Tell whether two neighbouring elements hold separate phrases that no space parts.

    One of them has several words, and both words at the joint have two letters or more: styled
    letters and syllables of one word stay together.
    """
    if " " not in left.strip() and " " not in right.strip():
        return False
    end, start = _WORD_END.search(left), _WORD_START.match(right)
    return end is not None and start is not None
