"""What a page declares about itself, in its head, its JSON-LD and its marked-up text."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from lxml.html import HtmlElement

from crawler.page.authors import find_marked_names, is_about_others, join_names
from crawler.page.carried import Carried, list_carried
from crawler.page.dates import read_date
from crawler.page.jsonld import (
    Node,
    find_main,
    list_nodes,
    names_of,
    read_jsonld,
    text_of,
    types_of,
)
from crawler.page.languages import find_language
from crawler.page.links import find_base, resolve_url
from crawler.page.titles import choose_title
from models.page import Metadata

# Characters of a text field that are kept. Unmeasured: descriptions are cut at some hundred.
MAX_FIELD_CHARS: Final = 5000

# Headings and dated elements that are looked at on one page.
MAX_ELEMENTS: Final = 20

_TITLES: Final = ("og:title", "twitter:title", "citation_title", "dc.title", "dcterms.title")
_DESCRIPTIONS: Final = (
    "description", "og:description", "twitter:description", "dc.description", "dcterms.description",
)  # fmt: skip
_AUTHORS: Final = (
    "author", "article:author", "citation_author", "parsely-author", "sailthru.author",
    "dc.creator", "dcterms.creator", "byl", "article:author_name",
)  # fmt: skip
_PUBLISHED: Final = (
    "article:published_time", "og:published_time", "datepublished", "citation_publication_date",
    "citation_date", "parsely-pub-date", "sailthru.date", "dc.date.issued", "dcterms.issued",
    "dc.date", "dcterms.date", "dcterms.created", "pubdate", "publishdate", "publish-date",
    "publish_date", "publication_date", "date.created", "datecreated", "date",
)  # fmt: skip
_MODIFIED: Final = (
    "article:modified_time", "og:updated_time", "og:modified_time", "datemodified",
    "dcterms.modified", "dc.date.modified", "last-modified", "lastmod", "date.modified",
)  # fmt: skip
_SITE_NAMES: Final = ("og:site_name", "application-name", "apple-mobile-web-app-title")
# For every crawler, and for this one by the name it has in robots.txt.
_ROBOTS: Final = ("robots", "sitewinnow")
_PUBLISHED_CLASS: Final = re.compile(
    r"publish|entry-date|post-date|dateline|pubdate", re.IGNORECASE
)

Metas = dict[str, list[str]]


def read_metadata(tree: HtmlElement, url: str, carried: Carried | None = None) -> Metadata:
    """Read the page's metadata from its own declarations.

    Args:
        tree: the parsed page; read, never changed.
        url: the served address; any string, empty too.
        carried: what the tree's elements carry, where that is listed already.
    """
    carried = carried or list_carried(tree)
    metas = _read_metas(tree)
    values, jsonld = read_jsonld(tree)
    nodes = list_nodes(values)
    main = find_main(nodes)
    naming = choose_title(
        [*_list(metas, _TITLES), *_read_nodes(main, "headline", "name")],
        _read_document_title(tree),
        _read_headings(tree),
        _first((*_list(metas, _SITE_NAMES), *_read_site_names(nodes, main))),
        url,
    )
    return Metadata(
        title=naming.title[:MAX_FIELD_CHARS],
        description=_first((*_list(metas, _DESCRIPTIONS), *_read_nodes(main, "description"))),
        author=_read_authors(tree, carried, metas, main, nodes),
        published_at=_first(map(read_date, _list_published(tree, carried.marked, metas, main))),
        modified_at=_first(map(read_date, _list_modified(carried.marked, metas, main))),
        language=find_language(
            tree,
            [*_list(metas, ("content-language", "og:locale")), *_read_nodes(main, "inLanguage")],
        ),
        site_name=naming.site_name[:MAX_FIELD_CHARS],
        canonical_url=_read_canonical(tree, url),
        og_type=_first(_list(metas, ("og:type",))),
        jsonld=jsonld,
        robots=",".join(value.lower() for value in _list(metas, _ROBOTS)),
    )


def _read_metas(tree: HtmlElement) -> Metas:
    """Group the contents of `<meta>` by lower-cased name, property, itemprop or http-equiv."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for meta in tree.iter("meta"):
        content = " ".join((meta.get("content") or "")[: 2 * MAX_FIELD_CHARS].split())
        if content:
            for attribute in ("property", "name", "itemprop", "http-equiv"):
                if key := meta.get(attribute):
                    found[key.strip().lower()].append(content[:MAX_FIELD_CHARS])
    return dict(found)


def _list(metas: Metas, names: Iterable[str]) -> list[str]:
    return [value for name in names for value in metas.get(name, ())]


def _first(values: Iterable[str]) -> str:
    return next(filter(None, values), "")


def _read_nodes(nodes: Iterable[Node], *keys: str) -> list[str]:
    """List what JSON-LD nodes say under the keys, in the order of the nodes."""
    texts = (text_of(node[key]) for node in nodes for key in keys if key in node)
    return [text[:MAX_FIELD_CHARS] for text in texts if text]


def _read_site_names(nodes: list[Node], main: list[Node]) -> Iterator[str]:
    for node in nodes:
        if "WebSite" in types_of(node):
            yield text_of(node.get("name", ""))
    for node in main:
        yield from islice(names_of(node.get("publisher", ""), nodes), 1)


def _read_document_title(tree: HtmlElement) -> str:
    for title in islice(tree.iter("title"), MAX_ELEMENTS):
        parent = title.getparent()
        if (parent is None or parent.tag != "svg") and (text := _text_of(title)):
            return text
    return ""


def _read_headings(tree: HtmlElement) -> list[str]:
    return [_text_of(heading) for heading in islice(tree.iter("h1"), MAX_ELEMENTS)]


def _text_of(element: HtmlElement) -> str:
    return " ".join(str(element.text_content())[:MAX_FIELD_CHARS].split())


def _read_authors(
    tree: HtmlElement,
    carried: Carried,
    metas: Metas,
    main: list[Node],
    nodes: list[Node],
) -> str:
    """Join the names of the first source that has any."""
    listed = (list(names_of(node.get("author", ""), nodes)) for node in main)
    sources = [*listed, *(metas.get(name, []) for name in _AUTHORS)]
    for names in sources:
        if joined := join_names(names):
            return joined
    return join_names(find_marked_names(tree, carried))


def _list_published(
    tree: HtmlElement, marked: list[HtmlElement], metas: Metas, main: list[Node]
) -> Iterator[str]:
    yield from metas.get("article:published_time", ())
    yield from _read_nodes(main, "datePublished", "uploadDate", "datePosted")
    yield from _read_marked_dates(marked, "datePublished")
    yield from _list(metas, _PUBLISHED)
    yield from _read_nodes(main, "dateCreated")
    times = [t for t in islice(tree.iter("time"), MAX_ELEMENTS) if not is_about_others(t)]
    for time in times:
        if time.get("pubdate") is not None or _PUBLISHED_CLASS.search(time.get("class", "")[:500]):
            yield time.get("datetime") or _text_of(time)
    for time in times:
        if any(ancestor.tag in ("article", "main", "header") for ancestor in time.iterancestors()):
            yield time.get("datetime", "")


def _list_modified(marked: list[HtmlElement], metas: Metas, main: list[Node]) -> Iterator[str]:
    yield from metas.get("article:modified_time", ())
    yield from _read_nodes(main, "dateModified")
    yield from _read_marked_dates(marked, "dateModified")
    yield from _list(metas, _MODIFIED)


def _read_marked_dates(marked: list[HtmlElement], name: str) -> Iterator[str]:
    for element in islice((e for e in marked if name in e.get("itemprop", "")), MAX_ELEMENTS):
        if not is_about_others(element):
            yield element.get("datetime") or element.get("content") or _text_of(element)


def _read_canonical(tree: HtmlElement, url: str) -> str:
    for link in tree.iter("link"):
        href = link.get("href")
        if href and "canonical" in link.get("rel", "").lower().split():
            return resolve_url(find_base(tree, url), href)
    return ""
