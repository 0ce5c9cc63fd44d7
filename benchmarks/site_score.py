"""What came out of a site against what should have."""

from collections import defaultdict
from dataclasses import dataclass

from benchmarks.metrics import ZERO, Score, mean_score, score_words
from benchmarks.site_archive import Site, page_path
from benchmarks.site_crawl import Crawl


@dataclass(frozen=True, slots=True)
class SiteScore:
    """What came out of one site, by path.

    `missing` pages score 0; `extra` are addresses without a true page; `twice` are true pages
    with more than one row.
    """

    site: Site
    scores: dict[str, Score]
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    twice: tuple[str, ...]
    seconds: float
    failure: str = ""

    @property
    def mean(self) -> Score:
        """Mean over the site's true pages."""
        return mean_score(list(self.scores.values()))

    @property
    def found(self) -> int:
        """How many true pages came out."""
        return len(self.scores) - len(self.missing)


def score_site(site: Site, crawl: Crawl) -> SiteScore:
    """Compare a crawl's rows with a site's truth by path; aliases count as the row's own."""
    texts: dict[str, list[str]] = defaultdict(list)
    extra = []
    true_paths = {page.path for page in site.truth}
    for row in crawl.rows:
        addresses = [row["url"], *row.get("aliases", "").split()]
        paths = {page_path(address) for address in addresses}
        if not paths & true_paths:
            extra.append(row["url"])
        for path in paths & true_paths:
            texts[path].append(row["content_text"])
    scores = {
        page.path: score_words(page.text, texts[page.path][0]) if page.path in texts else ZERO
        for page in site.truth
    }
    return SiteScore(
        site=site,
        scores=scores,
        missing=tuple(page.path for page in site.truth if page.path not in texts),
        extra=tuple(extra),
        twice=tuple(path for path, found in texts.items() if len(found) > 1),
        seconds=crawl.seconds,
        failure=crawl.failure,
    )
