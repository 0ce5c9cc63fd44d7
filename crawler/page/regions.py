"""Which landmark and widget an element opens, from its tag, its role and its names."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from lxml.html import HtmlElement

from crawler.page.vocabulary import (
    ARTICLE_BODY_NAMES,
    CALLOUT_NAMES,
    CONSENT_PARTS,
    CONSENT_STEMS,
    NAMED_REGIONS,
    NAMED_WIDGETS,
    OPENED_NAMES,
    ROLE_REGIONS,
    TAG_REGIONS,
)
from models.page import Region, Widget

_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SEPARATORS: Final = re.compile(r"[-_:]+")

# Length of a class attribute that is still looked at. Utility frameworks write long ones; beyond
# this it is data. Unmeasured: ten times the longest seen on ordinary pages.
MAX_NAMES_LENGTH: Final = 4_000


class Names(NamedTuple):
    """What an element's class and id say it is."""

    region: Region = Region.NONE
    widget: Widget = Widget.NONE
    is_article_body: bool = False
    is_callout: bool = False
    is_opened: bool = False


NO_NAMES: Final = Names()


@lru_cache(maxsize=16_384)
def read_names(attributes: str) -> Names:
    """Look up the names in a class attribute and an id, joined by a space."""
    region, widget = Region.NONE, Widget.NONE
    body = callout = opened = False
    for raw in attributes[:MAX_NAMES_LENGTH].split():
        name = _SEPARATORS.sub("-", _CAMEL.sub("-", raw)).lower().strip("-")
        region = region or NAMED_REGIONS.get(name, Region.NONE)
        widget = widget or _find_named_widget(name)
        body = body or name in ARTICLE_BODY_NAMES
        callout = callout or name in CALLOUT_NAMES
        opened = opened or name in OPENED_NAMES
    return Names(region, widget, body, callout, opened)


def _find_named_widget(name: str) -> Widget:
    widget = NAMED_WIDGETS.get(name, Widget.NONE)
    if widget or "-" not in name:
        return widget
    stem, _, rest = name.partition("-")
    is_consent = stem in CONSENT_STEMS and rest.rpartition("-")[2] in CONSENT_PARTS
    return Widget.CONSENT if is_consent else Widget.NONE


def names_of(element: HtmlElement) -> Names:
    """Read the names of an element; `NO_NAMES` where it has neither class nor id."""
    class_, id_ = element.get("class"), element.get("id")
    if class_ is None:
        return NO_NAMES if id_ is None else read_names(id_)
    return read_names(class_ if id_ is None else f"{class_} {id_}")


class Landmark(NamedTuple):
    """A region an element opens; `is_declared` when its tag or role says so, not just a name."""

    region: Region
    is_declared: bool


# Elements that a name may turn into a region: containers. A link or a heading of class "menu" is
# not one, and the names on body describe the layout of the whole page.
_NAMEABLE: Final = frozenset({"div", "section", "ul", "ol", "table", "td", "dl", "form"})


def find_landmark(element: HtmlElement, tag: str, names: Names) -> Landmark | None:
    """Find the region an element opens, or None.

    The role wins over the tag, both over names. `<aside>` that is named a callout, or has the
    role of a note, belongs to the text around it.
    """
    role = element.get("role")
    if role and (region := ROLE_REGIONS.get(role.strip().lower())):
        return Landmark(region, True)
    region = TAG_REGIONS.get(tag, Region.NONE)
    if region:
        is_note = region is Region.ASIDE and (names.is_callout or role in ("note", "doc-tip"))
        return None if is_note else Landmark(region, True)
    if names.region and tag in _NAMEABLE:
        return Landmark(names.region, False)
    return None


# What documentation builders put behind a heading to link to it.
_ANCHOR_SIGNS: Final = frozenset({"¶", "#", "§", "🔗", "∞", "\u200b", "\uf0c1"})


def _is_heading_anchor(element: HtmlElement) -> bool:
    if len(element) > 1 or "#" not in (element.get("href") or ""):
        return False
    return "".join(element.itertext()).strip() in _ANCHOR_SIGNS


def find_widget(element: HtmlElement, names: Names) -> Widget:
    """Find the widget an element is, by its names, its label or its microdata."""
    if names.widget:
        return names.widget
    if element.tag == "a" and _is_heading_anchor(element):
        return Widget.EDIT_LINK
    label = element.get("aria-label")
    if label and label.strip().lower() in ("breadcrumb", "breadcrumbs"):
        return Widget.BREADCRUMBS
    if "BreadcrumbList" in (element.get("itemtype") or ""):
        return Widget.BREADCRUMBS
    return Widget.NONE
