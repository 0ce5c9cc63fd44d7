"""Stored sites converted again, and what is said of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

from crawler.limits import refuse_content_type
from crawler.links import keys_within, read_link, read_links
from crawler.outputs import OutputError
from crawler.page import UnreadablePageError
from crawler.page.css_marks import SelectorError, read_css_rules
from crawler.reading import read_fetched
from crawler.row_files import ERROR_COLUMNS
from crawler.scope import Site, site_of
from crawler.summary import count_noun
from crawler.terminal import shorten, tell
from models.fetched import FetchedPage
from models.store import Store, StoreError
from pipelines.reconvert import (
    OnFailed,
    Reading,
    Reconverted,
    mark_stored,
    reconvert_site,
    select_stored,
)
from pipelines.select import STEPS, Step, choose_steps

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
                    reader_of(_stored_site(store, site)),
                    accepts=is_fetched_html,
                    steps=steps,
                    on_failed=tell_failed,
                )
                tell(f"{site}: {describe(done, stored)}")
                failed += done.failed
    except StoreError as error:
        raise OutputError(str(error)) from error
    return failed


def change_css_rules(store_url: str, site: str, given: Mapping[str, str]) -> None:
    """Set the selectors `include` or `exclude` of a stored site; an empty text takes them back.

    Raises:
        OutputError: no such store or site, or a bad selector.
    """
    read: dict[str, tuple[str, ...]] = {}
    for name, text in given.items():
        try:
            read[name] = read_css_rules(text).include if text else ()
        except SelectorError as error:
            raise OutputError(f"--{name}-css {text}: {error}") from None
    try:
        with Store.open(store_url, create=False) as store:
            store.put_css_rules(site, replace(store.css_rules(site), **read))
    except StoreError as error:
        raise OutputError(str(error)) from error


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


def reader_of(site: Site) -> Callable[[FetchedPage], Reading]:
    """What reads the stored pages of a site: by its rules, and its links as far as it reaches."""
    within = Site(site.key, site.scope, ())
    read_one = lru_cache(_RECENT_ADDRESSES)(partial(read_link, sites=(within,)))

    def read(fetched: FetchedPage) -> Reading:
        page = read_fetched(fetched, site.css)
        return page, keys_within(site.key, read_links(page, read_one))

    return read


def read_marks_again(
    store: Store, site: str, *, steps: Sequence[Step] = STEPS, on_failed: OnFailed
) -> int:
    """Read the stored pages again that were read by other CSS rules than their site has now.

    Returns:
        The number of pages read again.

    Raises:
        StoreError: no such site, or a store that cannot be read or written.
    """
    reread = mark_stored(store, site, reader_of(_stored_site(store, site)), on_failed=on_failed)
    if reread:
        select_stored(store, site, steps=steps, on_failed=on_failed)
    return reread


def _stored_site(store: Store, key: str) -> Site:
    return replace(site_of(key), css=store.css_rules(key))


def tell_failed(url: str, error: Exception) -> None:
    known = isinstance(error, (StoreError, UnreadablePageError))
    said = str(error) if known else f"{type(error).__name__}: {error}"
    tell(f"{url}: not converted: {shorten(said, ERROR_COLUMNS)}")
