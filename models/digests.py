"""Digests of what a page says, for folding and for telling change."""

from hashlib import blake2b

from models.page import Block, Page


def shown_text(block: Block) -> str:
    """What a block says, white space collapsed; its Markdown where it has no text (an image)."""
    return " ".join((block.text or block.markdown).split())


def text_digest(page: Page) -> str:
    """Digest of all that a page says, 32 hexadecimal digits; equal for equal block texts."""
    return digest_lines([shown_text(block) for block in page.blocks])


def digest_lines(lines: list[str]) -> str:
    """Digest of lines of text, 32 hexadecimal digits."""
    return blake2b("\n".join(lines).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
