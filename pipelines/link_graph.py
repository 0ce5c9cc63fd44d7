"""How far each page is from where the crawl began, and over which page."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

# In `Paths`: no link path leads here, or nothing comes before it.
NONE: Final = -1


@dataclass(frozen=True, slots=True)
class Paths:
    """Shortest paths from the start pages.

    `depths[page]` is the number of links to follow; `parents[page]` the smallest page one step
    nearer. Both are `NONE` for a page that no path reaches, and a start page has no parent.
    """

    depths: "array[int]"
    parents: "array[int]"


def find_paths(pages: int, starts: Iterable[int], links: Iterable[tuple[int, int]]) -> Paths:
    """Walk the links breadth first.

    Pages are numbered from 0 in the order by which the smallest parent is told. Four bytes of
    memory per link.
    """
    targets = [array("I") for _ in range(pages)]
    for source, target in links:
        targets[source].append(target)
    depths, parents = array("q", [NONE]) * pages, array("q", [NONE]) * pages
    level = sorted(set(starts))
    for start in level:
        depths[start] = 0
    while level:
        reached = []
        for source in level:  # ascending, so that the first to reach a page is its smallest parent
            for target in targets[source]:
                if depths[target] == NONE:
                    depths[target] = depths[source] + 1
                    parents[target] = source
                    reached.append(target)
        level = sorted(reached)
    return Paths(depths, parents)
