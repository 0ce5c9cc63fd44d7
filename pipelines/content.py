"""The one decision about what a page's content is: for crawls, commands and benchmarks alike."""

from collections.abc import Sequence
from typing import Final

from models.chrome import ChromeProfile
from models.content import Content, Decision
from models.drafts import make_quickly
from models.page import Page
from models.page_types import POLICIES
from pipelines.assemble import join_markdown, join_text
from pipelines.flags import find_flags
from pipelines.route import Route, find_route
from pipelines.select import STEPS, Step, comments
from pipelines.select.selection import Selection

_make_decision: Final = make_quickly(Decision)


def select_content(
    page: Page,
    chrome: ChromeProfile | None = None,
    *,
    steps: Sequence[Step] = STEPS,
    explains: bool = False,
) -> Content:
    """Select the part of a page that a reader came for.

    Args:
        page: the page, whole.
        chrome: what the site's pages repeat; without it the page is judged by itself.
        steps: what runs, in order; fewer than all only to measure what each is worth.
        explains: whether decisions come with what moved them, which takes longer.
    """
    found = find_route(page)
    selection = run_steps(page, found, chrome, steps, explains=explains)
    content = [page.blocks[index] for index in selection.kept()]
    thread = [
        page.blocks[index]
        for index, drop in sorted(selection.dropped.items())
        if drop.step == comments.STEP
    ]
    metadata = page.metadata
    return Content(
        markdown=join_markdown(page.blocks),
        content_markdown=join_markdown(content),
        content_text=join_text(content),
        comments_markdown=join_markdown(thread),
        title=metadata.title,
        site_name=metadata.site_name,
        author=metadata.author,
        published_at=metadata.published_at,
        language=metadata.language,
        page_type=found.page_type.value,
        page_type_score=found.confidence,
        flags=find_flags(selection),
        content_methods=_methods(selection),
        decisions=tuple(_decisions(selection)),
    )


def run_steps(
    page: Page,
    found: Route,
    chrome: ChromeProfile | None,
    steps: Sequence[Step],
    *,
    explains: bool = False,
) -> Selection:
    """Run the steps over a page whose type is known."""
    selection = Selection(
        page,
        chrome,
        POLICIES[found.page_type],
        page_type=found.page_type,
        type_shares=found.probabilities,
        explains=explains,
    )
    for step in steps:
        selection = step(selection)
    return selection


def _methods(selection: Selection) -> tuple[str, ...]:
    """Name the steps that removed something, in the order they ran."""
    return tuple(dict.fromkeys(drop.step for drop in selection.dropped.values()))


def _decisions(selection: Selection) -> list[Decision]:
    decisions: list[Decision] = []
    for index, block in enumerate(selection.blocks):
        drop = selection.dropped.get(index)
        decisions.append(
            _make_decision(
                slot=block.slot,
                kind=block.kind,
                text=block.text,
                hidden=block.hidden,
                kept=drop is None,
                step=drop.step if drop else "",
                reason=drop.reason if drop else "",
                value=selection.values[index] if selection.values else None,
                evidence=selection.evidence[index] if selection.evidence else (),
            )
        )
    return decisions
