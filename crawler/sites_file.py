"""A TOML file with a section for each site: what `-a` says of all sites, said of one."""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from w3lib.http import basic_auth_header

from crawler.page.css_marks import SelectorError, read_css_rules
from crawler.patterns import Pattern, PatternError, read_patterns
from crawler.scope import SCOPES, Site, make_site_key
from crawler.site_access import SiteAccess
from crawler.start_addresses import StartError, read_start, read_starts_file
from crawler.toml_lines import find_line
from models.address import AddressError, normalise_url

# Bytes of the file; one that is larger was named by mistake.
_MAX_BYTES: Final = 1024 * 1024

_LISTS: Final = ("url", "include", "exclude", "include_css", "exclude_css")
_TEXTS: Final = ("starts", "scope", "httpauth_user", "httpauth_pass")
_TABLES: Final = ("headers", "cookies")
_NUMBERS: Final = ("max_pages", "max_depth")
KEYS: Final = (*_LISTS, *_TEXTS, *_TABLES, *_NUMBERS)

_LINE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~\w-]+", re.ASCII)
_FIELD: Final = re.compile(r"[\t -~\x80-\xff]*")
_COOKIE: Final = re.compile(r"[!-+\x2d-:<-~]*")


class SitesFileError(ValueError):
    """A file of sites that says nothing usable; the message has its name and the line."""


def read_sites_file(name: str) -> tuple[Site, ...]:
    """Read the sites of a file, in its order, each with its starts and all that is said of it.

    A section is named as a site is (`example.com`, `example.com/docs/`, `.example.com`). One
    without starts begins at its name.

    Raises:
        SitesFileError: no such file, not TOML, or a section that is no site or says what none has.
    """
    path = Path(name)
    try:
        text = _read_text(path)
        data = tomllib.loads(text)
    except OSError as error:
        raise SitesFileError(f"SITES_FILE={name}: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        place = _LINE.search(str(error))
        line = place[1] if place and place[1] else len(text.splitlines())
        raise SitesFileError(f"{name}, line {line}: {_LINE.sub('', str(error))}") from None
    except ValueError as error:
        raise SitesFileError(f"SITES_FILE={name}: {error}") from None
    sites: dict[str, Site] = {}
    lines: dict[str, int] = {}
    for keys, table in _sections(data, ()):
        section = _Section(path, text, keys, table)
        site = section.read()
        line = find_line(text, keys)
        if site.key in sites:
            raise section.error((), f"the same site as in line {lines[site.key]}")
        sites[site.key], lines[site.key] = site, line
    if not sites:
        raise SitesFileError(f'SITES_FILE={name}: no section in it, such as ["example.com"]')
    return tuple(sites.values())


def _read_text(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise ValueError(f"larger than {_MAX_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("not a text in UTF-8") from None


def _sections(
    table: Mapping[str, Any], above: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """List the sections; `[example.com]` without quotes is a table `com` in a table `example`."""
    for key, value in table.items():
        path = (*above, key)
        holds_tables = isinstance(value, dict) and value.keys() and not {*value} & {*KEYS}
        if holds_tables and all(isinstance(inner, dict) for inner in value.values()):
            yield from _sections(value, path)
        else:
            yield path, value


class _Section:
    """One section, read key by key; an error names the file, the line and the key."""

    def __init__(self, path: Path, text: str, keys: tuple[str, ...], table: Any) -> None:
        self._path, self._text, self._keys, self._table = path, text, keys, table
        self._name = ".".join(keys)

    def read(self) -> Site:
        if not isinstance(self._table, dict):
            raise self.error((), 'stands in no section; one begins with ["example.com"]')
        self._check_kinds()
        scope, key, home = self._read_name()
        site = Site(
            key,
            scope,
            (),
            include=self._patterns("include"),
            exclude=self._patterns("exclude"),
            access=SiteAccess(
                self._read_headers(), self._number("max_pages"), self._number("max_depth")
            ),
        )
        site = replace(
            site, css=read_css_rules(*map(self._selectors, ("include_css", "exclude_css")))
        )
        starts = self._read_starts()
        for url, name, written in starts:
            if not site.contains(url):
                raise self.error((name,), f"{url} lies outside of {key}", written)
            if site.refuse(url) == "excluded":
                raise self.error(("exclude",), f"shuts out the start {url}")
        if starts:
            return replace(site, start_urls=tuple(dict.fromkeys(url for url, _, _ in starts)))
        plain = home.replace("https:", "http:", 1)
        return replace(site, start_urls=(home,), plain_start_urls=(plain,))

    def error(self, keys: Sequence[str], message: str, value: str = "") -> SitesFileError:
        line = find_line(self._text, (*self._keys, *keys), value)
        shown = "".join(f"{key}: " for key in keys[:1]) + (f"{keys[1]}: " if keys[1:] else "")
        return SitesFileError(f"{self._path}, line {line}: {self._name}: {shown}{message}")

    def _check_kinds(self) -> None:
        for key, value in self._table.items():
            if key not in KEYS:
                raise self.error((key,), f"unknown key; there are {', '.join(KEYS)}")
            if key in _LISTS and not _is_list_of_texts(value):
                raise self.error((key,), f"must be a text or a list of texts, not {value!r}")
            if key in _TEXTS and not isinstance(value, str):
                raise self.error((key,), f"must be a text, not {value!r}")
            if key in _NUMBERS and (type(value) is not int or value < 1):
                raise self.error((key,), f"must be a whole number from 1, not {value!r}")
            if key in _TABLES and not isinstance(value, dict):
                raise self.error((key,), f'must be a table {{ name = "value" }}, not {value!r}')

    def _read_name(self) -> tuple[str, str, str]:
        """The scope, the key, and the address that a section without starts begins at."""
        name = self._name.removeprefix(".")
        is_domain, has_path = name != self._name, "/" in name
        implied = "domain" if is_domain else "path" if has_path else "host"
        scope = self._table.get("scope", implied)
        if scope not in SCOPES:
            raise self.error(("scope",), f"{', '.join(SCOPES[:-1])} or {SCOPES[-1]}, not {scope!r}")
        if implied not in ("host", scope):
            raise self.error(("scope",), f"the name of the section says {implied}, not {scope}")
        address = f"https://{name}{'' if name.endswith('/') else '/'}"
        try:
            home = normalise_url(address)
        except AddressError:
            home = ""
        key = make_site_key(home, scope) if home else ""
        if "://" in name or not home:
            raise self.error((), "not the name of a site: example.com, example.com/docs/")
        if scope == "domain" and key.removeprefix(".") != name.lower().removeprefix("www."):
            raise self.error((), f"not a registered name; its domain is {key}")
        return scope, key, home

    def _read_starts(self) -> list[tuple[str, str, str]]:
        """Addresses to start at, each with its key and as it is written."""
        starts = [(self._start(text), "url", text) for text in self._list("url")]
        if "starts" in self._table:
            name = self._table["starts"]
            try:
                urls = read_starts_file(self._path.parent / name)
            except StartError as error:
                raise self.error(("starts",), f"{name}{error}") from None
            starts += [(url, "starts", name) for url in urls]
        return starts

    def _start(self, text: str) -> str:
        try:
            return read_start(text)
        except StartError as error:
            said = str(error).replace(
                "-s HTTPAUTH_USER=… -s HTTPAUTH_PASS=…", "httpauth_user and httpauth_pass"
            )
            raise self.error(("url",), f"{text}: {said}", text) from None

    def _patterns(self, key: str) -> tuple[Pattern, ...]:
        return tuple(self._each(key, read_patterns, PatternError))

    def _selectors(self, key: str) -> list[str]:
        self._each(key, lambda text: [read_css_rules(text)], SelectorError)
        return self._list(key)

    def _each(
        self, key: str, read: Callable[[str], Sequence[Any]], fault: type[ValueError]
    ) -> list[Any]:
        found: list[Any] = []
        for text in self._list(key):
            try:
                found += read(text)
            except fault as error:
                raise self.error((key,), str(error), text) from None
        return found

    def _read_headers(self) -> dict[str, str]:
        headers = {}
        for name, value in self._table.get("headers", {}).items():
            is_text = isinstance(value, str) and _FIELD.fullmatch(value)
            if not _TOKEN.fullmatch(name) or not is_text:
                raise self.error(("headers", name), f"not a header: {value!r}")
            headers[name.title()] = value
        pairs = []
        for name, value in self._table.get("cookies", {}).items():
            if (
                not _TOKEN.fullmatch(name)
                or not isinstance(value, str)
                or not _COOKIE.fullmatch(value)
            ):
                raise self.error(("cookies", name), f"not a cookie: {value!r}")
            pairs.append(f"{name}={value}")
        if pairs:
            headers["Cookie"] = "; ".join(pairs)
        user, password = (self._table.get(f"httpauth_{part}", "") for part in ("user", "pass"))
        if user or password:
            headers["Authorization"] = basic_auth_header(user, password).decode("latin-1")
        return headers

    def _list(self, key: str) -> list[str]:
        value = self._table.get(key, [])
        return [value] if isinstance(value, str) else value

    def _number(self, key: str) -> int:
        return int(self._table.get(key, 0))


def _is_list_of_texts(value: Any) -> bool:
    texts = value if isinstance(value, list) else [value]
    return bool(texts) and all(isinstance(text, str) and text.strip() for text in texts)
