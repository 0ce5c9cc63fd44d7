"""Which picture an `<img>` or `<picture>` shows, lazy loading and resolutions seen through."""

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import Final

from lxml.html import HtmlElement

from crawler.page.escape import resolve_url

# Where lazy loaders keep the real picture: lazysizes, lozad, unveil, Echo, WordPress plugins,
# Jetpack, XenForo, Squarespace.
_SETS: Final = ("srcset", "data-srcset", "data-lazy-srcset", "data-original-set")
_ALL_SETS: Final = frozenset(_SETS)
_SOURCES: Final = (
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
    "src",
    "data-image",
    "data-url",
)

_NO_ADDRESSES: Final = ("data:", "about:", "blob:", "#")
_IMAGE_FILE: Final = re.compile(r"\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])")
_PLACEHOLDER_NAME: Final = re.compile(
    r"(?:^|[/_.-])(?:blank|spacer|transparent|placeholder|pixel|1x1|lazy[_-]?load(?:er|ing)?"
    r"|loading|gr[ea]y|clear|empty|trans)$"
)
_MAX_NAME_CHARS: Final = len("/lazy-loading")

# A candidate is an address and its width (800w) or density (2x). Addresses may hold commas,
# but not at their end (HTML Standard, "srcset attributes").
_CANDIDATE: Final = re.compile(r"([^\s,]\S*[^\s,])(?:\s+([^,]*))?(?=,|$)")
_SIZE: Final = re.compile(r"([\d.]+)[wx]")


def find_image_source(image: HtmlElement, base_url: str) -> str:
    """Give the absolute address of the largest version; empty for a placeholder or a tracker."""
    for candidate in _find_candidates(image):
        source = candidate.strip()
        if source and not _is_placeholder(source):
            return resolve_url(source, base_url)
    return ""


def _is_placeholder(source: str) -> bool:
    if source[:6].lower().startswith(_NO_ADDRESSES) or "{{" in source or "${" in source:
        return True
    lowered = source.lower()
    # Endings first: they are few, and a search for all the names costs ten times as much.
    return any(
        _PLACEHOLDER_NAME.search(lowered, max(0, file.start() - _MAX_NAME_CHARS), file.start())
        for file in _IMAGE_FILE.finditer(lowered)
    )


def _find_candidates(image: HtmlElement) -> Iterator[str]:
    """Yield addresses, the most telling first: the largest, then lazy ones, then as written."""
    own = _find_own(image)
    if own is not None and _is_tracker(own):
        return
    attributes = {} if own is None else dict(own.items())
    if not _ALL_SETS.isdisjoint(attributes):
        yield from _pick_from_sets(attributes)
    picture = image if image.tag == "picture" else image.getparent()
    if picture is not None and picture.tag == "picture":
        for source in picture.iter("source"):
            yield from _pick_from_sets(dict(source.items()))
    yield from (attributes[name] for name in _SOURCES if name in attributes)


def _pick_from_sets(attributes: dict[str, str]) -> Iterator[str]:
    return (_pick_largest(attributes[name]) for name in _SETS if name in attributes)


def _find_own(image: HtmlElement) -> HtmlElement | None:
    return image if image.tag == "img" else image.find(".//img")


def _is_tracker(image: HtmlElement) -> bool:
    return image.get("width") in ("0", "1") and image.get("height") in ("0", "1")


def _pick_largest(srcset: str) -> str:
    candidates = [(_read_size(descriptor), url) for url, descriptor in _CANDIDATE.findall(srcset)]
    candidates.sort(key=itemgetter(0), reverse=True)  # stable: the first of its size stays so
    return next((url for _, url in candidates if not _is_placeholder(url)), "")


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
    if own is None or not (alt := own.get("alt")) or _is_tracker(own):
        return ""
    return " ".join(alt.split())
