"""What a crawl of the shipped site brought, read back from where a user would look for it."""

import json
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from models.content import Decision
from models.store import Store
from models.words import count_words
from pipelines.content import select_content

# The step that drops what the site repeats, as `content_methods` names it.
SITE_CHROME = "site-chrome"


@dataclass(frozen=True, slots=True)
class PageResult:
    """One page as it came out.

    `path` is the path of its address without a closing `index.html`, `aliases` the number of other
    addresses that led to it, `words` those of the whole page, hidden ones too.
    """

    path: str
    aliases: int
    title: str
    words: int
    content_words: int
    methods: str
    markdown: str
    content_markdown: str
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class DroppedText:
    """A text that a step dropped, one of the reasons it gave, and on how many pages it did."""

    text: str
    reason: str
    pages: int


def read_results(rows: Path, store_url: str, site: str) -> tuple[PageResult, ...]:
    """Read the JSON lines of a site, in their order, and what was decided about each block.

    Raises:
        StoreError: the store has no such site.
    """
    with rows.open(encoding="utf-8") as lines:
        by_url = {row["url"]: row for row in map(json.loads, lines)}
    decisions = _read_decisions(store_url, site, by_url.keys())
    return tuple(_page_result(row, decisions.get(url, ())) for url, row in by_url.items())


def _read_decisions(
    store_url: str, site: str, urls: Container[str]
) -> dict[str, tuple[Decision, ...]]:
    """Decide about every block again, by the stored pages and what all of them taught."""
    with Store.open(store_url, create=False) as store:
        profile = store.load_profile(site)
        return {
            stored.fetched.url: select_content(stored.page, profile).decisions
            for stored in store.iter_pages(site)
            if stored.fetched.url in urls
        }


def _page_result(row: Mapping[str, Any], decisions: tuple[Decision, ...]) -> PageResult:
    return PageResult(
        path=urlsplit(row["url"]).path.removesuffix("index.html"),
        aliases=len(row["aliases"].split()),
        title=row["title"],
        words=sum(count_words(decision.text) for decision in decisions),
        content_words=row["word_count"],
        methods=row["content_methods"],
        markdown=row["markdown"],
        content_markdown=row["content_markdown"],
        decisions=decisions,
    )


def count_dropped(pages: Iterable[PageResult], step: str) -> tuple[DroppedText, ...]:
    """The distinct texts that a step dropped, those on most pages first."""
    counts: Counter[str] = Counter()
    reasons: dict[str, str] = {}
    for page in pages:
        dropped = {one.text: one.reason for one in page.decisions if one.step == step and one.text}
        counts.update(dropped.keys())
        reasons.update(dropped)
    return tuple(DroppedText(text, reasons[text], n) for text, n in counts.most_common())
