"""Text and link destinations as Markdown that shows them again, with no backslash to spare."""

import re
from functools import lru_cache
from typing import Final
from urllib.parse import urljoin, urlsplit

# What can never mean anything in Markdown needs no second look: most text ends here.
_SUSPECT: Final = re.compile(r"[\\`*_\[\]<&~]")

_INLINE: Final = re.compile(
    r"""
      (?:https?://|www\.)[^\s<>`*\[\]\\]+   # an address stays readable
    | \\(?=[!-/:-@\[-`{-~\n]|$)             # a backslash that would escape
    | `
    | (?<!\s)\*|\*(?!\s|$)                  # an asterisk with room on both sides is a times sign
    | (?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_]) # not the underscores of snake_case
    | ~(?=~)|(?<=~)~
    | <(?=[a-zA-Z/!?])
    | &(?=\#?\w{1,31};)
    | \](?=[(\[:])                          # only then do brackets make a link
    """,
    re.VERBOSE,
)

# What makes a block of its own at the start of a line.
_LINE_START: Final = re.compile(
    r"""
      (\d{1,9})([.)])(?=\s|$)                   # 1. or 1)
    | ()(\#{1,6}(?=\s|$)|>|[-+*](?=\s|$)        # heading, quote, bullet
        |(?:(?:-[ ]*){3,}|(?:_[ ]*){3,}|=+)$    # rule or underline of a heading
        |\[(?=[ xX]\]\s)                        # task
        |:(?=\s))                               # definition
    """,
    re.VERBOSE | re.MULTILINE,
)
_LINE_OPENERS: Final = frozenset("#>-+*_=[:")
"""Beside digits, what a match of `_LINE_START` begins with: most lines end here."""

_PERCENT_ENCODED: Final = {ord(c): f"%{ord(c):02X}" for c in ' <>()\\"`'} | {
    **{code: f"%{code:02X}" for code in range(0x20)},
    0x7F: "%7F",
    # White space of other scripts ends a destination in some readers.
    0xA0: "%C2%A0",
    0x2028: "%E2%80%A8",
    0x2029: "%E2%80%A9",
    0x3000: "%E3%80%80",
}

_UNFIT: Final = re.compile(f"[{re.escape(''.join(map(chr, _PERCENT_ENCODED)))}]")

_UNFOLLOWED_SCHEME: Final = re.compile(r"(?:javascript|vbscript|data|about):", re.IGNORECASE)
_IGNORED_IN_URL: Final = re.compile(r"[\t\r\n\x00]")


def escape_text(text: str, *, at_line_start: bool = False) -> str:
    """Put a backslash before what Markdown would read as markup, and only there.

    Every line but the first starts a line in any case; the first does if `at_line_start`.
    """
    if _SUSPECT.search(text):
        text = _INLINE.sub(_with_backslash, text)
    if at_line_start:
        return escape_line_start(text)
    if "\n" not in text:
        return text
    head, newline, rest = text.partition("\n")
    return head + newline + escape_line_start(rest)


def _with_backslash(match: re.Match[str]) -> str:
    found = match.group()
    return found if len(found) > 1 else "\\" + found


def escape_line_start(markdown: str) -> str:
    """Disarm what would open a list, a heading, a quote or a rule at the start of each line."""
    if "\n" not in markdown:
        return _disarm(markdown)
    return "\n".join(map(_disarm, markdown.split("\n")))


def _disarm(line: str) -> str:
    first = line[:1]
    if first not in _LINE_OPENERS and not first.isdecimal():
        return line
    match = _LINE_START.match(line)
    if match is None:
        return line
    mark = match.start(2) if match.group(2) else match.start(4)
    return line[:mark] + "\\" + line[mark:]


def escape_brackets(escaped: str) -> str:
    """Escape the square brackets that are not, as inside a link's own."""
    if "[" not in escaped and "]" not in escaped:
        return escaped
    return _BRACKET_OR_ESCAPE.sub(_with_backslash, escaped)


_BRACKET_OR_ESCAPE: Final = re.compile(r"\\.|[\[\]]")


def resolve_url(url: str, base_url: str) -> str:
    """Make a URL absolute; empty if it is none that a reader could follow."""
    url = (url if url.isprintable() else _IGNORED_IN_URL.sub("", url)).strip()
    if url.startswith(("https://", "http://")):
        return url
    # A page has hundreds of links, most of them from its root: `urljoin` is slow.
    if url[:1] == "/" and url[1:2] != "/" and "/." not in url:
        if not base_url:
            return url
        if origin := _origin_of(base_url):
            return origin + url
    if not url or _UNFOLLOWED_SCHEME.match(url):
        return ""
    if not base_url:
        return url
    try:
        return urljoin(base_url, url)
    except ValueError:  # a broken IPv6 host or port: as written is the best there is
        return url


@lru_cache(maxsize=16)
def _origin_of(base_url: str) -> str:
    try:
        parts = urlsplit(base_url)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme and parts.netloc else ""


def escape_destination(url: str) -> str:
    """Percent-encode what ends a link destination in Markdown: `[text](destination)`."""
    return url.translate(_PERCENT_ENCODED) if _UNFIT.search(url) else url
