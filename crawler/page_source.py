"""Get the bytes of one page that a user named: a file, an address, or standard input."""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse, IncompleteRead
from pathlib import Path
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPRedirectHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from crawler.connection_guard import ConnectionGuard
from crawler.limits import refuse_body, refuse_content_type
from crawler.page.parse import MAX_BODY_BYTES, has_tag
from crawler.page_connections import GuardedHTTPHandler, GuardedHTTPSHandler, make_guard
from crawler.private_addresses import IPNetwork
from models.address import AddressError, normalise_url

# Seconds. Unmeasured: what a person waits for one page before trying something else.
TIMEOUT_S: Final = 20
DEADLINE_S: Final = 60
_CHUNK: Final = 64 * 1024
# Bytes in which a NUL gives a binary file away.
_SNIFFED: Final = 4096


class SourceError(Exception):
    """The named page is not there or not HTML; the message names it and says why."""


class FetchError(SourceError):
    """The address could not be fetched."""


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes of a page, the address it has and the Content-Type it came with, if any."""

    body: bytes
    url: str = ""
    content_type: str | None = None


def read_source(name: str, user_agent: str, allowed: Sequence[IPNetwork] = ()) -> Source:
    """Read a page from `-` (standard input), an http(s) address or a file.

    Redirects lead to public addresses alone, and to the private networks that are `allowed`.

    Raises:
        FetchError: the address gave no HTML page.
        SourceError: the file or the input is missing, empty, too large or not text.
    """
    if not name:
        raise SourceError("no file is named")
    if name == "-":
        return Source(_checked(sys.stdin.buffer.read(MAX_BODY_BYTES + 1), "standard input"))
    scheme, is_address, _ = name.partition("://")
    if is_address and scheme.lower() in ("http", "https"):
        try:
            return _fetch(normalise_url(name), user_agent, allowed)
        except AddressError as error:
            raise SourceError(str(error)) from None
    if is_address:
        raise SourceError(f"{name}: only http and https addresses can be fetched")
    return _read_file(Path(name))


def _read_file(path: Path) -> Source:
    try:
        with path.open("rb") as file:
            body = file.read(MAX_BODY_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise SourceError(f"{path}: {reason}") from error
    return Source(_checked(body, str(path)))


def _checked(body: bytes, name: str) -> bytes:
    if not body.strip():
        raise SourceError(f"{name}: empty")
    if len(body) > MAX_BODY_BYTES:
        raise SourceError(f"{name}: larger than {MAX_BODY_BYTES // 1024 // 1024} MB")
    if (refused := refuse_body("text/html", body)) or _is_binary(body):
        kind = refused.removeprefix("content/") or "binary data"
        raise SourceError(f"{name}: not an HTML page but {kind}")
    return body


def _is_binary(body: bytes) -> bool:
    """A NUL gives binary data away, but for UTF-16 and for pages that say what they are."""
    if body.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" not in body[:_SNIFFED]:
        return False
    return bool(refuse_body("", body)) and not has_tag(body[:_SNIFFED])


def _fetch(url: str, user_agent: str, allowed: Sequence[IPNetwork]) -> Source:
    try:
        request = Request(url, headers={"User-Agent": user_agent, "Accept": "text/html,*/*;q=0.5"})
        with _opener(make_guard(url, allowed)).open(request, timeout=TIMEOUT_S) as answer:
            content_type = answer.headers.get("Content-Type")
            _require_html(url, content_type)
            return Source(_checked(_read_in_time(answer, url), url), answer.geturl(), content_type)
    except HTTPError as error:
        raise FetchError(f"{url}: answered {error.code} {error.reason}") from error
    except URLError as error:
        raise FetchError(f"{url}: cannot be reached ({error.reason})") from error
    except IncompleteRead as error:
        raise FetchError(f"{url}: cut off on the way") from error
    except (OSError, HTTPException, ValueError) as error:
        raise FetchError(f"{url}: cannot be fetched ({error})") from error
    except FetchError:
        raise
    except SourceError as error:
        raise FetchError(str(error)) from error


def _opener(guard: ConnectionGuard) -> OpenerDirector:
    """An opener that knows http and https alone, so that no redirect leads to a local file."""
    opener = OpenerDirector()
    for handler in (
        ProxyHandler(),
        GuardedHTTPHandler(guard),
        GuardedHTTPSHandler(guard),
        HTTPDefaultErrorHandler(),
        HTTPRedirectHandler(),
        HTTPErrorProcessor(),
    ):
        opener.add_handler(handler)
    return opener


def _require_html(url: str, content_type: str | None) -> None:
    if refused := refuse_content_type(content_type or ""):
        raise FetchError(f"{url}: not an HTML page but {refused.removeprefix('content_type/')}")


def _read_in_time(answer: HTTPResponse, url: str) -> bytes:
    deadline = time.monotonic() + DEADLINE_S
    chunks: list[bytes] = []
    size = 0
    while size <= MAX_BODY_BYTES and (chunk := answer.read(_CHUNK)):
        chunks.append(chunk)
        size += len(chunk)
        if time.monotonic() > deadline:
            raise FetchError(f"{url}: not read within {DEADLINE_S} s")
    if size <= MAX_BODY_BYTES and answer.length:
        raise FetchError(f"{url}: cut off after {size:,} of {size + answer.length:,} bytes")
    return b"".join(chunks)
