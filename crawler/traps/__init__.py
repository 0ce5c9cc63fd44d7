"""Places where a site makes up addresses without end: found by what their pages bring."""

from crawler.traps.bounds import REASONS, TrapBounds
from crawler.traps.news import trace_page
from crawler.traps.watch import Trap, TrapWatch

__all__ = ["REASONS", "Trap", "TrapBounds", "TrapWatch", "trace_page"]
