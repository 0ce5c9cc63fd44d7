"""One pass over a site's pages that converts again what was made with something older."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from sqlalchemy import ColumnElement, Connection, Row, or_

from models.chrome import Observation
from models.fetched import FetchedPage
from models.page import Page
from models.store import conversions, pages, selections, sites
from models.store.codec import unpack_observation, unpack_page
from models.store.conversions import StalePage
from models.store.errors import PageError, StoreError
from models.store.pages import NOT_SELECTED
from models.store.records import PageReading
from models.store.selections import NotedPage
from models.store.sweep_lock import SweepLock
from models.version import is_older

Accepts = Callable[[str, str], bool]
"""Whether a page is to be converted: its media type as sent, and its address."""
Transaction = Callable[[], AbstractContextManager[Connection]]

_In = TypeVar("_In")
_Out = TypeVar("_Out")

# Seconds between two looks at pages that another sweep is working on.
# Unmeasured: a page takes some hundredths of a second.
_LOOK_AGAIN_AFTER_S: Final = 0.05


class Sweep:
    """Takes stale pages one at a time, and lands what was made of each.

    A page is taken in a transaction of its own before its work starts. Several sweeps share the
    pages of a site; what a dead one had taken, the next takes over at once.
    """

    def __init__(
        self,
        site: str,
        engine_version: str,
        lock: SweepLock,
        reading: Transaction,
        writing: Transaction,
    ) -> None:
        self._site = site
        self._engine_version = engine_version
        self._lock = lock
        self._reading = reading
        self._writing = writing
        with reading() as connection:
            self._site_id = sites.find_site(connection, site)
            self._css_version = sites.read_css_rules(connection, self._site_id).version

    def take_old_readings(self, accepts: Accepts) -> Iterator[StalePage]:
        """Take the pages that an older engine, or this one by other rules of the user, read.

        Ends when no other sweep works on one.
        """
        with self._reading() as connection:
            known = conversions.read_engine_versions(connection, self._site_id)
        older = [version for version in known if is_older(version, self._engine_version)]
        is_old = conversions.reading_is_stale(older, self._engine_version)
        return self._take(or_(is_old, self._have_other_marks()), accepts)

    def take_other_marks(self) -> Iterator[StalePage]:
        """Take the pages that were read by other rules of the user than the site has now."""
        return self._take(self._have_other_marks(), lambda *_: True)

    def land_unaffected(
        self, profile_version: int, key_of: Callable[[Observation], int]
    ) -> tuple[int, int]:
        """Let the contents that were noted stand where this profile would change nothing.

        Args:
            profile_version: the profile that the contents then count as selected with.
            key_of: the key (`SelectionNote`) that a page which says this has with that profile.

        Returns:
            The number of such pages, and how many have another content than before.
        """
        landed = changed = last = 0
        while noted := self._list_noted(profile_version, last):
            last = noted[-1].note.version_id
            same = [page for page in noted if _is_unaffected(page, key_of)]
            with self._writing() as connection:
                notes = [page.note for page in same]
                selections.land_noted(connection, notes, profile_version, _now())
            landed += len(same)
            changed += sum(page.is_other for page in same)
        return landed, changed

    def take_old_contents(self, profile_version: int, accepts: Accepts) -> Iterator[StalePage]:
        """Take the pages whose content was selected with another profile, or with none."""
        stale = conversions.content_is_stale(profile_version, self._engine_version, _now())
        return self._take(stale, accepts)

    def read_bytes(self, page: StalePage) -> FetchedPage:
        """The original bytes of a taken page.

        Raises:
            PageError: they are damaged.
        """
        return _unpack(pages.read_fetched, self._row(page, with_body=True))

    def read_blocks(self, page: StalePage) -> Page:
        """What was read from the bytes of a taken page.

        Raises:
            PageError: it is damaged.
        """
        return _unpack(unpack_page, self._row(page, with_body=False).blocks)

    def land_reading(self, page: StalePage, reading: PageReading) -> bool:
        """Store what was read from a page's bytes; false when it is no longer this sweep's."""
        values = {"engine_version": self._engine_version, "converted_at": _now()}
        packed = _unpack(conversions.pack_reading, reading)
        with self._writing() as connection:
            sites.add_site(connection, self._site)  # locks the statistics, before any page
            return conversions.land_reading(
                connection, self._site_id, page, self._lock.name, reading, {**values, **packed}
            )

    def land_content(
        self, page: StalePage, markdown_digest: str, profile_version: int, key: int = NOT_SELECTED
    ) -> bool | None:
        """Store the digest of a page's content, and its key for `land_unaffected`.

        Returns:
            Whether the content is another than before; nothing when the page is no longer this
            sweep's.
        """
        values = {
            "profile_version": profile_version,
            "converted_at": _now(),
            "selected_with": key,
            "selected_digest": markdown_digest,
        }
        with self._writing() as connection:
            return conversions.land_content(
                connection, page, self._lock.name, markdown_digest, values
            )

    def give_up(self, page: StalePage) -> None:
        """Leave a page as it was; this engine does not try it again."""
        values = {"failed_engine": self._engine_version, "converted_at": _now()}
        with self._writing() as connection:
            conversions.let_go(connection, page, self._lock.name, values)

    def count_given_up(self) -> int:
        """Pages of the site that this engine has tried in vain, now or before."""
        with self._reading() as connection:
            return conversions.count_failed(connection, self._site_id, self._engine_version)

    def _have_other_marks(self) -> ColumnElement[bool]:
        return conversions.marks_are_stale(self._css_version, self._engine_version)

    def _list_noted(self, profile_version: int, after: int) -> tuple[NotedPage, ...]:
        with self._reading() as connection:
            return selections.list_noted(
                connection, self._site_id, profile_version, self._engine_version, after
            )

    def _take(self, stale: ColumnElement[bool], accepts: Accepts) -> Iterator[StalePage]:
        last: StalePage | None = None
        must_look_again = False
        while True:
            with self._reading() as connection:
                found = conversions.list_stale(connection, self._site_id, stale, last)
            for page in found:
                last = page
                if not accepts(page.content_type, page.url):
                    continue
                if self._take_one(page):
                    yield page
                else:
                    must_look_again = True
            if not found and not must_look_again:
                return
            if not found:
                last, must_look_again = None, False
                time.sleep(_LOOK_AGAIN_AFTER_S)

    def _take_one(self, page: StalePage) -> bool:
        if page.converter and self._lock.is_held(page.converter):
            return False
        with self._writing() as connection:
            return conversions.take(connection, page, self._lock.name)

    def _row(self, page: StalePage, *, with_body: bool) -> Row[Any]:
        with self._reading() as connection:
            return conversions.read_row(connection, self._site_id, page, with_body=with_body)


def _is_unaffected(page: NotedPage, key_of: Callable[[Observation], int]) -> bool:
    try:
        return key_of(unpack_observation(page.observation)) == page.note.key
    except StoreError:  # damaged: the page is taken and looked at whole
        return False


def _unpack(unpack: Callable[[_In], _Out], value: _In) -> _Out:
    try:
        return unpack(value)
    except StoreError as error:
        raise PageError(str(error)) from error


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
