"""Addresses: one spelling for each, and the keys that pages and sites are known by."""

import re
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple
from urllib.parse import urlsplit

# Query parameters that say where a visitor came from and nothing about the page.
# Source: the public documentation of the analytics and mailing services that add them.
TRACKING_PARAMETERS: Final = frozenset(
    {
        *("gclid", "gclsrc", "dclid", "gbraid", "wbraid", "_ga", "_gl", "srsltid"),
        *("fbclid", "msclkid", "yclid", "ysclid", "twclid", "ttclid", "li_fat_id", "igshid"),
        *("igsh", "epik", "rdt_cid", "wickedid", "oly_enc_id", "oly_anon_id", "vero_id"),
        *("mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "__hstc", "__hssc", "__hsfp"),
        *("hsctatracking", "sc_cid", "cmpid", "_openstat", "ml_subscriber", "ml_subscriber_hash"),
    }
)
TRACKING_PREFIXES: Final = ("utm_", "pk_campaign", "pk_kwd", "mtm_", "piwik_")

# Query parameters that carry a visitor's session, by the public documentation of what adds them.
SESSION_PARAMETERS: Final = frozenset(
    {
        *("jsessionid", "phpsessid", "phpsession", "asp.net_sessionid", "cfid"),
        *("cftoken", "zenid", "oscsid", "xtcsid", "osadminid", "sessid", "gesessionid"),
    }
)
SESSION_PREFIXES: Final = ("aspsessionid",)
# Names that mean a session where the value looks like one, and anything else where not.
_MAYBE_SESSION: Final = frozenset(
    {"sid", "s", "session", "sessionid", "session_id", "sess", "ssid", "sessionkey"}
)
# 64 bits in hexadecimal are the shortest in practice; of other letters a word must not be enough.
_SESSION_VALUE: Final = re.compile(
    r"(?=[a-f-]*[0-9])[0-9a-f-]{16,}|(?=(?:[a-z]*[0-9]){3})[0-9a-z]{24,}", re.IGNORECASE
)
# `;jsessionid=…` after a segment, and the segment `(S(…))` of cookieless ASP.NET.
_SESSION_IN_PATH: Final = re.compile(
    r";(?:jsessionid|phpsessid|sid|sessionid)=[^/;]*|/\((?:[A-Z]\([\w-]{16,}\))+\)(?=/)",
    re.IGNORECASE,
)
# An ampersand written as the entity of an entity, once more on every page that repeats it.
_AMPERSANDS: Final = re.compile(r"&(?:amp(?:;|%3B))+", re.IGNORECASE)
_ESCAPED_AMPERSANDS: Final = re.compile(r"%26(?:amp%3B){2,}", re.IGNORECASE)

_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
_UNRESERVED: Final = frozenset(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
)
# A browser drops these from an address, wherever they stand (WHATWG URL Standard).
_DROPPED: Final = re.compile(r"[\t\n\r]")
_SURROUNDING: Final = "".join(map(chr, range(33)))
# Up to the query, a browser reads a backslash as a slash.
_PATH: Final = re.compile(r"[^?#]+")
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")
_UNSAFE: Final = re.compile(r"[^!$%&'()*+,\-./0-9:;=?@A-Z\[\]_a-z~|]")
_HOST: Final = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]")
_MAX_HOST_CHARS: Final = 253  # RFC 1035
_CACHED_ADDRESSES: Final = 1 << 14  # menus link the same addresses from every page


class AddressError(ValueError):
    """An address no page can be fetched from; the message says which and why."""


class _Parts(NamedTuple):
    scheme: str
    host: str
    port: str
    path: str
    query: str


@lru_cache(_CACHED_ADDRESSES)
def normalise_url(url: str) -> str:
    """Write an http(s) address the way all its equal spellings are written.

    Lower-case scheme and host (IDN in Punycode), no default port, no fragment, no dot segments,
    no tracking parameters and session ids; escapes upper-case, and none where none is needed;
    `&amp;` in a query is `&`. The order of the query is kept.

    Raises:
        AddressError: not an absolute http(s) address, or one with a user name or a bad host.
    """
    return _join(_read(url))


@lru_cache(_CACHED_ADDRESSES)
def url_key(url: str) -> str:
    """The identity of a page within its site: the normalised address, its query sorted by name.

    Parameters of one name keep their order, which can carry meaning.

    Raises:
        AddressError: as `normalise_url`.
    """
    parts = _read(url)
    pairs = sorted(parts.query.split("&"), key=lambda pair: pair.partition("=")[0])
    return _join(parts._replace(query="&".join(pairs)))


def site_key(url: str, scope: str = "host") -> str:
    """The name of the site an address belongs to: its host without `www.`, its port if unusual.

    With the scope `path` the folder of the address is part of the name.

    Raises:
        AddressError: as `normalise_url`.
        ValueError: an unknown scope.
    """
    parts = _read(url)
    site = parts.host.removeprefix("www.") + parts.port
    match scope:
        case "host":
            return site
        case "path":
            return site + parts.path[: parts.path.rindex("/") + 1]
    raise ValueError(f"unknown scope {scope!r}: host or path")


def page_id(url_key: str) -> str:
    """A digest of a page's key, 32 hexadecimal digits; the same over all crawls."""
    return blake2b(url_key.encode(), digest_size=16).hexdigest()


def _join(parts: _Parts) -> str:
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.scheme}://{parts.host}{parts.port}{parts.path}{query}"


def _read(url: str) -> _Parts:
    text = _PATH.sub(_slash, _DROPPED.sub("", url.strip(_SURROUNDING)), count=1)
    try:
        split = urlsplit(text)
        port = split.port
    except ValueError as error:
        raise AddressError(f"not an address: {url!r} ({error})") from None
    scheme = split.scheme.lower()
    if scheme not in _DEFAULT_PORTS:
        raise AddressError(f"not an http or https address: {url!r}")
    if "@" in split.netloc:
        raise AddressError(f"an address with a user name is not fetched: {url!r}")
    return _Parts(
        scheme,
        _read_host(split.hostname or "", "[" in split.netloc, url),
        "" if port in (None, _DEFAULT_PORTS[scheme]) else f":{port}",
        _remove_dot_segments(_drop_session(escape(split.path))),
        _drop_visit(_unfold_ampersands(escape(split.query))),
    )


def _slash(match: re.Match[str]) -> str:
    return match[0].replace("\\", "/")


def _read_host(host: str, is_ipv6: bool, url: str) -> str:
    name = f"[{host}]" if is_ipv6 else host.removesuffix(".")
    if not name.isascii():
        try:
            name = name.encode("idna").decode("ascii")
        except UnicodeError:
            raise AddressError(f"not a host name: {host!r} in {url!r}") from None
    name = name.lower()
    if len(name) > _MAX_HOST_CHARS or not _HOST.fullmatch(name):
        raise AddressError(f"not a host name: {host!r} in {url!r}")
    return name


def escape(text: str) -> str:
    """Write a part of a path or query as addresses have it: escaped where it must be, else not."""
    plain = _ESCAPE.sub(_normalise_escape, text)
    return _UNSAFE.sub(_escape_character, plain)


def _normalise_escape(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return chr(code) if code in _UNRESERVED else match[0].upper()


def _escape_character(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))


def _remove_dot_segments(path: str) -> str:
    segments = path.split("/")
    if segments[0]:
        segments.insert(0, "")
    if "/." not in path:
        return "/".join(segments) or "/"
    kept: list[str] = []
    for segment in segments[1:]:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _drop_session(path: str) -> str:
    return _SESSION_IN_PATH.sub("", path) if ";" in path or "(" in path else path


def _unfold_ampersands(query: str) -> str:
    if "amp" not in query.lower():
        return query
    return _ESCAPED_AMPERSANDS.sub("%26amp%3B", _AMPERSANDS.sub("&", query))


def _drop_visit(query: str) -> str:
    """Leave out what says who came and from where, and nothing about the page."""
    if not query:
        return ""
    return "&".join(pair for pair in query.split("&") if pair and not _tells_visit(pair))


def _tells_visit(pair: str) -> bool:
    name, _, value = pair.partition("=")
    name = name.lower()
    return (
        name in TRACKING_PARAMETERS
        or name.startswith((*TRACKING_PREFIXES, *SESSION_PREFIXES))
        or name in SESSION_PARAMETERS
        or (name in _MAYBE_SESSION and _SESSION_VALUE.fullmatch(value) is not None)
    )
