"""The arguments of a crawl, checked: which sites, and where the crawl enters them."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from crawler.page.css_marks import SelectorError, read_css_rules
from crawler.patterns import Pattern, PatternError, read_pattern
from crawler.scope import SCOPES, Site, make_site_key
from models.address import AddressError, normalise_url
from models.css_rules import CssRules

_CSS: Final = ("include_css", "exclude_css")
ARGUMENTS: Final = ("url", "domain", "starts", "scope", "include", "exclude", *_CSS)
# Bytes of a file of starts; one that is larger was named by mistake.
_MAX_STARTS_BYTES: Final = 8 * 1024 * 1024


class ArgumentError(ValueError):
    """A spider argument that no crawl can start from; the message names it and what is wrong."""


def read_sites(arguments: Mapping[str, object]) -> tuple[Site, ...]:
    """The sites that the arguments of a crawl ask for, in the order given.

    `url` and `domain` may name several, with commas or spaces between them, and `starts` names a
    file with an address a line. Starts on one host are starts of one site. `include` and
    `exclude` hold for all sites.

    Raises:
        ArgumentError: no start, an unknown argument or scope, an unusable address, pattern or file.
    """
    for name in arguments:
        if name not in ARGUMENTS:
            raise ArgumentError(f"unknown argument -a {name}: there are {', '.join(ARGUMENTS)}")
    scope = str(arguments.get("scope", "host"))
    if scope not in SCOPES:
        raise ArgumentError(f"-a scope={scope}: {', '.join(SCOPES[:-1])} or {SCOPES[-1]}")
    urls = [_read_url(url, f"-a url={url}") for url in _split(arguments, "url")]
    urls += _read_starts(arguments)
    domains = [_read_domain(domain) for domain in _split(arguments, "domain")]
    if not urls and not domains:
        raise ArgumentError("no site given: add -a url=https://… or -a domain=…")
    include, exclude = (_read_patterns(arguments, name) for name in ("include", "exclude"))
    sites = _group([*urls, *domains], scope)
    sites = [_add_plain_starts(site, set(domains) - set(urls)) for site in sites]
    css = _read_css(arguments)
    sites = [replace(site, include=include, exclude=exclude, css=css) for site in sites]
    _refuse_excluded_starts(sites)
    return tuple(sites)


def _read_starts(arguments: Mapping[str, object]) -> list[str]:
    """The addresses in the file `starts`; empty lines and those that begin with # say nothing."""
    if "starts" not in arguments:
        return []
    name = str(arguments["starts"])
    try:
        with Path(name).open("rb") as file:
            text = file.read(_MAX_STARTS_BYTES + 1).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not a text in UTF-8"
        raise ArgumentError(f"-a starts={name}: {reason}") from None
    if len(text) > _MAX_STARTS_BYTES:
        raise ArgumentError(f"-a starts={name}: larger than {_MAX_STARTS_BYTES:,} bytes")
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    urls = [
        _read_url(line, f"-a starts={name}, line {number}: {line}")
        for number, line in lines
        if line and not line.startswith("#")
    ]
    if not urls:
        raise ArgumentError(f"-a starts={name}: no address in it")
    return urls


def _read_patterns(arguments: Mapping[str, object], name: str) -> tuple[Pattern, ...]:
    """Patterns have commas or spaces between them; either is written `%2C` and `%20` in one."""
    if name not in arguments:
        return ()
    texts = str(arguments[name]).replace(",", " ").split()
    if not texts:
        raise ArgumentError(f"-a {name}= is empty")
    try:
        return tuple(read_pattern(text) for text in texts)
    except PatternError as error:
        raise ArgumentError(f"-a {name}={arguments[name]}: {error}") from None


def _read_css(arguments: Mapping[str, object]) -> CssRules:
    given = {name: str(arguments[name]) for name in _CSS if name in arguments}
    for name, text in given.items():
        try:
            read_css_rules(text)
        except SelectorError as error:
            raise ArgumentError(f"-a {name}={text}: {error}") from None
    return read_css_rules(*(given.get(name, ()) for name in _CSS))


def _refuse_excluded_starts(sites: list[Site]) -> None:
    for site in sites:
        for url in (*site.start_urls, *site.plain_start_urls):
            if site.refuse(url):
                raise ArgumentError(f"-a exclude=… shuts out the start {url}")


def _group(urls: list[str], scope: str) -> list[Site]:
    sites: list[Site] = []
    for url in urls:
        for number, known in enumerate(sites):
            if known.contains(url):
                starts = tuple(dict.fromkeys((*known.start_urls, url)))
                sites[number] = replace(known, start_urls=starts)
                break
        else:
            sites.append(Site(make_site_key(url, scope), scope, (url,)))
    return sites


def _add_plain_starts(site: Site, domains: set[str]) -> Site:
    """A domain says nothing about the scheme: https is tried, then http."""
    plain = [url.replace("https:", "http:", 1) for url in site.start_urls if url in domains]
    return replace(site, plain_start_urls=tuple(plain))


def _split(arguments: Mapping[str, object], name: str) -> list[str]:
    if name not in arguments:
        return []
    values = str(arguments[name]).split()
    split = [part for value in values for part in _split_commas(value, name)]
    if not split:
        raise ArgumentError(f"-a {name}= is empty")
    return split


def _split_commas(value: str, name: str) -> list[str]:
    """A comma can stand in an address too: what names no scheme belongs to the one before it."""
    parts = [part for part in value.split(",") if part]
    if name == "domain":
        return parts
    joined: list[str] = []
    for part in parts:
        if joined and "://" not in part:
            joined[-1] += f",{part}"
        else:
            joined.append(part)
    return joined


def _read_url(text: str, where: str) -> str:
    if "://" not in text:
        raise ArgumentError(f"{where}: not a URL; it begins with http:// or https://")
    try:
        return normalise_url(text)
    except AddressError as error:
        raise ArgumentError(f"{where}: {error}") from None


def _read_domain(text: str) -> str:
    if "/" in text:
        raise ArgumentError(f"-a domain={text}: a host name alone; use -a url=… for an address")
    try:
        return normalise_url(f"https://{text}/")
    except AddressError:
        raise ArgumentError(f"-a domain={text}: not a host name") from None
