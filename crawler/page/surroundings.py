"""The context of an element, derived from that of the elements around it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from lxml.html import HtmlElement

from crawler.page.context import KINDS, Context, kind_changes, opens_region
from crawler.page.frames import STATEFUL_TAGS, Frame
from crawler.page.hidden import SETTLED, HiddenReader, combine
from crawler.page.regions import NO_NAMES, Names, find_landmark, find_widget, is_heading_anchor
from crawler.page.vocabulary import TAG_REGIONS
from models.page import Hidden, Region, Widget

# Attributes, beside class and id, that may say what an element is.
_TELLING: Final = frozenset({"role", "aria-label", "itemtype", "itemprop"})


_KINDS: Final = frozenset((*KINDS, "li"))
TELLING_TAGS: Final = _KINDS | TAG_REGIONS.keys() | STATEFUL_TAGS
"""Elements that change the context without any attribute."""


class Surroundings:
    """Derives contexts on one page, and counts its articles."""

    def __init__(self, hidden: HiddenReader) -> None:
        self._hidden = hidden
        self._articles = 0
        # Contexts by the one around, the tag, and whether an ordered list is around.
        self._by_tag: dict[tuple[Context, str, bool], Context] = {}

    def read(
        self,
        frames: Sequence[Frame],
        element: HtmlElement,
        tag: str,
        class_: str | None,
        attributes: Sequence[str],
        names: Names,
    ) -> Context:
        """Derive the context of an element inside the open `frames`, outermost first.

        Args:
            frames: the open elements.
            element: the element.
            tag: its tag.
            class_: its class attribute.
            attributes: the names of its attributes.
            names: what its class and id say.
        """
        outer = frames[-1].context
        changes: dict[str, Any] = {}
        if names is not NO_NAMES or tag in TAG_REGIONS or not _TELLING.isdisjoint(attributes):
            self._read_region(outer, element, tag, names, changes)
            self._read_parts(outer, element, tag, names, changes)
        elif tag == "a" and not outer.widget and is_heading_anchor(element):
            changes["widget"] = Widget.EDIT_LINK
        if tag in STATEFUL_TAGS or (attributes and self._hidden.may_hide(tag, class_, attributes)):
            hidden = self._read_hidden(frames, element, tag, attributes, names)
            if hidden != outer.hidden:
                changes["hidden"] = hidden
        context = self._set_kind(outer, tag, frames[-1].tag == "ol") if tag in _KINDS else outer
        return replace(context, **changes) if changes else context

    def _set_kind(self, outer: Context, tag: str, in_ordered: bool) -> Context:
        key = (outer, tag, in_ordered)
        context = self._by_tag.get(key)
        if context is None:
            changes = kind_changes(outer, tag, in_ordered=in_ordered)
            context = self._by_tag[key] = replace(outer, **changes) if changes else outer
        return context

    def _read_region(
        self,
        outer: Context,
        element: HtmlElement,
        tag: str,
        names: Names,
        changes: dict[str, Any],
    ) -> None:
        landmark = find_landmark(element, tag, names)
        if landmark is None:
            return
        if landmark.region is Region.MAIN:
            changes["in_main"] = True
        if landmark.region is Region.ARTICLE and outer.article < 0:
            changes["article"] = self._articles
            self._articles += 1
        if opens_region(outer, landmark):
            changes["region"] = landmark.region
            changes["is_region_named"] = not landmark.is_declared

    def _read_parts(
        self,
        outer: Context,
        element: HtmlElement,
        tag: str,
        names: Names,
        changes: dict[str, Any],
    ) -> None:
        if not outer.widget and (widget := find_widget(element, tag, names)):
            changes["widget"] = widget
        if names.is_article_body or element.get("itemprop") == "articleBody":
            changes["in_article_body"] = True

    def _read_hidden(
        self,
        frames: Sequence[Frame],
        element: HtmlElement,
        tag: str,
        attributes: Sequence[str],
        names: Names,
    ) -> Hidden:
        outer = frames[-1].context.hidden
        is_closed = tag == "details" and element.get("open") is None
        if is_closed or tag == "textarea":
            return combine(outer, Hidden.COLLAPSED)
        if tag == "summary" and frames[-1].tag == "details" and len(frames) > 1:
            return frames[-2].context.hidden
        if outer in SETTLED:
            return outer
        return combine(outer, self._hidden.state(element, tag, attributes, names))
