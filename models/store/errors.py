"""The errors the store raises."""


class StoreError(RuntimeError):
    """Something about the store that its user can put right; the message says what and where."""


class PageError(StoreError):
    """One page, not the store, is at fault: what is stored of it is damaged, or it is too large."""
