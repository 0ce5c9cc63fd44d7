"""Rows written as JSON lines, and the pages that got none."""

import heapq
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from crawler.terminal import shorten
from models.store import Store, StoreError
from pipelines.export import site_rows, to_json_line
from pipelines.select import STEPS, Step

# Characters of an error; what a page says in it has no end.
ERROR_COLUMNS: Final = 300
logger = logging.getLogger(__name__)


class NoRowError(RuntimeError):
    """Not one page gave a row: there is nothing to write, and what was written before is better."""


@dataclass(frozen=True, slots=True)
class Written:
    """What came out. `folded` are the addresses that lead to a page that has a row already."""

    rows: int = 0
    folded: int = 0


class LostPages:
    """The pages that gave no row, each told of once, in one line with its address."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self._lines: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, url: str, error: Exception) -> None:
        if url in self._lines:
            return
        said = str(error) if isinstance(error, StoreError) else f"{type(error).__name__}: {error}"
        self._lines[url] = f"{url}: no row: {shorten(said, ERROR_COLUMNS)}"
        self._tell(self._lines[url])
        logger.debug("%s", url, exc_info=error)

    def refuse_none(self, written: Written) -> None:
        """Raise `NoRowError` when every page was lost."""
        if self._lines and not written.rows:
            raise NoRowError(f"no page gave a row; the first: {next(iter(self._lines.values()))}")


def write_rows(
    store: Store,
    sites: Iterable[str],
    file: Any,
    lost: LostPages,
    *,
    include_flagged: bool = False,
    changed_since: str = "",
    steps: Sequence[Step] = STEPS,
) -> Written:
    """Write the rows of sites as JSON lines, all together in the order of their `url`.

    Raises:
        NoRowError: there are pages, and each of them was lost.
        StoreError: a site's data cannot be read.
    """
    rows = [
        site_rows(
            store,
            site,
            include_flagged=include_flagged,
            changed_since=changed_since,
            steps=steps,
            on_lost=lost.add,
        )
        for site in sites
    ]
    merged = heapq.merge(*rows, key=lambda row: str(row["url"]).encode())
    written = write_lines(merged, file)
    lost.refuse_none(written)
    return written


def write_lines(rows: Iterable[Mapping[str, Any]], file: Any) -> Written:
    """Write rows as JSON lines."""
    count = folded = 0
    for row in rows:
        file.write(to_json_line(row))
        count += 1
        folded += len(row.get("aliases", "").split())
    return Written(count, folded)
