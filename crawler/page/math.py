"""Formulas as LaTeX, from MathML, KaTeX, MathJax or a picture's alternative text."""

import re
from typing import Final

from lxml.html import HtmlElement

from crawler.page.mathml import convert_mathml

_TYPESET: Final = frozenset({"katex", "katex-display", "mwe-math-element"})
_MATHJAX: Final = frozenset(
    {"MathJax", "MathJax_Display", "MathJax_Preview", "MathJax_CHTML", "MathJax_SVG"}
)
# Pandoc, Stack Exchange, Sphinx: TeX between delimiters, for a script to typeset.
_TEX_HOLDERS: Final = frozenset({"math", "math-container", "math-inline", "math-display"})
_IMAGE_CLASSES: Final = re.compile(r"(?:^|\s)(?:tex|latex|mwe-math-fallback\S*)(?:\s|$)")
_SCRIPT: Final = re.compile(r"^math/(?:tex|latex|asciimath)", re.IGNORECASE)
_DISPLAY_CLASSES: Final = frozenset({"katex-display", "MathJax_Display", "math-display"})
_TEX: Final = "annotation[@encoding='application/x-tex' or @encoding='TeX' or @encoding='LaTeX']"
_DELIMITERS: Final = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))
_DISPLAY_STYLE: Final = re.compile(r"^\{\s*\\displaystyle\s?(.*)\}$", re.DOTALL)


def is_math(element: HtmlElement) -> bool:
    """Tell whether an element is one whole formula, each formula once."""
    tag = element.tag
    if tag in ("math", "mjx-container"):
        return True
    if tag == "script":
        return _is_tex_script(element) and not _typeset_before(element)
    classes = element.get("class")
    if classes is None:
        return False
    if tag == "img":
        return _IMAGE_CLASSES.search(classes) is not None and bool(element.get("alt"))
    # Every element of a page is asked: all the names below hold one of these.
    if "ath" not in classes and "katex" not in classes:
        return False
    names = classes.split()
    if not _TYPESET.isdisjoint(names):
        return True
    if not _MATHJAX.isdisjoint(names):
        return _holds_anything(element)
    return not _TEX_HOLDERS.isdisjoint(names) and _holds_tex(element)


def _is_tex_script(element: HtmlElement) -> bool:
    return _SCRIPT.match(element.get("type", "")) is not None


def _typeset_before(script: HtmlElement) -> bool:
    """Tell whether MathJax left the formula it made of a script in front of it."""
    before = script.getprevious()
    return (
        before is not None
        and isinstance(before.tag, str)
        and not _MATHJAX.isdisjoint(before.get("class", "").split())
        and _holds_anything(before)
    )


def _holds_anything(element: HtmlElement) -> bool:
    return len(element) > 0 or bool((element.text or "").strip())


def _holds_tex(element: HtmlElement) -> bool:
    text = (element.text or "").strip()
    return not len(element) and any(
        text.startswith(opening) and text.endswith(closing) and len(text) > len(opening + closing)
        for opening, closing in _DELIMITERS
    )


def is_display_math(element: HtmlElement) -> bool:
    """Tell whether a formula stands on lines of its own."""
    if element.tag == "script":
        return _is_display_script(element)
    if element.get("display") in ("block", "true"):
        return True
    names = element.get("class", "").split()
    if not _DISPLAY_CLASSES.isdisjoint(names) or ("math" in names and "display" in names):
        return True
    if (element.text or "").lstrip().startswith(("$$", "\\[")):
        return True
    inner = element.find(".//math")
    if inner is not None:
        return inner.get("display") == "block"
    script = _script_after(element)
    return script is not None and _is_display_script(script)


def _is_display_script(script: HtmlElement) -> bool:
    return "mode=display" in script.get("type", "").replace(" ", "")


def _script_after(element: HtmlElement) -> HtmlElement | None:
    after = element.getnext()
    if after is None or after.tag != "script" or not _is_tex_script(after):
        return None
    return after


def render_math(element: HtmlElement) -> str:
    """Give a formula as LaTeX on one line, without dollars; empty if there is none to be found."""
    return _tidy(_find_tex(element))


def _find_tex(element: HtmlElement) -> str:
    if element.tag == "script":
        return element.text or ""
    if element.tag == "img":
        return element.get("alt", "")
    for annotation in element.xpath(f".//{_TEX}"):
        if (annotation.text or "").strip():
            return str(annotation.text)
    for math in element.iter("math"):
        return math.get("alttext") or convert_mathml(math)
    for script in (_script_after(element), *element.iter("script")):
        if script is not None and _is_tex_script(script):
            return script.text or ""
    declared = element.get("data-latex") or element.get("data-tex")
    return declared or ((element.text or "") if _holds_tex(element) else "")


def _tidy(tex: str) -> str:
    tex = " ".join(tex.split())
    for opening, closing in _DELIMITERS:
        if tex.startswith(opening) and tex.endswith(closing) and len(tex) > len(opening + closing):
            tex = tex[len(opening) : -len(closing)].strip()
            break
    match = _DISPLAY_STYLE.match(tex)
    return match.group(1).strip() if match else tex
