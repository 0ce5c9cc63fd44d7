"""What a user should know about a page beside its content."""

from typing import Final

from models.page import Page
from pipelines.chrome import is_refused, match_profile
from pipelines.select import site_chrome
from pipelines.select.selection import Selection

EMPTY: Final = "empty"
NOINDEX: Final = "noindex"
CHROME_REFUSED: Final = "chrome_refused"


def find_flags(selection: Selection) -> tuple[str, ...]:
    """Name what holds for a page once its selection is made, sorted.

    `empty`: no word of content. `noindex`: the page asks search engines to leave it out.
    `chrome_refused`: blocks that the site repeats stay, since they are the page itself.
    """
    flags = []
    if _is_chrome_refused(selection):
        flags.append(CHROME_REFUSED)
    if not selection.words():
        flags.append(EMPTY)
    if _asks_for_no_index(selection.page):
        flags.append(NOINDEX)
    return tuple(flags)


def _is_chrome_refused(selection: Selection) -> bool:
    has_dropped = any(drop.step == site_chrome.STEP for drop in selection.dropped.values())
    if selection.profile is None or has_dropped:
        return False
    found = match_profile(selection.blocks, selection.profile)
    return bool(found) and is_refused(selection.blocks, found)


def _asks_for_no_index(page: Page) -> bool:
    rules = {rule.strip() for rule in page.metadata.robots.split(",")}
    return not rules.isdisjoint(("noindex", "none"))
