"""A page's source as a stream of tags and text: linear, without recursion, nothing repaired.

What counts as a tag, a comment or text follows the tokenization of the HTML Standard, so that a
`>` in a quoted attribute ends nothing and a `<` before a blank is text. The tree that a browser
builds from the tags is none of its business.
"""

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

# Elements whose body is no markup, up to their end tag.
_RAW_TEXT: Final = ("script", "style", "title")
# Elements whose body is markup, with elements of the same name in it, and no text of the page.
_NESTED: Final = ("template", "svg", "noscript")

UNREAD_TAGS: Final = frozenset((*_RAW_TEXT, *_NESTED))
"""Elements whose body is never text. `title` is shown on the window and not in the page."""

_TOKEN: Final = re.compile(
    r"""
    <(?:
        !-- (?: -?> | .*? (?: --!?> | \Z ) )                         # comment
    |   [!?] [^>]*+ >?                                               # doctype, CDATA, instruction
    |   (?P<slash>/?) (?P<name>[a-zA-Z][^\t\n\f\r\ />]*+)
        (?:
            [^>=]++                                                  # attribute names
        |   = [\t\n\f\r\ ]*+
            (?: "[^"]*+(?:"|\Z) | '[^']*+(?:'|\Z) | [^\t\n\f\r\ >]*+ )
        )*+
        (?P<end>>|\Z)
    |   / [^>]*+ >?                                                  # an end tag without a name
    )
    """,
    re.VERBOSE | re.DOTALL,
)
_RAW_ENDS: Final = {
    name: re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE) for name in _RAW_TEXT
}


class TokenKind(Enum):
    TEXT = auto()
    START_TAG = auto()
    END_TAG = auto()
    OTHER_MARKUP = auto()
    """A comment, a doctype, or a tag that the page ends in."""
    UNREAD_BODY = auto()


class Token(NamedTuple):
    """One stretch of the source; `name` is that of a tag, in lower case, else empty."""

    kind: TokenKind
    start: int
    end: int
    name: str = ""


def scan_markup(html: str) -> Iterator[Token]:
    """Yield the tokens of a page in order; together they are the input, character by character.

    The body of an unread element is one token. Without an end tag it reaches to the end.
    """
    position = 0
    while match := _TOKEN.search(html, position):
        if match.start() > position:
            yield Token(TokenKind.TEXT, position, match.start())
        token = _read_token(match)
        yield token
        position = token.end
        if token.kind is TokenKind.START_TAG and token.name in UNREAD_TAGS:
            end = _find_body_end(html, token)
            if end > position:
                yield Token(TokenKind.UNREAD_BODY, position, end)
            position = end
    if position < len(html):
        yield Token(TokenKind.TEXT, position, len(html))


def _read_token(match: re.Match[str]) -> Token:
    if not match["end"]:
        return Token(TokenKind.OTHER_MARKUP, *match.span())
    kind = TokenKind.END_TAG if match["slash"] else TokenKind.START_TAG
    return Token(kind, *match.span(), match["name"].lower())


def _find_body_end(html: str, start_tag: Token) -> int:
    if start_tag.name in _RAW_ENDS:
        return _find_raw_end(html, start_tag)
    if start_tag.name == "svg" and _is_self_closing(html, start_tag):
        return start_tag.end
    depth, position = 1, start_tag.end
    while match := _TOKEN.search(html, position):
        token = _read_token(match)
        position = token.end
        if token.name == start_tag.name:
            depth += _depth_change(html, token)
            if not depth:
                return token.start
        # In SVG the same names are ordinary elements, which a slash closes.
        elif start_tag.name != "svg" and _opens_raw_text(token):
            position = _find_raw_end(html, token)
    return len(html)


def _opens_raw_text(token: Token) -> bool:
    return token.kind is TokenKind.START_TAG and token.name in _RAW_ENDS


def _find_raw_end(html: str, start_tag: Token) -> int:
    match = _RAW_ENDS[start_tag.name].search(html, start_tag.end)
    return match.start() if match else len(html)


def _depth_change(html: str, token: Token) -> int:
    if token.kind is TokenKind.END_TAG:
        return -1
    return 0 if token.name == "svg" and _is_self_closing(html, token) else 1


def _is_self_closing(html: str, tag: Token) -> bool:
    return html[tag.end - 2] == "/"
