"""The little of CSS that says whether an element is shown: rules, declarations, media."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from crawler.page.remembered import remember_short

# Width and height in CSS px of the screen that media queries are answered for.
SCREEN_WIDTH_PX: Final = 1280
SCREEN_HEIGHT_PX: Final = 900
_PX_PER_UNIT: Final = {"px": 1.0, "em": 16.0, "rem": 16.0, "pt": 4 / 3, "cm": 37.8, "in": 96.0}

_COMMENT: Final = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
# An escape, a string (closed or cut at its line's end), or a brace.
_MARK: Final = re.compile(
    r"""\\.?|"(?:[^"\\\n]|\\.?)*+"?|'(?:[^'\\\n]|\\.?)*+'?|\{|\}""", re.DOTALL
)
_TRANSPARENT: Final = ("@supports", "@layer", "@container", "@scope", "@starting-style")
_DISPLAYS: Final = frozenset(
    "none block inline inline-block flow-root flex inline-flex grid inline-grid table inline-table"
    " table-row table-cell table-caption table-row-group table-header-group table-footer-group"
    " table-column table-column-group list-item contents run-in ruby math initial inherit unset"
    " revert revert-layer -webkit-box -webkit-inline-box -webkit-flex -ms-flexbox -ms-grid".split()
)
_VISIBILITIES: Final = frozenset(
    "visible hidden collapse initial inherit unset revert revert-layer".split()
)
_FEATURE: Final = re.compile(r"\(\s*([a-z-]+)\s*(?::\s*([^()]*?))?\s*\)")
_RANGE: Final = re.compile(
    r"\(\s*(?:([\d.]+[a-z]*)\s*([<>]=?)\s*)?(width|height)\s*(?:([<>]=?|=)\s*([\d.]+[a-z]*)\s*)?\)"
)
_LENGTH: Final = re.compile(r"([\d.]+)([a-z]*)")
_TRUE_FEATURES: Final = frozenset(
    (
        ("orientation", "landscape"), ("hover", "hover"), ("any-hover", "hover"),
        ("pointer", "fine"), ("any-pointer", "fine"), ("prefers-color-scheme", "light"),
        ("prefers-reduced-motion", "no-preference"), ("prefers-contrast", "no-preference"),
        ("scripting", "enabled"), ("update", "fast"), ("color", ""), ("hover", ""),
        ("pointer", ""), ("width", ""), ("height", ""), ("display-mode", "browser"),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Declared:
    """A declared value, lower-cased, and whether it is `!important`."""

    value: str
    is_important: bool


Declarations = dict[str, Declared]


def read_declarations(text: str) -> Declarations:
    """Read the `display` and `visibility` that a block of declarations sets; later ones win.

    An unknown value is no declaration. A value with `var(` reads as shown: nothing here knows it.
    """
    found: Declarations = {}
    for piece in text.lower().split(";"):
        name, _, value = piece.partition(":")
        name = name.strip()
        if name not in ("display", "visibility"):
            continue
        value, mark, _ = value.partition("!")
        declared = Declared(value.strip(), bool(mark))
        is_known = _is_known(name, declared.value)
        earlier = found.get(name)
        if is_known and (not earlier or declared.is_important or not earlier.is_important):
            found[name] = declared
    return found


def _is_known(name: str, value: str) -> bool:
    if name == "visibility":
        return value in _VISIBILITIES or "var(" in value
    return value in _DISPLAYS or "var(" in value or value.split(" ")[0] in ("block", "inline")


def read_rules(sheet: str) -> Iterator[tuple[str, Declarations]]:
    """List the style rules of a sheet that set `display` or `visibility` on this screen.

    Yields selector lists with their declarations, in order. Rules in `@media` that do not match,
    in other at-rules and nested in another rule are left out. Takes linear time whatever it reads.
    """
    text = _COMMENT.sub(" ", sheet).replace("<!--", " ").replace("-->", " ")
    start, open_at_rules, skipped = 0, 0, 0
    selector: str | None = None
    for mark in _MARK.finditer(text):
        sign = mark[0]
        if sign not in ("{", "}"):
            continue
        if skipped:
            skipped += (sign == "{") - (sign == "}")
            start = mark.end() if not skipped else start
        elif selector is not None:
            if sign == "{":
                skipped, start = 1, mark.end()
            elif sign == "}":
                if declared := _read_body(text[start : mark.start()]):
                    yield selector, declared
                selector, start = None, mark.end()
        elif sign == "{":
            prelude = text[start : mark.start()].rpartition(";")[2].strip()
            start = mark.end()
            if not prelude.startswith("@"):
                selector = prelude
            elif _applies(prelude):
                open_at_rules += 1
            else:
                skipped = 1
        elif open_at_rules:
            open_at_rules, start = open_at_rules - 1, mark.end()
    if selector is not None and not skipped and (declared := _read_body(text[start:])):
        yield selector, declared


def _read_body(body: str) -> Declarations | None:
    lowered = body.lower()
    if "display" in lowered or "visibility" in lowered:
        return read_declarations(lowered)
    return None


@remember_short(1024)
def _applies(prelude: str) -> bool:
    name, _, condition = prelude.replace("(", " (", 1).partition(" ")
    if name.lower() == "@media":
        return matches_media(condition)
    return name.lower() in _TRANSPARENT


def matches_media(query_list: str) -> bool:
    """Answer a media query list for a screen of 1280 by 900 px; an empty one is true."""
    queries = query_list.lower().strip()
    return not queries or any(_matches_query(query) for query in queries[:2000].split(","))


def _matches_query(query: str) -> bool:
    query = query.strip()
    is_negated = query.startswith("not ")
    query = query.removeprefix("not ").removeprefix("only ").strip()
    alternatives = (
        all(_matches_part(part) for part in re.split(r"\band\b", alternative))
        for alternative in re.split(r"\bor\b", query)
    )
    return any(alternatives) != is_negated


def _matches_part(part: str) -> bool:
    part = part.strip()
    if not part.startswith("("):
        return part in ("all", "screen")
    if part.startswith("(not"):
        return not _matches_part(part[4:].removesuffix(")"))
    if feature := _FEATURE.fullmatch(part):
        return _has_feature(feature[1], (feature[2] or "").strip())
    return _is_in_range(part)


def _has_feature(name: str, value: str) -> bool:
    size = SCREEN_WIDTH_PX if name.endswith("width") else SCREEN_HEIGHT_PX
    if name.endswith(("width", "height")) and value:
        px = _to_px(value)
        if px is None:
            return False
        if name.startswith("min-"):
            return size >= px
        return size <= px if name.startswith("max-") else size == px
    if name in ("-webkit-min-device-pixel-ratio", "min-resolution"):
        return value in ("0", "1", "1dppx", "96dpi")
    return (name, value) in _TRUE_FEATURES


def _is_in_range(part: str) -> bool:
    match = _RANGE.fullmatch(part)
    if not match:
        return False
    low, low_sign, name, high_sign, high = match.groups()
    size = float(SCREEN_WIDTH_PX if name == "width" else SCREEN_HEIGHT_PX)
    return _compares(_to_px(low), low_sign, size) and _compares(size, high_sign, _to_px(high))


def _compares(left: float | None, sign: str | None, right: float | None) -> bool:
    if sign is None:
        return True
    if left is None or right is None:
        return False
    return {
        "<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right,
        "=": left == right,
    }[sign]  # fmt: skip


def _to_px(length: str | None) -> float | None:
    match = _LENGTH.fullmatch(length or "")
    unit = match[2] if match else ""
    if not match or (unit not in _PX_PER_UNIT and match[1] != "0"):
        return None
    try:
        return float(match[1]) * _PX_PER_UNIT.get(unit, 0.0)
    except ValueError:
        return None
