"""Which picture an `<img>` or `<picture>` shows, lazy loading and resolutions seen through."""

import re
from collections.abc import Iterator
from typing import Final

from lxml.html import HtmlElement

from crawler.page.escape import resolve_url

# Where lazy loaders keep the real picture: lazysizes, lozad, unveil, Echo, WordPress plugins,
# Jetpack, XenForo, Squarespace.
_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset", "data-original-set")
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
)
_LAST_SOURCES: Final = ("data-image", "data-url")

_PLACEHOLDER: Final = re.compile(
    r"^(?:data:|about:|blob:|#)"
    r"|\{\{|\$\{"
    r"|(?:^|[/_.-])(?:blank|spacer|transparent|placeholder|pixel|1x1|lazy[_-]?load(?:er|ing)?"
    r"|loading|gr[ea]y|clear|empty|trans)\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])",
    re.IGNORECASE,
)

# A candidate is an address and its width (800w) or density (2x). Addresses may hold commas,
# but not at their end (HTML Standard, "srcset attributes").
_CANDIDATE: Final = re.compile(r"([^\s,]\S*[^\s,])(?:\s+([^,]*))?(?=,|$)")
_SIZE: Final = re.compile(r"([\d.]+)[wx]")


def find_image_source(image: HtmlElement, base_url: str) -> str:
    """Give the absolute address of the largest version; empty for a placeholder or a tracker."""
    for candidate in _find_candidates(image):
        source = candidate.strip()
        if source and not _PLACEHOLDER.search(source):
            return resolve_url(source, base_url)
    return ""


def _find_candidates(image: HtmlElement) -> Iterator[str]:
    """Yield addresses, the most telling first: the largest, then lazy ones, then as written."""
    own = _find_own(image)
    if own is not None:
        if _is_tracker(own):
            return
        yield from (_pick_largest(own.get(name, "")) for name in _SETS)
    picture = image if image.tag == "picture" else image.getparent()
    if picture is not None and picture.tag == "picture":
        for source in picture.iter("source"):
            yield from (_pick_largest(source.get(name, "")) for name in _SETS)
    if own is not None:
        yield from (own.get(name, "") for name in _LAZY_SOURCES)
        yield own.get("src", "")
        yield from (own.get(name, "") for name in _LAST_SOURCES)


def _find_own(image: HtmlElement) -> HtmlElement | None:
    return image if image.tag == "img" else image.find(".//img")


def _is_tracker(image: HtmlElement) -> bool:
    return image.get("width") in ("0", "1") and image.get("height") in ("0", "1")


def _pick_largest(srcset: str) -> str:
    best, best_size = "", -1.0
    for url, descriptor in _CANDIDATE.findall(srcset):
        size = _read_size(descriptor)
        if size > best_size and not _PLACEHOLDER.search(url):
            best, best_size = url, size
    return best


def _read_size(descriptor: str) -> float:
    match = _SIZE.match(descriptor)
    if match is None:
        return 1.0
    try:
        return float(match.group(1))
    except ValueError:  # several dots
        return 0.0


def find_image_alt(image: HtmlElement) -> str:
    """Give the alternative text, on one line; empty for a tracker."""
    own = _find_own(image)
    return "" if own is None or _is_tracker(own) else " ".join(own.get("alt", "").split())
