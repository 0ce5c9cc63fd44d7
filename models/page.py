"""A page as read from HTML: its blocks in document order, its metadata, its links."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from models.css_rules import NO_MARKS, CssMarks

# Unlinked words from which a block is prose, not a label. Unmeasured: a line of text.
MIN_PROSE_WORDS: Final = 10


class BlockKind(StrEnum):
    """What a block's element makes of its text."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list-item"
    TABLE = "table"
    CODE = "code"
    QUOTE = "quote"
    TERM = "term"
    DESCRIPTION = "description"
    CAPTION = "caption"
    IMAGE = "image"
    MATH = "math"
    TEXT = "text"


class Region(StrEnum):
    """The innermost landmark a block stands in, as its author declared it."""

    NONE = ""
    NAV = "nav"
    HEADER = "header"
    FOOTER = "footer"
    ASIDE = "aside"
    MAIN = "main"
    ARTICLE = "article"


class Widget(StrEnum):
    """The small functional part a block belongs to."""

    NONE = ""
    FILTER = "filter"
    CONSENT = "consent"
    RAIL = "rail"
    POST_FURNITURE = "post-furniture"
    COMMENTS = "comments"
    PAGER = "pager"
    BREADCRUMBS = "breadcrumbs"
    EDIT_LINK = "edit-link"


class Hidden(StrEnum):
    """Why a browser does not show a block when the page opens; empty when it shows it."""

    VISIBLE = ""
    COLLAPSED = "collapsed"
    """Something on the page opens it: details, a tab, an accordion."""
    NOSCRIPT = "noscript"
    TEMPLATE = "template"
    UNREACHABLE = "unreachable"
    """Nothing on the page opens it: `display:none` without a control."""


class Sign(StrEnum):
    """What elements say of a page, to tell one that is none from one with little text."""

    SCRIPTS = "scripts"
    """It loads or holds programs."""
    EMPTY_ROOT = "empty-root"
    """An element that an application fills in the browser is as good as empty."""
    PASSWORD = "password"
    """It asks for a password in its own text, not in a header, a menu or a dialog."""
    CHALLENGE = "challenge"
    """A guard against robots put it in front of the page."""
    CUT_OFF = "cut-off"
    """The answer ended before all of it had come."""


@dataclass(frozen=True, slots=True)
class Block:
    """The text of one element that a browser shows on lines of its own.

    `slot` is the exact XPath of the element, or of the text node run for text that stands
    directly in a container (`…/text()[1]`). `text` has its white space collapsed except in code;
    it is empty for an image. `words` counts as `models.words.count_words`; `linked_words` are
    those that begin inside `<a>`. `markdown` stands by itself: list marker, quote prefix and
    indent are part of it. `level` is 1 to 6 for a heading, the depth from 1 for a list item,
    else 0. `article` numbers the page's outermost-to-innermost `<article>` from 0, -1 is none.
    """

    slot: str
    kind: BlockKind
    text: str
    words: int
    linked_words: int
    markdown: str
    level: int = 0
    ordered: bool = False
    language: str = ""
    region: Region = Region.NONE
    widget: Widget = Widget.NONE
    hidden: Hidden = Hidden.VISIBLE
    in_main: bool = False
    article: int = -1
    in_article_body: bool = False

    @property
    def link_density(self) -> float:
        """Share of the words that begin inside `<a>`, 0 to 1; 0 for a block without words."""
        return self.linked_words / self.words if self.words else 0.0

    @property
    def is_declared_text(self) -> bool:
        """Whether its author declared it to be of the page's text: in a main, article or body."""
        return self.in_main or self.article >= 0 or self.in_article_body

    @property
    def unlinked_words(self) -> int:
        """Words that no link begins: what the block itself says."""
        return self.words - self.linked_words


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page declares about itself; empty where it says nothing.

    Dates are ISO 8601, as precise as declared. `language` is a BCP 47 tag, lower-cased primary
    subtag first. `jsonld` is one JSON array of the page's parseable JSON-LD objects, or empty.
    `robots` is the content of the meta robots elements, lower-cased, joined by commas.
    """

    title: str = ""
    description: str = ""
    author: str = ""
    published_at: str = ""
    modified_at: str = ""
    language: str = ""
    site_name: str = ""
    canonical_url: str = ""
    og_type: str = ""
    jsonld: str = ""
    robots: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """One HTML response, read.

    `links` are the absolute http(s) addresses of `<a>`, `<area>` and `<link rel=next>` in
    document order, without repeats, fragments kept off, resolved against the served address and
    `<base href>`. `signs` are sorted, none twice. `names` maps the XPath of an element to its class
    and id as written, joined by a space. `css` says which blocks the user's selectors reach.
    """

    url: str
    blocks: tuple[Block, ...]
    metadata: Metadata = Metadata()
    links: tuple[str, ...] = ()
    signs: tuple[Sign, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    css: CssMarks = NO_MARKS
