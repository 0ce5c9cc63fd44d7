"""markdownify's conversions, called for lxml elements.

markdownify walks a BeautifulSoup tree, which costs some forty times an lxml parse. Its
conversions ask little of a tag, so they are given an lxml element in a thin coat instead.
"""

import re
from collections.abc import Callable
from typing import Any, Final

from lxml.html import HtmlElement
from markdownify import MarkdownConverter

from crawler.page.escape import escape_brackets, escape_destination, escape_text, resolve_url
from crawler.page.images import find_image_alt, find_image_source
from crawler.page.joints import CODE_TAGS, IMAGE_TAGS

CONVERTED: Final = {
    "b": "b", "strong": "b", "i": "em", "em": "em", "del": "del", "s": "del", "strike": "del",
    "a": "a", "sub": "sub", "sup": "sup", **dict.fromkeys(CODE_TAGS, "code"),
}  # fmt: skip
"""Inline elements that become markup, by the conversion that makes it; all others are text."""

_MARKDOWNIFY: Final[Any] = MarkdownConverter  # its type stub leaves the conversions out
_BACKTICKS: Final = re.compile("`+")
_NO_PARENTS: Final[frozenset[str]] = frozenset()


class LxmlTag:
    """What markdownify's conversions ask of a BeautifulSoup tag, answered by an lxml element.

    Addresses come out absolute and fit for a Markdown destination, alternative text escaped.
    """

    __slots__ = ("attrs", "name")

    def __init__(self, element: HtmlElement, base_url: str) -> None:
        self.name = str(element.tag)
        self.attrs = _read_attributes(element, self.name, base_url)

    def get(self, name: str, default: str | None = None) -> str | None:
        """Give an attribute, as a BeautifulSoup tag does."""
        return self.attrs.get(name, default)


def _read_attributes(element: HtmlElement, tag: str, base_url: str) -> dict[str, str]:
    """Read the attributes that Markdown can show."""
    if tag == "a":
        return {"href": escape_destination(resolve_url(element.get("href", ""), base_url))}
    if tag not in IMAGE_TAGS:
        return {}
    alt = escape_brackets(escape_text(find_image_alt(element)))
    return {"src": escape_destination(find_image_source(element, base_url)), "alt": alt}


class InlineConverter(MarkdownConverter):
    """markdownify's conversions, without autolinks and with code spans that hold anything."""

    def __init__(self) -> None:
        super().__init__(autolinks=False, sub_symbol="<sub>", sup_symbol="<sup>")

    def convert_code(self, el: LxmlTag, text: str, parent_tags: frozenset[str]) -> str:
        """Make one code span a line, its fence unlike any run of backticks inside."""
        return "\n".join(map(_span_code, text.split("\n")))

    def convert_a(self, el: LxmlTag, text: str, parent_tags: frozenset[str]) -> str:
        """Keep a link on one line, and all of the text where there is nowhere to go."""
        if not el.get("href"):
            return text
        return str(_MARKDOWNIFY.convert_a(self, el, text.replace("\n", " "), parent_tags))

    def convert_img(self, el: LxmlTag, text: str, parent_tags: frozenset[str]) -> str:
        """Show the alternative text where there is no picture, as a browser does."""
        attrs = el.attrs
        if not attrs["src"]:
            return attrs["alt"]
        return str(_MARKDOWNIFY.convert_img(self, el, text, parent_tags))


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


_CONVERTER: Final = InlineConverter()
_Conversion = Callable[[LxmlTag, str, frozenset[str]], str]
_CONVERSIONS: Final[dict[str, _Conversion]] = {
    kind: getattr(_CONVERTER, f"convert_{kind}") for kind in set(CONVERTED.values())
}


def convert(kind: str, element: HtmlElement, inner: str, base_url: str) -> str:
    """Mark up what an element holds; `kind` is a value of `CONVERTED`."""
    return _CONVERSIONS[kind](LxmlTag(element, base_url), inner, _NO_PARENTS)


def write_link(element: HtmlElement, inner: str, base_url: str) -> str:
    """Write a link around Markdown on one line without white space at its ends.

    As `convert` does, without the detour: half of a page's blocks are such links.
    """
    href = escape_destination(resolve_url(element.get("href", ""), base_url))
    return f"[{inner}]({href})" if href else inner


def convert_image(image: HtmlElement, base_url: str) -> str:
    """Write an `<img>` or `<picture>`; empty if there is neither a picture nor a text."""
    return _CONVERTER.convert_img(LxmlTag(image, base_url), "", _NO_PARENTS)
