"""The arguments of a crawl, checked: which sites, and where the crawl enters them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from crawler.scope import Site
from models.address import AddressError, normalise_url, site_key

SCOPES: Final = ("host", "path")
ARGUMENTS: Final = ("url", "domain", "scope")


class ArgumentError(ValueError):
    """A spider argument that no crawl can start from; the message names it and what is wrong."""


def read_sites(arguments: Mapping[str, object]) -> tuple[Site, ...]:
    """The sites that `-a url=…`, `-a domain=…` and `-a scope=…` ask for, in the order given.

    Both may name several, comma-separated. Starts on one host are starts of one site.

    Raises:
        ArgumentError: none given, an unknown argument or scope, or an unusable address.
    """
    for name in arguments:
        if name not in ARGUMENTS:
            raise ArgumentError(f"unknown argument -a {name}: there are {', '.join(ARGUMENTS)}")
    scope = str(arguments.get("scope", "host"))
    if scope not in SCOPES:
        raise ArgumentError(f"-a scope={scope}: host or path")
    urls = [_read_url(url) for url in _split(arguments, "url")]
    domains = [_read_domain(domain) for domain in _split(arguments, "domain")]
    if not urls and not domains:
        raise ArgumentError("no site given: add -a url=https://… or -a domain=…")
    sites = _group([*urls, *domains], scope)
    return tuple(_add_plain_starts(site, set(domains) - set(urls)) for site in sites)


def _group(urls: list[str], scope: str) -> list[Site]:
    sites: list[Site] = []
    for url in urls:
        for number, known in enumerate(sites):
            if known.contains(url):
                starts = tuple(dict.fromkeys((*known.start_urls, url)))
                sites[number] = replace(known, start_urls=starts)
                break
        else:
            sites.append(Site(site_key(url, scope), scope, (url,)))
    return sites


def _add_plain_starts(site: Site, domains: set[str]) -> Site:
    """A domain says nothing about the scheme: https is tried, then http."""
    plain = [url.replace("https:", "http:", 1) for url in site.start_urls if url in domains]
    return replace(site, plain_start_urls=tuple(plain))


def _split(arguments: Mapping[str, object], name: str) -> list[str]:
    if name not in arguments:
        return []
    values = [value.strip() for value in str(arguments[name]).split(",")]
    if not any(values):
        raise ArgumentError(f"-a {name}= is empty")
    return _join_commas([value for value in values if value], name)


def _join_commas(values: list[str], name: str) -> list[str]:
    """A comma can stand in an address too: what names no scheme belongs to the one before it."""
    if name == "domain":
        return values
    joined: list[str] = []
    for value in values:
        if joined and "://" not in value:
            joined[-1] += f",{value}"
        else:
            joined.append(value)
    return joined


def _read_url(text: str) -> str:
    if "://" not in text:
        raise ArgumentError(f"-a url={text}: not a URL; it begins with http:// or https://")
    try:
        return normalise_url(text)
    except AddressError as error:
        raise ArgumentError(f"-a url={text}: {error}") from None


def _read_domain(text: str) -> str:
    if "/" in text:
        raise ArgumentError(f"-a domain={text}: a host name alone; use -a url=… for an address")
    try:
        return normalise_url(f"https://{text}/")
    except AddressError:
        raise ArgumentError(f"-a domain={text}: not a host name") from None
