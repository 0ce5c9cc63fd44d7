"""The bytes of a page to an lxml tree that has all of its text."""

import codecs
import re
from collections.abc import Mapping
from typing import Final

from lxml import etree
from lxml.html import HtmlComment, HtmlElement, HtmlProcessingInstruction

from crawler.page.crowded_tags import has_crowded_tag, trim_attributes
from crawler.page.document import open_body
from crawler.page.encoding import decode_html, is_utf8, sniff_utf16
from crawler.page.nesting import cap_depth, strip_tags
from crawler.page.shadow import compose_shadow_roots

# Bytes. The largest pages of text in the wild (one-page books, logs) have about 10 MB.
MAX_BODY_BYTES: Final = 32 * 1024 * 1024

# Elements below one another at which libxml2 (2.14, with huge_tree) stops reading: 2,048.
# A tree that ends this deep was cut, even if the parser's log of 100 entries was full before.
CUT_DEPTH: Final = 2000

# Share of control bytes in the first 4,096 from which they are no text.
# Unmeasured: text has none; images, archives and fonts have about a tenth.
MAX_CONTROL_SHARE: Final = 0.05

_SNIFF_BYTES: Final = 4096
_SIGNATURES: Final = (
    b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"\x1f\x8b", b"Rar!",
    b"7z\xbc\xaf", b"\x7fELF", b"MZ\x90", b"wOFF", b"wOF2", b"OggS", b"ID3", b"RIFF",
)  # fmt: skip
_TAG: Final = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|meta|title|div|p|span|table|h[1-6]|ul|br|a|b)(?:\s[^<]*)?/?>",
    re.IGNORECASE,
)
_CONTROL_BYTES: Final = bytes(b for b in range(32) if b not in b"\t\n\r\f\x1b")
# NUL disappears, as in a browser's tree; what lxml cannot hold becomes white space.
_CONTROLS_TO_SPACE: Final = bytes(
    32 if b in b"\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f" or 0x10 <= b < 0x20 else b
    for b in range(256)
)
_NONCHARACTERS: Final = (b"\xef\xbf\xbe", b"\xef\xbf\xbf")
_REPLACEMENT: Final = "\ufffd".encode()
_CONTROL_REFERENCE: Final = re.compile(
    rb"&#(?:0*(?:[1-8]|1[1245-9]|2\d|3[01])(?!\d)|[xX]0*(?:[1-8bcefBCEF]|1[\da-fA-F])(?![\da-fA-F])"
    rb"|0*6553[45](?!\d)|[xX]0*[fF]{3}[eEfF](?![\da-fA-F]));?"
)
# Void elements that libxml2 reads as if they had an end tag, so that they swallow what follows.
_UNCLOSED_VOIDS: Final = (b"<wbr", b"<source", b"<track", b"<embed", b"<bgsound", b"<keygen")
_UNCLOSED_VOID: Final = re.compile(
    b"(<(?i:%b)(?=[\\s/>])[^<>]*+)>" % b"|".join(name[1:] for name in _UNCLOSED_VOIDS)
)
_STRAY_BREAK: Final = re.compile(rb"</(?i:br)\s*>")
# A browser makes an empty paragraph of an end tag without a start, which parts the words around.
_STRAY_PARAGRAPH_END: Final = "Unexpected end tag : p"
# What precedes is looked at from behind `</`, which is found fast.
_GLUING_PARAGRAPH_END: Final = re.compile(rb"</(?<=[^\s>]</)[pP]\s*+>(?=[\w(\x80-\xff])")
_DOCUMENT_END: Final = re.compile(rb"</(?i:body|html)\s*+>")
_NOTHING_MORE: Final = re.compile(rb"(?:\s++|<!--(?>.*?-->)|</(?i:body|html)\s*+>)*+\Z", re.DOTALL)
# Unmeasured: far more than any page has in a row for its looks, few enough to cost nothing.
_MOST_IN_A_ROW: Final = 64
# Breaks or empty inline elements in a row, without attributes, that only a generator gone wild
# writes: two million breaks cost half a minute and change nothing of the text.
_IN_A_ROW: Final = re.compile(
    rb"(<br\s?/?>\s{0,2}|<(b|i|u|s|em|font|small|big|span|strong)></\2>\s{0,2})\1{%d,}+"
    % _MOST_IN_A_ROW,
    re.IGNORECASE,
)
# One class for all elements: lxml.html picks among classes for forms in Python, for every element
# that is touched, a fifth of the time of a page with many.
_ELEMENT_CLASSES: Final = etree.ElementDefaultClassLookup(
    element=HtmlElement, comment=HtmlComment, pi=HtmlProcessingInstruction
)
# What may need one of the rewritings: searched for at once, since each search costs as much, and
# by single letters first, since a choice among names costs more than finding the next tag.
_SUSPECTS: Final = re.compile(
    rb"<(?=[/btwsekBTWSEK][beghmorBEGHMOR][abmorstuyABMORSTUY])(?i:/br|/body|/html|template|%b)"
    % b"|".join(name[1:] for name in _UNCLOSED_VOIDS)
)
# What any `_IN_A_ROW` begins with, found at a third of its cost: by two letters first.
_SAME_THRICE: Final = re.compile(
    rb"<(?=[bisuefBISUEF][>rRiImMoOpPtT])(?i:br\s?/?>\s{0,2}<br\s?/?>\s{0,2}<br"
    rb"|([a-z]{1,6})></\1>\s{0,2}<\1></\1>)"
)


class UnreadablePageError(ValueError):
    """A page that cannot be read; `reason` is a short text to count by."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(f"unreadable page: {reason}{f' ({detail})' if detail else ''}")
        self.reason = reason


def parse_html(html: bytes | str, content_type: str | None = None) -> HtmlElement:
    """Parse a page into the tree a browser would show the text of.

    Args:
        html: the body as served, or text that is decoded already.
        content_type: the header as sent; its charset comes before the page's own.

    Returns:
        The `<html>` element. Text after `</html>` stands in `<body>`; what stands too deep for
        libxml2 stands less deep; serialised shadow roots are composed.

    Raises:
        UnreadablePageError: more than `MAX_BODY_BYTES`, not text, or nothing in it.
    """
    if len(html) > MAX_BODY_BYTES:
        raise UnreadablePageError("too large", f"{len(html)} > {MAX_BODY_BYTES}")
    source = _replace_controls(_to_utf8(html, content_type))
    suspects = _find_suspects(source)
    tree = _parse_whole(_mend(source, suspects))
    open_body(tree)
    if b"<template" in suspects and b"shadowrootmode" in source:
        compose_shadow_roots(tree)
    return tree


def _to_utf8(html: bytes | str, content_type: str | None) -> bytes:
    if isinstance(html, bytes):
        if _is_binary(html):
            raise UnreadablePageError("not text")
        if is_utf8(html, content_type):
            return html.removeprefix(codecs.BOM_UTF8)
        html = decode_html(html, content_type)
    try:
        return html.removeprefix("\ufeff").encode()
    except UnicodeEncodeError:
        joined = html.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return joined.removeprefix("\ufeff").encode()


def has_tag(start: bytes) -> bool:
    """Tell markup by its first tag, NULs left out as browsers do: then they are only dirt."""
    return _TAG.search(start.replace(b"\0", b"")) is not None


def _is_binary(html: bytes) -> bool:
    start = html[:_SNIFF_BYTES]
    if start.startswith(_SIGNATURES):
        return True
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or sniff_utf16(start):
        return False
    if has_tag(start):
        start = start.replace(b"\0", b"")
    controls = len(start) - len(start.translate(None, _CONTROL_BYTES))
    return controls > max(8, len(start) * MAX_CONTROL_SHARE)


def _replace_controls(source: bytes) -> bytes:
    """Replace the characters that lxml cannot hold."""
    source = source.translate(_CONTROLS_TO_SPACE, b"\0")
    if b"\xef" in source:
        for noncharacter in _NONCHARACTERS:
            source = source.replace(noncharacter, _REPLACEMENT)
    return _CONTROL_REFERENCE.sub(_REPLACEMENT, source)


def _find_suspects(source: bytes) -> dict[bytes, int]:
    """Find where each of the suspects comes first, by its lower-cased start."""
    suspects: dict[bytes, int] = {}
    for found in _SUSPECTS.finditer(source):
        suspects.setdefault(found[0].lower(), found.start())
    return suspects


def _mend(source: bytes, suspects: Mapping[bytes, int]) -> bytes:
    """Rewrite the few constructs that libxml2 reads with a loss of text or of word boundaries."""
    if ends := [suspects[end] for end in (b"</body", b"</html") if end in suspects]:
        source = _open_after_end(source, min(ends))
    if _SAME_THRICE.search(source):
        source = _IN_A_ROW.sub(lambda match: match[1] * _MOST_IN_A_ROW, source)
    if not suspects.keys().isdisjoint(_UNCLOSED_VOIDS):
        source = _UNCLOSED_VOID.sub(rb"\1 />", source)
    if b"</br" in suspects:
        source = _STRAY_BREAK.sub(b"<br>", source)
    return trim_attributes(source) if has_crowded_tag(source) else source


def _open_after_end(source: bytes, start: int) -> bytes:
    """Take away `</body>` and `</html>` if something follows them: it belongs into the body."""
    end = _DOCUMENT_END.search(source, start)
    if not end or _NOTHING_MORE.match(source, end.start()):
        return source
    return source[: end.start()] + _DOCUMENT_END.sub(b"", source[end.start() :])


def _parse_whole(source: bytes) -> HtmlElement:
    tree, log = _parse(source)
    if any(entry.message == _STRAY_PARAGRAPH_END for entry in log):
        parted = _GLUING_PARAGRAPH_END.sub(b"</p><br>", source)
        if parted != source:
            source = parted
            tree, log = _parse(source)
    if _was_cut(tree, log):
        tree, log = _parse(cap_depth(source))
    if _was_cut(tree, log):
        tree, log = _parse(strip_tags(source))
    return tree


def _parse(source: bytes) -> tuple[HtmlElement, list[etree._LogEntry]]:
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True)
    parser.set_element_class_lookup(_ELEMENT_CLASSES)
    try:
        tree: HtmlElement | None = etree.fromstring(source, parser)  # type: ignore[assignment]
    except etree.ParserError as error:
        raise UnreadablePageError("empty", str(error)) from None
    except etree.LxmlError as error:
        raise UnreadablePageError("not HTML", str(error)) from None
    if tree is None:
        raise UnreadablePageError("empty")
    return tree, list(parser.error_log)


def _was_cut(tree: HtmlElement, log: list[etree._LogEntry]) -> bool:
    """Say whether libxml2 gave up before the end."""
    return _ends_deep(tree) or any(
        entry.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for entry in log
    )


def _ends_deep(tree: HtmlElement) -> bool:
    depth, element = 0, tree
    while len(element):
        depth, element = depth + 1, element[-1]
    return depth >= CUT_DEPTH
