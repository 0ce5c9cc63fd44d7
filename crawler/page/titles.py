"""A page's own headline and its site's name, told apart."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

# Words that a site's name has at most when nothing but its place in `<title>` tells.
# Unmeasured: "The University of Somewhere Press" has five.
MAX_NAME_WORDS: Final = 5

# Share of the words of the page's one heading that its titles must have for it to be preferred.
# Measured: every third page of wcxb-dev (499), 2026-11-30: titles equal to the reviewed one 369
# without the rule, 373 at 0.4, 370 at 0.6; the reviewers often took the title for search engines.
MIN_SHARED_WORDS: Final = 0.4

_WORD: Final = re.compile(r"\w+")
_SEPARATOR: Final = re.compile(r"\s+(?:[|·•»«›‹~]|[-–—]|::)\s+|\s*[|»｜_]\s+|\s*｜\s*|:\s+")
_NOT_ALNUM: Final = re.compile(r"[\W_]+")
_GENERIC_LABELS: Final = frozenset(
    "www com org net co ac gov edu docs blog news forum shop wiki example".split()
)


@dataclass(frozen=True, slots=True)
class Naming:
    """The title of a page and the name of its site."""

    title: str
    site_name: str


def choose_title(
    declared: Iterable[str], document_title: str, headings: Iterable[str], site_name: str, url: str
) -> Naming:
    """Choose the page's headline among what it declares; brands and site suffixes fall away.

    Args:
        declared: titles from metadata, the more trusted first.
        document_title: the text of `<title>`.
        headings: the texts of the page's `<h1>`, in order.
        site_name: the declared name of the site, or empty.
        url: the page's address, whose host may tell the site's name.
    """
    brand = _Brand(site_name, url)
    headings = [text for text in headings if text and not brand.is_name(text)]
    stripped, shared = brand.strip(document_title, headings)
    site = site_name or shared
    if shared and not site_name:
        brand = _Brand(shared, url)
        headings = [text for text in headings if not brand.is_name(text)]
    titles = [brand.strip(text, headings)[0] for text in declared]
    titles = [text for text in titles if text and not brand.is_name(text)]
    matching = [text for text in headings if _begins_with(document_title, text)]
    if matching:
        return Naming(max(matching, key=len), site)
    if titles or stripped:
        akin = _find_akin(headings, " ".join([*titles, stripped]))
        if akin:
            return Naming(akin, site)
    if titles:
        return Naming(titles[0], site)
    if stripped and not brand.is_name(stripped):
        return Naming(stripped, site)
    return Naming(next(iter(headings), "") or document_title or site_name, site)


class _Brand:
    """The names under which a site puts itself into its titles."""

    def __init__(self, site_name: str, url: str) -> None:
        self._names = {_fold(site_name)} - {""}
        self._labels = _host_labels(url)

    def is_name(self, text: str) -> bool:
        folded = _fold(text)
        return folded in self._names or (len(text.split()) > 1 and folded in self._labels)

    def is_likely_name(self, text: str) -> bool:
        folded = _fold(text)
        return bool(folded) and (folded in self._names or folded in self._labels)

    def strip(self, title: str, headings: list[str]) -> tuple[str, str]:
        """Take the site's name off a title; return the rest and what was taken, or nothing."""
        cuts = list(_SEPARATOR.finditer(title))
        if not cuts:
            return title, ""
        first, last = cuts[0], cuts[-1]
        head, tail = title[: first.start()], title[last.end() :]
        if self.is_likely_name(tail):
            return self._strip_more(title[: last.start()]), tail
        if self.is_likely_name(head):
            return title[first.end() :], head
        for cut in cuts:
            if cut[0].strip() != ":" and _fold(title[: cut.start()]) in map(_fold, headings):
                return title[: cut.start()], title[last.end() :]
            if cut[0].strip() != ":" and _fold(title[cut.end() :]) in map(_fold, headings):
                return title[cut.end() :], title[: first.start()]
        return self._guess(title, last)

    def _strip_more(self, title: str) -> str:
        """Take the name off once more where it stands twice."""
        cuts = list(_SEPARATOR.finditer(title))
        if cuts and self.is_likely_name(title[cuts[-1].end() :]):
            return title[: cuts[-1].start()]
        return title

    def _guess(self, title: str, last: re.Match[str]) -> tuple[str, str]:
        rest, tail = title[: last.start()], title[last.end() :]
        if self._names or last[0].strip() == ":":
            return title, ""
        words = len(tail.split())
        if words <= MAX_NAME_WORDS and words <= len(rest.split()):
            return rest, tail
        return title, ""


def _find_akin(headings: list[str], titles: str) -> str:
    """Find the page's one heading, if the titles written for search and sharing say the same."""
    if len(headings) != 1:
        return ""
    own, theirs = set(_words(headings[0])), set(_words(titles))
    is_akin = len(own) > 1 and len(own & theirs) >= MIN_SHARED_WORDS * len(own)
    return headings[0] if is_akin else ""


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _begins_with(document_title: str, heading: str) -> bool:
    """Say whether `<title>` is the heading, or the heading before or after a separator."""
    title, own = document_title.casefold(), heading.casefold()
    if title == own:
        return True
    if title.startswith(own):
        return bool(_SEPARATOR.match(document_title, len(own)))
    cuts = list(_SEPARATOR.finditer(document_title))
    return any(title[cut.end() :] == own for cut in cuts)


def _fold(text: str) -> str:
    return _NOT_ALNUM.sub("", text.casefold())


def _host_labels(url: str) -> frozenset[str]:
    """List what a host says of its site's name: its labels, alone and joined."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return frozenset()
    host = host.removeprefix("www.")
    labels = [label.replace("-", "") for label in host.split(".")]
    telling = {label for label in labels[:-1] if label not in _GENERIC_LABELS and len(label) > 2}
    return frozenset({*telling, "".join(labels), *([labels[0]] if len(labels) == 2 else [])} - {""})
