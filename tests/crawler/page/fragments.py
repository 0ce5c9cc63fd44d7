"""Small pieces of HTML as tokens, as the segmentation hands them over."""

from lxml import html
from lxml.html import HtmlElement

from crawler.page.markdown import Mark, Rendered, Token, is_math, render_inline

BASE = "https://mill.example/guide/"


def parse(fragment: str) -> HtmlElement:
    return html.fragment_fromstring(fragment, create_parent="div")


def tokenize(root: HtmlElement) -> list[Token]:
    tokens: list[Token] = []
    pending: list[HtmlElement | Token] = [root]
    while pending:
        entry = pending.pop()
        if isinstance(entry, (str, Mark)):
            tokens.append(entry)
            continue
        inner: list[HtmlElement | Token] = []
        if isinstance(entry.tag, str):
            if entry is root or not (entry.tag == "picture" or is_math(entry)):
                inner = [entry.text or "", *entry]
            if entry is not root:
                inner = [Mark(entry, True), *inner, Mark(entry, False)]
        if entry is not root:
            inner.append(entry.tail or "")
        pending.extend(reversed(inner))
    return [token for token in tokens if token != ""]


def inline(fragment: str, base_url: str = BASE) -> Rendered:
    return render_inline(tokenize(parse(fragment)), base_url)
