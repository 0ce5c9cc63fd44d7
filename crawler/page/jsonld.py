"""The JSON-LD of a page: read tolerantly, walked without recursion."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any, Final

from lxml.html import HtmlElement

# Characters of one script, and of the array that is kept of a page.
# Unmeasured: article objects have some thousand; product catalogues and recipe lists some 100,000.
MAX_SCRIPT_CHARS: Final = 2_000_000
MAX_KEPT_CHARS: Final = 200_000

# Objects of one page that are looked at. Unmeasured: shop lists have some hundred.
MAX_NODES: Final = 2000

Node = dict[str, Any]

_WRAPPING: Final = re.compile(
    r"\A[\s;]*(?:<!--|/\*\s*<!\[CDATA\[\s*\*/|//\s*<!\[CDATA\[|<!\[CDATA\[)?|"
    r"(?:-->|/\*\s*\]\]>\s*\*/|//\s*\]\]>|\]\]>)?[\s;]*\Z"
)
_SURROGATES: Final = re.compile("[\ud800-\udfff]")
_TAG: Final = re.compile(r"<[^<>]{1,200}>")
ARTICLE_TYPES: Final = frozenset(
    "Article NewsArticle BlogPosting TechArticle ScholarlyArticle Report SocialMediaPosting"
    " DiscussionForumPosting QAPage Question Recipe HowTo LiveBlogPosting OpinionNewsArticle"
    " ReportageNewsArticle AnalysisNewsArticle ReviewNewsArticle BackgroundNewsArticle Review"
    " AdvertiserContentArticle MedicalScholarlyArticle APIReference BlogPost VideoObject"
    " PodcastEpisode Book Course Event JobPosting Product SoftwareApplication Dataset".split()
)
PAGE_TYPES: Final = frozenset(
    "WebPage ItemPage AboutPage FAQPage CollectionPage ProfilePage MedicalWebPage".split()
)


def read_jsonld(tree: HtmlElement) -> tuple[list[Any], str]:
    """Read the page's JSON-LD scripts; broken ones are passed over.

    Returns:
        The parsed values in order, and the same as one compact JSON array, empty if there are
        none; values past `MAX_KEPT_CHARS` are left out of the array.
    """
    values: list[Any] = []
    kept: list[str] = []
    size = 0
    for script in tree.iter("script"):
        if "ld+json" not in script.get("type", "").lower():
            continue
        value = _parse(script.text or "")
        text = _dump(value)
        if not text:
            continue
        values.append(value)
        inner = text[1:-1] if isinstance(value, list) else text
        if inner and size + len(inner) < MAX_KEPT_CHARS:
            size += len(inner) + 1
            kept.append(inner)
    return values, f"[{','.join(kept)}]" if kept else ""


def _parse(script: str) -> Any:
    if len(script) > MAX_SCRIPT_CHARS:
        return None
    text = _WRAPPING.sub("", script)
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) and value else None


def _dump(value: Any) -> str:
    if value is None:
        return ""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except (ValueError, RecursionError):
        return ""
    return _SURROGATES.sub("\ufffd", text)


def list_nodes(values: list[Any]) -> list[Node]:
    """List the objects that describe the page: top level, `@graph`, `mainEntity`, list members."""
    nodes: list[Node] = []
    pending: list[Any] = values[::-1]
    while pending and len(nodes) < MAX_NODES:
        value = pending.pop()
        if isinstance(value, list):
            pending.extend(value[:MAX_NODES][::-1])
        elif isinstance(value, dict):
            nodes.append(value)
            pending += [value[key] for key in ("mainEntity", "@graph") if key in value]
    return nodes


def types_of(node: Node) -> frozenset[str]:
    """Tell the node's types, without their vocabulary's address."""
    types = node.get("@type", "")
    listed = types if isinstance(types, list) else [types]
    return frozenset(str(t).rsplit("/", 1)[-1] for t in listed[:20])


def find_main(nodes: list[Node]) -> list[Node]:
    """List the nodes that speak of the page itself, articles and products before web pages."""
    articles = [node for node in nodes if types_of(node) & ARTICLE_TYPES]
    pages = [node for node in nodes if types_of(node) & PAGE_TYPES]
    # Several articles on the top level are the teasers of a list.
    return [*(articles if len(articles) == 1 else articles[:1] if not pages else []), *pages]


def text_of(value: Any) -> str:
    """Take the text of a JSON-LD value: of a language-tagged one, or of the first in a list."""
    for _ in range(5):
        if isinstance(value, list):
            value = value[0] if value else ""
        elif isinstance(value, dict):
            value = value.get("@value") or value.get("name") or ""
    if not isinstance(value, str | int) or isinstance(value, bool):
        return ""
    text = str(value)
    if "&" in text:
        text = html.unescape(text)
    return " ".join(_SURROGATES.sub("\ufffd", _TAG.sub("", text)).split())


def names_of(value: Any, nodes: list[Node]) -> Iterator[str]:
    """List the names of people or organisations; `@id` references are looked up on the page."""
    for entry in (value if isinstance(value, list) else [value])[:50]:
        if isinstance(entry, dict) and "name" not in entry and "@id" in entry:
            known = (n for n in nodes if n.get("@id") == entry["@id"] and "name" in n)
            entry = next(known, entry)
        name = text_of(entry)
        if name:
            yield name
