"""The steps from a whole page to its content, in order.

The order is load-bearing: certain evidence comes first, and each later step measures what the
earlier ones left.
"""

from collections.abc import Callable
from typing import Final

from pipelines.select.article_body import keep_article_body
from pipelines.select.article_element import keep_article
from pipelines.select.block_model import judge_blocks
from pipelines.select.comments import lift_comments
from pipelines.select.duplicates import drop_duplicates
from pipelines.select.exclude_css import drop_excluded
from pipelines.select.hidden import drop_hidden
from pipelines.select.include_css import keep_included
from pipelines.select.landmarks import drop_landmarks
from pipelines.select.main_content import keep_main_run
from pipelines.select.main_landmark import keep_main
from pipelines.select.markdown_cleaner import drop_markdown_chrome
from pipelines.select.product_prune import prune_product
from pipelines.select.selection import Selection
from pipelines.select.site_chrome import drop_site_chrome

Step = Callable[[Selection], Selection]
"""A step only drops blocks and says why: it never edits or reorders one. The last, which has seen
what all others say, may also take back what they dropped."""

RULES: Final[tuple[Step, ...]] = (
    drop_excluded,  # what the user says of the site is the most certain evidence there is
    keep_included,
    drop_hidden,  # what cannot be seen has no say in what the page is about
    drop_landmarks,  # declared on the page: certain evidence first
    lift_comments,  # before anything measures shares: a long thread would outweigh its article
    keep_main,
    keep_article,
    keep_article_body,
    drop_site_chrome,  # learned across pages, from the sixth page on
    prune_product,
    drop_duplicates,
    keep_main_run,  # its cost per block adapts to what the others left
    drop_markdown_chrome,  # for pages on which nothing before found the content
)

STEPS: Final[tuple[Step, ...]] = (*RULES, judge_blocks)


def choose_steps(*, cleans_markdown: bool) -> tuple[Step, ...]:
    """All steps, or all but the cleaner of Markdown."""
    return STEPS if cleans_markdown else tuple(s for s in STEPS if s is not drop_markdown_chrome)
