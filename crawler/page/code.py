"""A `<pre>` as code: its text as written, without gutters and buttons, and its language."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lxml.html import HtmlElement


@dataclass(frozen=True, slots=True)
class RenderedCode:
    """A code block; `language` is lower-cased as its author wrote it, empty if unknown."""

    text: str
    language: str
    markdown: str


_LANGUAGE_CLASS: Final = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|highlight)[-_]([\w+#.-]+)"
    r"|(?:^|[\s;])brush:\s*([\w+#.-]+)"
    r"|(?:^|\s)(?:sourceCode|hljs)\s+([\w+#.-]+)"
    r"|(?:^|\s)([\w+#.-]+)\s+(?:sourceCode|hljs)(?:\s|$)"
)
_NO_LANGUAGES: Final = frozenset(
    (
        "text plain plaintext none nohighlight default code-block highlight code wrap copy source "
        "numberlines number-lines line-numbers hljs-copy-wrapper block"
    ).split()
)
_GUTTER: Final = re.compile(
    r"(?:^|\s)(?:gutter|linenos?|lineno[s-]?\S*|line-?numbers?(?:-rows)?|ln|ln-num|lnt|"
    r"hljs-ln-numbers|blob-num\S*|rouge-gutter|linenodiv|react-syntax-highlighter-line-number)"
    r"(?:\s|$)"
)
_LINE: Final = re.compile(
    r"(?:^|\s)(?:line|code-line|cl|hljs-ln-line|token-line|view-line)(?:\s|$)"
)
_LINE_BREAKING: Final = frozenset({"div", "p", "tr", "li", "ol", "ul", "table"})
_DROPPED: Final = frozenset({"button", "script", "style", "template", "svg", "noscript"})
_BACKTICK_RUN: Final = re.compile("`{3,}")
_NEWLINES: Final = re.compile(r"\r\n?")


def render_code(pre: HtmlElement, base_url: str) -> RenderedCode:
    """Render a `<pre>` as a fenced block."""
    text = _read_text(pre)
    language = _find_language(pre)
    runs = _BACKTICK_RUN.findall(text)
    fence = "`" * max(3, 1 + max(map(len, runs), default=0))
    return RenderedCode(text, language, f"{fence}{language}\n{text}\n{fence}")


def _read_text(pre: HtmlElement) -> str:
    parts: list[str] = []
    for text in _walk(pre):
        if text == _LINE_END:
            if parts and not parts[-1].endswith("\n"):
                parts.append("\n")
        elif text:
            parts.append(text)
    text = _NEWLINES.sub("\n", "".join(parts))
    if text.startswith("\n"):
        text = text[1:]
    return text.rstrip()


_LINE_END: Final = "\x00line-end"


def _walk(pre: HtmlElement) -> Iterator[str]:
    """Yield the code's text in order; `_LINE_END` where an element of its own line ends."""
    pending: list[HtmlElement | str] = [pre]
    while pending:
        entry = pending.pop()
        if isinstance(entry, str):
            yield entry
            continue
        inner: list[HtmlElement | str] = []
        if isinstance(entry.tag, str) and not _is_beside_code(entry):
            if entry.tag == "br":
                inner.append("\n")
            ends_line = entry is not pre and entry.tag in _LINE_BREAKING
            if ends_line:
                inner.append(_LINE_END)
            inner.append(entry.text or "")
            inner.extend(entry)
            if ends_line:
                inner.append(_LINE_END if len(entry) or entry.text else "\n")
        if entry is not pre:
            inner.append(entry.tail or "")
        pending.extend(reversed(inner))


def _is_beside_code(element: HtmlElement) -> bool:
    if element.tag in _DROPPED:
        return True
    classes = element.get("class", "")
    if not classes or not _GUTTER.search(classes):
        return False
    return _holds_numbers_only(element)


def _holds_numbers_only(element: HtmlElement) -> bool:
    return all(
        word.strip(".:|").isdigit() or not word.strip(".:|")
        for word in element.text_content().split()
    )


def _find_language(pre: HtmlElement) -> str:
    inner = pre.find(".//code")
    around = [element for element in (inner, pre) if element is not None]
    parent = pre.getparent()
    for _ in range(3):
        if parent is None or len(parent) > 3:
            break
        around.append(parent)
        parent = parent.getparent()
    for element in around:
        language = _read_language(element)
        if language:
            return language
    return ""


def _read_language(element: HtmlElement) -> str:
    declared = element.get("data-lang") or element.get("data-language")
    if not declared:
        match = _LANGUAGE_CLASS.search(element.get("class", ""))
        declared = next(filter(None, match.groups()), "") if match else ""
    language = declared.strip().lower()
    return "" if language in _NO_LANGUAGES or " " in language or "`" in language else language
