"""What is remembered of sites: the only SQL of the project. No row object leaves it."""

from models.store.errors import StoreError
from models.store.records import PageIdentity, PageRecord, Run, StoredPage
from models.store.store import Store

__all__ = ["PageIdentity", "PageRecord", "Run", "Store", "StoreError", "StoredPage"]
