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


@dataclass(frozen=True, slots=True)
class Policy:
    """How a type of page is selected. Shares are 0 to 1 of the words still in.

    `groups`: repeated siblings are scored as one unit by the boundary. `has_article_scope`: the
    dominant article and the declared body are trusted. `min_run_share`: a shorter boundary run is
    no main content. `keeps_comments`: comments above half of the page are the page.
    `prunes_product`: reviews, "you may also like" and seller sections go, label lines stay.
    """

    groups: bool = False
    has_article_scope: bool = True
    min_run_share: float = 0.02
    keeps_comments: bool = False
    prunes_product: bool = False


# Source: the table of seed 002, which measured it on the same seven types.
POLICIES: Final[Mapping[PageType, Policy]] = MappingProxyType(
    {
        PageType.UNKNOWN: Policy(keeps_comments=True),
        PageType.ARTICLE: Policy(),
        PageType.DOCUMENTATION: Policy(groups=True),
        PageType.SERVICE: Policy(groups=True),
        PageType.LISTING: Policy(groups=True, has_article_scope=False),
        PageType.COLLECTION: Policy(groups=True, has_article_scope=False, min_run_share=0.25),
        PageType.PRODUCT: Policy(prunes_product=True, min_run_share=0.25),
        PageType.FORUM: Policy(keeps_comments=True),
    }
)
