"""The evidence for a site's chrome: what one page adds, and what all its pages say together."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Observation:
    """What one page adds to its site's profile.

    `texts` are the digests of the distinct texts of its blocks; `slots` pairs the digest of each
    slot with the digest of the text that fills it. Digests are signed 64-bit integers
    (`pipelines.chrome.digest`), so that they fit an SQL BIGINT.
    """

    texts: frozenset[int] = frozenset()
    slots: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class ChromeProfile:
    """What the pages of a site repeat, reduced to what has reached a threshold.

    `pages` is the number of different pages observed, `texts` the digests of the texts on enough
    of them, `slots` those of the slots that stand on enough of them and never vary in text. What
    is below the thresholds of `pipelines.chrome` is left out, so the size of a profile depends on
    the template of the site, not on its number of pages.
    """

    pages: int = 0
    texts: frozenset[int] = frozenset()
    slots: frozenset[int] = frozenset()
