"""Nests too deep for libxml2, which loses them and all that follows, made less deep.

Works on UTF-8 bytes before they are parsed, in time linear in their number, and only on pages
that need it.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

# Open elements beyond which a new one becomes a sibling, as Chromium's and WebKit's parsers do.
MAX_DEPTH: Final = 512

RAW_TEXT: Final = frozenset(
    (b"script", b"style", b"textarea", b"title", b"xmp", b"iframe", b"noembed", b"noframes")
)
_VOID: Final = frozenset(
    b"area base basefont bgsound br col embed frame hr img input keygen link meta param source"
    b" track wbr".split()
)
_STRUCTURE: Final = frozenset((b"html", b"head", b"body"))
# libxml2's htmlEndPriority: an end tag does not reach through an open element of higher priority.
_DEFAULT_PRIORITY: Final = 100
_PRIORITIES: Final = {
    b"div": 150, b"td": 160, b"th": 160, b"tr": 170,
    b"thead": 180, b"tbody": 180, b"tfoot": 180, b"table": 190,
}  # fmt: skip
_LEVELS: Final = (150, 160, 170, 180, 190)

_OPENING: Final = re.compile(rb"<(?:!--|/?[a-zA-Z])")
_NAME: Final = re.compile(rb"[^\s/>\0]+")
# Attributes to the `>` that ends the tag, or to the end of the page.
REST_OF_TAG: Final = rb"""(?:[^>=]++|=\s*+(?>"[^"]*+"|'[^']*+'|[^\s>]*+))*+>?"""
_REST: Final = re.compile(REST_OF_TAG)
_COMMENT_END: Final = re.compile(rb"--!?>")


@dataclass(frozen=True, slots=True)
class Tag:
    """A start or end tag: its lower-cased name and the bytes it spans."""

    name: bytes
    is_end: bool
    is_closed: bool
    start: int
    end: int


def scan_tags(html: bytes) -> Iterator[Tag]:
    """List the tags of a page in order, passing over comments and the insides of raw text."""
    position = 0
    while opening := _OPENING.search(html, position):
        start = opening.start()
        if opening[0] == b"<!--":
            end = _COMMENT_END.search(html, start + 2)
            if not end:
                return
            position = end.end()
            continue
        is_end = opening[0][1:2] == b"/"
        name_match = _NAME.match(html, opening.end() - 1)
        rest = _REST.match(html, name_match.end()) if name_match else None
        if not name_match or not rest:
            return
        name = name_match[0].lower()
        position = rest.end()
        yield Tag(name, is_end, html[position - 2 : position - 1] == b"/", start, position)
        if not is_end and name == b"plaintext":
            return
        if not is_end and name in RAW_TEXT and html[position - 2 : position - 1] != b"/":
            close = re.compile(b"</" + name + rb"(?=[\s/>])", re.IGNORECASE).search(html, position)
            if not close:
                return
            position = close.start()


@dataclass(slots=True)
class _OpenElements:
    """The elements that libxml2 has open, as far as tags alone tell."""

    names: list[bytes] = field(default_factory=list)
    places: defaultdict[bytes, list[int]] = field(default_factory=lambda: defaultdict(list))
    barriers: dict[int, list[int]] = field(default_factory=lambda: {lv: [] for lv in _LEVELS})

    def push(self, name: bytes) -> None:
        self.places[name].append(len(self.names))
        if name in _PRIORITIES:
            self.barriers[_PRIORITIES[name]].append(len(self.names))
        self.names.append(name)

    def pop(self) -> bytes:
        name = self.names.pop()
        self.places[name].pop()
        if name in _PRIORITIES:
            self.barriers[_PRIORITIES[name]].pop()
        return name

    def close(self, name: bytes) -> None:
        places = self.places.get(name)
        if not places:
            return
        place, priority = places[-1], _PRIORITIES.get(name, _DEFAULT_PRIORITY)
        for level in _LEVELS:
            barrier = self.barriers[level]
            if level > priority and barrier and barrier[-1] > place:
                return
        while len(self.names) > place:
            self.pop()


def cap_depth(html: bytes, max_depth: int = MAX_DEPTH) -> bytes:
    """Rewrite a page so that no element stands deeper than `max_depth`; no text is touched.

    An element that would stand deeper closes the innermost open one and takes its place.
    """
    elements, copied = _OpenElements(), 0
    pieces: list[bytes] = []
    for tag in scan_tags(html):
        if tag.name in _VOID or tag.name in _STRUCTURE or (tag.is_closed and not tag.is_end):
            continue
        if tag.is_end:
            elements.close(tag.name)
            continue
        if tag.name in RAW_TEXT:
            continue
        if len(elements.names) >= max_depth:
            pieces += (html[copied : tag.start], b"</", elements.pop(), b">")
            copied = tag.start
        elements.push(tag.name)
    pieces.append(html[copied:])
    return b"".join(pieces)


def strip_tags(html: bytes) -> bytes:
    """Reduce a page to its text, one line for each tag: for markup that nothing else tames."""
    pieces, copied, raw = [b"<html><body><div>"], 0, b""
    for tag in scan_tags(html):
        if raw not in (b"script", b"style", b"iframe"):
            pieces.append(html[copied : tag.start])
        raw = b"" if tag.is_end or tag.name not in RAW_TEXT else tag.name
        pieces.append(b"\n")
        copied = tag.end
    if raw not in (b"script", b"style", b"iframe"):
        pieces.append(html[copied:])
    return b"".join(pieces)
