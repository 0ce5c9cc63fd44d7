"""What the elements around a block say about it, and how it is set among its neighbours."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from crawler.page.regions import Landmark
from models.page import MIN_PROSE_WORDS, Block, BlockKind, Hidden, Region, Widget

KINDS: Final = {
    **{f"h{level}": BlockKind.HEADING for level in range(1, 7)},
    "p": BlockKind.PARAGRAPH,
    "blockquote": BlockKind.QUOTE,
    "dt": BlockKind.TERM,
    "dd": BlockKind.DESCRIPTION,
    "figcaption": BlockKind.CAPTION,
    "caption": BlockKind.CAPTION,
    "legend": BlockKind.CAPTION,
}

BULLET: Final = "- "

# A paragraph inside these takes their kind: a reader sees a quotation, not a paragraph in it.
_KEPT_KINDS: Final = frozenset(
    {
        BlockKind.LIST_ITEM,
        BlockKind.QUOTE,
        BlockKind.TERM,
        BlockKind.DESCRIPTION,
        BlockKind.CAPTION,
        BlockKind.HEADING,
    }
)

# Regions that hold whatever is inside them: an article teaser in a sidebar is sidebar.
_CLOSED_REGIONS: Final = frozenset({Region.NAV, Region.FOOTER, Region.ASIDE})

# Share of a page's prose that a region or widget known by name only may hold. A wrapper of the
# whole page that is called "menu" or "sidebar-container" is neither, nor is the "left column" in
# which a two-column layout sets its article. A consent dialog and a thread of comments are what
# they say however long they are: many hold more words than the article beside them.
# Half, as in the seed's guard for site chrome.
MAX_NAMED_SHARE: Final = 0.5
_OF_ANY_LENGTH: Final = frozenset({Widget.CONSENT, Widget.COMMENTS})

_NAME: Final = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """What the elements around a block say about it. `prefix` opens each of its lines.

    An element that changes nothing shares the context around it: they compare by identity.
    """

    kind: BlockKind = BlockKind.TEXT
    level: int = 0
    ordered: bool = False
    list_depth: int = 0
    prefix: str = ""
    region: Region = Region.NONE
    is_region_named: bool = False
    widget: Widget = Widget.NONE
    hidden: Hidden = Hidden.VISIBLE
    in_main: bool = False
    article: int = -1
    in_article_body: bool = False


@dataclass(frozen=True, slots=True)
class NamedSpan:
    """Blocks `start` to `end` of an element whose names gave it a region or widget."""

    start: int
    end: int
    own: Context
    outer: Context


def kind_changes(outer: Context, tag: str, *, in_ordered: bool) -> dict[str, Any]:
    """Tell what an element's tag changes in the context, as arguments of `replace`.

    A list item's prefix is that of a bullet; a number may be wider.
    """
    if tag == "li":
        return {
            "kind": BlockKind.LIST_ITEM,
            "ordered": in_ordered,
            "list_depth": outer.list_depth + 1,
            "prefix": outer.prefix + " " * len(BULLET),
        }
    kind = KINDS.get(tag)
    if kind is None or (kind is BlockKind.PARAGRAPH and outer.kind in _KEPT_KINDS):
        return {}
    if kind is BlockKind.HEADING:
        return {"kind": kind, "level": int(tag[1])}
    if kind is BlockKind.QUOTE:
        return {"kind": kind, "prefix": outer.prefix + "> "}
    return {"kind": kind}


def opens_region(outer: Context, landmark: Landmark) -> bool:
    """Tell whether a landmark holds inside the region around it.

    What stands in a menu, a footer or a sidebar stays there, unless only a name said so and a
    declared main or article opens inside. A header inside an article or a main is the head of
    the text, a footer in a quotation its source, and what a name alone calls a footer there is
    a section about footers.
    """
    region = landmark.region
    is_in_text = outer.in_main or outer.article >= 0
    if outer.region in _CLOSED_REGIONS:
        opens_text = region in (Region.MAIN, Region.ARTICLE) and landmark.is_declared
        return outer.is_region_named and opens_text
    if region is Region.HEADER:
        return not is_in_text
    if region is Region.FOOTER:
        is_named_in_text = is_in_text and not landmark.is_declared
        return outer.kind is not BlockKind.QUOTE and not is_named_in_text
    return True


def settle_named(blocks: Sequence[Block], spans: Sequence[NamedSpan]) -> list[Block]:
    """Take back the regions and widgets by name that hold too much of the page's prose."""
    settled = list(blocks)
    words = [0]
    for block in blocks:
        unlinked = 0 if block.hidden else block.unlinked_words
        words.append(words[-1] + (unlinked if unlinked >= MIN_PROSE_WORDS else 0))
    limit = MAX_NAMED_SHARE * words[-1]
    for span in spans:
        if words[span.end] - words[span.start] <= limit:
            continue
        for index in range(span.start, span.end):
            block = settled[index]
            if span.own.is_region_named and block.region is span.own.region:
                block = replace(block, region=span.outer.region)
            is_own = span.own.widget is not span.outer.widget and block.widget is span.own.widget
            if is_own and block.widget not in _OF_ANY_LENGTH:
                block = replace(block, widget=span.outer.widget)
            settled[index] = block
    return settled


def level_of(kind: BlockKind, context: Context) -> int:
    """Give the level of a heading or the depth of a list item, else 0."""
    if kind is BlockKind.HEADING:
        return context.level
    return context.list_depth if kind is BlockKind.LIST_ITEM else 0


def set_in_place(markdown: str, kind: BlockKind, context: Context, first: str | None) -> str:
    """Put the marker and the prefixes of the lists and quotations around it before each line."""
    prefix = context.prefix
    if kind is BlockKind.HEADING:
        markdown = f"{'#' * context.level} {' '.join(markdown.split(chr(10)))}"
    if first is None:
        first = prefix + ": " if kind is BlockKind.DESCRIPTION else prefix
    if not first and not prefix:
        return markdown
    lines = markdown.split("\n")
    bare = prefix.rstrip()
    rest = [prefix + line if line else bare for line in lines[1:]]
    return "\n".join([(first + lines[0]).rstrip(), *rest])


@lru_cache(maxsize=1024)
def path_step(tag: str) -> str:
    """Spell a tag name as a step of an XPath, whatever characters it has."""
    if _NAME.fullmatch(tag):
        return tag
    quote = "'" if '"' in tag else '"'
    return f"*[name()={quote}{tag}{quote}]"


def read_int(value: str | None, default: int) -> int:
    """Read a list number as HTML does; `default` where there is none that a reader would see."""
    if value is None or not re.fullmatch(r"\s*[+-]?\d{1,9}\s*", value, re.ASCII):
        return default
    return int(value)
