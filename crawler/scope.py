"""Which addresses belong to a crawl."""

from dataclasses import dataclass
from typing import Final

from crawler.patterns import Pattern
from crawler.site_access import WHOLE_CRAWL, SiteAccess
from crawler.suffixes import find_domain
from models.address import AddressError, normalise_url, site_key
from models.css_rules import NO_RULES, CssRules

SCOPES: Final = ("host", "path", "domain")


@dataclass(frozen=True, slots=True)
class Site:
    """One site of a crawl: its key, how far it reaches, and where the crawl enters it.

    `scope` is `host` (the host with and without `www.`), `path` (the folder of the first start,
    and all below it) or `domain` (all hosts of the registered name).
    """

    key: str
    scope: str
    start_urls: tuple[str, ...]
    plain_start_urls: tuple[str, ...] = ()
    """`http` starts to fall back to, for a site given by its domain alone."""
    include: tuple[Pattern, ...] = ()
    """What is asked for besides the starts; empty is everything."""
    exclude: tuple[Pattern, ...] = ()
    css: CssRules = NO_RULES
    """Which elements of its pages are content, and which are not."""
    access: SiteAccess = WHOLE_CRAWL

    @property
    def host(self) -> str:
        """Host and unusual port, without the folder."""
        return self.key.partition("/")[0]

    def contains(self, url: str) -> bool:
        """Whether a normalised address lies within the site."""
        if not self.shares_host(url):
            return False
        return self.scope != "path" or _tail(url).startswith(self.key[len(self.host) :])

    def shares_host(self, url: str) -> bool:
        """Whether a normalised address is on one of the site's hosts."""
        if self.scope == "domain":
            return make_site_key(url, "domain") == self.key
        return site_key(url) == self.host

    def refuse(self, url: str) -> str:
        """Why a normalised address within the site is not wanted; empty when it is."""
        if any(pattern.matches(url) for pattern in self.exclude):
            return "excluded"
        if self.include and not any(pattern.matches(url) for pattern in self.include):
            return "" if url in self.start_urls + self.plain_start_urls else "not_included"
        return ""


def make_site_key(url: str, scope: str) -> str:
    """The key of the site of a start; with the scope `domain`, `.example.com`.

    A host without a registered name (an IP address, `localhost`) is a domain by itself.
    """
    if scope != "domain":
        return site_key(url, scope)
    host, colon, port = site_key(url).partition(":")
    domain = find_domain(host)
    return f".{domain}{colon}{port}" if domain else site_key(url)


def site_of(key: str) -> Site:
    """The site that a crawl stored under a key, without its starts and patterns."""
    scope = "domain" if key.startswith(".") else "path" if "/" in key else "host"
    return Site(key, scope, ())


def find_host_site(url: str, sites: tuple[Site, ...]) -> Site | None:
    """The site an address lies in, else one on whose host it is; None for no address at all."""
    try:
        address = normalise_url(url)
    except AddressError:
        return None
    on_host = (site for site in sites if site.shares_host(address))
    return find_site(address, sites) or next(on_host, None)


def find_site(url: str, sites: tuple[Site, ...]) -> Site | None:
    """The site a normalised address lies in; of nested ones the narrowest."""
    inside = [site for site in sites if site.contains(url)]
    return max(inside, key=lambda site: len(site.key), default=None)


def shares_host(url: str, sites: tuple[Site, ...]) -> bool:
    """Whether an address is on the host of one of the sites; false for no address at all."""
    try:
        address = normalise_url(url)
    except AddressError:
        return False
    return any(site.shares_host(address) for site in sites)


def _tail(url: str) -> str:
    _, _, after_scheme = url.partition("://")
    return after_scheme[after_scheme.find("/") :]
