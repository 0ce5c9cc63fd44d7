"""What was seen lately, in a fixed amount of memory."""


class RecentSet:
    """Remembers the last `capacity` hashes at least, and twice as many at most.

    What is asked for again counts as seen anew, so that what comes often is never forgotten.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._young: set[int] = set()
        self._old: set[int] = set()

    def add(self, item: object) -> bool:
        """Remember a hashable; whether it was not remembered before."""
        key = hash(item)
        if key in self._young:
            return False
        is_new = key not in self._old
        self._young.add(key)
        if len(self._young) >= self._capacity:
            self._old, self._young = self._young, set()
        return is_new

    def __contains__(self, item: object) -> bool:
        key = hash(item)
        return key in self._young or key in self._old
