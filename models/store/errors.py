"""The one error the store raises."""


class StoreError(RuntimeError):
    """Something about the store that its user can put right; the message says what and where."""
