"""What the walk over a tree holds while it goes: open elements, the run being collected."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from lxml.html import HtmlElement

from crawler.page.context import Context
from crawler.page.markdown import Mark, Token
from models.page import Block

BLOCK_TAGS: Final = frozenset(
    (
        "address article aside blockquote body caption center dd details dialog dir div dl dt "
        "fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup html legend li "
        "listing main menu nav ol optgroup option p plaintext pre search section select summary "
        "table tbody td tfoot th thead tr ul xmp"
    ).split()
)
"""Elements that the default style sheet sets on lines of their own (HTML Standard, Rendering)."""

UNSEEN_TAGS: Final = frozenset(
    (
        "head script style meta link title iframe canvas audio video noembed noframes datalist "
        "param source track base basefont bgsound rp desc defs metadata symbol"
    ).split()
)
"""Elements whose text no browser shows, in drawings too.

`object` is none: its content shows when it fails.
"""

MATH_TAGS: Final = frozenset({"math", "mjx-container", "script"})
"""Elements that may be a formula without a class that says so."""

HIDING_TAGS: Final = UNSEEN_TAGS | {"svg"}

CODE_TAGS: Final = frozenset({"pre", "listing", "xmp", "plaintext"})
SPACED_TAGS: Final = frozenset({"button", "text"})
"""Inline boxes, and labels of drawings, that stand apart from the words beside them."""

MARKING_TAGS: Final = frozenset({"blockquote", "ol", "li"})
"""Elements that mark the first line inside them, or number those that do."""

BARE_TAGS: Final = frozenset(
    "b big del dfn em font i ins mark s small span strike strong sub sup u".split()
)
"""Inline elements that show nothing when they have neither content nor attributes."""

INLINE_LEAVES: Final = frozenset({"img", "picture", "br", "wbr", "input", "hr"})
# Elements that hide or show their content without any attribute; a text area shows it as input.
STATEFUL_TAGS: Final = frozenset(
    {"noscript", "template", "dialog", "details", "summary", "textarea"}
)


@dataclass
class Run:
    """Inline content being collected for one block, with the blocks set aside inside it."""

    context: Context
    tokens: list[Token] = field(default_factory=list)
    opened: list[HtmlElement] = field(default_factory=list)
    aside: list[Block] = field(default_factory=list)
    slot: str = field(default="", init=False)
    has_text: bool = field(default=False, init=False)
    has_image: bool = field(default=False, init=False)
    breaks: int = field(default=0, init=False)


@dataclass(slots=True)
class Interrupted:
    """What goes on when an inline part that is set aside ends."""

    run: Run | None
    out: list[Block]
    marker: str | None


@dataclass
class Frame:
    """An open element of the walk; without slots, so that what is seldom set costs nothing."""

    element: HtmlElement
    tag: str
    path: str
    context: Context
    children: Iterator[HtmlElement]
    is_block: bool
    counts: dict[str, int] = field(default_factory=dict)
    texts: int = field(default=0, init=False)
    has_blocks: bool = field(default=False, init=False)
    number: int = field(default=0, init=False)
    named_from: int = field(default=-1, init=False)
    interrupted: Interrupted | None = field(default=None, init=False)


def is_unseen(element: HtmlElement, tag: str) -> bool:
    """Tell what no browser shows, and the many drawings that are icons without a word."""
    if tag == "svg":
        return all(text.isspace() for text in element.itertext())
    return tag in UNSEEN_TAGS


def is_bare_alike(last: Mark, element: HtmlElement) -> bool:
    """Tell whether an element of the same tag without attributes has just closed."""
    return not last.opens and last.element.tag == element.tag and not last.element.keys()
