"""Small pages of an imagined site, ready to be stored."""

from collections.abc import Sequence

from models.address import url_key
from models.fetched import FetchedPage
from models.page import Block, BlockKind, Metadata, Page
from models.store import PageRecord, Store
from models.words import count_words
from pipelines.chrome import observe

SITE = "garden.example"


def make_page(path: str, texts: Sequence[str], *, canonical: str = "", title: str = "") -> Page:
    """A page of paragraphs, each in the slot of its place."""
    blocks = [
        Block(f"/html/body/p[{n}]", BlockKind.PARAGRAPH, text, count_words(text), 0, text)
        for n, text in enumerate(texts, 1)
    ]
    metadata = Metadata(title=title, canonical_url=canonical)
    return Page(f"https://{SITE}{path}", tuple(blocks), metadata)


def make_record(page: Page, *, at: str = "2026-03-01T10:00:00Z", crawl: str = "c1") -> PageRecord:
    body = "\n".join(block.text for block in page.blocks).encode("utf-8", "replace")
    fetched = FetchedPage(page.url, page.url, 200, "text/html; charset=utf-8", body, at)
    return PageRecord(SITE, url_key(page.url), fetched, page, crawl, "0.1")


def commit(
    store: Store,
    page: Page,
    *,
    links: Sequence[str] = (),
    at: str = "2026-03-01T10:00:00Z",
    crawl: str = "c1",
) -> None:
    keys = [url_key(f"https://{SITE}{link}") for link in links]
    store.commit_page(make_record(page, at=at, crawl=crawl), keys, observe(page))
