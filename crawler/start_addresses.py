"""Where a crawl may begin: an address as its user wrote it, a file of them, a host name."""

from pathlib import Path
from typing import Final

from models.address import AddressError, normalise_url

# Bytes of a file of starts; one that is larger was named by mistake.
_MAX_STARTS_BYTES: Final = 8 * 1024 * 1024


class StartError(ValueError):
    """What no crawl can begin at; the message says why, and in a file on which line."""


def read_start(text: str) -> str:
    """Read an address.

    Raises:
        StartError: not an http(s) address, or one with a user name.
    """
    scheme, separator, rest = text.partition("://")
    if not separator:
        raise StartError("not a URL; it begins with http:// or https://")
    if "@" in rest.partition("/")[0] and scheme.lower() in ("http", "https"):
        raise StartError(
            "a user name and a password are given by -s HTTPAUTH_USER=… -s HTTPAUTH_PASS=…, "
            "not in the address"
        )
    try:
        return normalise_url(text)
    except AddressError as error:
        raise StartError(str(error)) from None


def read_host(text: str) -> str:
    """Read a host name as the address of its first page, by https.

    Raises:
        StartError: not a host name.
    """
    if "/" in text:
        raise StartError("a host name alone; use -a url=… for an address")
    try:
        return normalise_url(f"https://{text}/")
    except AddressError:
        raise StartError("not a host name") from None


def read_starts_file(path: Path) -> list[str]:
    """Read a file with an address a line; empty lines and those that begin with # say nothing.

    Raises:
        StartError: no such file, no text, or a line that is no address.
    """
    try:
        with path.open("rb") as file:
            text = file.read(_MAX_STARTS_BYTES + 1).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise StartError(f": {getattr(error, 'strerror', None) or 'not a text in UTF-8'}") from None
    if len(text) > _MAX_STARTS_BYTES:
        raise StartError(f": larger than {_MAX_STARTS_BYTES:,} bytes")
    urls = []
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if line and not line.startswith("#"):
            try:
                urls.append(read_start(line))
            except StartError as error:
                raise StartError(f", line {number}: {line}: {error}") from None
    if not urls:
        raise StartError(": no address in it")
    return urls
