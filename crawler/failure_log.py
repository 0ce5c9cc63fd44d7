"""Pages that failed, named in the log: the first of each reason, the others only counted."""

import logging
from collections import Counter
from typing import Final

from crawler.terminal import shorten

# Addresses named for one reason. Unmeasured: enough to see what they have in common, few enough
# to leave room for another reason on a screen.
MAX_NAMED: Final = 20
# Characters of a line; what a server says in it has no end.
LINE_COLUMNS: Final = 400
logger = logging.getLogger(__name__)


class FailureLog:
    """Names failed pages as warnings, up to `MAX_NAMED` of each reason."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def add(self, url: str, reason: str, message: str) -> None:
        self._seen[reason] += 1
        if self._seen[reason] <= MAX_NAMED:
            logger.warning("%s", shorten(f"failed ({reason}): {url}: {message}", LINE_COLUMNS))
        elif self._seen[reason] == MAX_NAMED + 1:
            logger.warning("failed (%s): more than %d; the others are counted", reason, MAX_NAMED)
