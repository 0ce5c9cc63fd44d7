"""What stands within the run of an article without being a part of it."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from models.page import Block, BlockKind, Page
from pipelines.section_labels import (
    CAPTION_NAME,
    EMBEDDED_POST,
    PHOTO_CREDIT,
    PROMOTION,
    RIGHTS,
    TIME_STAMP,
)
from pipelines.select.selection import Selection

# Link density from which a paragraph between the paragraphs of an article leads away from it:
# "Click here for more". Items of lists and headings stay: lists of links are some articles' point.
# Measured at 0.9: wcxb-dev word F1 +.0012, mean of 11 boards +.0012, each but one (-.0009) gains;
# headings too: -.0005 and +.0017; before the boundary is drawn: +.0014 and -.0006. At 0.6:
# -.0001 and +.0003. Captions on pages whose captions credit photographers: +.0006 and +.0005
# (news424 +.0051); all captions +.0009 and +.0005, but figures need theirs.
MIN_LINKED_LINE_DENSITY: Final = 0.6

# Headings of one rank in a row that are a strip of teasers: a text has something under each.
# Measured at 4: news424 +.0017, msv-big9 +.0005, magic-article 0; at 3: +.0018, +.0006, -.0013.
MIN_TEASERS: Final = 4

# Words of the longest line that asks for a subscription, states rights or the time of publication.
# Measured each with its pattern (log.md, "Lines within a run").
MAX_PROMOTION_WORDS: Final = 50
MAX_RIGHTS_WORDS: Final = 60
MAX_TIME_STAMP_WORDS: Final = 15

# Words of the longest post that a network embeds; a quotation that cites one is longer.
# Unmeasured: networks allow 280 characters, with name and date about 70 words, two in one embed.
MAX_POST_WORDS: Final = 120

# Elements, the block's own first, of which one names it a caption: `div.caption > div > p`.
# Measured with the captions that such names mark and the lines in figures: news424 +.0033,
# magic-article -.0016, dragnet -.0015, the other boards within .0003. Depths 1, 2 are unmeasured.
CAPTION_DEPTH: Final = 3

_LINES: Final = frozenset({BlockKind.PARAGRAPH, BlockKind.TEXT})
_PROMOTING: Final = _LINES | {BlockKind.HEADING, BlockKind.LIST_ITEM}
_QUOTATION: Final = re.compile(r".*/blockquote\[\d+\]")


def find_trimmings(selection: Selection, inside: Sequence[int]) -> dict[int, str]:
    """Find the blocks among those `inside` a run that are not of its text, each with the reason.

    A type whose siblings are groups has cards, not strips of teasers. Where comments are content,
    only lines of links and captions are looked for: people say "subscribe to the newsletter" and
    quote one another.
    """
    found = dict(_find_lines_of_links(selection, inside))
    if selection.policy.keeps_comments:
        return found
    blocks = selection.blocks
    for index in inside:
        if index not in found and (reason := _read_line(blocks[index])):
            found[index] = reason
    found |= dict.fromkeys(_find_embedded_posts(blocks, inside), "an embedded post")
    if not selection.policy.groups:
        found |= dict.fromkeys(_find_teasers(blocks, inside), "a strip of teasers")
    return found


def _find_lines_of_links(selection: Selection, inside: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Find lines that lead away, and captions where they are press photos'."""
    captions: list[int] = []
    for index in inside:
        block = selection.blocks[index]
        if block.kind in _LINES and block.link_density >= MIN_LINKED_LINE_DENSITY:
            yield index, "a line of links"
        elif _is_caption(selection.page, block):
            captions.append(index)
    if any(PHOTO_CREDIT.search(selection.blocks[index].text) for index in captions):
        yield from ((index, "the caption of a press photo") for index in captions)


def _is_caption(page: Page, block: Block) -> bool:
    """Tell what stands under a picture: by its element, or by the names of one around it."""
    if block.kind is BlockKind.CAPTION:
        return "/figcaption[" in block.slot
    if block.kind not in _LINES:
        return False
    if "/figure[" in block.slot:
        return True
    slot = block.slot
    for _ in range(CAPTION_DEPTH):
        if CAPTION_NAME.search(page.names.get(slot, "")):
            return True
        slot = slot.rpartition("/")[0]
    return False


def _read_line(block: Block) -> str:
    """Say what a line is that its publisher puts into every text; empty for the text's own."""
    may_promote = block.kind in _PROMOTING and block.words <= MAX_PROMOTION_WORDS
    if may_promote and PROMOTION.is_in(block.text):
        return "a promotion"
    if block.kind not in _LINES:
        return ""
    if block.words <= MAX_RIGHTS_WORDS and RIGHTS.is_in(block.text):
        return "a statement of rights"
    if block.words <= MAX_TIME_STAMP_WORDS and TIME_STAMP.is_in(block.text):
        return "the time of publication"
    return ""


def _find_embedded_posts(blocks: Sequence[Block], inside: Sequence[int]) -> list[int]:
    """Find the quotations that are the embed of a network's post."""
    quotations: defaultdict[str, list[int]] = defaultdict(list)
    for index in inside:
        if quotation := _QUOTATION.match(blocks[index].slot):
            quotations[quotation.group()].append(index)
    return [
        index
        for members in quotations.values()
        if sum(blocks[i].words for i in members) <= MAX_POST_WORDS
        and any(EMBEDDED_POST.search(blocks[i].markdown) for i in members)
        for index in members
    ]


def _find_teasers(blocks: Sequence[Block], inside: Sequence[int]) -> list[int]:
    """Find rows of headings of one rank with nothing under them, the page's title excepted.

    The last of a row is the heading of what follows, if anything does.
    """
    said = [index for index in inside if blocks[index].words]
    found: list[int] = []
    for rank, group in groupby(said, lambda index: _rank(blocks[index])):
        row = list(group)
        if rank > 1 and len(row) >= MIN_TEASERS:
            found += row if row[-1] == said[-1] else row[:-1]
    return found


def _rank(block: Block) -> int:
    return block.level if block.kind is BlockKind.HEADING else 0
