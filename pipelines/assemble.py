"""Blocks put together again: Markdown and plain text of a page or a part of it."""

from collections.abc import Iterable, Sequence

from models.page import Block, BlockKind


def join_markdown(blocks: Sequence[Block]) -> str:
    """Join the Markdown of blocks in page order; items of one list stay together."""
    parts: list[str] = []
    previous: Block | None = None
    for block in blocks:
        if not block.markdown:
            continue
        if previous is not None:
            parts.append(_separator(previous, block))
        parts.append(block.markdown)
        previous = block
    return "".join(parts)


def join_text(blocks: Iterable[Block]) -> str:
    """Join the plain text of blocks, one line or more each."""
    return "\n".join(block.text for block in blocks if block.text)


def _separator(previous: Block, block: Block) -> str:
    if previous.kind is BlockKind.LIST_ITEM and block.kind is BlockKind.LIST_ITEM:
        return "\n"
    if previous.kind is BlockKind.TERM and block.kind in (BlockKind.TERM, BlockKind.DESCRIPTION):
        return "\n"
    if previous.kind is BlockKind.QUOTE and block.kind is BlockKind.QUOTE:
        return "\n>\n" if block.markdown.startswith(">") else "\n\n"
    return "\n\n"
