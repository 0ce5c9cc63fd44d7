"""The densitometric classifier: which blocks of a page are content, by counts of words alone.

Source: Kohlschuetter, Fankhauser, Nejdl, "Boilerplate Detection using Shallow Text Features",
WSDM 2010; the decision tree and its learned thresholds are those of `NumWordsRulesClassifier` in
the authors' boilerpipe (kohlschutter/boilerpipe, commit c10c4e0, filters/english), densities in
whole permil. What a block is comes from seed 001. Word counts survive markup that a text density
does not: every link of an encyclopaedia's paragraph carries a hundred bytes of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final

from pipelines.density_spans import DROPPED_TAGS, DensityBlock, measure_blocks

# Link density in permil up to which a block may be content. Published: 0.333333, a learned split
# at one third; a block with one link word in three is 333 here and on this side of it.
MAX_LINK_DENSITY: Final = 333

# Link density in permil from which, exclusively, the block before counts as links.
# Published: 0.555556, a split at five ninths, which are 555 here.
MAX_PREVIOUS_LINK_DENSITY: Final = 555

# Words up to which a block is short, after text. Published: 16; then 15 for the next block and
# 4 for the one before, up to which they do not lend it their weight.
MAX_SHORT_WORDS: Final = 16
MAX_SHORT_NEXT_WORDS: Final = 15
MAX_SHORT_PREVIOUS_WORDS: Final = 4

# The same after links. Published: 40 for the block, 17 for the next one.
MAX_SHORT_WORDS_AFTER_LINKS: Final = 40
MAX_SHORT_NEXT_WORDS_AFTER_LINKS: Final = 17

_NO_BLOCK: Final = DensityBlock(0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class DensityResult:
    """What is left of a page: `html`, the kept blocks of the input joined in order.

    `blocks` are all of them, `kept` says for each whether it is in `html`. `is_fallback`: no block
    with words was kept, or the page has no more than one; `html` is the input then.
    """

    html: str
    is_fallback: bool
    blocks: tuple[DensityBlock, ...]
    kept: tuple[bool, ...]


def filter_density(html: str, *, dropped_tags: frozenset[str] = DROPPED_TAGS) -> DensityResult:
    """Take the boilerplate out of a page's source; what stays is the input byte for byte.

    Args:
        html: the page as text; any string, well formed or not.
        dropped_tags: elements dropped whole, whatever their words say.
    """
    blocks = measure_blocks(html, dropped_tags)
    kept = decide_blocks(blocks)
    with_words = [is_kept for block, is_kept in zip(blocks, kept, strict=True) if block.words]
    if len(with_words) <= 1 or not any(with_words):
        return DensityResult(html, True, blocks, (True,) * len(blocks))
    return DensityResult(rebuild(html, blocks, kept), False, blocks, kept)


def rebuild(html: str, blocks: Sequence[DensityBlock], kept: Sequence[bool]) -> str:
    """Join the spans of the kept blocks."""
    return "".join(html[block.start : block.end] for block in compress(blocks, kept))


def decide_blocks(blocks: Sequence[DensityBlock]) -> tuple[bool, ...]:
    """Say for each block whether it is kept.

    A block with words is judged beside its nearest neighbours with words, dropped or not. A block
    without is structure and kept, unless its element is dropped.
    """
    verdicts = _judge_in_order([block for block in blocks if block.words])
    return tuple(
        (next(verdicts) if block.words else True) and not block.dropped_by_tag for block in blocks
    )


def is_content(previous: DensityBlock, current: DensityBlock, following: DensityBlock) -> bool:
    """The published decision about one block between its neighbours."""
    if current.link_density > MAX_LINK_DENSITY:
        return False
    if previous.link_density > MAX_PREVIOUS_LINK_DENSITY:
        return (
            current.words > MAX_SHORT_WORDS_AFTER_LINKS
            or following.words > MAX_SHORT_NEXT_WORDS_AFTER_LINKS
        )
    return (
        current.words > MAX_SHORT_WORDS
        or following.words > MAX_SHORT_NEXT_WORDS
        or previous.words > MAX_SHORT_PREVIOUS_WORDS
    )


def _judge_in_order(blocks: Sequence[DensityBlock]) -> Iterator[bool]:
    """Judge neighbouring blocks; before the first and after the last stands one without words."""
    before = (_NO_BLOCK, *blocks)
    after = (*blocks[1:], _NO_BLOCK)
    return map(is_content, before, blocks, after)
