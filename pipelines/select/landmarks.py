"""Drop what its author declared to be no content: menus, footers, sidebars, widgets."""

import re
from itertools import groupby
from typing import Final

from models.page import Block, BlockKind, Region, Widget
from pipelines.section_labels import FURNITURE_LABELS, POST_FURNITURE, TEASER_STARTS
from pipelines.sections import fold_label
from pipelines.select.selection import Selection

STEP: Final = "landmarks"

DROPPED_REGIONS: Final = frozenset({Region.NAV, Region.FOOTER, Region.ASIDE})
DROPPED_WIDGETS: Final = frozenset(
    {
        Widget.FILTER,
        Widget.CONSENT,
        Widget.RAIL,
        Widget.POST_FURNITURE,
        Widget.PAGER,
        Widget.BREADCRUMBS,
        Widget.EDIT_LINK,
    }
)


# Link density below which an aside inside an article is a pull quote or a note, not a rail.
# Measured: sites-dev plain, word F1 .9854 -> .9887 (2026-11-30), where the site's chrome is known;
# judged page by page it would cost wcxb-dev .0003. Unlimited: .9888, and rails come back.
MAX_NOTE_LINK_DENSITY: Final = 0.25


# A list box, whose choices are no text and may be every town of a country, and what a form with
# nothing but controls says, up to so many words.
_CHOICES: Final = re.compile(r"/select\[\d+\]$")
_FORM: Final = re.compile(r"/form\[\d+\]$")
MAX_FORM_WORDS: Final = 12


# Kinds of blocks that may be a control or the mark of an ad slot. A heading or an item of a list
# in a text can say the same words.
_LINES: Final = frozenset({BlockKind.PARAGRAPH, BlockKind.TEXT, BlockKind.CAPTION})

# Words of the longest label, CJK by character. Measured with the labels: wcxb-dev word F1 +.0005,
# mean of 11 boards +.0005 (magic-forum +.006, msv-big9 -.001).
MAX_FURNITURE_WORDS: Final = 5


# Unlinked words of a teaser: "Also read:". Words of a line about a forum's author.
# Measured together with the labels.
MAX_TEASER_WORDS: Final = 4
MAX_POST_FURNITURE_WORDS: Final = 12


def drop_landmarks(selection: Selection) -> Selection:
    """Drop the blocks of nav, footer and aside regions, and those of the named widgets.

    Once the chrome of a site is known, an aside in an article that links little stays: a rail
    that the template sets there would be known by now.
    """
    reasons: dict[int, str] = {}
    notes = find_notes(selection) if selection.knows_chrome else frozenset()
    for i in selection.kept():
        block = selection.blocks[i]
        if i in notes:
            continue
        if block.region in DROPPED_REGIONS:
            reasons[i] = f"region {block.region}"
        elif block.widget in DROPPED_WIDGETS:
            reasons[i] = f"widget {block.widget}"
        elif _is_control(block):
            reasons[i] = "controls of a form"
        elif _is_furniture(block):
            reasons[i] = "label"
        elif _is_teaser(block):
            reasons[i] = "teaser"
        elif selection.policy.keeps_comments and _is_post_furniture(block):
            reasons[i] = "post furniture"
    return selection.drop(STEP, reasons)


def _is_control(block: Block) -> bool:
    is_small_form = block.words <= MAX_FORM_WORDS and _FORM.search(block.slot)
    return bool(_CHOICES.search(block.slot) or is_small_form)


def _is_furniture(block: Block) -> bool:
    if block.kind not in _LINES or not 0 < block.words <= MAX_FURNITURE_WORDS:
        return False
    return fold_label(block.text) in FURNITURE_LABELS


def _is_teaser(block: Block) -> bool:
    is_line = block.kind in _LINES and 0 < block.unlinked_words <= MAX_TEASER_WORDS
    return is_line and bool(block.linked_words and TEASER_STARTS.match(block.text))


def _is_post_furniture(block: Block) -> bool:
    is_line = block.kind in _LINES and 0 < block.words <= MAX_POST_FURNITURE_WORDS
    is_sentence = block.text.endswith((".", "!", "?", "…", "。"))
    return is_line and not is_sentence and bool(POST_FURNITURE.search(block.text))


def find_notes(selection: Selection) -> frozenset[int]:
    """Find the asides of articles, as runs of blocks, that link little."""
    notes: list[int] = []
    runs = groupby(selection.kept(), lambda i: _is_aside_in_article(selection.blocks[i]))
    for is_aside, run in runs:
        indices = list(run)
        words = sum(selection.blocks[i].words for i in indices)
        linked = sum(selection.blocks[i].linked_words for i in indices)
        if is_aside and linked < MAX_NOTE_LINK_DENSITY * words:
            notes += indices
    return frozenset(notes)


def _is_aside_in_article(block: Block) -> bool:
    return block.region is Region.ASIDE and block.article >= 0 and not block.widget
