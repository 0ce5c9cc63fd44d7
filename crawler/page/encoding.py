"""Bytes of a page to text, as a browser decodes them or, where that garbles, as a reader would."""

import codecs
import re
from typing import Final

from crawler.page.cjk_detection import detect_cjk
from crawler.page.encoding_labels import CJK_CODECS_BY_LANGUAGE, CODEC_BY_LABEL
from crawler.page.letters import detect_letters

# Bytes from the start in which a declaration is looked for. The standard asks for at least 1,024;
# pages with long comments or scripts before their meta are common and browsers read on.
DECLARATION_BYTES: Final = 8192

# Bytes of non-ASCII neighbourhood given to the statistical detection.
# Unmeasured: thirty readings are weighed letter by letter, and letters settle sooner.
DETECTION_BYTES: Final = 4096

# Characters beyond ASCII that decode as UTF-8 before a declared multi-byte encoding is disbelieved.
# Unmeasured: a Chinese pair of bytes is valid UTF-8 by chance about once in twenty, so ten pairs
# in a row are one in 10^13.
MIN_UTF8_PROOF: Final = 10

# Share of undecodable sequences among those beyond ASCII up to which a text still counts as
# written in that encoding. Unmeasured: a cut last character or one pasted quotation mark.
MAX_BAD_SHARE: Final = 0.05

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META: Final = re.compile(rb"<meta[\s/][^>]*>", re.IGNORECASE)
_META_CHARSET: Final = re.compile(
    rb"charset\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s;\"'>/]+))", re.IGNORECASE
)
_XML_ENCODING: Final = re.compile(rb"\s*<\?xml[^>]{0,200}encoding\s*=\s*[\"']([^\"']+)[\"']")
_COMMENT: Final = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_HEADER_CHARSET: Final = re.compile(r"charset\s*=\s*[\"']?\s*([^\s;\"',]+)", re.IGNORECASE)
_HTML_LANG: Final = re.compile(rb"<html[^>]{0,500}?\blang\s*=\s*[\"']?([\w-]+)", re.IGNORECASE)
_TAGS: Final = re.compile(rb"<[^>]*>")
_NON_ASCII_RUN: Final = re.compile(rb"[^\x00-\x7f]+")


def decode_html(html: bytes, content_type: str | None = None) -> str:
    """Decode a page's bytes; undecodable ones become U+FFFD.

    The byte order mark decides, then the header's charset, then the page's own declaration, then
    detection. A declaration that the bytes refute (a server's latin-1 default over UTF-8 text, a
    UTF-8 label over bytes that are not) is passed over.
    """
    for bom, codec in _BOMS:
        if html.startswith(bom):
            return html[len(bom) :].decode(codec, "replace")
    if html.isascii() and b"\x1b" not in html and b"\0" not in html[:4]:
        return html.decode("ascii")
    declared = [c for c in (_read_header(content_type), find_declared_codec(html)) if c]
    codec = _choose_codec(html, declared)
    return html.decode(codec, "replace")


def is_utf8(html: bytes, content_type: str | None = None) -> bool:
    """Say, in the time of one look at them, whether the bytes are plainly UTF-8 as they stand."""
    header = _read_header(content_type)
    if header in (None, "utf-8") and find_declared_codec(html) in (None, "utf-8"):
        has_escapes = b"\x1b" in html or b"\0" in html[:4]
        return not has_escapes and _decodes(html, "utf-8")
    return False


def find_declared_codec(html: bytes) -> str | None:
    """Read the encoding that a page declares in `<meta>` or an XML declaration, if any."""
    head = html[:DECLARATION_BYTES]
    if declaration := _XML_ENCODING.match(head):
        codec = _codec_of(declaration[1])
        if codec:
            return _as_seen_in_markup(codec)
    for meta in _META.finditer(_COMMENT.sub(b"", head)):
        match = _META_CHARSET.search(meta[0])
        codec = _codec_of(next(filter(None, match.groups()), b"")) if match else None
        if codec:
            return _as_seen_in_markup(codec)
    return None


def _read_header(content_type: str | None) -> str | None:
    match = _HEADER_CHARSET.search(content_type or "")
    return _codec_of(match[1].encode("ascii", "ignore")) if match else None


def _codec_of(label: bytes) -> str | None:
    return CODEC_BY_LABEL.get(label.decode("latin-1").strip(" \t\r\n\f").lower())


def _as_seen_in_markup(codec: str) -> str:
    """A declaration that could be read as ASCII does not stand in a UTF-16 text."""
    return "utf-8" if codec.startswith("utf-16") else codec


def _choose_codec(html: bytes, declared: list[str]) -> str:
    if wide := sniff_utf16(html):
        return wide
    sequences, bad = _weigh_utf8(html)
    is_utf8 = sequences > 0 and bad <= sequences * MAX_BAD_SHARE
    for codec in declared:
        if codec == "utf-8":
            if is_utf8 or not sequences + bad:
                return codec
        elif codec == "cp1252":
            # The default of servers that know nothing: any better evidence beats it.
            others = [other for other in declared if other not in ("cp1252", "utf-8")]
            if not is_utf8:
                return next((other for other in others if _decodes(html, other)), codec)
        elif codec.startswith("utf-16"):
            if b"\0" in html[:DECLARATION_BYTES]:
                return codec
        elif not (is_utf8 and sequences >= MIN_UTF8_PROOF):
            return codec
    if is_utf8 or not sequences + bad:
        return _find_escape_codec(html) or "utf-8"
    return _detect(html, "utf-8" if "utf-8" in declared and sequences > bad else "cp1252")


def sniff_utf16(html: bytes) -> str | None:
    """Tell UTF-16 without a mark, whose markup has a zero for every other byte."""
    first, second, third, fourth = html[:4].ljust(4, b"\xff")
    if first and third and second == fourth == 0 and max(first, third) < 128:
        return "utf-16-le"
    if second and fourth and first == third == 0 and max(second, fourth) < 128:
        return "utf-16-be"
    return None


def _weigh_utf8(html: bytes) -> tuple[int, int]:
    """Count the characters beyond ASCII that are UTF-8, and the places that are not."""
    try:
        text = html.decode("utf-8")
        bad = 0
    except UnicodeDecodeError:
        text = html.decode("utf-8", "replace")
        bad = text.count("\ufffd") - html.count("\ufffd".encode())
    ascii_chars = len(text.encode("ascii", "ignore"))
    return len(text) - ascii_chars - bad, bad


def _decodes(html: bytes, codec: str) -> bool:
    try:
        html.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _find_escape_codec(html: bytes) -> str | None:
    if b"\x1b$" in html and _decodes(html, "iso2022-jp"):
        return "iso2022-jp"
    return None


def _detect(html: bytes, fallback: str) -> str:
    """Guess an undeclared encoding from the page's language or the statistics of its letters."""
    sample = _take_sample(html)
    if cjk := detect_cjk(sample):
        return cjk
    if fallback == "utf-8":
        return fallback
    language = _HTML_LANG.search(html[:DECLARATION_BYTES])
    tag = language[1].decode("ascii", "replace").lower() if language else ""
    for codec in CJK_CODECS_BY_LANGUAGE.get(tag) or CJK_CODECS_BY_LANGUAGE.get(tag[:2], ()):
        if _decodes(sample, codec):
            return codec
    return detect_letters(sample, tag)


def _take_sample(html: bytes) -> bytes:
    """Take the text around the first characters beyond ASCII, markup left out."""
    match = _NON_ASCII_RUN.search(html)
    start = max(0, match.start() - 64) if match else 0
    text = _TAGS.sub(b" ", html[start : start + 16 * DETECTION_BYTES])
    if len(text) <= DETECTION_BYTES:
        return text
    cut = text.rfind(b" ", 0, DETECTION_BYTES)
    return text[: cut if cut > DETECTION_BYTES // 2 else DETECTION_BYTES]
