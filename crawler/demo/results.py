"""What a crawl of the shipped site brought, read back from where a user would look for it."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
    """One JSON line, reduced to what is shown.

    `path` is the path of its address, without a closing `index.html`.
    """

    url: str
    path: str
    title: str
    words: int
    content_words: int
    methods: tuple[str, ...]
    markdown: str
    content_markdown: str


@dataclass(frozen=True, slots=True)
class DroppedText:
    """A text that a step dropped, one of the reasons it gave, and on how many pages it did."""

    text: str
    reason: str
    pages: int


def read_pages(rows: Path) -> tuple[PageResult, ...]:
    """Read the pages of a JSON lines file, in its order."""
    with rows.open(encoding="utf-8") as lines:
        return tuple(_page_result(json.loads(line)) for line in lines)


def _page_result(row: Mapping[str, Any]) -> PageResult:
    return PageResult(
        url=row["url"],
        path=urlsplit(row["url"]).path.removesuffix("index.html"),
        title=row["title"],
        words=count_words(row["markdown"]),
        content_words=count_words(row["content_markdown"]),
        methods=tuple(row["content_methods"].split()),
        markdown=row["markdown"],
        content_markdown=row["content_markdown"],
    )


def read_decisions(
    store_url: str, site: str, pages: Iterable[PageResult]
) -> list[tuple[Decision, ...]]:
    """Decide about every block of some stored pages again, with what all of the site taught.

    A page stored under two addresses is one row, so only the addresses of the rows are read.
    """
    urls = {page.url for page in pages}
    with Store.open(store_url, create=False) as store:
        profile = store.load_profile(site)
        return [
            select_content(stored.page, profile).decisions
            for stored in store.iter_pages(site)
            if stored.fetched.url in urls
        ]


def count_dropped(decisions: Iterable[Sequence[Decision]], step: str) -> tuple[DroppedText, ...]:
    """The distinct texts that a step dropped, those on most pages first."""
    counts: Counter[str] = Counter()
    reasons: dict[str, str] = {}
    for of_page in decisions:
        dropped = {one.text: one.reason for one in of_page if one.step == step and one.text}
        counts.update(dropped.keys())
        reasons.update(dropped)
    return tuple(DroppedText(text, reasons[text], pages) for text, pages in counts.most_common())
