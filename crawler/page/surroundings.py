"""The context of an element, derived from that of the elements around it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lxml.html import HtmlElement

from crawler.page.context import Context, kind_changes, opens_region
from crawler.page.frames import STATEFUL_TAGS, Frame
from crawler.page.hidden import HiddenReader, combine
from crawler.page.regions import Names, find_landmark, find_widget
from crawler.page.vocabulary import TAG_REGIONS
from models.page import Hidden, Region


class Surroundings:
    """Derives contexts on one page, and counts its articles."""

    def __init__(self, hidden: HiddenReader) -> None:
        self._hidden = hidden
        self._articles = 0

    def read(
        self, frames: Sequence[Frame], element: HtmlElement, tag: str, names: Names
    ) -> Context:
        """Derive the context of an element inside the open `frames`, outermost first."""
        outer = frames[-1].context
        changes: dict[str, Any] = kind_changes(outer, frames[-1].tag, tag)
        if element.attrib or tag in STATEFUL_TAGS:
            self._read_region(outer, element, tag, names, changes)
            self._read_parts(outer, element, names, changes)
            hidden = self._read_hidden(frames, element, tag, names)
            if hidden != outer.hidden:
                changes["hidden"] = hidden
        elif tag in TAG_REGIONS:
            self._read_region(outer, element, tag, names, changes)
        return replace(outer, **changes) if changes else outer

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
        self, outer: Context, element: HtmlElement, names: Names, changes: dict[str, Any]
    ) -> None:
        if not outer.widget and (widget := find_widget(element, names)):
            changes["widget"] = widget
        if names.is_article_body or element.get("itemprop") == "articleBody":
            changes["in_article_body"] = True

    def _read_hidden(
        self, frames: Sequence[Frame], element: HtmlElement, tag: str, names: Names
    ) -> Hidden:
        outer = frames[-1].context.hidden
        is_closed = tag == "details" and element.get("open") is None
        if is_closed or tag == "textarea":
            return combine(outer, Hidden.COLLAPSED)
        if tag == "summary" and frames[-1].tag == "details" and len(frames) > 1:
            return frames[-2].context.hidden
        return combine(outer, self._hidden.state(element, tag, names))
