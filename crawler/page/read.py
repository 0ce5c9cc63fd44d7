"""From the bytes of a page to its `Page`."""

from crawler.page.carried import list_carried
from crawler.page.css_marks import mark_blocks
from crawler.page.links import find_base, find_links
from crawler.page.metadata import read_metadata
from crawler.page.parse import parse_html
from crawler.page.segment import segment
from crawler.page.signs import find_signs
from models.css_rules import NO_RULES, CssRules
from models.page import Page


def read_page(
    html: bytes | str, url: str, content_type: str | None = None, *, css: CssRules = NO_RULES
) -> Page:
    """Read a page from its bytes.

    Args:
        html: the body as fetched, or text that is decoded already.
        url: the address it was served at; any string, empty too.
        content_type: the HTTP header, for its charset.
        css: which elements the content is to be taken from, and which not.

    Raises:
        UnreadablePageError: the body cannot be read as a page; `reason` says why.
    """
    tree = parse_html(html, content_type)
    base_url = find_base(tree, url)
    carried = list_carried(tree)
    blocks, names = segment(tree, base_url, carried)
    return Page(
        url=url,
        blocks=blocks,
        metadata=read_metadata(tree, url, carried),
        links=find_links(tree, base_url),
        signs=find_signs(tree, carried.ids),
        names=names,
        css=mark_blocks(tree, blocks, css),
    )
