"""Examples for the block model: reviewed pages, their type out of fold, the rules' decisions."""

from collections.abc import Mapping, Sequence

from models.page_types import KNOWN_TYPES
from models.training.block_model import Example
from models.training.boards import ReviewedPage
from pipelines.content import run_steps
from pipelines.route import choose_type, find_route
from pipelines.select import RULES

TypeShares = Mapping[tuple[str, str], Sequence[float]]
"""Probabilities of `KNOWN_TYPES` by board and id of a page."""


def build_example(reviewed: ReviewedPage, shares: TypeShares, *, trains: bool) -> Example:
    """Run the rules over a page, its type as the router says that has not seen it.

    `shares` has the pages that the router was trained on; others are routed as they would be.
    """
    known = shares.get((reviewed.board, reviewed.id))
    found = find_route(reviewed.page) if known is None else choose_type(known)
    assert len(found.probabilities) == len(KNOWN_TYPES)
    return Example(reviewed, run_steps(reviewed.page, found, None, RULES), trains)
