"""Pages that are what their host serves where there is no page.

A crawl asks each host once for an address that cannot exist. Where a page comes, the pages of the
host that say nearly the same are none of its own, its home page and those a crawl began at aside.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import unquote, urlsplit

from models.address import AddressError, url_key
from models.content import Content
from models.digests import digest_lines, text_digest
from models.page import Page
from models.store import PageIdentity, Store
from pipelines.likeness import count_content_words, says_nearly_same

_WORD: Final = re.compile(r"\w+")
_HOME: Final = re.compile(r"/?(?:(?:index|default|home)\.\w{2,5})?", re.IGNORECASE)
_SAYS_NOTHING: Final = frozenset({digest_lines([]), digest_lines([""])})


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a host serves where there is no page.

    `is_entry` tells that it is nearly its home page or a start of the crawl: then only what is
    equal to it is made up, since pages of one template may be nearly the same.
    """

    page: Page
    content: Content
    digest: str
    is_entry: bool


class MadeUpPages:
    """Tells made-up pages of one site, from the whole set of its pages."""

    def __init__(self, answers: Mapping[str, _Answer], starts: frozenset[str]) -> None:
        self._answers = answers
        self._starts = starts

    @classmethod
    def read(cls, store: Store, site: str, select: Callable[[Page], Content]) -> Self:
        """Read what a site's hosts were found to serve; `select` makes the content of a page."""
        starts, probes = read_starts(store, site), store.probes(site)
        entries = list(_select_entries(store, site, starts, select)) if probes else []
        answers = {}
        for host, page in probes.items():
            content, digest = select(page), text_digest(page)
            if digest not in _SAYS_NOTHING:
                is_entry = any(_is_alike(content, "", entry, "") for entry in entries)
                answers[host] = _Answer(page, content, digest, is_entry)
        return cls(answers, starts)

    def has_equal(self, page: PageIdentity) -> bool:
        """Whether a page's text is the very text of its host's answer."""
        answer = self._find(page.url)
        return answer is not None and answer.digest == page.text_digest

    def has_alike(self, page: Page, content: Content) -> bool:
        """Whether a page says nearly what its host answers, the words of its address aside."""
        answer = self._find(page.url)
        if answer is None:
            return False
        if answer.digest == text_digest(page):
            return True
        if answer.is_entry:
            return bool(content.content_text) and (
                content.content_text == answer.content.content_text
            )
        return _is_alike(content, page.url, answer.content, answer.page.url)

    def _find(self, url: str) -> _Answer | None:
        answer = self._answers.get(urlsplit(url).netloc)
        return None if answer is None or self._is_entry(url) else answer

    def _is_entry(self, url: str) -> bool:
        return _HOME.fullmatch(urlsplit(url).path) is not None or _key_of(url) in self._starts


def _select_entries(
    store: Store, site: str, starts: frozenset[str], select: Callable[[Page], Content]
) -> Iterator[Content]:
    for key in sorted(starts):
        try:
            stored = store.get_page(site, key)
            content = select(stored.page) if stored is not None else None
        except Exception:  # it is like no answer; the error is told when its row is made
            content = None
        if content is not None:
            yield content


def read_starts(store: Store, site: str) -> frozenset[str]:
    """The keys of the addresses that the last crawl with starts began at."""
    started = [run.start_urls for run in store.runs(site) if run.start_urls]
    return frozenset(filter(None, map(_key_of, started[-1]))) if started else frozenset()


def _is_alike(one: Content, url: str, other: Content, other_url: str) -> bool:
    if _without(one.title, url) != _without(other.title, other_url):
        return False
    words = count_content_words(_without(one.content_text, url))
    return says_nearly_same(words, count_content_words(_without(other.content_text, other_url)))


def _without(text: str, url: str) -> str:
    """The words of a text that do not stand in the page's address: it may be told back."""
    split = urlsplit(url)
    named = set(_WORD.findall(unquote(f"{split.path} {split.query}").lower()))
    return " ".join(word for word in _WORD.findall(text.lower()) if word not in named)


def _key_of(url: str) -> str:
    try:
        return url_key(url)
    except AddressError:
        return ""
