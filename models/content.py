"""What selection decided about a page: the content, and why each block is in it or not."""

from dataclasses import dataclass

from models.page import BlockKind, Hidden


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of one block. `step` and `reason` are empty for a kept block.

    `value`, 0 to 1, is what the block model gave it, None where it had no say. `evidence` names the
    features that moved the value most, each with its part, where that was asked for.
    """

    slot: str
    kind: BlockKind
    text: str
    hidden: Hidden
    kept: bool
    step: str = ""
    reason: str = ""
    value: float | None = None
    evidence: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Content:
    """A page's content beside the whole of it.

    `markdown` is the whole page and loses nothing; `content_markdown` is the part a reader came
    for and `content_text` its plain text; `comments_markdown` the thread under an article.
    `content_methods` names the steps that removed something, in order. `decisions` has one entry
    per block of the page, in page order.
    """

    markdown: str
    content_markdown: str
    content_text: str
    comments_markdown: str = ""
    title: str = ""
    site_name: str = ""
    author: str = ""
    published_at: str = ""
    language: str = ""
    page_type: str = ""
    page_type_score: float = 0.0
    flags: tuple[str, ...] = ()
    content_methods: tuple[str, ...] = ()
    decisions: tuple[Decision, ...] = ()
