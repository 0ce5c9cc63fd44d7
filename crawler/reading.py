"""From an answer to its `Page`: what its bytes say, and what was said beside them."""

from dataclasses import replace

from crawler.page import read_page
from crawler.robots_meta import add_directives
from models.css_rules import NO_RULES, CssRules
from models.fetched import FetchedPage
from models.page import Page, Sign


def read_fetched(fetched: FetchedPage, css: CssRules = NO_RULES) -> Page:
    """Read a page from an answer, in a crawl and again from the store, by the rules of its user.

    Raises:
        UnreadablePageError: the body cannot be read as a page; `reason` says why.
    """
    page = read_page(fetched.body, fetched.url, fetched.content_type or None, css=css)
    page = add_directives(page, fetched.robots)
    if fetched.is_cut_off:
        page = replace(page, signs=tuple(sorted({*page.signs, Sign.CUT_OFF})))
    return page
