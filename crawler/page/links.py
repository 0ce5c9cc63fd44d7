"""The addresses a page refers to."""

import re
from functools import lru_cache
from typing import Final
from urllib.parse import urldefrag, urljoin, urlsplit

from lxml.html import HtmlElement

_SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
# URL Standard: leading and trailing C0 controls and spaces go, tabs and line breaks everywhere.
_OUTER_SPACE: Final = "".join(map(chr, range(0x21)))
_INNER_BREAKS: Final = str.maketrans("", "", "\t\n\r")
_UNSAFE: Final = re.compile(r"[\x00-\x20\x7f\"<>]")
# A path that resolving leaves as it is, and the same behind a host: no dot segments, nothing to
# escape, no port to judge. A fragment goes.
_PATH: Final = r"(?:/[\w~-][\w~.-]*+)*+/?(?:\?[\w~.=&%+-]++)?"
_FRAGMENT: Final = r"(?:#[\w~.=&%+/-]*+)?"
_PLAIN_PATH: Final = re.compile(f"({_PATH}){_FRAGMENT}", re.ASCII)
_PLAIN_ADDRESS: Final = re.compile(f"(https?://[a-zA-Z0-9.-]++{_PATH}){_FRAGMENT}", re.ASCII)
_LINKING: Final = ("a", "area", "link", "iframe", "frame")


def find_base(tree: HtmlElement, url: str) -> str:
    """Resolve the first `<base href>` against the served address; one that is not http(s) is void.

    Args:
        tree: the parsed page.
        url: the served address; any string, empty too.
    """
    for base in tree.iter("base"):
        href = base.get("href")
        if href is not None:
            return resolve_url(url, href) or url
    return url


def find_links(tree: HtmlElement, base_url: str) -> tuple[str, ...]:
    """List the http(s) addresses of links, areas and frames, without fragments.

    Those of `<link>` too where it names the next page or this one in another language. In
    document order, without repeats; whatever does not resolve to an address is passed over.
    """
    found: dict[str, None] = {}
    seen: set[str] = set()
    for element in tree.iter(*_LINKING):
        href = element.get("src" if element.tag in ("iframe", "frame") else "href")
        if not href or href in seen or href.startswith("#"):
            continue
        if element.tag == "link" and not _leads_to_page(element):
            continue
        seen.add(href)
        address = resolve_url(base_url, href)
        if address:
            found[address] = None
    return tuple(found)


def _leads_to_page(link: HtmlElement) -> bool:
    relations = link.get("rel", "").lower().split()
    return "next" in relations or ("alternate" in relations and link.get("hreflang") is not None)


def resolve_url(base_url: str, href: str) -> str:
    """Resolve a reference to an absolute http(s) address without fragment; empty if it has none."""
    # Most links of a page are plain, and taking addresses apart is slow.
    if href[:1] == "/":
        if (plain := _PLAIN_PATH.fullmatch(href)) and (origin := _origin_of(base_url)):
            return origin + plain[1]
    elif plain := _PLAIN_ADDRESS.fullmatch(href):
        return plain[1]
    return _resolve_any(base_url, href)


@lru_cache(maxsize=64)
def _origin_of(base_url: str) -> str:
    return _resolve_any(base_url, "/").removesuffix("/")


def _resolve_any(base_url: str, href: str) -> str:
    href = href.strip(_OUTER_SPACE).translate(_INNER_BREAKS)
    scheme = _SCHEME.match(href)
    if scheme and scheme[0].lower() not in ("http:", "https:"):
        return ""
    try:
        address = urldefrag(urljoin(base_url, _turn_slashes(href)))[0]
        parts = urlsplit(address)
        is_address = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:  # a port that is no number, an IPv6 host without its bracket
        return ""
    if not is_address or _UNSAFE.search(parts.netloc):
        return ""
    address = parts.scheme + address[len(parts.scheme) :]
    return _UNSAFE.sub(lambda match: f"%{ord(match[0]):02X}", address)


def _turn_slashes(href: str) -> str:
    """Read a backslash before the query as a slash, as browsers do in http(s) addresses."""
    if "\\" not in href:
        return href
    path, mark, query = href.partition("?")
    return path.replace("\\", "/") + mark + query
