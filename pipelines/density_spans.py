"""A page's source measured in blocks: spans between block-level tags, with their word counts.

The block definition and its list of tags are those of seed 001. Nothing is parsed into a tree, so
that every block is a span of the input and the input can be put together again from them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from itertools import groupby
from typing import Final, NamedTuple

from models.words import count_words
from pipelines.markup import Token, TokenKind, scan_markup

BLOCK_TAGS: Final = frozenset(
    (
        "p div li h1 h2 h3 h4 h5 h6 section article aside nav header footer main table tr td th "
        "blockquote pre ul ol dl dt dd figure figcaption form hr body"
    ).split()
)
"""Elements whose start and end tags bound a block. Source: seed 001."""

DROPPED_TAGS: Final = frozenset({"nav", "footer", "aside"})
"""Elements that hold no content whatever their words say. Source: seed 001."""

# Elements whose words are not counted: citation brackets are links, and on an encyclopaedia's page
# they make paragraphs look like menus. Source: seed 001.
_UNCOUNTED_TAGS: Final = frozenset({"sup", "sub"})

# Block-level tags of one page; the rest of it is one block, lest blocks fill the memory.
# Unmeasured: forty times all the tags of the longest page of wcxb-dev and l3s-gn1.
MAX_BLOCK_TAGS: Final = 1_000_000

# Characters before a change from text to link or back that are counted with what follows: enough
# to see that a word goes on. Scripts without spaces count by length, and this is ten words there.
_WORD_CONTEXT: Final = 17


@dataclass(frozen=True, slots=True)
class DensityBlock:
    """A span of the input, `html[start:end]`, that is kept or dropped as one.

    A block-level tag is a block of its own, without text; so is white space between two of them.
    `text_bytes` is the UTF-8 length of the text a reader sees, each run of white space one byte;
    `markup_bytes` that of tags and comments. Bodies of unread elements are in neither. `words`
    counts as `count_words`, without superscripts and subscripts; `link_words` are those that
    begin inside `<a>`.
    """

    start: int
    end: int
    text_bytes: int
    markup_bytes: int
    words: int
    link_words: int
    dropped_by_tag: bool = False

    @property
    def link_density(self) -> int:
        """Link words among the words, in permil, rounded down; 0 without words."""
        return self.link_words * 1000 // self.words if self.words else 0


class _Stretch(NamedTuple):
    """Neighbouring texts that are alike in what they count for."""

    is_linked: bool
    is_counted: bool
    texts: list[str]


@dataclass(slots=True)
class _OpenElements:
    """Which block-level elements are open, and what that says about links and dropped elements.

    A link or dropped element without an end tag ends with the element it stands in.
    """

    dropped_tags: frozenset[str]
    names: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    link_level: int | None = None
    dropped_level: int | None = None

    def open_link(self) -> None:
        self.link_level = len(self.names)

    def close_link(self) -> None:
        self.link_level = None

    def open_element(self, name: str) -> None:
        if name == "hr":
            return
        if self.names and self.names[-1] == "p":
            self._end_paragraph()
        self.names.append(name)
        self.counts[name] += 1
        if self.dropped_level is None and name in self.dropped_tags:
            self.dropped_level = len(self.names)

    def close_element(self, name: str) -> None:
        if self.counts[name]:
            while self._pop() != name:
                pass

    def _end_paragraph(self) -> None:
        """End the paragraph that another element ends; a link in it goes on, as in a browser."""
        link_level = self.link_level
        self._pop()
        if link_level is not None:
            self.link_level = min(link_level, len(self.names))

    def _pop(self) -> str:
        name = self.names.pop()
        self.counts[name] -= 1
        level = len(self.names)
        if self.link_level is not None and level < self.link_level:
            self.link_level = None
        if self.dropped_level is not None and level < self.dropped_level:
            self.dropped_level = None
        return name


@dataclass(slots=True)
class _Span:
    """The block being measured."""

    start: int
    end: int
    stretches: list[_Stretch] = field(default_factory=list)
    markup_bytes: int = 0
    uncounted_level: int = 0

    def add_text(self, text: str, *, is_linked: bool) -> None:
        is_counted = not self.uncounted_level
        last = self.stretches[-1] if self.stretches else None
        if last and last.is_linked is is_linked and last.is_counted is is_counted:
            last.texts.append(text)
        else:
            self.stretches.append(_Stretch(is_linked, is_counted, [text]))


def measure_blocks(
    html: str, dropped_tags: frozenset[str] = DROPPED_TAGS
) -> tuple[DensityBlock, ...]:
    """Split a page into blocks that are the input when joined in order.

    Args:
        html: the page as text.
        dropped_tags: elements with end tags whose blocks are `dropped_by_tag`, in lower case;
            those outside of `BLOCK_TAGS` bound blocks too.
    """
    return tuple(_blocks(html, dropped_tags))


def _blocks(html: str, dropped_tags: frozenset[str]) -> Iterator[DensityBlock]:
    bounds = BLOCK_TAGS | dropped_tags
    elements = _OpenElements(dropped_tags)
    span = _Span(0, 0)
    tags = 0
    for token in scan_markup(html):
        if token.name not in bounds or tags == MAX_BLOCK_TAGS:
            _add_token(span, html, token, elements)
            continue
        if span.end > span.start:
            yield _measure(span, is_dropped=elements.dropped_level is not None)
        yield _measure_tag(html, token, elements)
        span = _Span(token.end, token.end)
        tags += 1
    if span.end > span.start:
        is_dropped = elements.dropped_level is not None and tags < MAX_BLOCK_TAGS
        yield _measure(span, is_dropped=is_dropped)


def _measure_tag(html: str, tag: Token, elements: _OpenElements) -> DensityBlock:
    """Measure a block-level tag; both tags of a dropped element are part of it."""
    was_dropped = elements.dropped_level is not None
    if tag.kind is TokenKind.START_TAG:
        elements.open_element(tag.name)
        is_dropped = elements.dropped_level is not None
    else:
        elements.close_element(tag.name)
        # Any other end tag that ends a dropped element belongs to what is around it.
        is_dropped = was_dropped and (
            elements.dropped_level is not None or tag.name in elements.dropped_tags
        )
    size = _byte_length(html[tag.start : tag.end])
    return DensityBlock(tag.start, tag.end, 0, size, 0, 0, is_dropped)


def _add_token(span: _Span, html: str, token: Token, elements: _OpenElements) -> None:
    span.end = token.end
    if token.kind is TokenKind.UNREAD_BODY:
        return
    source = html[token.start : token.end]
    if token.kind is TokenKind.TEXT:
        span.add_text(_read_text(source), is_linked=elements.link_level is not None)
        return
    span.markup_bytes += _byte_length(source)
    if token.name == "a":
        elements.open_link() if token.kind is TokenKind.START_TAG else elements.close_link()
    elif token.name in _UNCOUNTED_TAGS:
        change = 1 if token.kind is TokenKind.START_TAG else -1
        span.uncounted_level = max(0, span.uncounted_level + change)
    elif token.name == "br":
        span.add_text("\n", is_linked=elements.link_level is not None)


def _measure(span: _Span, *, is_dropped: bool) -> DensityBlock:
    texts = (text for stretch in span.stretches for text in stretch.texts)
    text = " ".join("".join(texts).split())
    words, link_words = _count_words(span.stretches) if text else (0, 0)
    return DensityBlock(
        span.start,
        span.end,
        _byte_length(text),
        span.markup_bytes,
        words,
        link_words,
        is_dropped,
    )


def _count_words(stretches: list[_Stretch]) -> tuple[int, int]:
    """Count all words and those that begin inside a link.

    A word that one stretch begins and the next goes on with belongs to the first.
    """
    words = link_words = 0
    before = ""
    counted = (stretch for stretch in stretches if stretch.is_counted)
    for is_linked, group in groupby(counted, key=lambda stretch: stretch.is_linked):
        text = before + "".join(text for stretch in group for text in stretch.texts)
        begun = count_words(text) - count_words(before)
        words += begun
        link_words += begun if is_linked else 0
        before = text[-_WORD_CONTEXT:]
    return words, link_words


def _read_text(source: str) -> str:
    if "&" not in source:
        return source
    try:
        return unescape(source)
    except ValueError:
        # A reference with more digits than Python turns into a number stands for no character.
        return source


def _byte_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
