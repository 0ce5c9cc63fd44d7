"""A `<pre>` as code: its text as written, without gutters and buttons, and its language."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lxml.html import HtmlElement

from crawler.page.escape import escape_destination
from crawler.page.images import find_image_alt, find_image_source


@dataclass(frozen=True, slots=True)
class RenderedCode:
    """A code block; `language` is lower-cased as its author wrote it, empty if unknown.

    Pictures that stand in the `<pre>` follow the fence in `markdown`.
    """

    text: str
    language: str
    markdown: str


_FENCES: Final = re.compile("`{3,}")
_NEWLINES: Final = re.compile(r"\r\n?")
_BLANK_LINES: Final = re.compile(r"\A(?:[ \t]*\n)+")


def render_code(pre: HtmlElement, base_url: str) -> RenderedCode:
    """Render a `<pre>` as a fenced block; one that holds only line numbers has no text."""
    text = "" if _is_in_gutter(pre) else _read_text(pre)
    language = find_language(pre)
    fence = "`" * max(3, 1 + max(map(len, _FENCES.findall(text)), default=0))
    lines = [f"{fence}{language}", text, fence] if text else []
    lines += [f"\n{image}" for image in _read_images(pre, base_url)]
    return RenderedCode(text, language, "\n".join(lines).lstrip("\n"))


def _read_images(pre: HtmlElement, base_url: str) -> Iterator[str]:
    for image in pre.iter("img"):
        source = find_image_source(image, base_url)
        if source:
            yield f"![{find_image_alt(image)}]({escape_destination(source)})"


# The text

# Pygments, Rouge, Chroma, highlight.js, SyntaxHighlighter, Prism, GitHub, react-syntax-highlighter.
_GUTTER: Final = re.compile(
    r"(?:^|\s)(?:gutter|line-?no(?:s|s-\S+)?|linenodiv|line-?numbers?(?:-rows)?|ln|lnt|ln-num"
    r"|hljs-ln-numbers|hljs-ln-n|blob-num\S*|rouge-gutter|react-syntax-highlighter-line-number)"
    r"(?:\s|$)"
)
_LINE_CLASS: Final = re.compile(r"(?:^|\s)(?:line|code-line|token-line|view-line)(?:\s|$)")
_LINE_TAGS: Final = frozenset({"div", "p", "tr", "li"})
_DROPPED: Final = frozenset({"button", "script", "style", "template", "svg"})
_LINE_END: Final = "\x00"
"""Where an element of its own line ends; no text of a page can hold this character."""

# How far up a `<pre>` looks for the gutter it stands in. Unmeasured: `td.gutter > div > pre`.
_GUTTER_LEVELS: Final = 3


def _is_in_gutter(pre: HtmlElement) -> bool:
    element: HtmlElement | None = pre
    for _ in range(_GUTTER_LEVELS):
        if element is None:
            return False
        if _GUTTER.search(element.get("class", "")) and _numbers_lines(element):
            return True
        element = element.getparent()
    return False


def _numbers_lines(element: HtmlElement) -> bool:
    words = element.text_content().split()
    return bool(words) and all(word.strip(".:|").isdigit() for word in words)


def _read_text(pre: HtmlElement) -> str:
    parts: list[str] = []
    for text in _walk(pre):
        if text != _LINE_END:
            parts.append(text)
        elif parts and not parts[-1].endswith("\n"):
            parts.append("\n")
    text = _NEWLINES.sub("\n", "".join(parts))
    return _BLANK_LINES.sub("", text).rstrip()


def _walk(pre: HtmlElement) -> Iterator[str]:
    """Yield the pieces of the code's text in order, none empty."""
    pending: list[HtmlElement | str] = [pre]
    while pending:
        entry = pending.pop()
        if isinstance(entry, str):
            yield entry
            continue
        inner = [] if _is_beside_code(entry) else _open_up(entry, is_root=entry is pre)
        if entry is not pre and entry.tail:
            inner.append(entry.tail)
        pending.extend(reversed(inner))


def _open_up(element: HtmlElement, *, is_root: bool) -> list[HtmlElement | str]:
    if element.tag == "br":
        return ["\n"]
    inner: list[HtmlElement | str] = [element.text] if element.text else []
    inner.extend(element)
    if is_root or not _is_line(element):
        return inner
    if _is_followed_by_newline(element):
        return inner  # the newline behind it ends the line
    return [_LINE_END, *inner, _LINE_END] if inner else ["\n"]


def _is_line(element: HtmlElement) -> bool:
    if element.tag in _LINE_TAGS:
        return True
    if element.tag == "code":
        return any(_is_code(sibling) for sibling in (element.getprevious(), element.getnext()))
    return _LINE_CLASS.search(element.get("class", "")) is not None


def _is_code(element: HtmlElement | None) -> bool:
    return element is not None and element.tag == "code"


def _is_followed_by_newline(element: HtmlElement) -> bool:
    tail = element.tail
    return tail is not None and tail.lstrip(" \t")[:1] in ("\n", "\r")


def _is_beside_code(element: HtmlElement) -> bool:
    if not isinstance(element.tag, str) or element.tag in _DROPPED:
        return True
    classes = element.get("class")
    if not classes or not _GUTTER.search(classes):
        return False
    return _numbers_lines(element)


# The language

_LANGUAGE_CLASSES: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?:^|\s)(?:language|lang|highlight-source|highlight|src)[-_:]([\w+#.-]+)",
        r"(?:^|[\s;])brush:\s*([\w+#.-]+)",
        r"(?:^|\s)(?:sourceCode|hljs)\s+([\w+#.-]+)",
        r"(?:^|\s)([\w+#.-]+)\s+(?:sourceCode|hljs)(?:\s|$)",
    )
)
_LANGUAGE_ATTRIBUTES: Final = ("data-lang", "data-language", "data-enlighter-language")
_LANGUAGE: Final = re.compile(r"[\w+#.-]+")
_NO_LANGUAGES: Final = frozenset(
    {
        "text", "plain", "plaintext", "none", "nohighlight", "default", "code-block", "highlight",
        "code", "wrap", "wrapper", "copy", "source", "block", "numberlines", "number-lines",
        "line-numbers", "hljs-copy-wrapper", "generic", "auto", "rouge", "highlighter-rouge",
        "github", "container", "pre", "notranslate",
    }
)  # fmt: skip

# Wrappers above a `<pre>` that may name its language. Unmeasured: as in Jekyll, Sphinx and GitHub:
# `div.highlighter-rouge > div.highlight > pre`; a wrapper has few children.
_WRAPPER_LEVELS: Final = 3
_MAX_WRAPPER_CHILDREN: Final = 3


def find_language(pre: HtmlElement) -> str:
    """Read a code block's language from the names on it, on its `<code>` and on its wrappers."""
    for element in _places_of_language(pre):
        language = _read_language(element)
        if language:
            return language
    return ""


def _places_of_language(pre: HtmlElement) -> Iterator[HtmlElement]:
    code = pre.find(".//code")
    if code is not None:
        yield code
    yield pre
    wrapper = pre.getparent()
    for _ in range(_WRAPPER_LEVELS):
        if wrapper is None or len(wrapper) > _MAX_WRAPPER_CHILDREN:
            return
        yield wrapper
        wrapper = wrapper.getparent()


def _read_language(element: HtmlElement) -> str:
    for name in _LANGUAGE_ATTRIBUTES:
        declared = element.get(name, "").strip().lower()
        if _LANGUAGE.fullmatch(declared) and declared not in _NO_LANGUAGES:
            return declared
    classes = element.get("class", "")
    for pattern in _LANGUAGE_CLASSES:
        for match in pattern.finditer(classes):
            language = match.group(1).lower()
            if language not in _NO_LANGUAGES:
                return language
    return ""
