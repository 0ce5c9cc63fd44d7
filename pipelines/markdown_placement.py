"""Where each block of a page stands: repeated, beside the article, or in a chrome section."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pipelines.chrome_headings import CHROME_HEADINGS
from pipelines.markdown_blocks import MarkdownBlock, MarkdownKind
from pipelines.markdown_reading import Reading


@dataclass(frozen=True, slots=True)
class ReadBlock:
    """A block of Markdown and what a reader reads of it."""

    block: MarkdownBlock
    reading: Reading

    @property
    def kind(self) -> MarkdownKind:
        """The kind of the block."""
        return self.block.kind


@dataclass(frozen=True, slots=True)
class BlockPlacement:
    """What a page's layout says about one block.

    `is_outside_span` holds before the first substantial paragraph and after the last.
    `is_discarded` is for what follows a chrome heading, it included, up to the first block that
    reads like content; `is_in_chrome_section` goes on to the end of the section.
    """

    repeats: bool
    is_outside_span: bool
    is_in_chrome_section: bool
    is_discarded: bool

    @property
    def says_chrome(self) -> bool:
        """Whether the layout agrees that a block shaped like a menu is one."""
        return self.repeats or self.is_outside_span or self.is_in_chrome_section


def find_placements(
    blocks: Sequence[ReadBlock], *, min_prose_chars: int, min_intro_chars: int
) -> list[BlockPlacement]:
    """Place each block of a page.

    Args:
        blocks: all blocks, in page order.
        min_prose_chars: own characters of a substantial paragraph.
        min_intro_chars: own characters of the prose that reads like content.
    """
    counts = Counter(map(_key, blocks))
    prose = [n for n, read in enumerate(blocks) if _is_paragraph(read, min_prose_chars)]
    # A page without one is a list or a shop: to call all of it outside costs listings .014 word F1.
    first, last = (prose[0], prose[-1]) if prose else (0, len(blocks))
    is_content = _content_test(min_intro_chars)
    sections = _find_sections(blocks, is_content)
    return [
        BlockPlacement(
            repeats=counts[_key(read)] > 1,
            is_outside_span=not first <= n <= last,
            is_in_chrome_section=sections.is_inside[n],
            is_discarded=sections.is_discarded[n],
        )
        for n, read in enumerate(blocks)
    ]


def _key(read: ReadBlock) -> Reading:
    """What makes two blocks one: a menu repeats text and destinations, `Read more` text alone."""
    return read.reading


def _is_paragraph(read: ReadBlock, min_chars: int) -> bool:
    return read.kind is MarkdownKind.TEXT and len(read.reading.own) >= min_chars


def _content_test(min_chars: int) -> Callable[[ReadBlock], bool]:
    return lambda read: read.kind is MarkdownKind.FENCE or _is_paragraph(read, min_chars)


@dataclass(slots=True)
class _Section:
    """A chrome section being walked through; `is_discarding` until the first content."""

    heading: int
    rank: int
    is_discarding: bool = True
    has_discarded: bool = False


@dataclass(frozen=True, slots=True)
class _Sections:
    is_inside: list[bool]
    is_discarded: list[bool]


def _find_sections(
    blocks: Sequence[ReadBlock], is_content: Callable[[ReadBlock], bool]
) -> _Sections:
    """Walk over the page once, with the chrome sections that are open, outermost first.

    A chrome heading goes with what is discarded under it; it stays when its section begins with
    content, as the menu of a restaurant does. Other headings are left to the pruning, for one of
    them may be the title of an article that opens right under a menu.
    """
    found = _Sections([False] * len(blocks), [False] * len(blocks))
    opened: list[_Section] = []
    for n, read in enumerate(blocks):
        if not read.reading.text:
            found.is_inside[n] = bool(opened)
        elif read.kind is MarkdownKind.HEADING:
            _close(opened, read.block.rank, found)
            found.is_inside[n] = bool(opened)
            if is_chrome_heading(read.reading.text):
                opened.append(_Section(n, read.block.rank))
                found.is_inside[n] = True
        elif opened:
            found.is_inside[n] = True
            found.is_discarded[n] = _discard(opened, is_content(read))
    _close(opened, 0, found)
    return found


def _close(opened: list[_Section], rank: int, found: _Sections) -> None:
    """Close what a heading of this rank ends: sections of the same rank or a lower one."""
    while opened and opened[-1].rank >= rank:
        section = opened.pop()
        found.is_discarded[section.heading] = section.has_discarded or section.is_discarding


def _discard(opened: list[_Section], reads_like_content: bool) -> bool:
    """Whether a block inside the open sections goes; content ends the discarding in all."""
    if reads_like_content:
        for section in opened:
            section.is_discarding = False
    if not opened[-1].is_discarding:
        return False
    for section in opened:
        section.has_discarded = True
    return True


# Characters. A longer heading is a sentence, and no name in the vocabulary is as long.
_MAX_NAME_CHARS: Final = 80
_NAME_WORD: Final = re.compile(r"\w+")


def is_chrome_heading(text: str) -> bool:
    """Whether a heading is named as chrome, case and punctuation aside."""
    if len(text) > _MAX_NAME_CHARS:
        return False
    return " ".join(_NAME_WORD.findall(text.casefold())) in CHROME_HEADINGS


def find_emptied_headings(blocks: Sequence[ReadBlock], removed: Sequence[bool]) -> list[int]:
    """Find the headings whose section had text and has none left, innermost sections first.

    A section that was empty from the start, or held pictures alone, was not emptied: its heading
    is all there was to read. A heading that stays keeps the headings above it.
    """
    emptied = []
    has_text = [False] * 7  # by rank: what stands between here and the end of such a section
    has_lost = [False] * 7
    for n in range(len(blocks) - 1, -1, -1):
        read, rank = blocks[n], blocks[n].block.rank
        if not read.reading.text:
            continue
        is_heading = read.kind is MarkdownKind.HEADING
        is_emptied = is_heading and not removed[n] and has_lost[rank] and not has_text[rank]
        if is_emptied:
            emptied.append(n)
        if is_heading:
            has_text[rank:] = has_lost[rank:] = [False] * (7 - rank)
        above = range(1, rank) if is_heading else range(1, 7)
        for outer in above:
            if removed[n] or is_emptied:
                has_lost[outer] = True
            else:
                has_text[outer] = True
    return emptied
