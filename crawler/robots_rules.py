"""What robots.txt says, as RFC 9309 reads it: bytes in, rules out."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import urlsplit

# Bytes that are read; what comes after is no rule any more (RFC 9309, 2.5).
MAX_ROBOTS_BYTES: Final = 500 * 1024
EVERYBODY: Final = "*"

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
# The token at the beginning of a name: `sitewinnow` of `SiteWinnow/1.0 (+https://…)`.
_TOKEN: Final = re.compile(r"[a-z0-9_-]+|\*")
_USER_AGENT: Final = frozenset({"user-agent", "useragent", "user agent"})
# Spellings that webmasters are known for (Google's robots.txt parser takes them too).
_DISALLOW: Final = frozenset(
    {"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"}
)
_ALLOW: Final = frozenset({"allow"})
_CRAWL_DELAY: Final = frozenset({"crawl-delay", "crawldelay", "crawl delay"})
_SITEMAP: Final = frozenset({"sitemap", "site-map"})

_ESCAPE_OR_CHARACTER: Final = re.compile(r"%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~!&'()+,/:;=?@\[\]#*$]")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


@dataclass(frozen=True)
class Rule:
    """A path pattern: `*` stands for anything, `$` at the end for the end of the address."""

    pattern: str
    allows: bool

    @cached_property
    def _parts(self) -> tuple[str, ...]:
        return tuple(self.pattern.removesuffix("$").split("*"))

    def matches(self, path: str) -> bool:
        """Whether a normalised path, with its query, falls under the rule."""
        first, *others = self._parts
        if not path.startswith(first):
            return False
        is_whole = self.pattern.endswith("$")
        if not others:
            return not is_whole or path == first
        last = others.pop()
        position = len(first)
        for part in others:
            position = path.find(part, position)
            if position < 0:
                return False
            position += len(part)
        if is_whole:
            return path.endswith(last) and len(path) - len(last) >= position
        return path.find(last, position) >= 0


@dataclass(frozen=True, slots=True)
class Group:
    """The rules for one crawler, the longest first; `crawl_delay` in seconds, if there is one."""

    rules: tuple[Rule, ...] = ()
    crawl_delay: float | None = None

    def allows(self, url: str) -> bool:
        """Whether an address may be asked for. The longest pattern decides, `Allow` before."""
        split = urlsplit(url)
        path = split.path or "/"
        if path == "/robots.txt":
            return True
        target = _normalise(f"{path}?{split.query}" if split.query else path, is_pattern=False)
        return next((rule.allows for rule in self.rules if rule.matches(target)), True)


@dataclass(frozen=True, slots=True)
class Robots:
    """A whole file. `groups` are by lower-cased product token; all of one token are one group."""

    groups: dict[str, Group]
    sitemaps: tuple[str, ...] = ()

    def group_of(self, agent: str) -> Group:
        """The group for a crawler's name, which begins with its product token; else that for all.

        The token is compared as a whole: a rule for `site` is none for `sitewinnow`.
        """
        token = _read_token(agent)
        return self.groups.get(token) or self.groups.get(EVERYBODY) or Group()


def read_robots(body: bytes) -> Robots:
    """Read a robots.txt; whatever is no rule in it is passed over."""
    rules: dict[str, list[Rule]] = {}
    delays: defaultdict[str, list[float]] = defaultdict(list)
    sitemaps: dict[str, None] = {}
    agents: list[str] = []
    is_open = True  # further names may join the group
    for field, value in _read_lines(body):
        if field in _USER_AGENT:
            agents = [*(agents if is_open else ()), _read_token(value)]
            is_open = True
            rules.setdefault(agents[-1], [])  # a group without rules is one too
        elif field in _SITEMAP:
            sitemaps[value] = None
        elif field in _ALLOW or field in _DISALLOW:
            is_open = False
            for agent in dict.fromkeys(agents if value else ()):
                rules[agent].append(Rule(_read_pattern(value), field in _ALLOW))
        elif field in _CRAWL_DELAY:
            # Not in the RFC, by which names after it would join the group. Those who write it
            # mean a group by it, and a rule for another crawler under it is not for all.
            is_open = False
            if (delay := _read_delay(value)) is not None:
                for agent in agents:
                    delays[agent].append(delay)
    groups = {
        agent: Group(_sort(found), max(delays[agent], default=None))
        for agent, found in rules.items()
        if agent
    }
    return Robots(groups, tuple(filter(None, sitemaps)))


def _read_lines(body: bytes) -> Iterator[tuple[str, str]]:
    for line in _LINE_END.split(_decode(body)):
        text = line.partition("#")[0].strip()
        field, colon, value = text.partition(":")
        if not colon:  # the colon is forgotten now and then
            field, _, value = text.partition(" ")
        yield " ".join(field.split()).lower(), value.strip()


def _decode(body: bytes) -> str:
    """As text, up to the last whole line of what is read. Bytes that are no UTF-8 stay apart."""
    if len(body) > MAX_ROBOTS_BYTES:
        cut = body[:MAX_ROBOTS_BYTES]
        body = cut[: max(cut.rfind(b"\n"), cut.rfind(b"\r")) + 1]
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        return body.decode("utf-16", "replace")
    return body.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")


def _read_token(name: str) -> str:
    found = _TOKEN.match(name.strip().lower())
    return found[0] if found else ""


def _read_delay(value: str) -> float | None:
    try:
        seconds = float(value)
    except ValueError:
        return None
    return seconds if 0 <= seconds < math.inf else None


def _read_pattern(value: str) -> str:
    pattern = value if value.startswith(("/", "*", "$")) else f"/{value}"
    return _normalise(pattern, is_pattern=True)


def _sort(rules: list[Rule]) -> tuple[Rule, ...]:
    return tuple(sorted(set(rules), key=lambda rule: (-len(rule.pattern), not rule.allows)))


def _normalise(path: str, *, is_pattern: bool) -> str:
    """One spelling of a path: escapes upper-case, none where none is needed (RFC 9309, 2.2.2).

    In a pattern `*` and a closing `$` have their meaning; elsewhere they are escaped, so that
    `%2A` in a pattern is the star of an address.
    """
    text = _ESCAPE_OR_CHARACTER.sub(_spell, path)
    if not is_pattern:
        return text.replace("*", "%2A").replace("$", "%24")
    end = "$" if text.endswith("$") else ""
    return text.removesuffix("$").replace("$", "%24") + end


def _spell(match: re.Match[str]) -> str:
    found = match[0]
    if len(found) == 3:
        plain = chr(int(found[1:], 16))
        return plain if plain in _UNRESERVED else found.upper()
    encoded = found.encode("utf-8", "surrogateescape")
    return "".join(f"%{byte:02X}" for byte in encoded)
