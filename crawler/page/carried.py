"""What the elements of a page carry in their attributes, listed in one pass for all who ask."""

from dataclasses import dataclass
from typing import Final

from lxml.html import HtmlElement

# What else a control names that it opens, beside the `href` of a link.
_OPENERS: Final = ("aria-controls", "data-target", "data-bs-target", "popovertarget")
_TOGGLES: Final = frozenset({"data-toggle", "data-bs-toggle", "aria-expanded"})
_OPENING: Final = frozenset({"role", *_OPENERS, *_TOGGLES})
_WATCHED: Final = frozenset({"id", "itemprop", *_OPENING})


@dataclass(frozen=True, slots=True)
class Carried:
    """Elements in document order; attributes that are empty are left out.

    `classed` has each element that has a class, behind it. `marked` have an `itemprop`. `ids` are
    those of all elements. `opened_ids` are what some control of the page says it opens.
    """

    classed: list[tuple[str, HtmlElement]]
    marked: list[HtmlElement]
    ids: frozenset[str]
    opened_ids: frozenset[str]


def list_carried(tree: HtmlElement) -> Carried:
    """List what the elements of a parsed page carry."""
    classed: list[tuple[str, HtmlElement]] = []
    marked: list[HtmlElement] = []
    ids: set[str] = set()
    opened: set[str] = set()
    # Touching an element costs more than what is asked of it: hence one pass, and names first.
    for element in tree.iter("*"):
        attributes = element.keys()
        if not attributes:
            continue
        if class_ := element.get("class"):
            classed.append((class_, element))
        if _WATCHED.isdisjoint(attributes):
            continue
        if id_ := element.get("id"):
            ids.add(id_)
        if element.get("itemprop"):
            marked.append(element)
        if not _OPENING.isdisjoint(attributes):
            opened |= _list_opened(element, frozenset(attributes))
    return Carried(classed, marked, frozenset(ids), frozenset(opened))


def _list_opened(element: HtmlElement, attributes: frozenset[str]) -> set[str]:
    opened: set[str] = set()
    for name in _OPENERS:
        if name in attributes:
            opened.update(part.lstrip("#") for part in element.get(name, "").split())
    if element.tag == "a":
        href = element.get("href", "")
        is_button = element.get("role") in ("tab", "button") or not _TOGGLES.isdisjoint(attributes)
        if is_button and href.startswith("#"):
            opened.add(href[1:])
    return opened
