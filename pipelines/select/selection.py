"""The decisions so far about a page's blocks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from models.chrome import ChromeProfile
from models.chrome_thresholds import MIN_PAGES
from models.page import MIN_PROSE_WORDS, Block, Page
from models.page_types import POLICIES, PageType, Policy


@dataclass(frozen=True, slots=True)
class Drop:
    """The step that dropped a block, and why."""

    step: str
    reason: str


@dataclass(frozen=True, slots=True)
class Selection:
    """A page's blocks, those dropped with the reason, by index in page order.

    `profile` is what the site's pages repeat, or None for a page by itself. `policy` holds the
    settings of the page's type. `type_shares` are the probabilities of the seven types, in the
    order of `PageType`. `values` has the value that the block model gave each block, or nothing,
    and `evidence` what moved it, if it `explains`.
    """

    page: Page
    profile: ChromeProfile | None = None
    policy: Policy = POLICIES[PageType.UNKNOWN]
    dropped: Mapping[int, Drop] = field(default_factory=dict)
    page_type: PageType = PageType.UNKNOWN
    type_shares: tuple[float, ...] = (0.0,) * (len(PageType) - 1)
    values: tuple[float, ...] = ()
    explains: bool = False
    evidence: tuple[tuple[tuple[str, float], ...], ...] = ()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks of the page."""
        return self.page.blocks

    @property
    def knows_chrome(self) -> bool:
        """Whether enough pages of the site were seen to tell its chrome."""
        return self.profile is not None and self.profile.pages >= MIN_PAGES

    def kept(self) -> list[int]:
        """Indices of the blocks still in, in page order."""
        return [index for index in range(len(self.blocks)) if index not in self.dropped]

    def words(self) -> int:
        """Words of the blocks still in."""
        return sum(self.blocks[index].words for index in self.kept())

    def prose(self, indices: Iterable[int]) -> int:
        """Unlinked words of those of the blocks that are prose."""
        unlinked = (self.blocks[index].unlinked_words for index in indices)
        return sum(words for words in unlinked if words >= MIN_PROSE_WORDS)

    def drop(self, step: str, reasons: Mapping[int, str]) -> "Selection":
        """Drop blocks, each for its reason; all stay when no words would be left."""
        left = (i for i in self.kept() if i not in reasons)
        if not reasons or not any(self.blocks[i].words for i in left):
            return self
        return self.drop_even_all(step, reasons)

    def drop_even_all(self, step: str, reasons: Mapping[int, str]) -> "Selection":
        """Drop blocks that are no content even where nothing else is left."""
        made: dict[str, Drop] = {}  # one a reason: a step gives hundreds of blocks the same
        new = {
            i: made.get(why) or made.setdefault(why, Drop(step, why))
            for i, why in reasons.items()
            if i not in self.dropped
        }
        return replace(self, dropped={**self.dropped, **new}) if new else self
