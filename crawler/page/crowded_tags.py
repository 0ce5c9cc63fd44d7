"""Tags with so many attributes that libxml2 takes minutes over them, trimmed before parsing."""

import re
from typing import Final

from crawler.page.nesting import RAW_TEXT, REST_OF_TAG, scan_tags

# Attributes of one tag that are kept.
# Measured: libxml2 2.14 looks each new one up among all before it: 5,000 take 0.04 s, 20,000 take
# 0.6 s, 40,000 take 8.5 s. Pages have at most some dozens.
MAX_ATTRIBUTES: Final = 2000

# Bytes of windows that a page is looked at in, and of the smallest tag that is trimmed: one that
# fills a window wherever it begins. Fewer bytes hold some 5,000 attributes of different names.
_WINDOW: Final = 8192
MIN_CROWDED_TAG_BYTES: Final = 2 * _WINDOW

_NAME: Final = re.compile(rb"[^\s/>]+")
_ATTRIBUTE: Final = re.compile(
    rb"""[\s/]*+[^\s/>=][^\s/>=]*+(?:\s*+=\s*+(?>"[^"]*+"|'[^']*+'|[^\s>]*+))?+"""
)
# A comment, a raw text element without its end tag, or any other tag, in one match.
_SPAN: Final = re.compile(
    rb"<(?:!--[^-]*+(?:-(?!-!?>)[^-]*+)*+|"
    + b"".join(
        b"(?i:%b)(?=[\\s/>])%b[^<]*+(?:<(?!/(?i:%b))[^<]*+)*+|" % (name, REST_OF_TAG, name)
        for name in sorted(RAW_TEXT)
    )
    + b"/?[a-zA-Z]"
    + REST_OF_TAG
    + b")"
)
_START_TAG: Final = re.compile(b"<[a-zA-Z]" + REST_OF_TAG)
_OPENING: Final = re.compile(b"<[a-zA-Z]")
# White space between `=` and a quotation mark that is looked through; more than any page has.
_MAX_SPACES: Final = 64


def has_crowded_tag(html: bytes) -> bool:
    """Say whether a tag has more attributes than libxml2 reads in fair time.

    Such a tag fills a window, and every `>` in it stands in a quoted value. Few pages have a
    window that may be filled so; only in these are the tags looked at one by one.
    """
    return _may_fill_window(html) and _scan_for_crowded(html)


def _may_fill_window(html: bytes) -> bool:
    quotes, position = _Quotes(html), 0
    while position + _WINDOW <= len(html):
        end = html.find(b">", position, position + _WINDOW)
        if end < 0:
            begin = html.rfind(b">", 0, position) + 1
            end = html.find(b">", position)
            if quotes.may_hold(begin - 1) or _opens_crowded(html, begin, end):
                return True
            if end < 0:
                break
            position = end - end % _WINDOW
        else:
            while quotes.may_hold(end):
                end = html.find(b">", end + 1, position + _WINDOW)
                if end < 0:
                    return True
        position += _WINDOW
    return False


class _Quotes:
    """Tells what may stand in a quoted value, asked from the start of a page to its end."""

    def __init__(self, html: bytes) -> None:
        self._html = html
        self._seen = 0
        self._double = self._single = -1  # the last of each

    def may_hold(self, position: int) -> bool:
        """Say whether the last quotation mark of either kind may open a value."""
        if position < 0:
            return False
        self._double = max(self._double, self._html.rfind(b'"', self._seen, position))
        self._single = max(self._single, self._html.rfind(b"'", self._seen, position))
        self._seen = position
        return self._opens_value(self._double) or self._opens_value(self._single)

    def _opens_value(self, quote: int) -> bool:
        if quote < 1:
            return False
        before = self._html[max(0, quote - _MAX_SPACES) : quote].rstrip()
        return not before or before.endswith(b"=")


def _opens_crowded(html: bytes, start: int, end: int) -> bool:
    """Say whether a crowded tag opens in a stretch without `>`: only the first there can be one."""
    opening = _OPENING.search(html, start, len(html) if end < 0 else end)
    tag = _START_TAG.match(html, opening.start()) if opening else None
    return tag is not None and _is_crowded(tag[0])


def _scan_for_crowded(html: bytes) -> bool:
    """Look at all tags, which takes half as long as libxml2 needs for the page."""
    long = (span for span in _SPAN.findall(html) if len(span) > MIN_CROWDED_TAG_BYTES)
    tags = (_START_TAG.match(span) for span in long)
    return any(tag is not None and _is_crowded(tag[0]) for tag in tags)


def _is_crowded(tag: bytes) -> bool:
    return len(tag) > MIN_CROWDED_TAG_BYTES and _find_surplus(tag) > 0


def trim_attributes(html: bytes) -> bytes:
    """Drop the attributes of each tag after the first `MAX_ATTRIBUTES`."""
    pieces: list[bytes] = []
    copied = 0
    for tag in scan_tags(html):
        if tag.end - tag.start > MIN_CROWDED_TAG_BYTES:
            surplus = _find_surplus(html[tag.start : tag.end])
            if surplus:
                pieces += (html[copied : tag.start + surplus], b">")
                copied = tag.end
    pieces.append(html[copied:])
    return b"".join(pieces)


def _find_surplus(tag: bytes) -> int:
    """Find where the attributes past `MAX_ATTRIBUTES` begin; 0 if there are none."""
    name = _NAME.match(tag, 1)
    position = name.end() if name else 1
    for _ in range(MAX_ATTRIBUTES):
        attribute = _ATTRIBUTE.match(tag, position, len(tag) - 1)
        if not attribute:
            return 0
        position = attribute.end()
    return position if _ATTRIBUTE.match(tag, position, len(tag) - 1) else 0
