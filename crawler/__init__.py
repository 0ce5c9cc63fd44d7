"""Where pages come from. `extract` reads a single page without any crawl."""

from crawler.page import UnreadablePageError, read_page
from crawler.page.css_marks import SelectorError, read_css_rules
from models.chrome import ChromeProfile
from models.content import Content
from pipelines.content import select_content

__all__ = ["SelectorError", "UnreadablePageError", "extract"]


def extract(
    html: str | bytes,
    url: str,
    *,
    chrome: ChromeProfile | None = None,
    content_type: str | None = None,
    include_css: str = "",
    exclude_css: str = "",
) -> Content:
    """Read one page and select its content, as a crawl does.

    Args:
        html: the page as bytes or text.
        url: its address, for relative links; any string, empty too.
        chrome: what its site's pages repeat; without it the page is judged by itself.
        content_type: the HTTP header, for its charset.
        include_css: selectors of the elements that alone are content, with commas between them;
            where they match nothing all of the page is looked at.
        exclude_css: selectors of elements that are none.

    Raises:
        SelectorError: a selector that is none, or that is not known here; says which.
        UnreadablePageError: the page cannot be read; `reason` says why.
    """
    css = read_css_rules(include_css or (), exclude_css or ())
    return select_content(read_page(html, url, content_type, css=css), chrome)
