"""Elements that are a block by themselves, whatever is inside them: code, tables, selects, math."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lxml.html import HtmlElement

from crawler.page.markdown import (
    Rendered,
    render_code,
    render_inline,
    render_math,
    render_table,
    tokens_of,
)
from models.page import BlockKind, Hidden


@dataclass(frozen=True, slots=True)
class Standalone:
    """What such an element gives: its text, and what it makes of it.

    `hidden` is how the element itself keeps its text from being shown.
    """

    slot: str
    kind: BlockKind
    rendered: Rendered
    language: str = ""
    hidden: Hidden = Hidden.VISIBLE


def read_code(element: HtmlElement, slot: str, base_url: str) -> Iterator[Standalone]:
    """Read a `pre` or its kin, if it holds more than white space."""
    code = render_code(element, base_url)
    if code.text.strip():
        rendered = Rendered(code.text, code.markdown)
        yield Standalone(slot, BlockKind.CODE, rendered, code.language)


def read_table(
    table: HtmlElement, slot: str, base_url: str, is_unseen: Callable[[HtmlElement], bool]
) -> Iterator[Standalone]:
    """Read a data table behind its caption."""
    caption = table.find("caption")
    if caption is not None:
        rendered = render_inline(tokens_of(caption), base_url)
        if rendered.text:
            yield Standalone(f"{slot}/caption[1]", BlockKind.CAPTION, rendered)
    rendered = render_table(table, base_url, is_unseen)
    if rendered.text or rendered.markdown:
        yield Standalone(slot, BlockKind.TABLE, rendered)


def read_select(element: HtmlElement, slot: str, base_url: str) -> Iterator[Standalone]:
    """Read the options of a select: closed until it is opened."""
    options = [" ".join(" ".join(option.itertext()).split()) for option in element.iter("option")]
    options = [option for option in options if option]
    if options:
        markdown = render_inline([" / ".join(options)], base_url).markdown
        rendered = Rendered("\n".join(options), markdown)
        yield Standalone(slot, BlockKind.TEXT, rendered, hidden=Hidden.COLLAPSED)


def read_math(element: HtmlElement, slot: str, base_url: str) -> Iterator[Standalone]:
    """Read a formula that stands alone, as its text where it has no LaTeX."""
    latex = render_math(element)
    written = Rendered(latex, f"$$\n{latex}\n$$")
    rendered = written if latex else render_inline(tokens_of(element), base_url)
    if rendered.text:
        yield Standalone(slot, BlockKind.MATH, rendered)
