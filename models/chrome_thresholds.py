"""How many of a site's pages must repeat a block before it is chrome."""

from typing import Final

# Pages observed before anything is called chrome. From the published rule (six pages).
MIN_PAGES: Final = 6
# Percent of a site's pages that a text, or a slot whose text never varies, must stand on.
# From the published rule; around them see benchmarks/log.md, 2026-11-30 (80% would gain 0.002).
TEXT_PERCENT: Final = 90
SLOT_PERCENT: Final = 60


def text_pages_needed(pages: int) -> int:
    """Fewest pages a text must stand on, of `pages`: exact, without floating point."""
    return _ceil_percent(pages, TEXT_PERCENT)


def slot_pages_needed(pages: int) -> int:
    """Fewest pages a slot that never varies must stand on, of `pages`."""
    return _ceil_percent(pages, SLOT_PERCENT)


def _ceil_percent(pages: int, percent: int) -> int:
    return -(-pages * percent // 100)
