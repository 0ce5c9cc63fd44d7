"""How far a place may go on before it counts as a trap: one setting each."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Final, Self

# What each setting bounds, as the summary of a crawl puts it after the number.
REASONS: Final = {
    "TRAP_MAX_PATH_REPEATS": "times the same folders in a row",
    "TRAP_MAX_QUERY_REPEATS": "times the same letters in a row in a query",
    "TRAP_MAX_EQUAL_PAGES": "times the same page under another session id",
    "TRAP_MAX_BARREN_PAGES": "pages in a row without new text",
    "TRAP_MAX_LONE_LIST_PAGES": "pages of one list in a row that lead nowhere else",
    "TRAP_MAX_LIST_PAGES": "pages of one list",
    "TRAP_MAX_TEMPLATE_PAGES": "pages whose addresses differ in numbers alone",
}


@dataclass(frozen=True, slots=True)
class TrapBounds:
    """The values of the settings; 0 is no bound."""

    path_repeats: int = 0
    query_repeats: int = 0
    equal_pages: int = 0
    barren_pages: int = 0
    lone_list_pages: int = 0
    list_pages: int = 0
    template_pages: int = 0

    @classmethod
    def read(cls, getint: Callable[[str], int]) -> Self:
        return cls(*(getint(name_setting(field.name)) for field in fields(cls)))

    def of(self, setting: str) -> int:
        value: int = getattr(self, setting.removeprefix("TRAP_MAX_").lower())
        return value


def name_setting(bound: str) -> str:
    return f"TRAP_MAX_{bound.upper()}"
