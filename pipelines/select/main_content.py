"""Keep the run of blocks between the boundaries, with the page's title and lead."""

from typing import Final

from models.page import Block, BlockKind
from pipelines.boundary import extend_over_siblings, find_run
from pipelines.select.selection import Selection
from pipelines.select.trimmings import find_trimmings

STEP: Final = "main-content"

# Blocks between the title and a lead, and the unlinked words a lead has. Unmeasured: a date, an
# author and a share count stand between them on news pages.
MAX_BLOCKS_TO_LEAD: Final = 4
MIN_LEAD_WORDS: Final = 10

# Words between the title and the run that stay when a table or code is among them, or when title
# and all of them stand in a declared main or article and none is mostly links. The first is
# unmeasured on boards (no page of wcxb-dev changes): a declaration with its notes. The second
# costs .0001 on the mean of 12 boards, and keeps the first questions of a list of questions.
MAX_LEAD_WORDS: Final = 60
MAX_OPENING_LINK_DENSITY: Final = 0.6

# Words under which a page is too short for a boundary: what it would cut is the last sentence as
# likely as a label. The second where all that is left is declared to be the page's text.
# Measured: mean of 11 boards -.0001 and +.0000, wcxb-dev +.0002; the first at 60 the same, but a
# page of one product in webmainbench-sample .98 -> .56.
MIN_WORDS: Final = 40
MIN_DECLARED_WORDS: Final = 100

_LEADING: Final = frozenset({BlockKind.TABLE, BlockKind.CODE})


def keep_main_run(selection: Selection) -> Selection:
    """Drop what stands before and behind the run with the greatest value.

    Not where the site's chrome is known: what is left then is content, and a run would cut it
    (sites-dev plain, word F1: .9854 without, .9728 with, types from the rules, 2026-11-30).
    """
    kept = selection.kept()
    blocks = [selection.blocks[i] for i in kept]
    if selection.knows_chrome or _is_short(blocks):
        return selection
    run = find_run(blocks, selection.policy)
    if run is None:
        return selection
    first, last = run
    if selection.policy.trims_run and not selection.policy.keeps_comments:
        first, last = extend_over_siblings(blocks, first, last)
    back = find_title_and_lead(blocks, first)
    reasons = {
        index: "before the boundary" if position < first else "behind the boundary"
        for position, index in enumerate(kept)
        if not (first <= position < last or position in back)
    }
    if selection.policy.trims_run:
        reasons |= find_trimmings(selection, [index for index in kept if index not in reasons])
    return selection.drop(STEP, reasons)


def _is_short(blocks: list[Block]) -> bool:
    words = sum(block.words for block in blocks)
    if words >= MIN_DECLARED_WORDS:
        return False
    return words < MIN_WORDS or all(b.is_declared_text for b in blocks if b.words)


def find_title_and_lead(blocks: list[Block], first: int) -> frozenset[int]:
    """Positions before `first` of the page's h1 and of what leads from it into the run.

    That is the paragraph right under it, or all between them when it is short and holds a table
    or code: the declaration at the top of a reference page, the first commands of a tutorial.
    """
    titles = [
        position
        for position, block in enumerate(blocks[:first])
        if block.kind is BlockKind.HEADING and block.level == 1
    ]
    if not titles:
        return frozenset()
    title = titles[-1]
    between = range(title + 1, first)
    words = sum(blocks[position].words for position in between)
    has_leading = any(blocks[position].kind in _LEADING for position in between)
    is_opening = all(block.is_declared_text for block in blocks[title:first]) and all(
        blocks[position].link_density <= MAX_OPENING_LINK_DENSITY for position in between
    )
    if words <= MAX_LEAD_WORDS and (has_leading or is_opening):
        return frozenset({title, *between})
    for position in between[:MAX_BLOCKS_TO_LEAD]:
        block = blocks[position]
        if block.kind is BlockKind.PARAGRAPH and block.unlinked_words >= MIN_LEAD_WORDS:
            return frozenset({title, position})
    return frozenset({title})
