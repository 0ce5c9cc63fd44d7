"""What is remembered of sites: the only SQL of the project. No row object leaves it."""

from models.store.conversions import StalePage
from models.store.errors import PageError, StoreError
from models.store.records import (
    PageIdentity,
    PageReading,
    PageRecord,
    Run,
    SelectionNote,
    StoredPage,
)
from models.store.store import Store
from models.store.sweep import Accepts, Sweep

__all__ = [
    "Accepts",
    "PageError",
    "PageIdentity",
    "PageReading",
    "PageRecord",
    "Run",
    "SelectionNote",
    "StalePage",
    "Store",
    "StoreError",
    "StoredPage",
    "Sweep",
]
