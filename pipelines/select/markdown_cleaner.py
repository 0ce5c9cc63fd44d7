"""Drop menus by the shape of the content's Markdown, where no other sign told content from menu."""

from typing import Final

from models.page import Block
from pipelines.assemble import join_markdown, place_blocks
from pipelines.markdown_cleaner import Rule, is_cleanable, judge_markdown
from pipelines.select import article_body, article_element, main_content, main_landmark
from pipelines.select.selection import Selection

STEP: Final = "markdown-cleaner"

# What is read from a page is HTML, whatever kind its server called it.
_MEDIA_TYPE: Final = "text/html"
# Steps after whose work the content is known, and a list of links in it is a list.
# Measured on content, word F1, 2026-12-01. Run only where none of them and no site chrome had a
# say: wcxb-dev (300 pages) .8738 -> .8739, l3s-gn1 (200) .9115 -> .9133, no page worse; on every
# page: wcxb-dev -.0030, l3s-gn1 +.0028, sites-dev (240) -.0010. See benchmarks/log.md.
_CONTENT_FOUND: Final = frozenset(
    {main_landmark.STEP, article_element.STEP, article_body.STEP, main_content.STEP}
)


def drop_markdown_chrome(selection: Selection) -> Selection:
    """Drop the blocks that the Markdown cleaner takes for chrome, on pages fetched over HTTP.

    Pictures without words stay: on a page of text nobody but a badge is harmed by one too many.
    """
    was_found = any(drop.step in _CONTENT_FOUND for drop in selection.dropped.values())
    url = selection.page.url
    if was_found or selection.knows_chrome or not is_cleanable(_MEDIA_TYPE, url):
        return selection
    kept = selection.kept()
    rules = _judge([selection.blocks[index] for index in kept], url)
    reasons = {
        index: str(rule)
        for index, rule in zip(kept, rules, strict=True)
        if rule not in (None, Rule.NO_TEXT)
    }
    return selection.drop(STEP, reasons)


def _judge(blocks: list[Block], url: str) -> list[Rule | None]:
    """The rule that removes each block; none where any part of its Markdown stays."""
    judged = judge_markdown(join_markdown(blocks), url)
    rules: list[Rule | None] = []
    first = 0
    for start, end in place_blocks(blocks):
        while first < len(judged) and judged[first].block.end <= start:
            first += 1
        parts = []
        inside = first
        while inside < len(judged) and judged[inside].block.start < end:
            parts.append(judged[inside].rule)
            inside += 1
        rules.append(parts[0] if parts and all(parts) else None)
    return rules
