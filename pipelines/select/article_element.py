"""Keep the dominant `<article>` alone where one clearly is."""

from collections import Counter
from typing import Final

from models.page import Widget
from pipelines.select.selection import Selection

STEP: Final = "article-element"

# What an article must hold to be the page: words, a share of the words still in, and so many
# times the words of the next. A news page is one article with the story and twenty with teasers.
# Source: seed 002; not yet swept here.
MIN_ARTICLE_WORDS: Final = 100
MIN_ARTICLE_SHARE: Final = 0.15
MIN_LEAD_OVER_NEXT: Final = 3


def keep_article(selection: Selection) -> Selection:
    """Drop what stands outside the largest article when it dominates the page.

    Comments that are still in are the page's own: a thread under its first post.
    """
    if not selection.policy.has_article_scope:
        return selection
    blocks = selection.blocks
    kept = selection.kept()
    words: Counter[int] = Counter()
    for i in kept:
        words[blocks[i].article] += blocks[i].words
    words.pop(-1, None)
    if not words:
        return selection
    (largest, most), *rest = words.most_common(2)
    next_most = rest[0][1] if rest else 0
    is_dominant = (
        most >= MIN_ARTICLE_WORDS
        and most >= MIN_ARTICLE_SHARE * selection.words()
        and most >= MIN_LEAD_OVER_NEXT * next_most
    )
    if not is_dominant:
        return selection
    outside = {
        i: "outside the article"
        for i in kept
        if blocks[i].article != largest and blocks[i].widget is not Widget.COMMENTS
    }
    return selection.drop(STEP, outside)
