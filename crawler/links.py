"""What becomes of a link: the page it leads to, or the reason why it is not followed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from crawler.limits import refuse_address
from crawler.robots_meta import forbids_following
from crawler.scope import Site, find_site, shares_host
from models.address import AddressError, normalise_url, url_key
from models.page import Page

# The reason why links are left alone that their page asks not to follow.
NOT_TO_FOLLOW: Final = "robots_nofollow"


@dataclass(frozen=True, slots=True)
class Link:
    """An address read. `site` and `key` are empty for one that is no address or lies outside.

    `refused` is why it is not asked for, in one word for a counter; empty when it is.
    """

    url: str
    site: str = ""
    key: str = ""
    refused: str = ""


def read_link(url: str, sites: tuple[Site, ...]) -> Link:
    """Read an address as found on a page or in a sitemap."""
    try:
        address = normalise_url(url)
    except AddressError:
        return Link(url, refused="bad_address")
    site = find_site(address, sites)
    if site is None:
        outside = "outside_path" if shares_host(address, sites) else "off_site"
        return Link(address, refused=outside)
    refused = site.refuse(address) or refuse_address(address)
    return Link(address, site.key, url_key(address), refused)


def read_links(page: Page, read: Callable[[str], Link], *, obeys: bool = True) -> list[Link]:
    """A page's links, in its order; all refused where it asks for that and one `obeys`.

    Such a link says nothing about the page it leads to, which has no part in its site by it.
    `rel=nofollow` is a remark on the page that a link leads to, for those who rank it. It forbids
    nothing.
    """
    links = [read(url) for url in page.links]
    if obeys and forbids_following(page):
        return [Link(link.url, refused=link.refused or NOT_TO_FOLLOW) for link in links]
    return links


def keys_within(site: str, links: Iterable[Link]) -> tuple[str, ...]:
    """The keys of the links that lie in a site, each once."""
    return tuple(dict.fromkeys(link.key for link in links if link.site == site))
