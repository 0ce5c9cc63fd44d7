"""Sections under a heading that says by itself what they are."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from models.page import Block, BlockKind

# Words of a heading that is still read as a label. Longer ones are titles of texts.
# Unmeasured: the longest label in the vocabularies has five.
MAX_LABEL_WORDS: Final = 7

_EDGES: Final = re.compile(r"^[\W\d_]+|[\W\d_]+$")
_LAST_STEP: Final = re.compile(r"/[^/]*$")


def label_of(block: Block) -> str:
    """The text of a heading in lower case, without numbers and signs around it."""
    if block.kind is not BlockKind.HEADING or block.words > MAX_LABEL_WORDS:
        return ""
    return fold_label(block.text)


def fold_label(text: str) -> str:
    """Fold a text for look-up among labels: lower case, single spaces, no signs around."""
    return _EDGES.sub("", " ".join(text.lower().split()))


def find_sections(
    blocks: Sequence[Block], kept: Sequence[int], is_label: Callable[[str], bool]
) -> dict[int, str]:
    """Find the blocks of all sections whose heading is such a label.

    A section ends at the next heading of the same rank or higher, or where the element ends that
    holds the heading and something beside it.

    Returns:
        The label by block index, the heading's own included.
    """
    found: dict[int, str] = {}
    for position, index in enumerate(kept):
        if index in found or not (label := label_of(blocks[index])) or not is_label(label):
            continue
        found[index] = label
        for member in _members(blocks, kept, position):
            found[member] = label
    return found


def _members(blocks: Sequence[Block], kept: Sequence[int], position: int) -> list[int]:
    heading = blocks[kept[position]]
    rest = kept[position + 1 :]
    if not rest:
        return []
    container = _container(heading.slot, blocks[rest[0]].slot)
    members = []
    for index in rest:
        block = blocks[index]
        ends = block.kind is BlockKind.HEADING and 0 < block.level <= heading.level
        if ends or not block.slot.startswith(container):
            break
        members.append(index)
    return members


def _container(heading: str, following: str) -> str:
    """The innermost element that holds both a heading and the block behind it."""
    container = heading
    while container and not following.startswith(container + "/"):
        container = _LAST_STEP.sub("", container)
    return container + "/"
