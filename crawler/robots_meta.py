"""What a page asks of crawlers by itself: `X-Robots-Tag` beside its `<meta name=robots>`."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from models.page import Page

# A name in front of directives says whom they are for; these directives have values instead.
_NAMED: Final = re.compile(r"([a-z0-9_-]+)\s*:\s*(.*)", re.DOTALL)
_VALUED: Final = frozenset(
    {"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"}
)


def add_directives(page: Page, directives: str) -> Page:
    """The page with what its answer's headers ask for, as if it stood in its meta element."""
    if not directives:
        return page
    robots = ",".join(filter(None, (page.metadata.robots, directives)))
    return replace(page, metadata=replace(page.metadata, robots=robots))


def read_directives(headers: Iterable[str], agent: str) -> tuple[str, ...]:
    """Directives for everybody or for `agent`, lower-cased, in order.

    A name holds for what follows it in its header: `otherbot: noindex, nofollow` says nothing to
    anybody else.
    """
    found: list[str] = []
    for header in headers:
        is_for_us = True
        for part in header.lower().split(","):
            directive = part.strip()
            named = _NAMED.fullmatch(directive)
            if named is not None and named[1] not in _VALUED:
                is_for_us = named[1] == agent.lower().partition("/")[0]
                directive = named[2].strip()
            if is_for_us and directive:
                found.append(directive)
    return tuple(found)


def forbids_following(page: Page) -> bool:
    """Whether a page asks for its links not to be followed."""
    directives = {word.strip() for word in page.metadata.robots.split(",")}
    return not directives.isdisjoint({"nofollow", "none"})
