"""Site chrome: what one page adds to its site's profile, and which of its blocks are chrome."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import Final

from models.chrome import ChromeProfile, Observation
from models.chrome_thresholds import (
    MIN_PAGES,
    SLOT_PERCENT,
    TEXT_PERCENT,
    slot_pages_needed,
    text_pages_needed,
)
from models.digests import shown_text
from models.page import Block, BlockKind, Page

REPEATED_TEXT: Final = f"text on {TEXT_PERCENT}% of pages"
CONSTANT_SLOT: Final = f"slot on {SLOT_PERCENT}% of pages never varies"


def digest(text: str) -> int:
    """Signed 64-bit digest of a text, the same in every process and on every machine."""
    raw = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(raw, "big", signed=True)


def observe(page: Page) -> Observation:
    """What a page adds to its site's profile: each text, and each slot with its text, once."""
    pairs = frozenset((digest(block.slot), digest(shown_text(block))) for block in page.blocks)
    return Observation(texts=frozenset(text for _, text in pairs), slots=pairs)


def learn_profile(observations: Iterable[Observation]) -> ChromeProfile:
    """The profile of a site's pages, in memory: the same as `Store.load_profile` gives."""
    pages = 0
    texts: Counter[int] = Counter()
    slots: Counter[tuple[int, int]] = Counter()
    for observation in observations:
        pages += 1
        texts.update(observation.texts)
        slots.update(observation.slots)
    if pages < MIN_PAGES:
        return ChromeProfile(pages)
    texts_of_slot = Counter(slot for slot, _ in slots)
    return ChromeProfile(
        pages,
        frozenset(text for text, count in texts.items() if count >= text_pages_needed(pages)),
        frozenset(
            slot
            for (slot, _), count in slots.items()
            if texts_of_slot[slot] == 1 and count >= slot_pages_needed(pages)
        ),
    )


def find_chrome(blocks: Sequence[Block], profile: ChromeProfile) -> Mapping[int, str]:
    """Find the blocks of one page that its site repeats.

    Returns:
        The reason for each chrome block by its index in `blocks`; empty below six pages, or
        when the guard takes the page itself for a repetition (see `_is_refused`).
    """
    if profile.pages < MIN_PAGES:
        return {}
    found = {
        index: reason
        for index, block in enumerate(blocks)
        if (reason := _why_chrome(block, profile))
    }
    found.pop(_leading_heading(blocks), None)
    return {} if _is_refused(blocks, found) else found


def _why_chrome(block: Block, profile: ChromeProfile) -> str:
    if digest(shown_text(block)) in profile.texts:
        return REPEATED_TEXT
    if digest(block.slot) in profile.slots:
        return CONSTANT_SLOT
    return ""


def _leading_heading(blocks: Sequence[Block]) -> int:
    """Index of the page's own heading: its first h1, else its first heading; -1 for none."""
    headings = [i for i, block in enumerate(blocks) if block.kind is BlockKind.HEADING]
    return next((i for i in headings if blocks[i].level == 1), headings[0] if headings else -1)


def _is_refused(blocks: Sequence[Block], found: Mapping[int, str]) -> bool:
    total = sum(block.words for block in blocks)
    return 2 * sum(blocks[index].words for index in found) > total
