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
# A name spelled as the vocabulary spells it, as most are.
_SPELLED: Final = re.compile(r"[a-z0-9]++(?:-[a-z0-9]++)*+")
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
def _read_names(attribute: str) -> Names:
    """Look up the names in a class attribute or an id; `NO_NAMES` itself where there are none."""
    found = NO_NAMES
    for name in attribute.split():
        own = _read_name(name)
        if own is not NO_NAMES:
            found = _join(found, own)
    return found


@lru_cache(maxsize=16_384)
def _read_name(spelled: str) -> Names:
    name = spelled
    if not _SPELLED.fullmatch(spelled):
        name = _SEPARATORS.sub("-", _CAMEL.sub("-", spelled)).lower().strip("-")
    found = _VOCABULARY.get(name)
    if found is not None:
        return found
    return Names(widget=Widget.CONSENT) if _is_consent(name) else NO_NAMES


def _join(first: Names, second: Names) -> Names:
    """Join what two names say; where they disagree the first holds."""
    if first is NO_NAMES or second is NO_NAMES:
        return second if first is NO_NAMES else first
    return Names(
        first.region or second.region,
        first.widget or second.widget,
        first.is_article_body or second.is_article_body,
        first.is_callout or second.is_callout,
        first.is_opened or second.is_opened,
    )


def _is_consent(name: str) -> bool:
    stem, _, rest = name.partition("-")
    return stem in CONSENT_STEMS and rest.rpartition("-")[2] in CONSENT_PARTS


# What a name says, by the name.
_VOCABULARY: Final = {
    name: Names(
        NAMED_REGIONS.get(name, Region.NONE),
        NAMED_WIDGETS.get(name) or (Widget.CONSENT if _is_consent(name) else Widget.NONE),
        name in ARTICLE_BODY_NAMES,
        name in CALLOUT_NAMES,
        name in OPENED_NAMES,
    )
    for name in (
        *NAMED_REGIONS, *NAMED_WIDGETS, *ARTICLE_BODY_NAMES, *CALLOUT_NAMES, *OPENED_NAMES
    )
}  # fmt: skip


def read_names(class_: str | None, id_: str | None) -> Names:
    """Read what an element's class and id say; `NO_NAMES` itself where they say nothing."""
    names = _read_names(class_[:MAX_NAMES_LENGTH]) if class_ else NO_NAMES
    return _join(names, _read_names(id_[:MAX_NAMES_LENGTH])) if id_ else names


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


def is_heading_anchor(element: HtmlElement) -> bool:
    """Tell whether a link is the sign behind a heading that leads to it."""
    if "#" not in element.get("href", "") or len(element) > 1:
        return False
    return "".join(element.itertext()).strip() in _ANCHOR_SIGNS


def find_widget(element: HtmlElement, tag: str, names: Names) -> Widget:
    """Find the widget an element is, by its names, its label or its microdata."""
    if names.widget:
        return names.widget
    if tag == "a" and is_heading_anchor(element):
        return Widget.EDIT_LINK
    label = element.get("aria-label")
    if label and label.strip().lower() in ("breadcrumb", "breadcrumbs"):
        return Widget.BREADCRUMBS
    if "BreadcrumbList" in (element.get("itemtype") or ""):
        return Widget.BREADCRUMBS
    return Widget.NONE
