"""Which blocks of a page stand inside the elements that a user's CSS selectors match."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from lxml.html import HtmlElement

from crawler.page.context import path_step
from crawler.page.frames import BLOCK_TAGS, UNSEEN_TAGS
from crawler.page.selectors import Selector, SelectorError, read_selectors
from models.css_rules import NO_MARKS, CssMarks, CssRules
from models.page import Block

__all__ = ["SelectorError", "mark_blocks", "read_css_rules"]

_Selectors = tuple[tuple[str, Selector], ...]

# Leaves that show something of their own without holding any text.
_SHOWN_LEAVES: Final = frozenset({"img", "picture", "input"})
# Sets of rules kept parsed: one per site of a crawl.
_KEPT_RULES: Final = 256


def read_css_rules(
    include: str | Sequence[str] = (), exclude: str | Sequence[str] = ()
) -> CssRules:
    """Read selectors, several with commas between them; `include` is what alone is content.

    Raises:
        SelectorError: one that is none, or that no page as it is sent can match; says which.
    """
    return CssRules(_read(include), _read(exclude))


def mark_blocks(tree: HtmlElement, blocks: Sequence[Block], rules: CssRules) -> CssMarks:
    """Find the blocks that stand inside an element the rules match.

    A block is inside when all its text and images are: a paragraph that holds nothing but a
    matching `<span>` is, one that goes on behind it is not.
    """
    if not rules:
        return NO_MARKS
    covers = [
        _find_covered(tree, _parse(selectors)) for selectors in (rules.include, rules.exclude)
    ]
    kept, taken = (dict(_find_inside(blocks, covered)) for covered in covers)
    return CssMarks(rules.version, tuple(kept) if rules.include else None, taken)


@dataclass(frozen=True, slots=True)
class _Covered:
    """An element whose text and images stand in matching ones; `chars` without white space.

    What an inline one begins may go on behind it; of others no text is counted.
    """

    selector: str
    chars: int | None


@dataclass(slots=True)
class _Open:
    """An element of the walk; `is_loose` once something in it stands in no matching element."""

    element: HtmlElement
    path: str
    children: Iterator[HtmlElement]
    counts: dict[str, int] = field(default_factory=dict)
    is_loose: bool = False
    selector: str = ""


def _read(selectors: str | Sequence[str]) -> tuple[str, ...]:
    lists = [selectors] if isinstance(selectors, str) else selectors
    return tuple(sorted({text for each in lists for text in read_selectors(each)}))


@lru_cache(_KEPT_RULES)
def _parse(selectors: tuple[str, ...]) -> _Selectors:
    return tuple((text, read_selectors(text)[text]) for text in selectors)


def _find_covered(tree: HtmlElement, selectors: _Selectors) -> dict[str, _Covered]:
    """Find the covered elements by their paths in `segment`; those inside one are left out."""
    found: dict[str, _Covered] = {}
    if not selectors:
        return found
    for name in ("body", "frameset", "head/noscript"):
        for root in tree.iterfind(name):
            _cover(root, f"/html/{name}", selectors, found)
    return found


def _cover(root: HtmlElement, path: str, selectors: _Selectors, found: dict[str, _Covered]) -> None:
    top = _Open(root, path, iter((root,)))
    open_: list[_Open] = [top]
    while open_:
        frame = open_[-1]
        child = next(frame.children, None)
        if child is None:
            open_.pop()
            if open_:
                _close(frame, open_[-1], found)
            continue
        tag = child.tag
        if isinstance(tag, str) and tag not in UNSEEN_TAGS:
            own = path if frame is top else _step(frame, tag)
            selector = next((text for text, each in selectors if each.matches(child)), "")
            if not selector and tag not in _SHOWN_LEAVES:
                open_.append(_Open(child, own, iter(child), is_loose=_is_text(child.text)))
                continue
            _note(child, own, selector, frame, found)
        elif isinstance(tag, str):
            _step(frame, tag)
        if frame is not top:
            frame.is_loose = frame.is_loose or _is_text(child.tail)


def _step(frame: _Open, tag: str) -> str:
    count = frame.counts[tag] = frame.counts.get(tag, 0) + 1
    return f"{frame.path}/{path_step(tag)}[{count}]"


def _close(frame: _Open, outer: _Open, found: dict[str, _Covered]) -> None:
    """Tell the element around what became of one whose children were all visited."""
    if frame.is_loose:
        outer.is_loose = True
    elif frame.selector:
        _note(frame.element, frame.path, frame.selector, outer, found)
    outer.is_loose = outer.is_loose or _is_text(frame.element.tail)


def _note(
    element: HtmlElement, path: str, selector: str, outer: _Open, found: dict[str, _Covered]
) -> None:
    if not selector:
        outer.is_loose = True
        return
    outer.selector = outer.selector or selector
    chars = None if element.tag in BLOCK_TAGS else _count_chars("".join(element.itertext()))
    found[path] = _Covered(selector, chars)


def _find_inside(
    blocks: Sequence[Block], covered: Mapping[str, _Covered]
) -> Iterator[tuple[int, str]]:
    if not covered:
        return
    for index, block in enumerate(blocks):
        path = block.slot
        while path and path not in covered:
            path = path.rpartition("/")[0]
        if path and _holds(covered[path], block, path):
            yield index, covered[path].selector


def _holds(element: _Covered, block: Block, path: str) -> bool:
    """Tell whether a block ends where the inline element ends that it begins with."""
    if element.chars is None or path != block.slot:
        return True
    return _count_chars(block.text) <= element.chars


def _count_chars(text: str) -> int:
    return sum(map(len, text.split()))


def _is_text(text: str | None) -> bool:
    return bool(text) and not str(text).isspace()
