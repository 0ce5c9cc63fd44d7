"""Which places of a crawl are traps, by the pages that came from them."""

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from crawler.traps.bounds import TrapBounds
from crawler.traps.growth import find_growth
from crawler.traps.news import PageTrace
from crawler.traps.recent import RecentSet
from crawler.traps.shapes import Shape, shape_of

# Hashes of texts and addresses kept in mind; at about 70 bytes each, 30 MB in all. A calendar
# repeats some dozens, a shop's filters the products of the shop.
_SEEN_HASHES: Final = 100_000
# Groups counted at a time; the one that got no page for the longest time is forgotten. A trap
# gets pages without end. Unmeasured: about 400 bytes each.
_COUNTED_GROUPS: Final = 20_000
# New words below which a page brings nothing. Of one template the frame is the same on every
# page, and what is left of a calendar's page is the name of a month. A page of filtered items
# names its filters too. Unmeasured: a heading of one filter's name, two of it in menus.
_MIN_NEW_WORDS: Final = 3
_MIN_NEW_WORDS_FILTERED: Final = 12
# Names kept of what barren pages were chosen by.
_KEPT_CHOICES: Final = 500
# How many equal pairs one unequal outweighs: a page with the time of day on it.
_EQUAL_TO_UNEQUAL: Final = 20


class Trap(NamedTuple):
    """A closed place: the setting whose bound it reached, and what it looks like."""

    setting: str
    place: str


@dataclass(slots=True)
class _Group:
    pages: int = 0
    barren_in_a_row: int = 0
    lone_in_a_row: int = 0
    choices: set[str] = field(default_factory=set)
    trap: Trap | None = None


class TrapWatch:
    """Counts pages by the shape of their addresses, in a bounded amount of memory.

    A place that brings no news is closed to itself alone: links on its own pages are refused,
    and those that other pages have to it are followed, which are as many as the site has pages.
    """

    def __init__(self, bounds: TrapBounds) -> None:
        self._bounds = bounds
        self._groups: OrderedDict[tuple[str, str], _Group] = OrderedDict()
        self._seen = RecentSet(_SEEN_HASHES)
        self._vouched = RecentSet(_SEEN_HASHES)
        self._declared = RecentSet(_SEEN_HASHES)
        self._has_closed = False

    def add(self, url: str, trace: PageTrace, links: Collection[str]) -> None:
        """Count a page that came, with the addresses it links to within the crawl."""
        shape = shape_of(url)
        # Its session is what is at fault then, and not the place with all its other pages.
        if shape.sessions and self._is_repeat(shape, trace) and self._bounds.equal_pages:
            return
        if shape.varies:
            self._count_template(shape, trace)
        if shape.paged:
            self._count_listed(shape, links)
        if shape.filters:
            self._count_filtered(shape, trace, links)

    def vouch(self, url: str, source_url: str) -> None:
        """Note a link from a page of another kind: such a page is never taken for made up."""
        shape, source = shape_of(url), shape_of(source_url)
        is_other = shape.varies and shape.template != source.template
        if is_other and not (self._has_closed and self._is_closed(source)):
            self._vouched.add(url)

    def declare(self, url: str) -> None:
        """Note an address that a sitemap names: its page is there, whatever it looks like."""
        if shape_of(url).varies:
            self._declared.add(url)

    def find_trap(self, url: str, source_url: str) -> Trap | None:
        """The trap that an address found on a page leads into; None when it is to be asked for.

        A start has no source, and is asked for, as is what a sitemap names.
        """
        if not source_url or url in self._declared:
            return None
        if setting := find_growth(url, self._bounds):
            return Trap(setting, urlsplit(url).netloc)
        if not self._has_closed:
            return None
        shape = shape_of(url)
        if trap := self._trap_of("paged", shape.paged) or self._find_session(shape):
            return trap
        by_template = self._trap_of("template", shape.template)
        if by_template and by_template.setting != "TRAP_MAX_BARREN_PAGES":
            return by_template
        barren = by_template or self._find_filtered(shape)
        if barren and url not in self._vouched and self._is_closed(shape_of(source_url)):
            return barren
        return None

    def _count_template(self, shape: Shape, trace: PageTrace) -> None:
        group = self._close_above("template", shape.template, "TRAP_MAX_TEMPLATE_PAGES")
        is_barren = self._count_new_words(shape.template, trace) < _MIN_NEW_WORDS
        self._count_barren(group, is_barren, shape.template)

    def _count_filtered(self, shape: Shape, trace: PageTrace, links: Collection[str]) -> None:
        key = f"filters {shape.filters}"
        new_words = self._count_new_words(key, trace)
        new_links = sum(
            self._seen.add((key, link)) for link in links if shape_of(link).filters != shape.filters
        )
        is_barren = new_words < _MIN_NEW_WORDS_FILTERED and not new_links
        group = self._group("filters", shape.filters)
        if not is_barren and not group.trap:
            group.choices.clear()
        elif len(group.choices) < _KEPT_CHOICES:
            group.choices |= shape.choices
        self._count_barren(group, is_barren, shape.filters)

    def _count_listed(self, shape: Shape, links: Collection[str]) -> None:
        """Count a page of a list: one with entries names pages that were not named before."""
        key = f"list {shape.paged}"
        group = self._close_above("paged", shape.paged, "TRAP_MAX_LIST_PAGES")
        new_links = sum(
            self._seen.add((key, link)) for link in links if shape_of(link).paged != shape.paged
        )
        group.lone_in_a_row = 0 if new_links else group.lone_in_a_row + 1
        bound = self._bounds.lone_list_pages
        if bound and group.lone_in_a_row >= bound and not group.trap:
            self._close(group, "TRAP_MAX_LONE_LIST_PAGES", shape.paged)

    def _count_barren(self, group: _Group, is_barren: bool, place: str) -> None:
        group.barren_in_a_row = group.barren_in_a_row + 1 if is_barren else 0
        bound = self._bounds.barren_pages
        if bound and group.barren_in_a_row >= bound and not group.trap:
            self._close(group, "TRAP_MAX_BARREN_PAGES", place)

    def _count_new_words(self, key: str, trace: PageTrace) -> int:
        return sum(words for block, words in trace.blocks if self._seen.add((key, block)))

    def _is_repeat(self, shape: Shape, trace: PageTrace) -> bool:
        """Whether the address with another token gave the same page; counts how often."""
        if self._seen.add(shape.skeleton):
            self._seen.add((shape.skeleton, trace.text))
            return False
        is_equal = not self._seen.add((shape.skeleton, trace.text))
        for session in shape.sessions:
            group = self._group("session", session)
            group.pages += 1 if is_equal else -_EQUAL_TO_UNEQUAL
            bound = self._bounds.equal_pages
            if bound and group.pages >= bound and not group.trap:
                self._close(group, "TRAP_MAX_EQUAL_PAGES", session)
        return is_equal

    def _find_session(self, shape: Shape) -> Trap | None:
        """A page that came already under another session; one that did not is asked for."""
        if not shape.sessions or shape.skeleton not in self._seen:
            return None
        found = (self._trap_of("session", session) for session in shape.sessions)
        return next((trap for trap in found if trap), None)

    def _find_filtered(self, shape: Shape) -> Trap | None:
        trap = self._trap_of("filters", shape.filters)
        if trap and shape.choices <= self._groups["filters", shape.filters].choices:
            return trap
        return None

    def _is_closed(self, shape: Shape) -> bool:
        """Whether a page stands in a trap itself."""
        return bool(
            self._trap_of("template", shape.template)
            or self._trap_of("filters", shape.filters)
            or self._trap_of("paged", shape.paged)
        )

    def _trap_of(self, kind: str, name: str) -> Trap | None:
        group = self._groups.get((kind, name))
        return group.trap if group else None

    def _close_above(self, kind: str, name: str, setting: str) -> _Group:
        group = self._group(kind, name)
        group.pages += 1
        bound = self._bounds.of(setting)
        if bound and group.pages >= bound and not group.trap:
            self._close(group, setting, name)
        return group

    def _close(self, group: _Group, setting: str, place: str) -> None:
        group.trap = Trap(setting, place)
        self._has_closed = True

    def _group(self, kind: str, name: str) -> _Group:
        key = (kind, name)
        group = self._groups.get(key)
        if group is None:
            group = self._groups[key] = _Group()
            if len(self._groups) > _COUNTED_GROUPS:
                self._forget_one()
        self._groups.move_to_end(key)
        return group

    def _forget_one(self) -> None:
        """Closed places stay: what is forgotten would begin anew."""
        for key, group in self._groups.items():
            if not group.trap:
                del self._groups[key]
                return
        self._groups.popitem(last=False)
