"""What a user should know about a page beside its content."""

from typing import Final

from models.page import Page, Sign
from pipelines.chrome import is_refused, match_profile
from pipelines.notices import is_login, is_not_found, is_wall, needs_scripts
from pipelines.select import site_chrome
from pipelines.select.selection import Selection

EMPTY: Final = "empty"
NOINDEX: Final = "noindex"
CHROME_REFUSED: Final = "chrome_refused"
NEEDS_JS: Final = "needs_js"
SOFT_404: Final = "soft_404"
LOGIN: Final = "login"
WALL: Final = "wall"
TRUNCATED: Final = "truncated"


def find_flags(selection: Selection) -> tuple[str, ...]:
    """Name what holds for a page once its selection is made, sorted.

    `empty`: no word of content. `noindex`: the page asks search engines to leave it out.
    `chrome_refused`: blocks that the site repeats stay, since they are the page itself.
    `truncated`: its answer was cut off. `needs_js`, `soft_404`, `login`, `wall`: it holds nothing
    of its own, as `pipelines.notices` tells; a page is a wall before it is anything else.
    """
    flags = [
        *([CHROME_REFUSED] if _is_chrome_refused(selection) else []),
        *([EMPTY] if not selection.words() else []),
        *([NOINDEX] if _asks_for_no_index(selection.page) else []),
        *([TRUNCATED] if Sign.CUT_OFF in selection.page.signs else []),
        *_find_notice(selection),
    ]
    return tuple(sorted(flags))


def _find_notice(selection: Selection) -> list[str]:
    if is_wall(selection):
        return [WALL]
    rules = ((LOGIN, is_login), (NEEDS_JS, needs_scripts), (SOFT_404, is_not_found))
    return [flag for flag, holds in rules if holds(selection)]


def _is_chrome_refused(selection: Selection) -> bool:
    has_dropped = any(drop.step == site_chrome.STEP for drop in selection.dropped.values())
    if selection.profile is None or has_dropped:
        return False
    found = match_profile(selection.blocks, selection.profile)
    return bool(found) and is_refused(selection.blocks, found)


def _asks_for_no_index(page: Page) -> bool:
    rules = {rule.strip() for rule in page.metadata.robots.split(",")}
    return not rules.isdisjoint(("noindex", "none"))
