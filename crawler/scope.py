"""Which addresses belong to a crawl."""

from dataclasses import dataclass

from models.address import AddressError, normalise_url, site_key


@dataclass(frozen=True, slots=True)
class Site:
    """One site of a crawl: its key, how far it reaches, and where the crawl enters it.

    `scope` is `host` (the host with and without `www.`) or `path` (the folder of the first
    start, and all below it).
    """

    key: str
    scope: str
    start_urls: tuple[str, ...]
    plain_start_urls: tuple[str, ...] = ()
    """`http` starts to fall back to, for a site given by its domain alone."""

    @property
    def host(self) -> str:
        """Host and unusual port, without the folder."""
        return self.key.partition("/")[0]

    def contains(self, url: str) -> bool:
        """Whether a normalised address lies within the site."""
        if site_key(url) != self.host:
            return False
        return self.scope == "host" or _tail(url).startswith(self.key[len(self.host) :])


def find_site(url: str, sites: tuple[Site, ...]) -> Site | None:
    """The site a normalised address lies in; of nested ones the narrowest."""
    inside = [site for site in sites if site.contains(url)]
    return max(inside, key=lambda site: len(site.key), default=None)


def shares_host(url: str, sites: tuple[Site, ...]) -> bool:
    """Whether an address is on the host of one of the sites; false for no address at all."""
    try:
        host = site_key(normalise_url(url))
    except AddressError:
        return False
    return any(site.host == host for site in sites)


def _tail(url: str) -> str:
    _, _, after_scheme = url.partition("://")
    return after_scheme[after_scheme.find("/") :]
