"""The types of page, and the settings that selection uses for each: one row a type."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class PageType(StrEnum):
    """What a page is for; empty where nobody can tell."""

    UNKNOWN = ""
    ARTICLE = "article"
    DOCUMENTATION = "documentation"
    SERVICE = "service"
    FORUM = "forum"
    COLLECTION = "collection"
    LISTING = "listing"
    PRODUCT = "product"


KNOWN_TYPES: Final = tuple(page_type for page_type in PageType if page_type)
"""All types but the unknown one, in the order that weights and probabilities have."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How a type of page is selected. Shares are 0 to 1 of the words still in.

    `has_article_scope`: the dominant article and the declared body are trusted. `groups`: the
    boundary scores repeated siblings as one unit. `min_run_share`: a shorter run is no main
    content. `keeps_comments`: comments above half of the page are the page. `prunes_product`:
    reviews, "you may also like" and seller sections go. `drops_duplicates`: a text said before
    goes. `trims_run`: within the run, what leads away, promotes, credits or embeds goes; the run
    reaches over its siblings.
    """

    has_article_scope: bool = True
    groups: bool = False
    min_run_share: float = 0.02
    keeps_comments: bool = False
    prunes_product: bool = False
    drops_duplicates: bool = True
    trims_run: bool = False


# Source: the table of seed 002, which measured it on the same seven types. Moved here by twelve
# boards, types from the rules (benchmarks/log.md): on unknown pages, listings and collections a run
# counts only where it holds most of the page (on all of them with 2 or 25%, wcxb-dev loses .004 to
# .02); no duplicates dropped from documentation, which repeats its signatures.
POLICIES: Final[Mapping[PageType, Policy]] = MappingProxyType(
    {
        PageType.UNKNOWN: Policy(min_run_share=0.7, keeps_comments=True),
        PageType.ARTICLE: Policy(trims_run=True),
        PageType.DOCUMENTATION: Policy(groups=True, drops_duplicates=False),
        PageType.SERVICE: Policy(groups=True, trims_run=True),
        PageType.LISTING: Policy(has_article_scope=False, groups=True, min_run_share=0.5),
        PageType.COLLECTION: Policy(has_article_scope=False, groups=True, min_run_share=0.5),
        PageType.PRODUCT: Policy(prunes_product=True, min_run_share=0.25, trims_run=True),
        PageType.FORUM: Policy(keeps_comments=True, trims_run=True),
    }
)
