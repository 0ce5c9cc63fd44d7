"""The names of those who wrote a page."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final

from lxml.html import HtmlElement

from crawler.page.carried import Carried

# Characters of one name. Unmeasured: longer ones are sentences.
MAX_NAME_CHARS: Final = 100

# Elements that may hold a name which are looked at on one page.
MAX_LOOKED_AT: Final = 200

_BY: Final = re.compile(
    r"(?:(?:written|posted|published|reviewed|story|text|words)\s+)?by[\s:]+|authors?\s*:\s*", re.I
)
# What a link to an author's other texts says around the name.
_OTHER_TEXTS: Final = re.compile(
    r"(?:(?:view|see|read|browse|show)\s+)?(?:all|more)\s+(?:of\s+)?(?P<whose>.+?)['’]s?"
    r"\s+(?:posts|articles|stories)\.?"
    r"|(?:(?:view|see|read|browse|show)\s+)?(?:(?:all|more)\s+)?(?:posts|articles|stories)"
    r"\s+(?:by|from)\s+(?P<by>.+)"
    r"|(?:(?:view|see|read)\s+)?more\s+(?:by|from)\s+(?P<more>.+)",
    re.IGNORECASE,
)
_NOT_A_NAME: Final = re.compile(
    r"https?://|^www\.|@|^(?:admin|administrator|root|editor|null)$", re.I
)
_OTHERS: Final = re.compile(
    r"(?:^|[\s_-])(?:comments?|repl(?:y|ies)|responses?|teasers?|related|recommend\w*|sidebar|cards?"
    r"|widget|footer|popular|more)(?:$|[\s_-])",
    re.IGNORECASE,
)
_BYLINE: Final = re.compile(
    r"(?:^|[\s_-])(?:byline|author|author-name|authors|post-author|entry-author|writer)(?:$|\s)",
    re.IGNORECASE,
)
_ASIDE_TAGS: Final = frozenset(("aside", "footer", "nav"))


def join_names(names: Iterable[str]) -> str:
    """Join names with commas, each once, "By" and addresses taken away."""
    found: dict[str, str] = {}
    for name in names:
        name = _strip_other_texts(" ".join(name.split()))
        name = _BY.sub("", name, count=1) if _BY.match(name) else name
        name = name.strip(" ,;|·•")
        if name and len(name) <= MAX_NAME_CHARS and not _NOT_A_NAME.search(name):
            found.setdefault(name.casefold(), name)
    return ", ".join(found.values())


def _strip_other_texts(name: str) -> str:
    match = _OTHER_TEXTS.fullmatch(name) if len(name) <= 2 * MAX_NAME_CHARS else None
    return next(filter(None, match.groups())) if match else name


def find_marked_names(tree: HtmlElement, carried: Carried) -> list[str]:
    """List the names marked in the page's text: `itemprop`, then `rel=author`, then a byline.

    Marks inside comments, teasers, asides and the site's footers speak of others and are passed
    over.

    Args:
        tree: the parsed page.
        carried: what its elements carry.
    """
    names = list(_read_names(e for e in carried.marked if e.get("itemprop") == "author"))
    if names:
        return names
    linked = (a for a in tree.iter("a") if " author " in f" {a.get('rel', '')} ")
    bylines = (
        element
        for names, element in carried.classed
        if "author" in names or "byline" in names or "writer" in names
    )
    first = next(_read_names(linked), "") or next(_read_names(bylines, _is_byline), "")
    return [first] if first else []


def _read_names(
    elements: Iterable[HtmlElement], is_marked: Callable[[HtmlElement], bool] = lambda _: True
) -> Iterator[str]:
    for element in islice(elements, MAX_LOOKED_AT):
        if is_marked(element) and not is_about_others(element) and (name := _read_name(element)):
            yield name


def is_about_others(element: HtmlElement) -> bool:
    """Say whether an element stands in a comment, a teaser or another part that is not the page."""
    for ancestor in (element, *element.iterancestors()):
        if ancestor.tag == "footer" and _ends_article(ancestor):
            continue
        if ancestor.tag in _ASIDE_TAGS:
            return True
        if ancestor.tag in ("body", "html"):
            return False
        names = f"{ancestor.get('class', '')} {ancestor.get('id', '')}"
        if len(names) < 1000 and _OTHERS.search(names):
            return True
    return False


def _ends_article(footer: HtmlElement) -> bool:
    """Tell the footer of the page's own article, which has the page's heading."""
    article = next(footer.iterancestors("article"), None)
    return article is not None and article.find(".//h1") is not None


def _is_byline(element: HtmlElement) -> bool:
    return bool(_BYLINE.search(element.get("class", "")[:1000])) and element.tag != "body"


def _read_name(element: HtmlElement) -> str:
    content = element.get("content")
    if content:
        return content
    for inner in element.iterdescendants("*"):
        if (
            inner.get("itemprop") == "name"
            or "author" in inner.get("rel", "").split()
            or "fn" in inner.get("class", "").split()
        ):
            element = inner
            break
    text = " ".join(str(element.text_content())[: 4 * MAX_NAME_CHARS].split())
    return text if len(text) <= MAX_NAME_CHARS else ""
