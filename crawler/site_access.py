"""What one site of several needs for itself: headers, and how much of it is taken."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class SiteAccess:
    """`headers` go to the hosts of the site alone, in place of those of the whole crawl.

    `max_pages` and `max_depth` are no limit at 0; `max_depth` is in links from the starts.
    """

    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    max_pages: int = 0
    max_depth: int = 0


WHOLE_CRAWL = SiteAccess()
