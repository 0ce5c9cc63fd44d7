"""Stored sites converted again, and what is said of it."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Final

from crawler.limits import refuse_content_type
from crawler.links import keys_within, read_link, read_links
from crawler.outputs import OutputError
from crawler.page import UnreadablePageError
from crawler.reading import read_fetched
from crawler.row_files import ERROR_COLUMNS
from crawler.scope import Site
from crawler.summary import count_noun
from crawler.terminal import shorten, tell
from models.fetched import FetchedPage
from models.store import Store, StoreError
from pipelines.reconvert import Reading, Reconverted, reconvert_site
from pipelines.select import choose_steps

# Addresses kept in mind so that a menu is read once and not on every page.
# Unmeasured: some times the links of the largest templates.
_RECENT_ADDRESSES: Final = 20_000


def reconvert_sites(store_url: str, sites: Sequence[str], *, cleans_markdown: bool = True) -> int:
    """Convert the named sites again, all there are when none is named; one line on each.

    Returns:
        The number of pages that could not be converted; standard error names each.

    Raises:
        OutputError: no such store or site, or a store that cannot be read or written.
    """
    failed = 0
    steps = choose_steps(cleans_markdown=cleans_markdown)
    try:
        with Store.open(store_url, create=False) as store:
            for site in sites or store.sites():
                stored = store.page_count(site)
                done = reconvert_site(
                    store,
                    site,
                    _reader(site),
                    accepts=is_fetched_html,
                    steps=steps,
                    on_failed=_tell_failed,
                )
                tell(f"{site}: {describe(done, stored)}")
                failed += done.failed
    except StoreError as error:
        raise OutputError(str(error)) from error
    return failed


def is_fetched_html(content_type: str, url: str) -> bool:
    """Whether a stored page is HTML that came over HTTP.

    A media type that leaves the kind open is one of a page whose bytes were found to be HTML.
    """
    return url.startswith(("http://", "https://")) and not refuse_content_type(content_type)


def describe(done: Reconverted, stored: int) -> str:
    """What became of a site's pages, in one line."""
    taken = done.selected + done.failed
    parts = [f"nothing to do in {count_noun(stored, 'page')}"]
    if taken or done.reread or done.overtaken:
        parts = [
            f"{count_noun(taken, 'page')} of {stored:,} taken",
            f"{done.reread:,} read again from their bytes",
            f"content rewritten in {done.changed:,}, unchanged in {done.selected - done.changed:,}",
            f"{done.failed:,} failed",
        ]
    if earlier := done.given_up - done.failed:
        parts.append(f"{earlier:,} failed before and wait for a newer version")
    if done.overtaken:
        parts.append(f"{done.overtaken:,} left to a crawl or another sweep")
    return ", ".join(parts)


def _reader(site: str) -> Callable[[FetchedPage], Reading]:
    within = Site(site, _scope_of(site), ())
    read_one = lru_cache(_RECENT_ADDRESSES)(partial(read_link, sites=(within,)))

    def read(fetched: FetchedPage) -> Reading:
        page = read_fetched(fetched)
        return page, keys_within(site, read_links(page, read_one))

    return read


def _scope_of(site: str) -> str:
    """How far a site reaches, as its key says."""
    if site.startswith("."):
        return "domain"
    return "path" if "/" in site else "host"


def _tell_failed(url: str, error: Exception) -> None:
    known = isinstance(error, (StoreError, UnreadablePageError))
    said = str(error) if known else f"{type(error).__name__}: {error}"
    tell(f"{url}: not converted: {shorten(said, ERROR_COLUMNS)}")
