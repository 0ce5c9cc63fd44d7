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
from pipelines.link_graph import NONE, find_paths
from pipelines.select import STEPS, Step

# Share of the words of two pages' content that both have, from which a canonical address is
# believed. Unmeasured: a date, a counter or a sort order differ; another product does not.
MIN_COMMON_WORDS: Final = 0.9
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
    store: Store, site: str, profile: ChromeProfile, steps: Sequence[Step] = STEPS
) -> dict[str, Place]:
    """Decide from the whole site which pages get a row: the place of each, by its key."""
    pages = tuple(store.iter_identities(site))
    keepers = fold_addresses(pages, _Comparison(store, site, profile, steps).says_nearly_same)
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
    started = [run.start_urls for run in store.runs(site) if run.start_urls]
    keys = [_key_of(url) for url in started[-1]] if started else []
    return {by_key[key] for key in keys if key in by_key}


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
        mine, others = self._words(page.url_key), self._words(other.url_key)
        total = mine.total() + others.total()
        return total > 0 and 2 * (mine & others).total() >= MIN_COMMON_WORDS * total

    def _count_words(self, key: str) -> Counter[str]:
        try:
            stored = self._store.get_page(self._site, key)
            text = self._select(stored.page).content_text if stored else ""
        except Exception:  # it resembles no other page; the error is told when its row is made
            text = ""
        return Counter(text.lower().split())

    def _select(self, page: Page) -> Content:
        return select_content(page, self._profile, steps=self._steps)
