"""Which picture an `<img>` or `<picture>` shows, lazy loading and resolutions seen through."""

import re
from collections.abc import Iterator
from typing import Final

from lxml.html import HtmlElement

from crawler.page.escape import resolve_url

# Where lazy loaders keep the real picture; the names of lazysizes, WordPress plugins, lozad,
# Echo, unveil and Squarespace.
_LAZY_SETS: Final = ("data-srcset", "data-lazy-srcset", "data-original-set")
_LAZY_SOURCES: Final = (
    "data-src",
    "data-lazy-src",
    "data-original",
    "data-lazy",
    "data-original-src",
    "data-orig-file",
    "data-large-file",
    "data-full-src",
    "data-hi-res-src",
    "data-echo",
    "data-image",
    "data-url",
)

_PLACEHOLDER: Final = re.compile(
    r"^(?:data:|about:|blob:)"
    r"|(?:^|[/_.-])(?:blank|spacer|transparent|placeholder|pixel|1x1|lazy[_-]?load(?:er|ing)?"
    r"|loading|grey|gray|clear|empty|trans)\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])",
    re.IGNORECASE,
)

# A candidate is an address up to white space and, if any, its width (800w) or density (2x).
# Addresses may hold commas; one at the end of an address closes the candidate.
_CANDIDATE: Final = re.compile(
    r"[\s,]*(\S+?)(?:,(?=\s|$)|\s+([\d.]+)[wx][^,]*(?:,|$)|\s*$|\s+(?=\S))"
)


def find_image_source(image: HtmlElement, base_url: str) -> str:
    """Give the absolute address of the largest version; empty for a mere placeholder."""
    for source in _find_candidates(image):
        if source and not _PLACEHOLDER.search(source):
            return resolve_url(source, base_url)
    return ""


def _find_candidates(image: HtmlElement) -> Iterator[str]:
    """Yield addresses, the most telling first: large, then lazy, then as written."""
    own = image if image.tag == "img" else image.find(".//img")
    if own is not None:
        for name in ("srcset", *_LAZY_SETS):
            yield _pick_largest(own.get(name, ""))
        yield from (own.get(name, "").strip() for name in _LAZY_SOURCES)
        yield own.get("src", "").strip()
    picture = image if image.tag == "picture" else image.getparent()
    if picture is not None and picture.tag == "picture":
        for source in picture.iter("source"):
            for name in ("srcset", *_LAZY_SETS):
                yield _pick_largest(source.get(name, ""))


def _pick_largest(srcset: str) -> str:
    best, best_size = "", -1.0
    for match in _CANDIDATE.finditer(srcset.strip()):
        url, size = match.group(1), _to_number(match.group(2))
        if size > best_size and not _PLACEHOLDER.search(url):
            best, best_size = url, size
    return best


def _to_number(size: str | None) -> float:
    try:
        return float(size or "1")
    except ValueError:
        return 0.0


def find_image_alt(image: HtmlElement) -> str:
    """Give the alternative text, on one line."""
    own = image if image.tag == "img" else image.find(".//img")
    return "" if own is None else " ".join(own.get("alt", "").split())
