"""The way in and out of the store."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import SQLAlchemyError

from models.chrome import ChromeProfile, Observation
from models.css_rules import CssRules
from models.page import Page
from models.store import conversions, pages, probes, runs, selections, sites, statistics
from models.store.engine import open_engine, reading, show, writing
from models.store.errors import StoreError
from models.store.migrations import migrate
from models.store.records import PageIdentity, PageRecord, Run, SelectionNote, StoredPage
from models.store.sweep import Sweep
from models.store.sweep_lock import take_lock
from models.store.tables import SITE


class Store:
    """What is known of all sites, in one database.

    Every method raises `StoreError`, one clear line, and nothing else. Safe to use from several
    threads and processes at once.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @classmethod
    def open(cls, url: str, *, create: bool = True) -> Self:
        """Open `sqlite:///path` or `postgresql://…` and bring its schema up to date."""
        store = cls(open_engine(url, create=create))
        with store._writing() as connection:
            migrate(connection)
        return store

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def start_run(
        self, site: str, start_urls: Sequence[str], crawl_id: str, started_at: str
    ) -> None:
        """Record that a crawl of a site began; again with the same `crawl_id` resumes it."""
        with self._writing() as connection:
            site_id = sites.add_site(connection, site)
            runs.put_run(connection, site_id, start_urls, crawl_id, started_at)

    def finish_run(self, crawl_id: str, finished_at: str, reason: str) -> None:
        """Record how a crawl ended, for all its sites."""
        with self._writing() as connection:
            runs.end_run(connection, crawl_id, finished_at, reason)

    def commit_page(self, page: PageRecord, links: Sequence[str], observation: Observation) -> int:
        """Store a page whole in one transaction: the only way in.

        A page that is there already replaces its own version, links and share in the statistics.
        `links` are the keys of the addresses it links to.

        Returns:
            The number of the version, for `note_contents`.
        """
        with self._writing() as connection:
            site_id = sites.add_site(connection, page.site)
            version_id, said = pages.put_page(connection, site_id, page, links, observation)
            statistics.replace_observation(connection, site_id, *said)
            return version_id

    def note_contents(self, notes: Sequence[SelectionNote], engine_version: str) -> None:
        """Note what contents were selected from pages that this engine read, so that a sweep need
        not select those again on which another profile changes nothing.
        """
        with self._writing() as connection:
            selections.note_contents(connection, notes, engine_version)

    def put_css_rules(self, site: str, rules: CssRules) -> None:
        """Say what is content on the pages of a site; those read by other rules are stale then."""
        with self._writing() as connection:
            sites.put_css_rules(connection, sites.add_site(connection, site), rules)

    def css_rules(self, site: str) -> CssRules:
        """What a user says is content on the pages of a site."""
        with self._reading() as connection:
            return sites.read_css_rules(connection, sites.find_site(connection, site))

    def has_stale_marks(self, site: str, engine_version: str) -> bool:
        """Whether a page was read by other rules than its site has, and this engine can do so."""
        with self._reading() as connection:
            site_id = sites.find_site(connection, site)
            version = sites.read_css_rules(connection, site_id).version
            stale = conversions.marks_are_stale(version, engine_version)
            return conversions.is_any_stale(connection, site_id, stale)

    def put_probe(self, site: str, host: str, page: Page | None) -> None:
        """Remember what a host of a site answers to an address that cannot exist.

        `page` is None where it answers that there is no page.
        """
        with self._writing() as connection:
            probes.put_probe(connection, sites.add_site(connection, site), host, page)

    def probes(self, site: str) -> Mapping[str, Page]:
        """By host, the pages that a site serves where there is none."""
        with self._reading() as connection:
            return probes.read_probes(connection, sites.find_site(connection, site))

    @contextmanager
    def sweep(self, site: str, engine_version: str) -> Iterator[Sweep]:
        """Begin to convert a site's pages again; `engine_version` is the one that does it."""
        with self._naming_errors():
            lock = take_lock(self._engine)
        try:
            yield Sweep(site, engine_version, lock, self._reading, self._writing)
        finally:
            with self._naming_errors():
                lock.release()

    def load_profile(self, site: str) -> ChromeProfile:
        """What the pages of a site repeat; the cost does not depend on their number."""
        with self._reading() as connection:
            return statistics.read_profile(connection, sites.find_site(connection, site))

    def get_page(self, site: str, url_key: str) -> StoredPage | None:
        """One page without its body; nothing when the site has no such page."""
        with self._reading() as connection:
            return pages.read_page(connection, site, sites.find_site(connection, site), url_key)

    def iter_pages(
        self,
        site: str,
        *,
        with_body: bool = False,
        on_damaged: pages.OnDamaged = pages.raise_damaged,
    ) -> Iterator[StoredPage]:
        """A site's pages by the UTF-8 bytes of their `url`, a few in memory at a time.

        A page whose stored form cannot be read goes to `on_damaged`, which raises if left alone.
        """
        with self._reading() as connection:
            site_id = sites.find_site(connection, site)
            yield from pages.iter_pages(
                connection, site, site_id, with_body=with_body, on_damaged=on_damaged
            )

    def iter_identities(self, site: str) -> Iterator[PageIdentity]:
        """What tells a site's pages apart, in the order of `iter_pages`."""
        with self._reading() as connection:
            yield from pages.iter_identities(connection, sites.find_site(connection, site))

    def iter_links(self, site: str) -> Iterator[tuple[str, str]]:
        """A site's links as (`url_key` of the page, key of the target), in no order."""
        with self._reading() as connection:
            yield from pages.iter_links(connection, sites.find_site(connection, site))

    def iter_sources(self, site: str) -> Iterator[tuple[str, str]]:
        """Addresses that led elsewhere, as (address asked for, `url_key` of the page)."""
        with self._reading() as connection:
            yield from pages.iter_sources(connection, sites.find_site(connection, site))

    def sites(self) -> tuple[str, ...]:
        """All sites with a page or a crawl, sorted."""
        with self._reading() as connection:
            return sites.read_sites(connection)

    def page_count(self, site: str) -> int:
        """Number of pages of a site."""
        with self._reading() as connection:
            site_id = sites.find_site(connection, site)
            query = select(SITE.c.pages).where(SITE.c.id == site_id)
            return int(connection.execute(query).scalar_one())

    def runs(self, site: str) -> tuple[Run, ...]:
        """The crawls of a site, oldest first."""
        with self._reading() as connection:
            return runs.read_runs(connection, sites.find_site(connection, site))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._naming_errors(), reading(self._engine) as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._naming_errors(), writing(self._engine) as connection:
            yield connection

    @contextmanager
    def _naming_errors(self) -> Iterator[None]:
        where = show(self._engine.url)
        try:
            yield
        except SQLAlchemyError as error:
            said = str(getattr(error, "orig", None) or error).splitlines()
            raise StoreError(f"{where}: {said[0] if said else type(error).__name__}") from error
        except ImportError as error:
            raise StoreError(f"{where}: {error}") from error
        except StoreError as error:
            raise StoreError(f"{where}: {error}") from error.__cause__
