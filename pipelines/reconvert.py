"""A site's stored pages converted again with today's engine and today's profile.

In two stages. Each page that an older engine read is read again from its bytes, and what it says to
the site's profile is replaced. Only when all pages have spoken is each page's content selected with
that profile: so what comes out depends on the set of pages, not on their order.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from models.chrome import ChromeProfile, Observation
from models.chrome_thresholds import MIN_PAGES
from models.content import Content
from models.digests import digest_lines
from models.fetched import FetchedPage
from models.page import Page
from models.store import Accepts, PageError, PageReading, StalePage, Store, StoreError, Sweep
from models.version import ENGINE_VERSION
from pipelines.chrome import digest, narrow_profile, observe
from pipelines.content import select_content
from pipelines.select import STEPS, Step

Reading = tuple[Page, tuple[str, ...]]
"""What is read from bytes: the page, and the keys of its links within the site."""
OnFailed = Callable[[str, Exception], None]
"""Told the address of a page that cannot be converted, and what went wrong with it."""


@dataclass(slots=True)
class Reconverted:
    """What a sweep did, in pages.

    `reread` were read again from their bytes. The content of `selected` stands as selected with
    today's profile, now or before, and of these `changed` came out otherwise. `failed` stay as
    they were, as do those that failed before: `given_up` counts both. `overtaken` were fetched
    anew, or taken over, while the sweep worked on them.
    """

    reread: int = 0
    selected: int = 0
    changed: int = 0
    failed: int = 0
    given_up: int = 0
    overtaken: int = 0


def reconvert_site(
    store: Store,
    site: str,
    read: Callable[[FetchedPage], Reading],
    *,
    accepts: Accepts,
    steps: Sequence[Step] = STEPS,
    on_failed: OnFailed,
) -> Reconverted:
    """Convert again what an older engine read or an older profile selected, oldest first.

    May be stopped and begun again at any moment, and run several times at once: each page is done
    once. A page that fails stays as it was until a newer engine tries it.

    Args:
        store: where the pages are.
        site: its key in the store.
        read: reads the original bytes of a page.
        accepts: says from a page's media type and address whether it is converted at all.
        steps: the steps of selection.
        on_failed: takes a page that cannot be converted, so that the others go on.

    Raises:
        StoreError: no such site, or the store cannot be read or written.
    """
    done = Reconverted()
    with store.sweep(site, ENGINE_VERSION) as sweep:
        _read_again(sweep, read, done, accepts, on_failed)
        _select_again(store, site, sweep, done, accepts, steps, on_failed)
        done.given_up = sweep.count_given_up()
    return done


def mark_stored(
    store: Store, site: str, read: Callable[[FetchedPage], Reading], *, on_failed: OnFailed
) -> int:
    """Read the pages again that were read by other rules of their user than the site has now.

    Until then their content depends on when they came. A page that fails stays as it was.

    Returns:
        The number of pages read again.

    Raises:
        StoreError: no such site, or the store cannot be read or written.
    """
    done = Reconverted()
    if store.has_stale_marks(site, ENGINE_VERSION):
        with store.sweep(site, ENGINE_VERSION) as sweep:
            _land_readings(sweep, sweep.take_other_marks(), read, done, on_failed)
    return done.reread


def select_stored(
    store: Store, site: str, *, steps: Sequence[Step] = STEPS, on_failed: OnFailed
) -> Reconverted:
    """Note of each page of a site what its content is by today's profile."""
    done = Reconverted()
    with store.sweep(site, ENGINE_VERSION) as sweep:
        _select_again(store, site, sweep, done, lambda *_: True, steps, on_failed)
    return done


def profile_version(profile: ChromeProfile) -> int:
    """A number that differs for profiles that would remove something else.

    0 stands in the store for no profile. The number of pages is no part of it: a page more that
    repeats nothing new changes no content.
    """
    is_ready = profile.pages >= MIN_PAGES
    parts = [str(is_ready), str(sorted(profile.texts)), str(sorted(profile.slots))]
    return digest("\n".join(parts)) or 1


def selection_key(profile: ChromeProfile, observation: Observation, steps: Sequence[Step]) -> int:
    """A number that stands for all that the content of a page depends on beside its blocks.

    So a page has the same content as long as it has the same key: a profile that learned, or
    forgot, what does not stand on the page changes neither.
    """
    version = profile_version(narrow_profile(profile, observation))
    names = (f"{step.__module__}.{step.__qualname__}" for step in steps)
    return digest("\n".join((ENGINE_VERSION, str(version), *names))) or 1


def markdown_digest(content: Content) -> str:
    """Digest of what is cut into chunks: more than what tells whether a page changed.

    The same words in a better table are no change of the page, and are other chunks.
    """
    return digest_lines([content.content_markdown])


def _read_again(
    sweep: Sweep,
    read: Callable[[FetchedPage], Reading],
    done: Reconverted,
    accepts: Accepts,
    on_failed: OnFailed,
) -> None:
    _land_readings(sweep, sweep.take_old_readings(accepts), read, done, on_failed)


def _land_readings(
    sweep: Sweep,
    taken: Iterator[StalePage],
    read: Callable[[FetchedPage], Reading],
    done: Reconverted,
    on_failed: OnFailed,
) -> None:
    def convert(stale: StalePage) -> None:
        page, links = read(sweep.read_bytes(stale))
        has_landed = sweep.land_reading(stale, PageReading(page, links, observe(page)))
        done.reread += has_landed
        done.overtaken += not has_landed

    for stale in taken:
        _guard(sweep, stale, done, on_failed, convert)


def _select_again(
    store: Store,
    site: str,
    sweep: Sweep,
    done: Reconverted,
    accepts: Accepts,
    steps: Sequence[Step],
    on_failed: OnFailed,
) -> None:
    profile = store.load_profile(site)
    version = profile_version(profile)

    def key_of(observation: Observation) -> int:
        return selection_key(profile, observation, steps)

    def convert(stale: StalePage) -> None:
        page = sweep.read_blocks(stale)
        content = select_content(page, profile, steps=steps)
        changed = sweep.land_content(
            stale, markdown_digest(content), version, key_of(observe(page))
        )
        done.overtaken += changed is None
        done.selected += changed is not None
        done.changed += changed is True

    done.selected, done.changed = sweep.land_unaffected(version, key_of)
    for stale in sweep.take_old_contents(version, accepts):
        _guard(sweep, stale, done, on_failed, convert)


def _guard(
    sweep: Sweep,
    stale: StalePage,
    done: Reconverted,
    on_failed: OnFailed,
    convert: Callable[[StalePage], None],
) -> None:
    try:
        convert(stale)
    except Exception as error:  # a page nobody foresaw costs itself, not the sweep
        if isinstance(error, StoreError) and not isinstance(error, PageError):
            raise  # it is the store that fails
        sweep.give_up(stale)
        done.failed += 1
        on_failed(stale.url, error)
