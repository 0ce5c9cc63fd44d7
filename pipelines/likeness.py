"""Whether two pages say nearly the same, by the words of their content."""

from collections import Counter
from typing import Final

# Share of the words of two pages' content that both have, from which they say nearly the same.
# Unmeasured: a date, a counter or a sort order differ; another product does not.
MIN_COMMON_WORDS: Final = 0.9


def count_content_words(text: str) -> Counter[str]:
    """The words of a content's text, lower-cased, with how often each stands there."""
    return Counter(text.lower().split())


def says_nearly_same(words: Counter[str], others: Counter[str]) -> bool:
    """Whether two counts share most of their words; two that are empty say nothing."""
    total = words.total() + others.total()
    return total > 0 and 2 * (words & others).total() >= MIN_COMMON_WORDS * total
