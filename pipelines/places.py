"""What each page of a site is to the others: its other addresses, how far it is from the start."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from models.address import AddressError, url_key
from models.chrome import ChromeProfile
from models.content import Content
from models.page import Page
from models.store import PageIdentity, Store
from pipelines.content import select_content
from pipelines.folding import fold_addresses
from pipelines.likeness import count_content_words, says_nearly_same
from pipelines.link_graph import NONE, find_paths
from pipelines.select import STEPS, Step
from pipelines.soft_404 import MadeUpPages, read_starts

# Pages whose words are held while canonical addresses are compared; many name the same target.
_PAGES_REMEMBERED: Final = 64


@dataclass(frozen=True, slots=True)
class Place:
    """What a page's row says about the others.

    `aliases` are the other addresses of the page, sorted, with spaces between. `depth` is the
    number of links from a start page, 0 too when nothing leads here; `parent_url` the smallest
    address one step nearer.
    """

    aliases: str
    depth: int
    parent_url: str


def find_places(
    store: Store,
    site: str,
    profile: ChromeProfile,
    made_up: MadeUpPages,
    steps: Sequence[Step] = STEPS,
) -> dict[str, Place]:
    """Decide from the whole site which pages get a row: the place of each, by its key.

    A made-up page is no other address of the page that its host serves in its place.
    """
    pages = tuple(store.iter_identities(site))
    real = [page for page in pages if not made_up.has_equal(page)]
    alike = _Comparison(store, site, profile, steps).says_nearly_same
    keepers = {page.url_key: page.url_key for page in pages}
    keepers.update(fold_addresses(real, alike))
    aliases: defaultdict[str, list[str]] = defaultdict(list)
    for page in pages:
        if keepers[page.url_key] != page.url_key:
            aliases[keepers[page.url_key]].append(page.url)
    kept = [page for page in pages if keepers[page.url_key] == page.url_key]
    numbers = {page.url_key: number for number, page in enumerate(kept)}
    by_key = {key: numbers[keeper] for key, keeper in keepers.items()}
    for source_url, key in store.iter_sources(site):
        if source_key := _key_of(source_url):
            by_key.setdefault(source_key, by_key[key])
    links = (
        (by_key[source], by_key[target])
        for source, target in store.iter_links(site)
        if source in by_key and target in by_key
    )
    paths = find_paths(len(kept), _find_starts(store, site, by_key), links)
    return {
        page.url_key: Place(
            aliases=" ".join(aliases[page.url_key]),
            depth=max(0, paths.depths[number]),
            parent_url="" if paths.parents[number] == NONE else kept[paths.parents[number]].url,
        )
        for number, page in enumerate(kept)
    }


def _find_starts(store: Store, site: str, by_key: Mapping[str, int]) -> set[int]:
    """The pages that the last crawl with start pages began at."""
    return {by_key[key] for key in read_starts(store, site) if key in by_key}


def _key_of(url: str) -> str:
    try:
        return url_key(url)
    except AddressError:
        return ""


class _Comparison:
    """Tells whether two pages' content is nearly the same, each page read once or twice."""

    def __init__(
        self, store: Store, site: str, profile: ChromeProfile, steps: Sequence[Step]
    ) -> None:
        self._store = store
        self._site = site
        self._profile = profile
        self._steps = steps
        self._words = lru_cache(_PAGES_REMEMBERED)(self._count_words)

    def says_nearly_same(self, page: PageIdentity, other: PageIdentity) -> bool:
        return says_nearly_same(self._words(page.url_key), self._words(other.url_key))

    def _count_words(self, key: str) -> Counter[str]:
        try:
            stored = self._store.get_page(self._site, key)
            text = self._select(stored.page).content_text if stored else ""
        except Exception:  # it resembles no other page; the error is told when its row is made
            text = ""
        return count_content_words(text)

    def _select(self, page: Page) -> Content:
        return select_content(page, self._profile, steps=self._steps)
