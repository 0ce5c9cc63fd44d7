"""One block of a page as Markdown and as plain text."""

from crawler.page.code import RenderedCode, render_code
from crawler.page.inline import render_inline
from crawler.page.math import is_display_math, is_math, render_math
from crawler.page.tables import is_data_table, render_table
from crawler.page.tokens import Mark, Rendered, Token, tokens_of

__all__ = [
    "Mark",
    "Rendered",
    "RenderedCode",
    "Token",
    "is_data_table",
    "is_display_math",
    "is_math",
    "render_code",
    "render_inline",
    "render_math",
    "render_table",
    "tokens_of",
]
