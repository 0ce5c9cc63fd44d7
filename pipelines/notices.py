"""Pages that hold nothing of their own: shells, walls, logins, and words that a page is not there.

Each is told by what it says and by the elements it is made of, and only where it says little else.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from models.page import MIN_PROSE_WORDS, Block, BlockKind, Hidden, Page, Region, Sign
from pipelines import notice_words as words_of
from pipelines.select.selection import Selection

# Words that the shell of an application shows at most: a title, a line of notice, a footer.
# Unmeasured: two sentences.
MAX_SHELL_WORDS: Final = 30
# Without an empty root the name of the language alone is weak: a title and a label.
MAX_NAMED_SHELL_WORDS: Final = 10
# Unlinked words of content that a notice has at most. Unmeasured: an apology, some advice, a
# form; a short article has more.
MAX_NOTICE_WORDS: Final = 100
# Words beside the form on a page that is a login.
MAX_LOGIN_WORDS: Final = 60
# The same where no heading says what it is: a form and its labels.
MAX_UNNAMED_LOGIN_WORDS: Final = 15
# Unlinked words beside the notice that an article is for those who pay: less than a teaser.
MAX_BESIDE_PAYWALL: Final = 25
# Headings of the first two levels that are looked at.
_MAX_HEADINGS: Final = 4
# Characters of a title that is a notice.
_MAX_TITLE_CHARS: Final = 120

_BESIDE: Final = frozenset({Region.NAV, Region.HEADER, Region.FOOTER, Region.ASIDE})
_SHOWN: Final = frozenset({Hidden.VISIBLE, Hidden.COLLAPSED})
_SEPARATOR: Final = re.compile(r"\s+[|·•»«›‹~–—-]+\s+|\s*[|»｜]\s*|:\s+|\s::\s")
_EDGES: Final = " \t.!?…:;,()[]\"'“”„«»‹›-–—|。！？、"


def needs_scripts(selection: Selection) -> bool:
    """Whether a page is a shell that its scripts would fill."""
    page = selection.page
    if Sign.SCRIPTS not in page.signs:
        return False
    own = [block for block in _own(page.blocks) if not _names_scripts(block)]
    count = sum(block.words for block in own)
    if selection.words() > MAX_SHELL_WORDS + _chrome_words(selection):
        return False
    if any(block.unlinked_words >= MIN_PROSE_WORDS for block in own):
        return False
    if Sign.EMPTY_ROOT in page.signs:
        return count <= MAX_SHELL_WORDS
    if any(_names_scripts(block) for block in page.blocks):
        return count <= MAX_NAMED_SHELL_WORDS
    return not any(block.hidden in _SHOWN for block in page.blocks)


def is_not_found(selection: Selection) -> bool:
    """Whether a page says that there is none at its address."""
    content = _content(selection)
    if _unlinked(content) > MAX_NOTICE_WORDS:
        return False
    titles = list(_titles(selection.page))
    if any(words_of.NOT_FOUND.fullmatch(title) for title in titles):
        return True
    is_hinted = any(words_of.MAY_BE_NOT_FOUND.fullmatch(title) for title in titles)
    return is_hinted and _says(words_of.SAYS_NOT_FOUND, content)


def is_login(selection: Selection) -> bool:
    """Whether a page is there to let people in, not merely able to."""
    if Sign.PASSWORD not in selection.page.signs:
        return False
    count = _unlinked(_content(selection))
    if count <= MAX_UNNAMED_LOGIN_WORDS:
        return True
    titles = _titles(selection.page)
    return count <= MAX_LOGIN_WORDS and any(map(words_of.LOGIN_TITLE.fullmatch, titles))


def is_wall(selection: Selection) -> bool:
    """Whether a guard against robots, or a till, stands where the page would be."""
    content = _content(selection)
    count = _unlinked(content)
    if count > MAX_NOTICE_WORDS:
        return False
    says_wall = _says(words_of.SAYS_WALL, _own(selection.blocks, with_noscript=True))
    if says_wall and Sign.CHALLENGE in selection.page.signs:
        return True
    if any(map(words_of.WALL_TITLE.fullmatch, _titles(selection.page))) and (
        says_wall or Sign.CHALLENGE in selection.page.signs
    ):
        return True
    beside = [block for block in content if not _says(words_of.SAYS_PAYWALL, [block])]
    return len(beside) < len(content) and _unlinked(beside) <= MAX_BESIDE_PAYWALL


def _own(blocks: Sequence[Block], *, with_noscript: bool = False) -> list[Block]:
    """Blocks that a browser shows outside of declared chrome."""
    return [
        block
        for block in blocks
        if (block.hidden in _SHOWN or (with_noscript and block.hidden is Hidden.NOSCRIPT))
        and block.region not in _BESIDE
        and not block.widget
    ]


def _content(selection: Selection) -> list[Block]:
    """The content, without declared chrome that stayed since nothing else was there."""
    return _own([selection.blocks[index] for index in selection.kept()])


def _chrome_words(selection: Selection) -> int:
    kept = [selection.blocks[index] for index in selection.kept()]
    return sum(block.words for block in kept if block.region in _BESIDE or block.widget)


def _unlinked(blocks: Iterable[Block]) -> int:
    return sum(block.unlinked_words for block in blocks)


def _titles(page: Page) -> Iterator[str]:
    """The title and the first headings, each whole and in the parts that separators make."""
    headings = [
        block.text
        for block in page.blocks
        if block.kind is BlockKind.HEADING and block.level <= 2 and block.hidden in _SHOWN
    ]
    for text in (page.metadata.title, *headings[:_MAX_HEADINGS]):
        for part in (text, *_SEPARATOR.split(text)):
            if len(part) <= _MAX_TITLE_CHARS:
                yield _plain(part)


def _says(pattern: re.Pattern[str], blocks: Iterable[Block]) -> bool:
    return any(pattern.search(_plain(block.text)) for block in blocks)


def _plain(text: str) -> str:
    return " ".join(text.replace("’", "'").lower().split()).strip(_EDGES)


def _names_scripts(block: Block) -> bool:
    return words_of.NAMES_SCRIPTS.search(block.text) is not None
