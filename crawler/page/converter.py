"""Marking up what an inline element holds: links, code spans and images here, the rest by
markdownify.

markdownify walks a BeautifulSoup tree, which costs some forty times an lxml parse; its
conversions of emphasis ask nothing of the tag and are called without one.
"""

import re
from collections.abc import Callable
from typing import Final

from lxml.html import HtmlElement
from markdownify import MarkdownConverter

from crawler.page.escape import escape_brackets, escape_destination, escape_text, resolve_url
from crawler.page.images import find_image_alt, find_image_source

_BACKTICKS: Final = re.compile("`+")


def write_link(element: HtmlElement, inner: str, base_url: str) -> str:
    """Write an `<a>` on one line; all of its text and no link where there is nowhere to go."""
    destination = escape_destination(resolve_url(element.get("href", ""), base_url))
    if not destination:
        return inner
    label = inner.strip().replace("\n", " ")
    if not label:
        return ""
    before = " " if inner[0] in " \n" else ""
    behind = " " if inner[-1] in " \n" else ""
    return f"{before}[{label}]({destination}){behind}"


def write_image(image: HtmlElement, base_url: str) -> str:
    """Write an `<img>` or `<picture>`; its alternative text where there is no picture."""
    alt = escape_brackets(escape_text(find_image_alt(image)))
    source = escape_destination(find_image_source(image, base_url))
    return f"![{alt}]({source})" if source else alt


def write_code(inner: str) -> str:
    """Write a code span a line, its fence unlike any run of backticks inside."""
    return "\n".join(map(_span_code, inner.split("\n")))


def _span_code(line: str) -> str:
    code = line.strip()
    if not code:
        return line
    fence, runs = "`", _BACKTICKS.findall(code)
    while fence in runs:
        fence += "`"
    pad = " " if code[0] == "`" or code[-1] == "`" else ""
    before, _, after = line.partition(code)
    return f"{before}{fence}{pad}{code}{pad}{fence}{after}"


class EmphasisConverter(MarkdownConverter):
    """markdownify's conversions of what needs no attribute."""

    def __init__(self) -> None:
        super().__init__(sub_symbol="<sub>", sup_symbol="<sup>")


_CONVERTER: Final = EmphasisConverter()
_NO_PARENTS: Final[frozenset[str]] = frozenset()
_CONVERSIONS: Final[dict[str, Callable[[None, str, frozenset[str]], str]]] = {
    kind: getattr(_CONVERTER, f"convert_{kind}") for kind in ("b", "em", "del", "sub", "sup")
}


def write_emphasis(kind: str, inner: str) -> str:
    """Mark up emphasis, a deletion, an index or an exponent; `kind` is a value of `CONVERTED`."""
    return _CONVERSIONS[kind](None, inner, _NO_PARENTS)
