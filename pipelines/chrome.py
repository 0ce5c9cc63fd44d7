"""Site chrome: what one page adds to its site's profile, and which of its blocks are chrome."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
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
from models.page import Block, BlockKind, Page, Region

# Words that must be left of a page of which more than half would go. Two pages that a site
# repeats word for word fall below; a page that is mostly menu stays above.
# Measured: see benchmarks/log.md, 2026-11-30.
MIN_WORDS_LEFT: Final = 12
# Unlinked words outside declared landmarks, more than half of a page's, that are taken for its
# own text however often they are repeated.
# Measured: see benchmarks/log.md, 2026-11-30: the most that chrome reached is 121.
MIN_PROSE_OF_PAGE: Final = 200
# Words beside its dates and times from which a text is compared without them; a date alone, or
# one with a word or two, may be what the page is about.
# Measured: see benchmarks/log.md, 2026-11-30: word F1 +0.003, flat from 0 to 4.
MIN_WORDS_OF_STAMPED: Final = 3
_STAMP: Final = re.compile(r"\b\d{4}-\d\d?-\d\d?|\b\d\d?:\d\d(?::\d\d)?\b|\b(?:19|20)\d\d\b")
# What every stamp has and most texts lack: found in a third of the time.
_STAMPED: Final = re.compile(r"\d[\d:]\d")
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_NOT_CONTENT: Final = frozenset({Region.NAV, Region.HEADER, Region.FOOTER, Region.ASIDE})

# Digests kept, of slots and of texts that are no longer than so many characters: the template of a
# site comes again on every page.
# Measured: benchmarks/log.md, 2026-12-01: observing and matching a page take 0.4 of the time.
_KEPT_DIGESTS: Final = 1 << 14
_MAX_KEPT_CHARS: Final = 200

REPEATED_TEXT: Final = f"text on {TEXT_PERCENT}% of pages"
CONSTANT_SLOT: Final = f"slot on {SLOT_PERCENT}% of pages never varies"


def digest(text: str) -> int:
    """Signed 64-bit digest of a text, the same in every process and on every machine."""
    return _kept_digest(text) if len(text) <= _MAX_KEPT_CHARS else _digest(text)


def _digest(text: str) -> int:
    raw = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(raw, "big", signed=True)


_kept_digest = lru_cache(_KEPT_DIGESTS)(_digest)


def observe(page: Page) -> Observation:
    """What a page adds to its site's profile: each text, and each slot with its text, once.

    A text that stands on the page a second time counts apart from its first time, and so on: a
    chapter's own list of links does not become chrome because the menu beside it has them too.
    Dates and times in a sentence do not tell texts apart. Hidden blocks count like all others.
    """
    texts = _digest_texts(page.blocks)
    return Observation(
        texts=frozenset(_number_repeats(texts)),
        slots=frozenset(zip(map(digest, _slots(page.blocks)), texts, strict=True)),
    )


def learn_profile(observations: Iterable[Observation]) -> ChromeProfile:
    """The profile of a site's pages, in memory: the same as `Store.load_profile` gives.

    Pages with the same texts in the same slots are one page under several addresses, and count
    once.
    """
    pages = 0
    texts: Counter[int] = Counter()
    slots: Counter[tuple[int, int]] = Counter()
    for observation in set(observations):
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


def narrow_profile(profile: ChromeProfile, observation: Observation) -> ChromeProfile:
    """What a page that says this can meet in a profile: with it alone, the same blocks match."""
    return ChromeProfile(
        profile.pages,
        profile.texts & observation.texts,
        profile.slots & {slot for slot, _ in observation.slots},
    )


def find_chrome(blocks: Sequence[Block], profile: ChromeProfile) -> Mapping[int, str]:
    """Find the blocks of one page that its site repeats.

    Returns:
        The reason for each chrome block by its index in `blocks`; empty below six pages, or
        when `is_refused` says that it is the page itself that is repeated.
    """
    found = match_profile(blocks, profile)
    return {} if is_refused(blocks, found) else found


def match_profile(blocks: Sequence[Block], profile: ChromeProfile) -> Mapping[int, str]:
    """Find the blocks that match the profile, the page's own leading heading apart."""
    if profile.pages < MIN_PAGES:
        return {}
    texts = _digest_texts(blocks)
    is_constant = [digest(slot) in profile.slots for slot in _slots(blocks)]
    numbered = dict(enumerate(texts))
    order = _by_likeness_of_chrome(blocks, texts, is_constant, profile)
    numbered |= zip(order, _number_repeats(texts[index] for index in order), strict=True)
    found: dict[int, str] = {}
    for index, text in numbered.items():
        if text in profile.texts:
            found[index] = REPEATED_TEXT
        elif is_constant[index]:
            found[index] = CONSTANT_SLOT
    found.pop(_leading_heading(blocks, found), None)
    return found


def _by_likeness_of_chrome(
    blocks: Sequence[Block],
    texts: Sequence[int],
    is_constant: Sequence[bool],
    profile: ChromeProfile,
) -> list[int]:
    """Order the blocks that have an equal so that the likeliest to be chrome comes first.

    An archive lists what the sidebar lists too: the one in a constant slot, in a declared menu,
    or in the longest row of repeated blocks is the sidebar's.
    """
    is_repeated = [c or text in profile.texts for c, text in zip(is_constant, texts, strict=True)]
    row = [0] * len(blocks)
    start = 0
    for index in range(len(blocks) + 1):
        if index == len(blocks) or not is_repeated[index]:
            row[start:index] = [index - start] * (index - start)
            start = index + 1

    def rank(index: int) -> tuple[bool, bool, int, int]:
        block = blocks[index]
        is_declared = bool(block.widget) or block.region in _NOT_CONTENT
        return not is_constant[index], not is_declared, -row[index], index

    times = Counter(texts)
    return sorted((index for index, text in enumerate(texts) if times[text] > 1), key=rank)


def is_refused(blocks: Sequence[Block], found: Collection[int]) -> bool:
    """Whether dropping `found` would take the page itself, as in an archive of versions.

    That is so when more than half of its words would go and hardly a word be left, or when more
    than half of its unlinked words would go and they are too many for menus and footers. What a
    page declares to be a menu, a footer or a widget is no evidence for the latter.
    """
    gone = sum(blocks[index].words for index in found)
    left = sum(block.words for block in blocks) - gone
    if gone > left and left < MIN_WORDS_LEFT:
        return True
    prose = [_own_prose(block) for block in blocks]
    prose_gone = sum(prose[index] for index in found)
    return prose_gone >= MIN_PROSE_OF_PAGE and 2 * prose_gone > sum(prose)


def _digest_texts(blocks: Iterable[Block]) -> list[int]:
    return [_digest_text(shown_text(block)) for block in blocks]


def _digest_text(text: str) -> int:
    return digest(_without_stamp(text) if _STAMPED.search(text) else text)


def _without_stamp(text: str) -> str:
    """A sentence with its dates and times taken out: `Last changed on … by the build`."""
    rest = _STAMP.sub("0", text)
    return rest if len(_LETTERS.findall(rest)) >= MIN_WORDS_OF_STAMPED else text


def _own_prose(block: Block) -> int:
    declared = block.widget or block.region in _NOT_CONTENT or block.hidden
    return 0 if declared else block.unlinked_words


def _slots(blocks: Iterable[Block]) -> list[str]:
    return [block.slot for block in blocks]


def _number_repeats(texts: Iterable[int]) -> Iterator[int]:
    """Make the second and later times a text stands on a page differ from its first."""
    times: Counter[int] = Counter()
    for text in texts:
        times[text] += 1
        yield text if times[text] == 1 else digest(f"{text} {times[text]}")


def _leading_heading(blocks: Sequence[Block], found: Collection[int]) -> int:
    """Index of the page's own heading, -1 for none.

    The first h1 that the site does not repeat (its name may be one); else the first h1, else the
    first heading.
    """
    headings = [i for i, block in enumerate(blocks) if block.kind is BlockKind.HEADING]
    first_levels = [i for i in headings if blocks[i].level == 1]
    own = [i for i in first_levels if i not in found]
    return next(iter([*own, *first_levels, *headings]), -1)
