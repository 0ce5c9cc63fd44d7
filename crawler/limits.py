"""Addresses that are not asked for, and answers that are no pages, each with a reason."""

from typing import Final
from urllib.parse import urlsplit

# Characters of an address; Scrapy's own limit, which is that of old browsers.
MAX_ADDRESS_CHARS: Final = 2083

# Endings of what is never a page. Endings that words share (.js, .com, .app) are left out: an
# answer of another kind is turned away by its header, at the price of one request.
FILE_SUFFIXES: Final = frozenset(
    {
        *("jpg", "jpeg", "png", "gif", "webp", "avif", "svg", "ico", "bmp", "tif", "tiff"),
        *("mp3", "mp4", "m4a", "m4v", "ogg", "oga", "ogv", "wav", "flac", "webm", "avi", "mov"),
        *("mkv", "wmv", "mpg", "mpeg", "zip", "gz", "tgz", "bz2", "xz", "7z", "rar", "tar"),
        *("exe", "msi", "dmg", "deb", "rpm", "apk", "iso", "pdf", "epub", "mobi", "ps", "djvu"),
        *("doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf"),
        *("css", "woff", "woff2", "ttf", "otf", "eot"),
    }
)

HTML_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})
# What a server sends that does not know better: the first bytes decide.
UNSURE_TYPES: Final = frozenset(
    {"", "application/octet-stream", "application/xml", "text/xml", "unknown/unknown"}
)

_SNIFFED_BYTES: Final = 1024
_HTML_MARKS: Final = (b"<!doctype html", b"<html", b"<head", b"<body", b"<title", b"<meta")
_FILE_MARKS: Final = {
    b"%PDF-": "pdf",
    b"PK\x03\x04": "zip",
    b"\x1f\x8b": "gzip",
    b"\x89PNG": "image",
    b"GIF8": "image",
    b"\xff\xd8\xff": "image",
    b"RIFF": "media",
    b"OggS": "media",
    b"ID3": "media",
}


def refuse_address(url: str) -> str:
    """Why a normalised address is not asked for; empty when it is."""
    if len(url) > MAX_ADDRESS_CHARS:
        return "address_too_long"
    split = urlsplit(url)
    name = split.path.rpartition("/")[2]
    # Wikis have pages about files, `File:Bridge.jpg`; a query can make a page of anything.
    suffix = _suffix(name)
    if not split.query and ":" not in name and suffix in FILE_SUFFIXES:
        return f"file_suffix/{suffix}"
    return ""


def refuse_content_type(content_type: str) -> str:
    """Why an answer with this header is no page; empty when it is one or may be."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind in HTML_TYPES or kind in UNSURE_TYPES:
        return ""
    return f"content_type/{kind if len(kind) <= 60 and kind.isascii() else 'other'}"


def refuse_body(content_type: str, body: bytes) -> str:
    """Why a body is no page: another kind of file, or no HTML where the header leaves it open."""
    start = body[:_SNIFFED_BYTES].lstrip(b"\xef\xbb\xbf\xfe\xff\x00 \t\r\n")
    for mark, kind in _FILE_MARKS.items():
        if start.startswith(mark):
            return f"content/{kind}"
    if content_type.partition(";")[0].strip().lower() in HTML_TYPES:
        return ""
    seen = start.replace(b"\x00", b"").lower()
    return "" if any(mark in seen for mark in _HTML_MARKS) else "content/not_html"


def _suffix(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""
