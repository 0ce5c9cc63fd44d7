"""The boundary: the one run of neighbouring blocks that holds the main content.

Each block gets a value in words, its unlinked words minus a cost, and the run with the greatest
total wins (Kadane's maximum subarray). The cost adapts to the page, since no constant suits both
long paragraphs and short cards. Source: seed 002.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from models.drafts import make_quickly
from models.page import MIN_PROSE_WORDS, Block, BlockKind
from models.page_types import Policy

# Cost of a block in words: a share of the mean block, within bounds; one block counts at most so
# many words in that mean, lest one list of contributors price the whole page.
# Source: seed 002, swept there from 0.70; share and lower bound are best as published over 12
# boards. Its upper bound is 18: at 14 nine of them gain and two lose .0006 or less (log.md).
COST_SHARE: Final = 0.60
MIN_COST: Final = 5.0
MAX_COST: Final = 14.0
MAX_WORDS_IN_MEAN: Final = 400

# Words added to a heading, so that a run may end with none but starts with one. Source: seed 002.
HEADING_BONUS: Final = 4.0

# A paragraph of so few words before code introduces it, unless it is mostly links.
# Source: seed 002.
CODE_CAPTION_MAX_WORDS: Final = 8
MAX_CAPTION_LINK_DENSITY: Final = 0.5

# Words of a label before its colon, and of the whole line. Unmeasured: `Country of origin: …`.
MAX_LABEL_WORDS: Final = 4
MAX_LABEL_LINE_WORDS: Final = 20

# Siblings are a group from so many indices of one container on, and with so large a share of the
# page's words, so that a rail beside an article is still scored block by block. Source: seed 002.
MIN_GROUP_MEMBERS: Final = 3
MIN_GROUP_SHARE: Final = 0.30

# Share of linked words up to which the items of a list pay once, as one unit.
# Measured: wcxb-dev word F1 .8495 -> .8526 (every second page, services .801 -> .812), mean of 11
# boards +.001; at 0.5 .8531, but magic-article -.005 for its lists of links.
MAX_LIST_LINK_DENSITY: Final = 0.25

# A run belongs to one element when so large a share of its prose are children of that element;
# it then reaches as far as paragraphs there of so many unlinked words.
# Measured at 0.5 and 5 words: mean of 11 boards +.0016 (magic-article +.0052, dragnet +.0036,
# news424 +.0023, daniel -.0021), wcxb-dev +.0003; at 0.8 +.0016; at 10 words +.0010, daniel -.0010.
MIN_SIBLING_SHARE: Final = 0.5
MIN_SIBLING_WORDS: Final = 5

_LIST: Final = re.compile(r"/(?:ul|ol)\[\d+\]")
_FLOORED: Final = frozenset({BlockKind.TABLE, BlockKind.CODE})
_PROSE: Final = frozenset({BlockKind.PARAGRAPH, BlockKind.TEXT, BlockKind.CAPTION})


@dataclass(frozen=True, slots=True)
class Unit:
    """Blocks `start` to `end` (exclusive) that are scored together, and their value in words."""

    start: int
    end: int
    value: float


_make_unit: Final = make_quickly(Unit)


def find_run(blocks: Sequence[Block], policy: Policy) -> tuple[int, int] | None:
    """Find the first and last (exclusive) block of the main content.

    Returns:
        Positions in `blocks`; None when every block costs more than it holds, or the run holds
        less than `policy.min_run_share` of the words.
    """
    units = score_units(blocks, policy)
    best, best_value = (0, 0), 0.0
    start, total = 0, 0.0
    for position, unit in enumerate(units):
        if total <= 0:
            start, total = position, 0.0
        total += unit.value
        if total > best_value:
            best, best_value = (start, position + 1), total
    if best_value <= 0:
        return None
    first, last = units[best[0]].start, units[best[1] - 1].end
    first = _extend_over_headings(blocks, first)
    last = _extend_over_closing(blocks, last, policy)
    words = sum(block.words for block in blocks)
    if sum(block.words for block in blocks[first:last]) < policy.min_run_share * words:
        return None
    return first, last


def block_cost(blocks: Sequence[Block]) -> float:
    """Words that each block of a page has to earn."""
    counted = [min(block.words, MAX_WORDS_IN_MEAN) for block in blocks if block.words]
    if not counted:
        return MIN_COST
    return min(max(COST_SHARE * sum(counted) / len(counted), MIN_COST), MAX_COST)


def score_units(blocks: Sequence[Block], policy: Policy) -> list[Unit]:
    """Value each block, each list, or each group of siblings where the policy groups."""
    cost = block_cost(blocks)
    groups = find_lists(blocks)
    if policy.groups:
        groups = [
            group or in_list for group, in_list in zip(find_groups(blocks), groups, strict=True)
        ]
    units: list[Unit] = []
    start = 0
    for end in range(1, len(blocks) + 1):
        group = groups[start]
        if end < len(blocks) and group and groups[end] == group:
            continue
        if group:
            unlinked = sum(block.unlinked_words for block in blocks[start:end])
            units.append(_make_unit(start, end, unlinked - cost))
        else:
            units.append(_make_unit(start, end, _value(blocks, start, cost)))
        start = end
    return units


def _value(blocks: Sequence[Block], index: int, cost: float) -> float:
    block = blocks[index]
    if not block.words:
        return 0.0
    value = block.unlinked_words - cost
    if block.kind is BlockKind.HEADING:
        return value + HEADING_BONUS
    if block.kind in _FLOORED or _is_code_caption(blocks, index):
        return max(value, 0.0)
    return value


def _is_code_caption(blocks: Sequence[Block], index: int) -> bool:
    block = blocks[index]
    return (
        block.kind in _PROSE
        and block.words <= CODE_CAPTION_MAX_WORDS
        and block.link_density <= MAX_CAPTION_LINK_DENSITY
        and index + 1 < len(blocks)
        and blocks[index + 1].kind is BlockKind.CODE
    )


def _extend_over_headings(blocks: Sequence[Block], first: int) -> int:
    """Move the start of a run back over the headings right before it: a short one costs more
    than its bonus, yet what is under it is in."""
    while first and blocks[first - 1].kind is BlockKind.HEADING:
        first -= 1
    return first


def _extend_over_closing(blocks: Sequence[Block], last: int, policy: Policy) -> int:
    """Move the end of a run forward over the code and its captions, the tables and, on a product,
    the label lines that close it: all of no value of their own."""
    end = last
    while end < len(blocks):
        block = blocks[end]
        if block.kind in _FLOORED or (policy.prunes_product and _is_label_line(block)):
            last = end + 1
        elif not _is_code_caption(blocks, end):
            break
        end += 1
    return last


def extend_over_siblings(blocks: Sequence[Block], first: int, last: int) -> tuple[int, int]:
    """Widen a run to the outermost paragraphs that are children of the element its prose is in.

    What an author wrote into one element is one text: short lines, a list of offers, a strip of
    images would end the run in its midst.
    """
    parents: Counter[str] = Counter()
    for block in blocks[first:last]:
        if block.unlinked_words >= MIN_PROSE_WORDS:
            parents[_parent(block)] += block.unlinked_words
    if not parents:
        return first, last
    parent, words = parents.most_common(1)[0]
    if words < MIN_SIBLING_SHARE * sum(parents.values()):
        return first, last
    siblings = [
        position
        for position, block in enumerate(blocks)
        if block.kind is BlockKind.PARAGRAPH
        and block.unlinked_words >= MIN_SIBLING_WORDS
        and _parent(block) == parent
    ]
    if not siblings:
        return first, last
    return min(first, siblings[0]), max(last, siblings[-1] + 1)


def _parent(block: Block) -> str:
    return block.slot.rpartition("/")[0]


def _is_label_line(block: Block) -> bool:
    """Tell a line such as `Weight: 310 g` or an entry of a description list."""
    if block.kind in (BlockKind.TERM, BlockKind.DESCRIPTION):
        return True
    label, colon, value = block.text.partition(":")
    is_short = len(label.split()) <= MAX_LABEL_WORDS and block.words <= MAX_LABEL_LINE_WORDS
    return bool(colon and value.strip()) and is_short


def find_lists(blocks: Sequence[Block]) -> list[str]:
    """Name the outermost list each item stands in; empty for no item, and for lists of links.

    A list in a text is one statement in several lines: item by item it would cost more than it
    says and end the run.
    """
    lists = [_list_of(block) for block in blocks]
    words: Counter[str] = Counter()
    linked: Counter[str] = Counter()
    for block, name in zip(blocks, lists, strict=True):
        words[name] += block.words
        linked[name] += block.linked_words
    return [name if linked[name] <= MAX_LIST_LINK_DENSITY * words[name] else "" for name in lists]


def _list_of(block: Block) -> str:
    found = _LIST.search(block.slot) if block.kind is BlockKind.LIST_ITEM else None
    return block.slot[: found.end()] if found else ""


def find_groups(blocks: Sequence[Block]) -> list[str]:
    """Name the group of repeated siblings each block belongs to; empty for none.

    A group is all blocks under one container's children of one name (`…/ul[1]/li[*]`). A block
    belongs to the innermost that is large enough.
    """
    sizes: defaultdict[str, int] = defaultdict(int)
    sums: defaultdict[str, int] = defaultdict(int)
    for path, words in _sum_paths(blocks).items():
        if container := _container_of(path):
            sizes[container] += 1
            sums[container] += words
    least = MIN_GROUP_SHARE * sum(block.words for block in blocks)
    large = {
        container
        for container, size in sizes.items()
        if size >= MIN_GROUP_MEMBERS and sums[container] >= least
    }
    if not large:
        return [""] * len(blocks)
    return [_innermost(block.slot, large) for block in blocks]


def _sum_paths(blocks: Sequence[Block]) -> Mapping[str, int]:
    """Sum the words inside of each element that holds a block, by its path."""
    sums: defaultdict[str, int] = defaultdict(int)
    # One step up at a time for all, so that neighbours go on as one.
    level: dict[str, int] = defaultdict(int)
    for block in blocks:
        level[block.slot] += block.words
    while level:
        outer: dict[str, int] = defaultdict(int)
        for path, words in level.items():
            sums[path] += words
            if parent := path.rpartition("/")[0]:
                outer[parent] += words
        level = outer
    return sums


def _container_of(path: str) -> str:
    """The siblings of one name that the last step of a path is one of."""
    name, _, index = path.rpartition("[")
    return name if index[:-1].isdecimal() else ""


def _innermost(path: str, groups: Set[str]) -> str:
    while path:
        container = _container_of(path)
        if container in groups:
            return container
        path = path.rpartition("/")[0]
    return ""
