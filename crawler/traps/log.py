"""Closed traps in the stats of a crawl, with the number of addresses each cost."""

import logging
from typing import TYPE_CHECKING, Final

from crawler.terminal import shorten
from crawler.traps.bounds import REASONS, TrapBounds
from crawler.traps.recent import RecentSet
from crawler.traps.watch import Trap

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

# Addresses kept in mind so that each is counted once.
_COUNTED_ADDRESSES: Final = 20_000
# Places named, for a server may have as many as it likes; the others are counted as one.
MAX_NAMED: Final = 100
OTHER_PLACES: Final = "other places"
# Characters of a place in a line for people.
_PLACE_COLUMNS: Final = 200
logger = logging.getLogger(__name__)


class TrapLog:
    """Counts addresses left out, each once, by trap; names each trap in the log when it closes."""

    def __init__(self, crawler: "Crawler", bounds: TrapBounds) -> None:
        self._crawler = crawler
        self._bounds = bounds
        self._counted = RecentSet(_COUNTED_ADDRESSES)
        self._named: set[Trap] = set()

    def add(self, trap: Trap, url: str) -> None:
        if not self._counted.add(url):
            return
        place = shorten(trap.place, _PLACE_COLUMNS)
        if trap not in self._named:
            if len(self._named) >= MAX_NAMED:
                place = OTHER_PLACES
            else:
                self._named.add(trap)
                reason = f"{self._bounds.of(trap.setting):,} {REASONS[trap.setting]}"
                logger.info("trap closed: %s: %s; the first left out: %s", place, reason, url)
        stats = self._crawler.stats
        stats.inc_value(f"sitewinnow/turned_away/{trap.setting.lower()}")
        bound = self._bounds.of(trap.setting)
        stats.set_value(f"sitewinnow/trap_bounds/{trap.setting}", bound)
        stats.inc_value(f"sitewinnow/traps/{trap.setting}/{place}")
