"""Blocks put together again: Markdown and plain text of a page or a part of it."""

from collections.abc import Iterable, Iterator, Sequence

from models.page import Block, BlockKind


def join_markdown(blocks: Sequence[Block]) -> str:
    """Join the Markdown of blocks in page order; items of one list stay together."""
    return "".join(f"{gap}{block.markdown}" for gap, block in _with_gaps(blocks))


def place_blocks(blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """Where the Markdown of each block begins and ends in what `join_markdown` makes of them."""
    spans = []
    end = 0
    for gap, block in _with_gaps(blocks):
        start = end + len(gap)
        end = start + len(block.markdown)
        spans.append((start, end))
    return spans


def join_text(blocks: Iterable[Block]) -> str:
    """Join the plain text of blocks, one line or more each."""
    return "\n".join(block.text for block in blocks if block.text)


def _with_gaps(blocks: Sequence[Block]) -> Iterator[tuple[str, Block]]:
    """Each block with what stands before it; one without Markdown has nothing before it either."""
    previous: Block | None = None
    for block in blocks:
        has_gap = previous is not None and block.markdown
        yield _separator(previous, block) if previous is not None and has_gap else "", block
        if block.markdown:
            previous = block


def _separator(previous: Block, block: Block) -> str:
    kind, before = block.kind, previous.kind
    if kind is before:
        if kind is BlockKind.LIST_ITEM or kind is BlockKind.TERM:
            return "\n"
        if kind is BlockKind.QUOTE and block.markdown.startswith(">"):
            return "\n>\n"
    elif kind is BlockKind.DESCRIPTION and before is BlockKind.TERM:
        return "\n"
    return "\n\n"
