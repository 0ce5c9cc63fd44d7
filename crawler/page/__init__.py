"""HTML in, `Page` out. Pure: knows no crawler."""

from crawler.page.parse import UnreadablePageError
from crawler.page.read import read_page

__all__ = ["UnreadablePageError", "read_page"]
