"""Where pages come from. `extract` reads a single page without any crawl."""

from crawler.page import UnreadablePageError, read_page
from models.chrome import ChromeProfile
from models.content import Content
from pipelines.content import select_content

__all__ = ["UnreadablePageError", "extract"]


def extract(
    html: str | bytes,
    url: str,
    *,
    chrome: ChromeProfile | None = None,
    content_type: str | None = None,
) -> Content:
    """Read one page and select its content, as a crawl does.

    Args:
        html: the page as bytes or text.
        url: its address, for relative links; any string, empty too.
        chrome: what its site's pages repeat; without it the page is judged by itself.
        content_type: the HTTP header, for its charset.

    Raises:
        UnreadablePageError: the page cannot be read; `reason` says why.
    """
    return select_content(read_page(html, url, content_type), chrome)
