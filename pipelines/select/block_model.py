"""Decide block by block with the trained model, beside what the rules said."""

import logging
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from models.artefacts import ModelFileError
from models.page_types import PageType
from pipelines.select.duplicates import drop_duplicates
from pipelines.select.selection import Drop, Selection

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from models.block_model.features import Verdicts
    from models.block_model.predict import BlockModel

STEP: Final = "block-model"

# Blocks with words under which a page says too little about itself, and the rules decide.
# Measured: readability word F1 .927 -> .947, wcxb-dev .8802 -> .8809, the others the same.
MIN_BLOCKS: Final = 10

# Steps whose evidence lies outside the page: what they dropped stays out.
CERTAIN_STEPS: Final = frozenset({"exclude-css", "include-css", "site-chrome"})

logger = logging.getLogger(__name__)


def judge_blocks(selection: Selection) -> Selection:
    """Keep the blocks of the best expected word F1, in place of what the rules kept.

    What both drop keeps the rule's reason. Where the site's chrome is known, or no model can be
    loaded, the rules decide.
    """
    if not can_judge(selection) or (model := load_block_model()) is None:
        return selection
    page, verdicts = selection.page, verdicts_of(selection)
    judged = choose_content(selection, model.value(page, verdicts))
    if not selection.explains:
        return judged
    return replace(judged, evidence=tuple(model.explain(page, verdicts)))


def can_judge(selection: Selection) -> bool:
    """Whether the model has a say: on a page with blocks enough, where nobody knows better.

    Those are a profile with the site's chrome, and a user who named what is content.
    """
    with_words = sum(1 for block in selection.blocks if block.words)
    return with_words >= MIN_BLOCKS and not (selection.knows_chrome or selection.page.css.included)


def choose_content(selection: Selection, values: "NDArray[np.float64]") -> Selection:
    """Keep what the values of the blocks make the content; all as before if that is nothing."""
    import numpy as np

    from models.block_model.choose import choose_blocks, fill_gaps, join_lists

    blocks, dropped = selection.blocks, selection.dropped
    if selection.page_type is not PageType.FORUM:
        values = join_lists(values, blocks)
    words = np.array([block.words for block in blocks], float)
    chosen = choose_blocks(values, words, selection.page_type)
    kept = np.array([index not in dropped for index in range(len(blocks))])
    chosen = fill_gaps(chosen, kept, blocks, selection.page_type)
    left = {
        index: drop
        for index, drop in dropped.items()
        if not chosen[index] or drop.step in CERTAIN_STEPS
    }
    for index in range(len(blocks)):
        if not chosen[index] and index not in left:
            left[index] = Drop(STEP, f"value {values[index]:.2f}")
    if not any(block.words for index, block in enumerate(blocks) if index not in left):
        return selection
    return drop_duplicates(replace(selection, dropped=left, values=tuple(values.tolist())))


def verdicts_of(selection: Selection) -> "Verdicts":
    """What the block model is told of a page beside its blocks."""
    from models.block_model.features import Verdicts

    steps = {index: drop.step for index, drop in selection.dropped.items()}
    return Verdicts(steps, selection.type_shares)


@cache
def load_block_model() -> "BlockModel | None":
    """Load the model that ships, once; say so once when it cannot be used."""
    from models.block_model.predict import BlockModel

    try:
        return BlockModel()
    except ModelFileError as error:
        logger.warning("The block model cannot be used, rules decide: %s", error)
        return None
