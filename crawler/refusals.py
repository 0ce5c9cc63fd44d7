"""Addresses that are not asked for or gave no page: counted by reason, the first of each named."""

import logging
from typing import TYPE_CHECKING, Final

from crawler.terminal import shorten

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

# Characters of an address in a line of the log; an address itself may be longer.
_ADDRESS_COLUMNS: Final = 300
logger = logging.getLogger(__name__)


class RefusalLog:
    """Counts into the crawl's stats; every reason has its counter and its first address there."""

    def __init__(self, crawler: "Crawler") -> None:
        self._crawler = crawler
        self._named: set[str] = set()

    def add(self, reason: str, url: str, target: str = "") -> None:
        """Count an address, and of a redirect name the `target` too."""
        stats = self._crawler.stats
        stats.inc_value(f"sitewinnow/turned_away/{reason}")
        if reason in self._named:
            return
        self._named.add(reason)
        shown = shorten(url, _ADDRESS_COLUMNS)
        if target:
            shown += f" -> {shorten(target, _ADDRESS_COLUMNS)}"
        stats.set_value(f"sitewinnow/turned_away_first/{reason}", shown)
        logger.info("not followed (%s), the first: %s", reason, shown)
