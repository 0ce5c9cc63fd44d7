"""Values that go into the store and come out of it; no row object does."""

from dataclasses import dataclass

from models.chrome import Observation
from models.fetched import FetchedPage
from models.page import Page


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One page to be stored. `url_key` identifies it within `site` over all crawls."""

    site: str
    url_key: str
    fetched: FetchedPage
    page: Page
    crawl_id: str
    engine_version: str


@dataclass(frozen=True, slots=True)
class PageReading:
    """What was read from a page's bytes. `links` are keys, as in `Store.commit_page`."""

    page: Page
    links: tuple[str, ...]
    observation: Observation


@dataclass(frozen=True, slots=True)
class SelectionNote:
    """What the content of a page came out as.

    `version_id` is what `Store.commit_page` gave it. `key`, never 0, stands for all that the
    content depends on beside the page's blocks.
    """

    version_id: int
    key: int
    markdown_digest: str


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A stored page in its latest version.

    `fetched.source_url` is order-free: of all addresses that led to the page its own one, else
    the smallest. `fetched.body` is empty unless bodies were asked for. `text_digest` is that of
    `models.digests`; `changed_at` is when it last changed, `first_seen_at` when there was none.
    `content_changed_at` is when the content selected from it last came out otherwise, for
    whatever reason; empty until it was selected with the site's profile.
    """

    site: str
    url_key: str
    fetched: FetchedPage
    page: Page
    crawl_id: str
    engine_version: str
    first_seen_at: str
    changed_at: str
    text_digest: str
    content_changed_at: str = ""


@dataclass(frozen=True, slots=True)
class PageIdentity:
    """What tells which stored pages are one page; light enough to hold for a whole site."""

    url_key: str
    url: str
    canonical_url: str
    text_digest: str


@dataclass(frozen=True, slots=True)
class Run:
    """One crawl of one site. `finished_at` and `reason` are empty while it goes on."""

    site: str
    crawl_id: str
    start_urls: tuple[str, ...]
    started_at: str
    finished_at: str = ""
    reason: str = ""
