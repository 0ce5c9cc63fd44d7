"""Which address a host is asked for to learn what it serves where there is no page."""

from hashlib import blake2b
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from models.page import Page
from pipelines.item_pipelines import ProbedHost

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

REDIRECTED: Final = "redirect_probe"
# Outcomes after which a host is known to make no page up.
SAYS_NONE: Final = frozenset({REDIRECTED, "http_404", "http_410"})
# Hosts of a crawl that are asked: a domain may have a host for each of its users. Unmeasured.
MAX_HOSTS: Final = 1_000


def probe_url(site: str, url: str) -> str:
    """An address that cannot exist on the host of `url`, the same in every crawl of the site."""
    split = urlsplit(url)
    _, slash, folder = site.partition("/")
    name = blake2b(f"{site} {split.netloc}".encode(), digest_size=12).hexdigest()
    return f"{split.scheme}://{split.netloc}/{folder if slash else ''}{name}"


class ProbeLog:
    """Admits each host once, and counts what came of it."""

    def __init__(self, crawler: "Crawler") -> None:
        self._crawler = crawler
        self._is_on = crawler.settings.getbool("SOFT_404_PROBE_ENABLED")
        self._asked: set[tuple[str, str]] = set()

    def admit(self, site: str, url: str) -> bool:
        """Whether the host of a page is to be asked now."""
        key = (site, urlsplit(url).netloc)
        if not self._is_on or key in self._asked or len(self._asked) >= MAX_HOSTS:
            return False
        self._asked.add(key)
        return True

    def note(self, site: str, url: str, outcome: str, page: Page | None = None) -> ProbedHost:
        """Count an outcome; a host that makes pages up is named."""
        host = urlsplit(url).netloc
        self._crawler.stats.inc_value(f"sitewinnow/probes/{outcome}")
        if page is not None:
            self._crawler.stats.set_value(f"sitewinnow/makes_pages_up/{host}", 1)
        return ProbedHost(site, host, page)
