"""One way of writing Markdown, so that two pieces differ only where a reader would see it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final
from urllib.parse import unquote, urljoin, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdownify import markdownify

from benchmarks.metrics import fold_space

# Lines that a site generator reads and never prints: Pandoc's fenced divs, tags of Liquid and of
# Hugo, attribute lists of kramdown. Truths that are a site's own source have them.
_DIRECTIVE: Final = re.compile(
    r"^[ \t>]*(?::{3,}.*|\{%.*%\}|\{\{[<%].*[%>]\}\}|\{:.*\})[ \t]*$", re.MULTILINE
)
# What follows a language in a fence's info string: `rust,ignore`, `python {.numberLines}`.
_LANGUAGE_END: Final = re.compile(r"[\s,{]")
_HEADING_ID: Final = re.compile(r"\s*\{[#:.][^{}]*\}$")
# What typographers of site generators make of plain marks.
_PLAIN_MARKS: Final = str.maketrans(
    {"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "..."}
)
_DASHES: Final = re.compile(r"-{2,}")
_TAG: Final = re.compile(r"<(/?)([a-z]+)", re.IGNORECASE)
_HREF: Final = re.compile(r"""\bhref\s*=\s*["']?([^"'\s>]*)""", re.IGNORECASE)
_HOLD_IMAGES: Final = ["h1", "h2", "h3", "h4", "h5", "h6", "td", "th"]
_TAG_MARKS: Final = {
    "br": " ",
    "em": "*",
    "i": "*",
    "strong": "**",
    "b": "**",
    "del": "~~",
    "s": "~~",
    "code": "`",
}
_INDEX: Final = re.compile(r"(?:/index)?\.(?:html?|md)$|/$")
_MARKS: Final = {
    "em_open": "*",
    "em_close": "*",
    "strong_open": "**",
    "strong_close": "**",
    "s_open": "~~",
    "s_close": "~~",
    "softbreak": " ",
    "hardbreak": " ",
}


@dataclass(frozen=True, slots=True)
class MarkdownForm:
    """A piece of Markdown in the one way: all of it, its tables, the text of its code blocks."""

    whole: str
    tables: str
    code: str


def write_form(markdown: str, base_url: str) -> MarkdownForm:
    """Write Markdown the one way; `base_url` is where its relative links start.

    Paragraphs are single lines without blank lines between; white space is folded; headings are
    `#`, emphasis `*` and `**`, bullets `-`, numbers `1.`, code blocks fenced, tables without
    padding or alignment; references are written out; escapes and entities are characters;
    typographic quotes, dashes and dots are plain. Of a link the path and query stay, of an image
    the alt text; raw HTML is what markdownify makes of it. Lines that only a site generator reads
    are dropped.
    """
    writer = _Writer(base_url)
    for token in _parser(with_html=True).parse(_DIRECTIVE.sub("", markdown)):
        writer.take(token)
    parts = writer.parts
    return MarkdownForm(
        whole="\n".join(part.text for part in parts),
        tables="\n".join(part.text for part in parts if part.kind == "table"),
        code="\n".join(part.code for part in parts if part.kind == "code"),
    )


@dataclass(frozen=True, slots=True)
class _Part:
    kind: str
    text: str
    code: str = ""


@dataclass(slots=True)
class _Writer:
    """Takes the tokens of a document in order and collects its parts."""

    base_url: str
    parts: list[_Part] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    quotes: int = 0
    mark: str = ""
    rows: list[list[str]] | None = None

    def take(self, token: Token) -> None:
        match token.type:
            case "bullet_list_open":
                self.lists.append("- ")
            case "ordered_list_open":
                self.lists.append("1. ")
            case "bullet_list_close" | "ordered_list_close":
                self.lists.pop()
            case "list_item_open":
                self.mark = self.lists[-1]
            case "blockquote_open":
                self.quotes += 1
            case "blockquote_close":
                self.quotes -= 1
            case "heading_open":
                self.mark += "#" * int(token.tag[1]) + " "
            case "table_open":
                self.rows = []
            case "tr_open" if self.rows is not None:
                self.rows.append([])
            case "table_close":
                self._add_table(self.rows or [])
                self.rows = None
            case "inline":
                self._take_inline(token)
            case "fence" | "code_block":
                self._add_code(token)
            case "html_block":
                self._take_html(token.content)
            case "hr":
                self._add("text", "---")

    def _take_inline(self, token: Token) -> None:
        text = write_inline(token.children or (), self.base_url)
        if self.rows is not None:
            self.rows[-1].append(text)
            return
        is_heading = self.mark.endswith("# ")
        self._add("text", _HEADING_ID.sub("", text) if is_heading else text)

    def _add_code(self, token: Token) -> None:
        code = "\n".join(line.rstrip() for line in token.content.strip("\n").split("\n"))
        language = _LANGUAGE_END.split(token.info.strip(), maxsplit=1)[0].lower()
        self._add("code", f"```{language}\n{code}\n```", code)

    def _add_table(self, rows: Sequence[Sequence[str]]) -> None:
        filled = [row for row in rows if any(row)]
        self._add("table", "\n".join(f"| {' | '.join(row)} |" for row in filled))

    def _take_html(self, source: str) -> None:
        markdown = markdownify(
            source,
            bs4_options="lxml",
            heading_style="atx",
            keep_inline_images_in=_HOLD_IMAGES,
        )
        for token in _parser(with_html=False).parse(markdown):
            self.take(token)

    def _add(self, kind: str, text: str, code: str = "") -> None:
        mark, self.mark = self.mark, ""
        if not text:
            return
        indent = "> " * self.quotes + "  " * max(0, len(self.lists) - 1)
        # A list item's second paragraph stands under its text.
        indent += "" if mark or not self.lists else "  "
        self.parts.append(_Part(kind, indent + mark + text, code))


def write_inline(tokens: Iterable[Token], base_url: str) -> str:
    """Write what stands inside one block."""
    out: list[str] = []
    targets: list[str] = []
    for token in tokens:
        match token.type:
            case "text":
                out.append(_plain(token.content))
            case "code_inline":
                out.append(f"`{fold_space(token.content)}`")
            case "image":
                out.append(f"![{_plain(token.content)}]")
            case "html_inline":
                out.append(_write_tag(token.content, base_url, targets))
            case "link_open":
                targets.append(_short_target(str(token.attrs.get("href", "")), base_url))
                out.append("[")
            case "link_close":
                out.append(f"]({targets.pop()})")
            case _:
                out.append(_MARKS.get(token.type, ""))
    return fold_space("".join(out))


def _write_tag(source: str, base_url: str, targets: list[str]) -> str:
    """Write a raw tag as the mark that stands for it; `targets` are the links open so far."""
    tag = _TAG.match(source)
    if tag is None:
        return ""
    name = tag[2].lower()
    if name != "a":
        return _TAG_MARKS.get(name, "")
    if tag[1]:
        return f"]({targets.pop()})" if targets else ""
    href = _HREF.search(source)
    if href is None:
        return ""
    targets.append(_short_target(href[1], base_url))
    return "["


def _plain(text: str) -> str:
    return _DASHES.sub("-", text.translate(_PLAIN_MARKS))


def _short_target(href: str, base_url: str) -> str:
    """Path and query of a link: hosts differ by where a site is served, fragments by generator."""
    try:
        parts = urlsplit(urljoin(base_url, href))
    except ValueError:
        return href
    path = _INDEX.sub("", unquote(parts.path))
    return f"{path}?{unquote(parts.query)}" if parts.query else path


@cache
def _parser(*, with_html: bool) -> MarkdownIt:
    rules = ["table", "strikethrough"]
    return MarkdownIt("commonmark", {"html": with_html}).enable(rules)
