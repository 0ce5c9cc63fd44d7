"""Tags with so many attributes that libxml2 takes minutes over them, trimmed before parsing."""

import re
from typing import Final

from crawler.page.nesting import RAW_TEXT, REST_OF_TAG, scan_tags

# Attributes of one tag that are kept.
# Measured: libxml2 2.14 looks each new one up among all before it: 5,000 take 0.04 s, 20,000 take
# 0.6 s, 40,000 take 8.5 s. Pages have at most some dozens.
MAX_ATTRIBUTES: Final = 2000

# Bytes of the smallest tag worth counting the attributes of, and of the smallest such page: below
# it no tag is slow. Measured: looking at all tags takes half as long as libxml2 needs for the page.
MIN_CROWDED_TAG_BYTES: Final = 3 * MAX_ATTRIBUTES
MIN_CROWDED_PAGE_BYTES: Final = 96 * 1024

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


def has_crowded_tag(html: bytes) -> bool:
    """Say whether a tag has more attributes than libxml2 reads in fair time."""
    if len(html) < MIN_CROWDED_PAGE_BYTES:
        return False
    spans = _SPAN.findall(html)
    if max(map(len, spans), default=0) <= MIN_CROWDED_TAG_BYTES:
        return False
    long = (span for span in spans if len(span) > MIN_CROWDED_TAG_BYTES)
    tags = [tag for span in long if (tag := _START_TAG.match(span))]
    return any(_find_surplus(tag[0]) for tag in tags if tag.end() > MIN_CROWDED_TAG_BYTES)


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
