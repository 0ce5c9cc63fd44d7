"""White space as a browser folds it, and a space where two elements only look apart."""

import re
from collections.abc import Sequence
from typing import Final

from lxml.html import HtmlElement

from crawler.page.math import is_math, render_math
from crawler.page.tokens import Mark, Token

CODE_TAGS: Final = frozenset({"code", "kbd", "samp", "tt"})
IMAGE_TAGS: Final = frozenset({"img", "picture"})

_SPACES: Final = re.compile(r"[ \t\n\r\f]+")
_UNFOLDED: Final = re.compile(r"[\t\n\r\f]|  ")

# What a browser writes around an element by itself: quotation marks, and the parentheses of
# `<rp>` for a reader that cannot set ruby above the line.
_AROUND: Final = {"q": ("“", "”"), "rt": ("(", ")")}


class Formula(str):
    """A formula's LaTeX: text like any other, but never folded or escaped."""

    __slots__ = ()


class Caret(str):
    """A sign that stands in the plain text alone, where Markdown has an element."""

    __slots__ = ()


Piece = str | Mark
"""As a token, but folded: the strings joined are the block's text, `br` a line feed."""


class _Folder:
    """Collects pieces, and remembers what came last."""

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self._after_space = True  # or at the start of a line: no space may follow
        self._last_text = ""
        self._closed: HtmlElement | None = None  # the last element closed since the last text
        self._joint_at = -1  # where a space would go: in front of the next element opened
        self._is_raised = False  # a <sup> opened since the last text
        self._code_depth = 0
        self._skipped: HtmlElement | None = None

    def take_text(self, text: str) -> None:
        if self._skipped is not None:
            return
        if _UNFOLDED.search(text):
            text = _SPACES.sub(" ", text)
        if self._after_space:
            text = text.lstrip(" ")
        if text:
            self._part(text)
            self._put(text)

    def _part(self, text: str) -> None:
        """Put between the last text and this one what keeps their words apart."""
        if self._after_space or text[0] == " ":
            return
        if self._is_raised and text[0].isdigit() and self._last_text[-1].isalnum():
            self.pieces.append("^" if self._code_depth else Caret("^"))
        elif self._joint_at >= 0 and not self._code_depth and reads_as_two(self._last_text, text):
            self.pieces.insert(self._joint_at, " ")

    def _put(self, text: str) -> None:
        self.pieces.append(text)
        self._last_text = text
        self._after_space = text[-1] == " "
        self._closed, self._joint_at, self._is_raised = None, -1, False

    def take_mark(self, mark: Mark) -> None:
        element, opens = mark
        if self._skipped is not None:
            if element is self._skipped and not opens:
                self._skipped = None
        elif element.tag == "br":
            if opens:
                self._break_line()
        elif element.tag == "rp" or is_math(element):
            if opens:
                self._skipped = element
                self._put_math(element)
        else:
            self._take_element(element, opens, mark)

    def _take_element(self, element: HtmlElement, opens: bool, mark: Mark) -> None:
        tag = str(element.tag)
        if tag in CODE_TAGS:
            self._code_depth += 1 if opens else -1
        if not opens and tag in _AROUND:
            self._put(_AROUND[tag][1])
        if opens and self._closed is not None and self._joint_at < 0:
            self._joint_at = len(self.pieces)
        if not opens:
            self._closed, self._joint_at = element, -1
        self._is_raised = opens and (tag == "sup" or self._is_raised)
        self.pieces.append(mark)
        if opens and tag in _AROUND:
            self._put(_AROUND[tag][0])
        elif tag in IMAGE_TAGS:
            self._after_space, self._closed, self._joint_at = False, None, -1

    def _break_line(self) -> None:
        if self.drop_trailing_space():
            self.pieces.append("\n")
            self._last_text, self._after_space = "\n", True
            self._closed, self._joint_at, self._is_raised = None, -1, False

    def drop_trailing_space(self) -> bool:
        """Take the space at the end of a line away; false if the line has nothing else."""
        for index in range(len(self.pieces) - 1, -1, -1):
            piece = self.pieces[index]
            if isinstance(piece, Mark):
                if piece.element.tag in IMAGE_TAGS:
                    return True
            elif piece == "\n":
                return False
            elif isinstance(piece, Formula):
                return True
            else:
                self.pieces[index] = stripped = piece.rstrip(" ")
                if stripped:
                    return True
        return False

    def _put_math(self, element: HtmlElement) -> None:
        if element.tag == "rp":
            return
        latex = render_math(element)
        visible = latex or " ".join(element.text_content().split())
        if visible:
            self._put(Formula(latex) if latex else visible)


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


_WORD_AT_END: Final = re.compile(r"[^\W_]{2,}$")
_WORD_AT_START: Final = re.compile(r"[^\W_]{2,}")


def reads_as_two(left: str, right: str) -> bool:
    """Tell whether two neighbouring elements hold separate phrases that no space parts.

    One of them has several words, and both words at the joint have two letters or more: styled
    letters and syllables of one word stay together.
    """
    if " " not in left.strip() and " " not in right.strip():
        return False
    end, start = _WORD_AT_END.search(left[-40:]), _WORD_AT_START.match(right)
    return end is not None and start is not None
