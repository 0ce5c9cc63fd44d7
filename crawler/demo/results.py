"""What a crawl of the shipped site brought, read back from where a user would look for it."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
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
    """One JSON line, reduced to what is shown. `path` is the path of its address."""

    path: str
    title: str
    words: int
    content_words: int
    methods: tuple[str, ...]
    markdown: str
    content_markdown: str


@dataclass(frozen=True, slots=True)
class DroppedText:
    """A text that one step dropped, on how many pages, and one of the reasons it gave."""

    text: str
    step: str
    reason: str
    pages: int


def read_pages(rows: Path) -> tuple[PageResult, ...]:
    """Read the pages of a JSON lines file, in its order."""
    with rows.open(encoding="utf-8") as lines:
        return tuple(_page_result(json.loads(line)) for line in lines)


def _page_result(row: Mapping[str, Any]) -> PageResult:
    return PageResult(
        path=urlsplit(row["url"]).path,
        title=row["title"],
        words=count_words(row["markdown"]),
        content_words=count_words(row["content_markdown"]),
        methods=tuple(row["content_methods"].split()),
        markdown=row["markdown"],
        content_markdown=row["content_markdown"],
    )


def read_decisions(store_url: str, site: str) -> list[Decision]:
    """Decide about every block of a stored site again, with what all its pages taught."""
    with Store.open(store_url, create=False) as store:
        profile = store.load_profile(site)
        return [
            decision
            for stored in store.iter_pages(site)
            for decision in select_content(stored.page, profile).decisions
        ]


def count_dropped(decisions: Iterable[Decision], step: str) -> tuple[DroppedText, ...]:
    """The distinct texts that a step dropped, the most frequent first."""
    dropped = [one for one in decisions if one.step == step and one.text]
    reasons = {one.text: one.reason for one in dropped}
    counts = Counter(one.text for one in dropped)
    return tuple(
        DroppedText(text, step, reasons[text], pages) for text, pages in counts.most_common()
    )
