"""Site chrome taken out of a page's Markdown, by the shape of its blocks and where they stand.

For Markdown that has lost the page it came from. A block goes only when everything agrees: it
holds little prose, it is nearly all links, they lead back into the site, the page's layout says
chrome, and its size is that of a menu.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from urllib.parse import urlsplit

from models.address import AddressError, site_key
from pipelines.markdown_blocks import MarkdownBlock, MarkdownKind, split_blocks
from pipelines.markdown_placement import (
    BlockPlacement,
    ReadBlock,
    find_emptied_headings,
    find_placements,
)
from pipelines.markdown_reading import read_block

HTML_TYPES: Final = frozenset({"text/html", "application/xhtml+xml"})

# Readable characters outside links. This one and the next two are the published ones of the method.
MIN_PROSE_CHARS: Final = 200
# Share of a block's readable characters inside link labels, 0 to 1.
LINK_DENSITY: Final = 0.6
# Readable characters outside links: one sentence in a script that writes densely.
MIN_INTRO_CHARS: Final = 24
# Links, and readable characters: a block with as many, or no more of these, has a menu's size.
# Measured: wcxb-dev, 400 pages, 2026-11-30, whole-page Markdown, word F1 of its plain text, .6735
# uncleaned. Characters 0 / 40 / 80 / 120 / 200 / no limit: with 3 links .7172 .7228 .7262 .7267
# .7267 .7270; with 5 .7146 .7209 .7259 .7268 .7267 .7270; with 8 .7097 .7162 .7227 .7256 .7265
# .7270; with links alone never enough .6865 .6929 .6993 .7025 .7063 .7270. Flat from 2 to 6 links
# and above 60 characters; taken is the best pair that still leaves a few long titles alone.
# All 1,494 pages with this pair: .6939 -> .7507, precision .5827 -> .6609, recall .9906 -> .9772.
MIN_MENU_LINKS: Final = 5
MAX_MENU_CHARS: Final = 120
# Share of a block's links; "most" is more than this. Unmeasured: it is what the word means.
OWN_SITE_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class CleanerSettings:
    """The thresholds of the cleaner; characters are those a reader reads."""

    min_prose_chars: int = MIN_PROSE_CHARS
    link_density: float = LINK_DENSITY
    min_intro_chars: int = MIN_INTRO_CHARS
    min_menu_links: int = MIN_MENU_LINKS
    max_menu_chars: int = MAX_MENU_CHARS
    own_site_share: float = OWN_SITE_SHARE


class Rule(StrEnum):
    """Why a block was removed."""

    NO_TEXT = "no readable text"
    CHROME_SECTION = "in a chrome section"
    REPEATED_LINKS = "links the page repeats"
    MENU = "menu"
    EMPTIED_HEADING = "heading of an emptied section"


@dataclass(frozen=True, slots=True)
class RemovedBlock:
    """A block that was taken out, as it stood, and the rule that did it."""

    markdown: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class CleanedMarkdown:
    """What is left of a page's Markdown, and what went, in page order."""

    markdown: str
    removed: tuple[RemovedBlock, ...] = ()


def is_cleanable(media_type: str, url: str) -> bool:
    """Whether Markdown may be cleaned: converted from HTML that was fetched over HTTP.

    A PDF or an uploaded file has no site around it. Parameters of the media type are ignored.
    """
    try:
        parts = urlsplit(url.strip())
        is_fetched = parts.scheme.lower() in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False
    return is_fetched and media_type.partition(";")[0].strip().lower() in HTML_TYPES


@dataclass(frozen=True, slots=True)
class JudgedBlock:
    """A block of Markdown, and the rule that removes it; none where it stays."""

    block: MarkdownBlock
    rule: Rule | None


def judge_markdown(
    markdown: str, page_url: str, settings: CleanerSettings = CleanerSettings()
) -> tuple[JudgedBlock, ...]:
    """Judge each block of a page's Markdown as `clean_markdown` does, and remove nothing."""
    blocks = [ReadBlock(block, read_block(block)) for block in split_blocks(markdown)]
    rules = _judge_blocks(blocks, page_url, settings)
    return tuple(JudgedBlock(read.block, rule) for read, rule in zip(blocks, rules, strict=True))


def clean_markdown(
    markdown: str, page_url: str, settings: CleanerSettings = CleanerSettings()
) -> CleanedMarkdown:
    """Take site chrome out of the Markdown of one page, in time linear in its length.

    What stays is the input's own text, block for block. Where nothing would stay, nothing goes.

    Args:
        markdown: the whole page, links absolute or relative to `page_url`.
        page_url: where the page was fetched; links into its site are the site's own.
        settings: the thresholds.
    """
    blocks = [ReadBlock(block, read_block(block)) for block in split_blocks(markdown)]
    rules = _judge_blocks(blocks, page_url, settings)
    if all(rules):
        return CleanedMarkdown(markdown)
    removed = tuple(
        RemovedBlock(read.block.text, rule)
        for read, rule in zip(blocks, rules, strict=True)
        if rule is not None
    )
    kept = [n for n, rule in enumerate(rules) if rule is None]
    return CleanedMarkdown(_join(markdown, blocks, kept) if removed else markdown, removed)


def _judge_blocks(
    blocks: Sequence[ReadBlock], page_url: str, settings: CleanerSettings
) -> list[Rule | None]:
    placements = find_placements(
        blocks,
        min_prose_chars=settings.min_prose_chars,
        min_intro_chars=settings.min_intro_chars,
    )
    site = _OwnSite(page_url)
    rules = [
        _judge(read, placement, site, settings)
        for read, placement in zip(blocks, placements, strict=True)
    ]
    for n in find_emptied_headings(blocks, [rule is not None for rule in rules]):
        rules[n] = Rule.EMPTIED_HEADING
    return rules


def _judge(
    read: ReadBlock, placement: BlockPlacement, site: "_OwnSite", settings: CleanerSettings
) -> Rule | None:
    """The rule a block falls under, or none; the order of the tests is the order of the rules."""
    reading = read.reading
    if not reading.text:
        return Rule.NO_TEXT
    if placement.is_discarded:
        return Rule.CHROME_SECTION
    if read.kind is not MarkdownKind.TEXT or not reading.destinations:
        return None
    if len(reading.own) >= settings.min_prose_chars:
        return None
    if placement.repeats:
        return Rule.REPEATED_LINKS
    if reading.link_density < settings.link_density:
        return None
    if site.share_of(reading.destinations) <= settings.own_site_share:
        return None
    if not placement.says_chrome:
        return None
    is_long = len(reading.destinations) >= settings.min_menu_links
    return Rule.MENU if is_long or reading.chars <= settings.max_menu_chars else None


class _OwnSite:
    """The site a page belongs to: its host without `www.`, the hosts above and below included."""

    def __init__(self, page_url: str) -> None:
        self._site = _site_of(page_url)

    def share_of(self, destinations: Sequence[str]) -> float:
        """Share of the destinations that lie in the site."""
        return sum(map(self._holds, destinations)) / len(destinations)

    def _holds(self, destination: str) -> bool:
        if not _is_absolute(destination):
            return True
        site = _site_of(destination)
        return bool(site and self._site) and (
            site == self._site or site.endswith("." + self._site) or self._site.endswith("." + site)
        )


def _is_absolute(destination: str) -> bool:
    scheme, colon, _ = destination.partition(":")
    has_scheme = bool(colon) and not any(mark in scheme for mark in "/?#")
    return has_scheme or destination.startswith("//")


def _site_of(url: str) -> str:
    """The site of an address, empty for what is no page's (`mailto:`)."""
    try:
        return site_key("http:" + url if url.startswith("//") else url)
    except AddressError:
        return ""


def _join(markdown: str, blocks: Sequence[ReadBlock], kept: Sequence[int]) -> str:
    """Put the kept blocks together; neighbours stay as far apart as they were."""
    parts = []
    previous = -1
    for n in kept:
        block: MarkdownBlock = blocks[n].block
        if previous >= 0:
            end = blocks[previous].block.end
            parts.append(markdown[end : block.start] if n == previous + 1 else "\n\n")
        parts.append(block.text)
        previous = n
    return "".join(parts)
