"""Drop what no reader of the page can bring to the screen."""

from typing import Final

from models.page import Hidden, Region
from pipelines.select.selection import Selection

STEP: Final = "hidden"

# What a page hides is its content when the page outside holds fewer words than the first and it
# holds at least the second: some forums keep the thread in noscript, some pages build themselves
# under a cover, while a shell says "enable JavaScript" in a dozen words.
# Measured for what nothing opens: wcxb-dev word F1 .8245 -> .8304 (1,497 pages, 2026-11-30),
# sites-dev plain .9854 -> .9861. Never dropping it at all: .8267.
MAX_WORDS_SHOWN: Final = 150
MIN_HIDDEN_WORDS: Final = 100


# What nothing opens is content too when its prose is so many times the prose shown: an article
# that a script uncovers. Prose in menus, sidebars and widgets does not count.
# Measured: wcxb-dev word F1 .8495 -> .8518 (every second page), news424 .885 -> .889; twice: .8513.
MIN_COVERED_RATIO: Final = 4

# And when the page shows fewer words of prose than the first, while what is declared to be its text
# covers at least the second. Measured: news424 .8914 -> .8949, the other boards as before.
MAX_PROSE_SHOWN: Final = 20
MIN_COVERED_TEXT: Final = 30

_BESIDE: Final = frozenset({Region.NAV, Region.FOOTER, Region.ASIDE})


def drop_hidden(selection: Selection) -> Selection:
    """Drop templates, and noscript and what nothing opens beside a page of its own."""
    blocks = selection.blocks
    kept = selection.kept()
    shown = sum(blocks[i].words for i in kept if not blocks[i].hidden)
    noscript = [i for i in kept if blocks[i].hidden is Hidden.NOSCRIPT]
    covered = [i for i in kept if blocks[i].hidden is Hidden.UNREACHABLE]
    if not _is_content(selection, shown, noscript):
        selection = selection.drop_even_all(STEP, dict.fromkeys(noscript, "noscript"))
    reasons = {i: "template" for i in kept if blocks[i].hidden is Hidden.TEMPLATE}
    if not _is_content(selection, shown, covered) and not _outweighs(selection, covered):
        reasons |= dict.fromkeys(covered, "unreachable")
    return selection.drop(STEP, reasons)


def _is_content(selection: Selection, shown: int, hidden: list[int]) -> bool:
    words = sum(selection.blocks[i].words for i in hidden)
    return shown < MAX_WORDS_SHOWN and words >= MIN_HIDDEN_WORDS


def _outweighs(selection: Selection, covered: list[int]) -> bool:
    """Tell whether what is covered is the page's text."""
    blocks = selection.blocks
    texts = [
        i for i in selection.kept() if not blocks[i].widget and blocks[i].region not in _BESIDE
    ]
    shown = selection.prose(i for i in texts if not blocks[i].hidden)
    inside = set(covered).intersection(texts)
    hidden = selection.prose(inside)
    if hidden >= MIN_HIDDEN_WORDS and hidden > MIN_COVERED_RATIO * shown:
        return True
    declared = selection.prose(i for i in inside if blocks[i].is_declared_text)
    return shown < MAX_PROSE_SHOWN and declared >= MIN_COVERED_TEXT
