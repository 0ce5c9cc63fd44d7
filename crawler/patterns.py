"""Which addresses a user wants or does not want, in the notation of robots.txt (RFC 9309)."""

import re
from dataclasses import dataclass
from typing import Final

from models.address import AddressError, escape, normalise_url

_ORIGIN: Final = re.compile(r"(https?://[^/*$]+)(/.*)", re.IGNORECASE)


class PatternError(ValueError):
    """A pattern that no address can match; the message says why."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern as written, and the expression that finds it at the beginning of an address."""

    text: str
    expression: re.Pattern[str]
    is_absolute: bool

    def matches(self, url: str) -> bool:
        """Whether a normalised address is meant."""
        start = 0 if self.is_absolute else url.index("/", url.index("://") + 3)
        return self.expression.match(url, start) is not None


def read_pattern(text: str) -> Pattern:
    """Read the beginning of a path, or of an address with its host.

    `*` is any run of characters and `$` at the end the end of the address, so `/blog/` is the
    folder and all below, `/*.html$` a kind of file, `*?*print=` a parameter. Letters that an
    address escapes are escaped here too.

    Raises:
        PatternError: it begins with neither `/`, `*` nor `http`, or has a `$` before its end.
    """
    origin, path = "", text
    if absolute := _ORIGIN.fullmatch(text):
        origin, path = _normalise(absolute[1], text), absolute[2]
    elif not text.startswith(("/", "*")):
        raise PatternError("begins with neither / nor * nor http(s)://host/")
    body = path.removesuffix("$")
    if "$" in body:
        raise PatternError("$ stands for the end of an address, so at its end only")
    parts = [escape(part) for part in body.split("*")]
    end = "$" if path.endswith("$") else ""
    expression = re.escape(origin) + ".*".join(re.escape(part) for part in parts) + end
    return Pattern(text, re.compile(expression), bool(origin))


def read_patterns(text: str) -> tuple[Pattern, ...]:
    """Read patterns with commas or spaces between them; either is `%2C` or `%20` in one.

    Raises:
        PatternError: as `read_pattern`, or none at all.
    """
    texts = text.replace(",", " ").split()
    if not texts:
        raise PatternError("no pattern in it")
    return tuple(read_pattern(each) for each in texts)


def _normalise(origin: str, text: str) -> str:
    try:
        return normalise_url(origin + "/").removesuffix("/")
    except AddressError:
        raise PatternError(f"{text} names no host") from None
