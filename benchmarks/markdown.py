"""Taking marks off Markdown, for checks on its words."""

import re
from typing import Final

from benchmarks.metrics import fold_space

_DESTINATION: Final = (
    r"\(\s*(?:<[^<>\n]*>|(?:\\.|[^()\\\s<]|\((?:\\.|[^()\\\s])*\))(?:\\.|[^()\\\s]|\((?:\\.|[^()\\\s])*\))*)?"
    r"(?:\s+(?:\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'))?\s*\)"
)
_IMAGE: Final = re.compile(r"!\[(?:\\.|[^\[\]\\]|\[(?:\\.|[^\[\]\\])*\])*\]" + _DESTINATION)
_IMAGE_OPENING: Final = re.compile(r"!\[(?=(?:\\.|[^\[\]\\])*\]\()")
_LINK_DESTINATION: Final = re.compile(r"\]" + _DESTINATION)
_TAG: Final = re.compile(r"<!--.*?-->|</?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/?>", re.DOTALL)
_FENCE: Final = re.compile(r"^[ \t>]*(?:[-*+]|\d+[.)])?[ \t>]*(`{3,}|~{3,})[^`\n]*$")
_TABLE_RULE: Final = re.compile(r"^[ \t>]*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$")
_CODE_SPAN: Final = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
# Code marks too: a case may ask for `--flag` in the Markdown and for its sentence in the text.
_EMPHASIS: Final = re.compile(r"[*_`|]|~~")


def strip_syntax(markdown: str) -> str:
    """Leave the words a reader of the rendered page sees.

    Taken away: images with their alt text, link destinations, HTML tags outside code, fence
    lines, table rules, backslashes. Code keeps its text.
    """
    prose: list[str] = []
    out: list[str] = []
    fence = ""
    for line in markdown.split("\n"):
        opening = _FENCE.match(line)
        if fence:
            closes = opening and opening[1].startswith(fence) and not line.rstrip(" `~\t>")
            fence = "" if closes else fence
            out += [] if closes else [line]
        elif opening:
            out.append(_strip_prose("\n".join(prose)))
            prose, fence = [], opening[1]
        else:
            prose.append(line)
    return "\n".join([*out, _strip_prose("\n".join(prose))]).replace("\\", "")


def plain_text(markdown: str) -> str:
    """Read Markdown as text: no link syntax, emphasis marks, pipes or escapes; space folded."""
    text = _IMAGE_OPENING.sub("[", markdown)
    text = _LINK_DESTINATION.sub("]", text)
    text = re.sub(r"(?<!\\)[\[\]]", "", text)
    return fold_space(_EMPHASIS.sub("", _ESCAPE.sub(r"\1", text)))


def find_link_targets(markdown: str) -> list[str]:
    """List the destinations of links and images in order, without angle brackets or titles."""
    targets = []
    for match in _LINK_DESTINATION.finditer(markdown):
        inner = match.group()[2:-1].strip()
        target = inner[1 : inner.index(">")] if inner.startswith("<") else inner.split(" ")[0]
        targets.append(_ESCAPE.sub(r"\1", target))
    return targets


def _strip_prose(text: str) -> str:
    lines = [line for line in text.split("\n") if not _TABLE_RULE.match(line)]
    text = _IMAGE.sub(" ", "\n".join(lines))
    text = _LINK_DESTINATION.sub("]", text)
    parts: list[str] = []
    end = 0
    for code in _CODE_SPAN.finditer(text):
        parts += [_TAG.sub("", text[end : code.start()]), code.group()]
        end = code.end()
    return "".join([*parts, _TAG.sub("", text[end:])])
