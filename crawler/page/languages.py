"""The language a page declares, or the one its script gives away."""

import re
from collections.abc import Iterable
from typing import Final

from lxml.html import HtmlElement

# Characters of text that are looked at for a script, and letters of one script that prove it.
# Unmeasured: a menu in another language has some dozens.
SAMPLE_CHARS: Final = 4000
MIN_LETTERS: Final = 20

_TAG: Final = re.compile(r"[a-zA-Z]{2,3}(?:[-_][a-zA-Z0-9]{2,8})*(?![a-zA-Z0-9-])")
_NO_LANGUAGE: Final = frozenset(("und", "zxx", "mul", "mis", "xx"))
# Script of one language, its letters, and the share of all letters it must have.
# Kana before Han: Japanese writes both. Letters that only Persian adds before Arabic ones.
_SCRIPTS: Final = (
    ("ja", re.compile("[\u3041-\u3096\u30a1-\u30fa]"), 0.1),
    ("ko", re.compile("[\uac00-\ud7a3]"), 0.3),
    ("zh", re.compile("[\u4e00-\u9fff\u3400-\u4dbf]"), 0.3),
    ("th", re.compile("[\u0e01-\u0e5b]"), 0.3),
    ("el", re.compile("[\u0391-\u03c9\u1f00-\u1fff]"), 0.5),
    ("he", re.compile("[\u05d0-\u05ea]"), 0.5),
    ("ka", re.compile("[\u10d0-\u10fa]"), 0.5),
    ("hy", re.compile("[\u0531-\u0586]"), 0.5),
    ("ta", re.compile("[\u0b82-\u0bfa]"), 0.5),
    ("te", re.compile("[\u0c01-\u0c7f]"), 0.5),
    ("km", re.compile("[\u1780-\u17dd]"), 0.3),
    ("my", re.compile("[\u1000-\u109f]"), 0.3),
    ("lo", re.compile("[\u0e81-\u0edf]"), 0.3),
)
_ARABIC: Final = re.compile("[\u0621-\u064a\u067e\u0686\u0698\u06a9\u06af\u06cc]")
_PERSIAN: Final = re.compile("[\u067e\u0686\u0698\u06af\u06a9\u06cc]")
_URDU: Final = re.compile("[\u0679\u0688\u0691\u06ba\u06d2\u06c1]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_UNREAD: Final = frozenset(("script", "style", "noscript", "template", "head"))


def find_language(tree: HtmlElement, declared: Iterable[str]) -> str:
    """Read the language of `<html lang>`, else of the other declarations, else of the script.

    A BCP 47 tag, its primary subtag in lower case; empty if nothing tells.
    """
    own = [tree.get("lang", ""), tree.get("xml:lang", "")]
    body = tree.find("body")
    if body is not None:
        own.append(body.get("lang", ""))
    for text in (*own, *declared):
        if tag := read_tag(text):
            return tag
    return guess_by_script(_take_sample(tree))


def read_tag(text: str) -> str:
    """Read the first language tag of a declaration; empty if it is none."""
    match = _TAG.match(text.strip())
    if not match:
        return ""
    primary, *rest = match[0].replace("_", "-").split("-")
    if primary.lower() in _NO_LANGUAGE:
        return ""
    return "-".join([primary.lower(), *(part.upper() if len(part) == 2 else part for part in rest)])


def guess_by_script(text: str) -> str:
    """Tell the language of a script that only one language writes; empty if there is none."""
    letters = len(_LETTER.findall(text))
    for language, pattern, share in _SCRIPTS:
        count = len(pattern.findall(text))
        if count >= MIN_LETTERS and count >= share * letters:
            return language
    arabic = len(_ARABIC.findall(text))
    if arabic < MIN_LETTERS or arabic < letters / 2:
        return ""
    if len(_URDU.findall(text)) > arabic / 50:
        return "ur"
    return "fa" if len(_PERSIAN.findall(text)) > arabic / 25 else "ar"


def _take_sample(tree: HtmlElement) -> str:
    pieces, size = [], 0
    for element in tree.iter():
        text = element.text if element.tag not in _UNREAD and isinstance(element.tag, str) else ""
        for piece in (text, element.tail):
            if piece and not piece.isspace():
                pieces.append(piece)
                size += len(piece)
        if size > SAMPLE_CHARS:
            break
    return " ".join(pieces)[:SAMPLE_CHARS]
