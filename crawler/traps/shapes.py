"""Which addresses are of one kind."""

import re
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit

# Addresses kept in mind: menus link the same from every page.
_CACHED_SHAPES: Final = 1 << 14
_DIGITS: Final = re.compile(r"\d+")
# A made-up identifier: 64 bits in hexadecimal, or as long a mix of letters and digits.
_TOKEN: Final = re.compile(
    r"(?=[a-f-]*\d)[\da-f-]{16,}|(?=(?:[a-z_-]*\d){3})[\da-z_-]{20,}", re.IGNORECASE
)
_PAGE_PARAMETERS: Final = frozenset(
    {
        *("page", "paged", "pg", "pagenum", "page_num", "pagenumber", "page_number", "pageno"),
        *("page_no", "pageindex", "page_index", "offset", "start", "skip", "from", "limitstart"),
        *("seite", "pagina", "currentpage"),
    }
)
_PAGE_IN_PATH: Final = re.compile(r"(?<=/)((?:page|seite|pagina)[/-]?)\d+(?=/|$)", re.IGNORECASE)
# Folders below which a path counts as a choice of filters rather than a place in a tree.
_FILTERED_DEPTH: Final = 3


class Shape(NamedTuple):
    """The groups an address belongs to; a group that does not apply is empty."""

    template: str
    """The address with `#` for its numbers, `*` for tokens, and of its query the names alone."""
    varies: bool
    """Whether another address can have the same template."""
    filters: str
    """The place whose pages are chosen by a query, or by folders below it."""
    choices: frozenset[str]
    """The parameters of the query with their values, or those folders."""
    paged: str
    """The address with `#` for the number of a list's page."""
    skeleton: str
    """The address with `*` for its tokens, where it has any."""
    sessions: tuple[str, ...]
    """Where the tokens stand."""


@lru_cache(_CACHED_SHAPES)
def shape_of(url: str) -> Shape:
    """The shape of a normalised address."""
    parts = urlsplit(url)
    segments = [unquote(segment) for segment in parts.path.split("/")]
    pairs = [pair.partition("=") for pair in parts.query.split("&") if pair]
    names = sorted({name for name, _, _ in pairs})
    masked = ["*" if _is_token(segment) else segment for segment in segments]
    template = parts.netloc + "/".join(_DIGITS.sub("#", segment) for segment in masked)
    place, choices = _find_filters(parts, segments)
    sessions = _find_sessions(parts.netloc, masked, pairs)
    return Shape(
        template=f"{template}?{'&'.join(names)}" if names else template,
        varies="#" in template or "*" in template or bool(names),
        filters=place,
        choices=choices,
        paged=_find_list(parts.netloc, parts.path, pairs),
        skeleton=_mask_tokens(parts.netloc, masked, pairs) if sessions else "",
        sessions=sessions,
    )


def _is_token(text: str) -> bool:
    return _TOKEN.fullmatch(text) is not None


def _find_filters(parts: SplitResult, segments: list[str]) -> tuple[str, frozenset[str]]:
    if parts.query:
        return f"{parts.netloc}{parts.path}?*", frozenset(parts.query.split("&"))
    folders = [segment for segment in segments if segment]
    if len(folders) < _FILTERED_DEPTH:
        return "", frozenset()
    return f"{parts.netloc}/{folders[0]}/**", frozenset(folders[1:])


def _find_list(host: str, path: str, pairs: list[tuple[str, str, str]]) -> str:
    is_paged = [name.lower() in _PAGE_PARAMETERS and value.isdigit() for name, _, value in pairs]
    if not any(is_paged):
        masked = _PAGE_IN_PATH.sub(r"\1#", path)
        if masked == path:
            return ""
        path = masked
    query = "&".join(
        f"{name}=#" if paged else f"{name}={value}"
        for paged, (name, _, value) in zip(is_paged, pairs, strict=True)
    )
    return f"{host}{path}?{query}" if query else host + path


def _find_sessions(
    host: str, masked: list[str], pairs: list[tuple[str, str, str]]
) -> tuple[str, ...]:
    in_query = [f"{host}?{name}=*" for name, _, value in pairs if _is_token(value)]
    if "*" not in masked:
        return tuple(in_query)
    return (host + "/".join(masked[: masked.index("*") + 1]), *in_query)


def _mask_tokens(host: str, masked: list[str], pairs: list[tuple[str, str, str]]) -> str:
    query = sorted(f"{name}={'*' if _is_token(value) else value}" for name, _, value in pairs)
    return f"{host}{'/'.join(masked)}?{'&'.join(query)}"
