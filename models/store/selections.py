"""What a version's content came out as, and with what it was selected.

Notes are hints: they save selecting again when a site's profile changed in nothing that stands on
the page. One that is missing costs that work and nothing else.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, exists, select, update

from models.store.pages import CONVERTED, NOT_SELECTED
from models.store.records import SelectionNote
from models.store.tables import PAGE, VERSION

# Pages listed at once; each is a few kilobytes, nearly all of them what it says to the profile.
_LISTED_AT_ONCE: Final = 200

_IS_AS_NOTED: Final = (
    VERSION.c.id == bindparam("row"),
    VERSION.c.selected_with == bindparam("key"),
    VERSION.c.selected_digest == bindparam("digest"),
)
_NOTE: Final = (
    update(VERSION)
    .where(VERSION.c.id == bindparam("row"), VERSION.c.engine_version == bindparam("engine"))
    .values(selected_with=bindparam("key"), selected_digest=bindparam("digest"))
)
_LAND: Final = (
    update(VERSION)
    .where(VERSION.c.conversion_state == CONVERTED, *_IS_AS_NOTED)
    .values(profile_version=bindparam("profile"), converted_at=bindparam("now"))
)
_CHANGE_CONTENT: Final = (
    update(PAGE)
    .where(
        PAGE.c.version_id == bindparam("row"),
        PAGE.c.markdown_digest != bindparam("digest"),
        exists().where(VERSION.c.profile_version == bindparam("profile"), *_IS_AS_NOTED),
    )
    .values(markdown_digest=bindparam("digest"), content_changed_at=bindparam("now"))
)


@dataclass(frozen=True, slots=True)
class NotedPage:
    """A page that another profile than today's stands for, as its content was noted.

    `observation` is packed (`models.store.codec`).
    """

    note: SelectionNote
    observation: bytes
    is_other: bool
    """Whether its content, as noted, is another than the one that stands for the page."""


def note_contents(
    connection: Connection, notes: Sequence[SelectionNote], engine_version: str
) -> None:
    """Note what contents came out as; of versions that another engine read by now, nothing."""
    if notes:
        connection.execute(_NOTE, [{**_values(note), "engine": engine_version} for note in notes])


def list_noted(
    connection: Connection, site_id: int, profile_version: int, engine_version: str, after: int
) -> tuple[NotedPage, ...]:
    """Some of a site's noted pages that wait for a profile; the next follow version `after`."""
    query = (
        select(
            *(VERSION.c.id, VERSION.c.selected_with, VERSION.c.selected_digest),
            *(PAGE.c.observation, PAGE.c.markdown_digest),
        )
        .join_from(PAGE, VERSION, VERSION.c.id == PAGE.c.version_id)
        .where(
            PAGE.c.site_id == site_id,
            VERSION.c.id > after,
            VERSION.c.profile_version != profile_version,
            VERSION.c.conversion_state == CONVERTED,
            VERSION.c.selected_with != NOT_SELECTED,
            VERSION.c.failed_engine != engine_version,
        )
        .order_by(VERSION.c.id)
        .limit(_LISTED_AT_ONCE)
    )
    return tuple(
        NotedPage(
            note=SelectionNote(row.id, row.selected_with, row.selected_digest),
            observation=row.observation,
            is_other=row.markdown_digest != row.selected_digest,
        )
        for row in connection.execute(query)
    )


def land_noted(
    connection: Connection, notes: Sequence[SelectionNote], profile_version: int, now: str
) -> None:
    """Let contents stand for their pages with a profile; those no longer as noted are left."""
    if notes:
        rows = [{**_values(note), "profile": profile_version, "now": now} for note in notes]
        connection.execute(_LAND, rows)
        connection.execute(_CHANGE_CONTENT, rows)


def _values(note: SelectionNote) -> dict[str, Any]:
    return {"row": note.version_id, "key": note.key, "digest": note.markdown_digest}
