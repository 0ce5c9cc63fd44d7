"""Formulas as LaTeX, from MathML, KaTeX, MathJax or a picture's alternative text."""

import re
from typing import Final

from lxml.html import HtmlElement

from crawler.page.mathml import convert_mathml

_CLASSES: Final = frozenset(
    {"katex", "katex-display", "MathJax", "MathJax_Display", "mwe-math-element"}
)
_IMAGE_CLASSES: Final = re.compile(r"(?:^|\s)(?:tex|latex|mwe-math-fallback\S*)(?:\s|$)")
_SCRIPT: Final = re.compile(r"^math/(?:tex|latex|asciimath)", re.IGNORECASE)
_DISPLAY_CLASSES: Final = frozenset({"katex-display", "MathJax_Display"})
_TEX: Final = "annotation[@encoding='application/x-tex' or @encoding='TeX' or @encoding='LaTeX']"
_DELIMITERS: Final = (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$"))
_DISPLAY_STYLE: Final = re.compile(r"^\{\s*\\displaystyle\s?(.*)\}$", re.DOTALL)


def is_math(element: HtmlElement) -> bool:
    """Tell whether an element is one whole formula."""
    tag = element.tag
    if tag in ("math", "mjx-container"):
        return True
    if tag == "script":
        return _SCRIPT.match(element.get("type", "")) is not None
    classes = element.get("class")
    if not classes:
        return False
    if tag == "img":
        return _IMAGE_CLASSES.search(classes) is not None and bool(element.get("alt"))
    return not _CLASSES.isdisjoint(classes.split())


def is_display_math(element: HtmlElement) -> bool:
    """Tell whether a formula stands on lines of its own."""
    if element.tag == "script":
        return "mode=display" in element.get("type", "").replace(" ", "")
    if element.get("display") in ("block", "true"):
        return True
    if not _DISPLAY_CLASSES.isdisjoint(element.get("class", "").split()):
        return True
    inner = element.find(".//math")
    return inner is not None and inner.get("display") == "block"


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
    maths = element.iter("math")
    for math in maths:
        return math.get("alttext") or convert_mathml(math)
    for script in element.iter("script"):
        if is_math(script):
            return script.text or ""
    return element.get("data-latex") or element.get("data-tex") or element.get("alttext") or ""


def _tidy(tex: str) -> str:
    tex = " ".join(tex.split())
    for opening, closing in _DELIMITERS:
        if tex.startswith(opening) and tex.endswith(closing) and len(tex) > len(opening + closing):
            tex = tex[len(opening) : -len(closing)].strip()
            break
    match = _DISPLAY_STYLE.match(tex)
    return match.group(1).strip() if match else tex
