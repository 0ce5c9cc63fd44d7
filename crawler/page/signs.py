"""Elements that tell a shell, a login and a guard's page from a page with little text."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, cast

from lxml import etree
from lxml.html import HtmlElement

from crawler.page.regions import find_landmark, read_names
from models.page import Region, Sign

# Elements that applications fill, by the ids and tags of their frameworks' templates.
_ROOT_IDS: Final = frozenset(
    {
        *("root", "app", "__next", "__nuxt", "app-root", "react-root", "gatsby-root"),
        *("___gatsby", "main-app", "svelte", "q-app", "single-spa-application"),
    }
)
_ROOT_TAGS: Final = ("app-root", "ion-app")
_BY_ID: Final = etree.XPath("//*[@id=$id]")
# Words in a root that is waiting to be filled: "Loading, please wait".
_MAX_WAITING_WORDS: Final = 4
# Elements of such a root. Unmeasured: a picture of a page to come, in grey boxes, has some dozens.
_MAX_WAITING_ELEMENTS: Final = 300
# Password fields of a page that are looked at; a form to change one has three.
_MAX_FIELDS: Final = 20
_SEEN_TEXTS: Final = etree.XPath(
    ".//text()[not(ancestor::script or ancestor::style or ancestor::noscript"
    " or ancestor::template or ancestor::svg)]"
)

# What guards against robots load or name, theirs alone: a captcha in a contact form has none.
_GUARDS: Final = re.compile(
    r"/cdn-cgi/challenge-platform/.*/orchestrate/|_Incapsula_Resource|captcha-delivery\.com"
    r"|/_sec/cp_challenge/|/\.well-known/(?:sgcaptcha|ddos-guard)|awswaf\.com/.*/challenge\.js"
    r"|/distil_r_|px-cloud\.net|perimeterx\.net/.*captcha|/TSPD/"
)
_GUARD_IDS: Final = frozenset(
    {
        *("challenge-form", "challenge-error-text", "cf-wrapper", "cf-error-details"),
        *("px-captcha", "sec-if-cpt-container", "sec-cpt-if", "ddg-captcha", "captcha-box"),
        *("distilCaptchaForm", "aws-waf-captcha", "challenge-container"),
    }
)

_PAGE: Final = frozenset({"html", "body"})
_BESIDE: Final = frozenset({Region.NAV, Region.HEADER, Region.FOOTER, Region.ASIDE})
# In class or id: what opens over a page, or out of a bar.
_OPENED_OVER: Final = re.compile(
    r"modal|popup|pop-up|dropdown|drop-down|offcanvas|off-canvas|drawer|lightbox|overlay|dialog"
    r"|flyout|popover|collapse|tooltip|quick-?login|login-?bar|top-?bar|toolbar|widget|sidebar",
    re.IGNORECASE,
)


def find_signs(tree: HtmlElement, ids: frozenset[str]) -> tuple[Sign, ...]:
    """Find what a page's elements, whose ids are given, say of it, sorted."""
    scripts = [script for script in tree.iter("script") if _is_program(script)]
    fields = (field for field in tree.iter("input") if _is_for_password(field))
    guarded = any(_GUARDS.search(script.get("src", "")[:2000]) for script in scripts)
    holds = {
        Sign.SCRIPTS: bool(scripts),
        Sign.EMPTY_ROOT: any(map(_is_waiting, _list_roots(tree, ids))),
        Sign.PASSWORD: any(map(_stands_in_text, islice(fields, _MAX_FIELDS))),
        Sign.CHALLENGE: guarded or not ids.isdisjoint(_GUARD_IDS),
    }
    return tuple(sorted(sign for sign, is_there in holds.items() if is_there))


def _list_roots(tree: HtmlElement, ids: frozenset[str]) -> Iterator[HtmlElement]:
    for id_ in sorted(ids & _ROOT_IDS):
        yield from islice(cast("list[HtmlElement]", _BY_ID(tree, id=id_)), 1)
    yield from islice(tree.iter(*_ROOT_TAGS), 1)


def _is_program(script: HtmlElement) -> bool:
    kind = script.get("type", "").partition(";")[0].strip().lower()
    return not kind or kind == "module" or "javascript" in kind or "ecmascript" in kind


def _is_waiting(root: HtmlElement) -> bool:
    """Whether an application's root holds no picture and hardly a word."""
    if next(islice(root.iter("*"), _MAX_WAITING_ELEMENTS, None), None) is not None:
        return False
    words = 0
    for text in cast("list[str]", _SEEN_TEXTS(root)):
        words += len(text.split())
        if words > _MAX_WAITING_WORDS:
            return False
    return next(root.iter("img", "picture", "iframe", "video", "canvas"), None) is None


def _is_for_password(field: HtmlElement) -> bool:
    return field.get("type", "").strip().lower() == "password"


def _stands_in_text(field: HtmlElement) -> bool:
    around = (element for element in field.iterancestors() if element.tag not in _PAGE)
    return not any(_is_beside(element) for element in around)


def _is_beside(element: HtmlElement) -> bool:
    if element.get("hidden") is not None or element.tag in ("dialog", "template", "noscript"):
        return True
    if element.get("role") in ("dialog", "alertdialog") or element.get("aria-hidden") == "true":
        return True
    class_, id_ = element.get("class"), element.get("id")
    if "none" in element.get("style", "") or _OPENED_OVER.search(f"{class_ or ''} {id_ or ''}"):
        return True
    landmark = find_landmark(element, str(element.tag), read_names(class_, id_))
    return landmark is not None and landmark.region in _BESIDE
