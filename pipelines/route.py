"""Which type of page it is: by the trained router, by rules alone where its files are missing."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from models.artefacts import ModelFileError
from models.page import Page
from models.page_types import KNOWN_TYPES, PageType
from pipelines.route_rules import share_weights, weigh_types

# Below this confidence the type is unknown and the default policy holds. Source: seed 002.
MIN_CONFIDENCE: Final = 0.5

_LOGGER: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Route:
    """What a page is for.

    `page_type` is unknown below `MIN_CONFIDENCE`. `confidence`, 0 to 1, is the probability of the
    likeliest type, `probabilities` that of each of `KNOWN_TYPES`; they sum to 1, by the rules alone
    to less.
    """

    page_type: PageType
    confidence: float
    probabilities: tuple[float, ...]


def find_route(page: Page) -> Route:
    """Decide what a page is for."""
    weights = weigh_types(page)
    learned = _predict(page, weights)
    return choose_type(share_weights(weights) if learned is None else learned)


def route(page: Page) -> tuple[PageType, float]:
    """Decide what a page is for: the type and the confidence, see `Route`."""
    found = find_route(page)
    return found.page_type, found.confidence


def choose_type(probabilities: Sequence[float]) -> Route:
    """Choose the likeliest type, where it is likely enough."""
    confidence = max(probabilities)
    page_type = PageType.UNKNOWN
    if confidence >= MIN_CONFIDENCE:
        page_type = KNOWN_TYPES[probabilities.index(confidence)]
    return Route(page_type, confidence, tuple(probabilities))


def _predict(page: Page, weights: Sequence[float]) -> tuple[float, ...] | None:
    """Ask the trained router; None where it cannot be loaded, or there is nothing to judge."""
    if not page.blocks or _find_fault():
        return None
    from models.router.predict import predict_page_type

    return tuple(predict_page_type(page, weights).tolist())


@cache
def _find_fault() -> str:
    """Load the trained router, once; what is wrong with its files is said once."""
    # Not above: numpy and onnxruntime take a third of a second, which reading a page need not pay.
    from models.router.predict import load_router

    try:
        load_router()
    except ModelFileError as error:
        _LOGGER.warning("Page types are told by rules alone: %s", error)
        return str(error)
    return ""
