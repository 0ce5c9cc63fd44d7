"""Which elements a browser does not show when a page opens, and whether something opens them."""

from collections.abc import Sequence
from typing import Final

from lxml import etree
from lxml.html import HtmlElement

from crawler.page.carried import Carried
from crawler.page.regions import Names
from crawler.page.styles import StyleReader
from models.page import Hidden

_HOLDS_OPENER: Final = etree.XPath("boolean(descendant::*[@aria-expanded or @onclick])")

SETTLED: Final = frozenset({Hidden.UNREACHABLE, Hidden.TEMPLATE, Hidden.NOSCRIPT})
"""States that nothing inside an element changes."""


class HiddenReader:
    """Reads the state of the elements of one page."""

    def __init__(self, carried: Carried, styles: StyleReader) -> None:
        self._opened_ids = carried.opened_ids
        self._styles = styles
        self._has_rules = styles.has_rules

    def may_hide(self, tag: str, class_: str | None, attributes: Sequence[str]) -> bool:
        """Say whether an element with these attributes has to be looked at."""
        if "style" in attributes or "hidden" in attributes:
            return True
        return self._has_rules and self._styles.may_concern(tag, class_, attributes)

    def state(
        self, element: HtmlElement, tag: str, attributes: Sequence[str], names: Names
    ) -> Hidden:
        """Tell how an element hides what is in it, its ancestors left aside."""
        if tag == "noscript":
            return Hidden.NOSCRIPT
        if tag == "template":
            return Hidden.TEMPLATE
        has_style = "style" in attributes
        if (
            "hidden" in attributes
            or (tag == "dialog" and "open" not in attributes)
            or ((has_style or self._has_rules) and self._styles(element))
        ):
            return Hidden.COLLAPSED if self._is_opened(element, names) else Hidden.UNREACHABLE
        is_offscreen = has_style and self._styles.is_offscreen(element)
        return Hidden.UNREACHABLE if is_offscreen else Hidden.VISIBLE

    def _is_opened(self, element: HtmlElement, names: Names) -> bool:
        if names.is_opened or element.get("role") == "tabpanel":
            return True
        id_ = element.get("id")
        if id_ and id_ in self._opened_ids:
            return True
        before = element.getprevious()
        return before is not None and bool(
            before.get("aria-expanded")
            or before.get("onclick")
            or (len(before) and _HOLDS_OPENER(before))
        )


def combine(outer: Hidden, own: Hidden) -> Hidden:
    """Join the state of an element with that of the elements around it.

    A closed part inside a closed part can still be opened; what lies in something that nothing
    opens, in a template or in noscript stays there.
    """
    if not own or outer in SETTLED:
        return outer
    return own
