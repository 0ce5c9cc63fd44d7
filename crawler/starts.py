"""The arguments of a crawl, checked: which sites, and where the crawl enters them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from crawler.page.css_marks import SelectorError, read_css_rules
from crawler.patterns import PatternError, read_patterns
from crawler.scope import SCOPES, Site, find_site, make_site_key
from crawler.sites_file import SitesFileError, read_sites_file
from crawler.start_addresses import StartError, read_host, read_start, read_starts_file

ARGUMENTS: Final = (
    *("site", "url", "domain", "starts", "scope"),
    *("include", "exclude", "include_css", "exclude_css"),
)


class ArgumentError(ValueError):
    """A spider argument that no crawl can start from; the message names it and what is wrong."""


def read_sites(arguments: Mapping[str, object], sites_file: str | None = None) -> tuple[Site, ...]:
    """The sites that the arguments of a crawl ask for, in the order given.

    `url` and `domain` may name several, with commas or spaces between them, and `starts` names a
    file with an address a line. Starts on one host are starts of one site. `include`, `exclude`
    and their like for CSS hold for all sites. Where a file of sites has a section for a start,
    what that says holds unless an argument says otherwise; with no start the sites are those of
    the file, or those that `site` names of it.

    Raises:
        ArgumentError: no start, an unknown argument or scope, an unusable address, pattern,
            selector or file.
    """
    for name in arguments:
        if name not in ARGUMENTS:
            raise ArgumentError(f"unknown argument -a {name}: there are {', '.join(ARGUMENTS)}")
    scope = str(arguments.get("scope", ""))
    if "scope" in arguments and scope not in SCOPES:
        raise ArgumentError(f"-a scope={scope}: {', '.join(SCOPES[:-1])} or {SCOPES[-1]}")
    known = _read_file(sites_file)
    urls = [_read_url(url) for url in _split(arguments, "url")] + _read_starts(arguments)
    domains = [_read_domain(domain) for domain in _split(arguments, "domain")]
    if urls or domains:
        sites = _group([*urls, *domains], scope, known)
        sites = [_add_plain_starts(site, set(domains) - set(urls)) for site in sites]
        if "site" in arguments:
            raise ArgumentError(
                "-a site=… names sites of SITES_FILE: leave out url, domain, starts"
            )
    else:
        sites = _choose(known, arguments, scope)
    sites = [_override(site, arguments) for site in sites]
    _refuse_excluded_starts(sites)
    return tuple(sites)


def _read_file(name: str | None) -> tuple[Site, ...]:
    try:
        return read_sites_file(name) if name else ()
    except SitesFileError as error:
        raise ArgumentError(str(error)) from None


def _choose(known: Sequence[Site], arguments: Mapping[str, object], scope: str) -> list[Site]:
    """The sites of the file, or those that are named."""
    if not known:
        raise ArgumentError("no site given: add -a url=https://… or -a domain=…")
    if scope:
        raise ArgumentError("-a scope=… goes with url, domain or starts; a section says its own")
    by_key = {site.key: site for site in known}
    names = _split(arguments, "site") or list(by_key)
    for name in names:
        if name not in by_key:
            raise ArgumentError(f"-a site={name}: not in SITES_FILE, which has {', '.join(by_key)}")
    return [by_key[name] for name in dict.fromkeys(names)]


def _override(site: Site, arguments: Mapping[str, object]) -> Site:
    """Let what is said on the command line take the place of what the file says."""
    css: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    for name in ("include", "exclude"):
        if name in arguments:
            changes[name] = _read_argument(arguments, name, read_patterns)
        if f"{name}_css" in arguments:
            rules = _read_argument(arguments, f"{name}_css", read_css_rules)
            css[name] = rules.include
    return replace(site, css=replace(site.css, **css), **changes)


def _read_argument(arguments: Mapping[str, object], name: str, read: Any) -> Any:
    text = str(arguments[name])
    if not text.replace(",", " ").strip():
        raise ArgumentError(f"-a {name}= is empty")
    try:
        return read(text)
    except (PatternError, SelectorError) as error:
        raise ArgumentError(f"-a {name}={text}: {error}") from None


def _read_starts(arguments: Mapping[str, object]) -> list[str]:
    if "starts" not in arguments:
        return []
    name = str(arguments["starts"])
    try:
        return read_starts_file(Path(name))
    except StartError as error:
        raise ArgumentError(f"-a starts={name}{error}") from None


def _refuse_excluded_starts(sites: list[Site]) -> None:
    for site in sites:
        for url in (*site.start_urls, *site.plain_start_urls):
            if site.refuse(url):
                raise ArgumentError(f"-a exclude=… shuts out the start {url}")


def _group(urls: Sequence[str], scope: str, known: tuple[Site, ...]) -> list[Site]:
    sites: list[Site] = []
    for url in urls:
        for number, site in enumerate(sites):
            if site.contains(url):
                starts = tuple(dict.fromkeys((*site.start_urls, url)))
                sites[number] = replace(site, start_urls=starts)
                break
        else:
            sites.append(_begin(url, scope, find_site(url, known)))
    return sites


def _begin(url: str, scope: str, section: Site | None) -> Site:
    """The site of a start: as its section has it, unless it is to reach less far, or farther."""
    if section is None:
        return Site(make_site_key(url, scope or "host"), scope or "host", (url,))
    started = replace(section, start_urls=(url,), plain_start_urls=())
    if scope in ("", section.scope):
        return started
    return replace(started, key=make_site_key(url, scope), scope=scope)


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


def _read_url(text: str) -> str:
    try:
        return read_start(text)
    except StartError as error:
        raise ArgumentError(f"-a url={text}: {error}") from None


def _read_domain(text: str) -> str:
    try:
        return read_host(text)
    except StartError as error:
        raise ArgumentError(f"-a domain={text}: {error}") from None
