"""Presentation MathML as LaTeX, for formulas that carry no TeX of their own."""

from collections.abc import Callable
from typing import Final

from lxml.html import HtmlElement

_SYMBOLS: Final = {
    "−": "-", "×": r"\times ", "÷": r"\div ", "·": r"\cdot ", "⋅": r"\cdot ", "±": r"\pm ",
    "∓": r"\mp ", "≤": r"\le ", "≥": r"\ge ", "≠": r"\ne ", "≈": r"\approx ", "≡": r"\equiv ",
    "∼": r"\sim ", "∞": r"\infty ", "∑": r"\sum ", "∏": r"\prod ", "∫": r"\int ", "∂": r"\partial ",
    "∇": r"\nabla ", "√": r"\surd ", "∈": r"\in ", "∉": r"\notin ", "⊂": r"\subset ",
    "⊆": r"\subseteq ", "∪": r"\cup ", "∩": r"\cap ", "∅": r"\emptyset ", "∀": r"\forall ",
    "∃": r"\exists ", "¬": r"\neg ", "∧": r"\land ", "∨": r"\lor ", "→": r"\to ",
    "←": r"\leftarrow ", "⇒": r"\Rightarrow ", "⇔": r"\Leftrightarrow ", "↦": r"\mapsto ",
    "…": r"\dots ", "⋯": r"\cdots ", "′": "'", "∗": "*", "⟨": r"\langle ", "⟩": r"\rangle ",
    "α": r"\alpha ", "β": r"\beta ", "γ": r"\gamma ", "δ": r"\delta ", "ε": r"\epsilon ",
    "ζ": r"\zeta ", "η": r"\eta ", "θ": r"\theta ", "κ": r"\kappa ", "λ": r"\lambda ",
    "μ": r"\mu ", "ν": r"\nu ", "ξ": r"\xi ", "π": r"\pi ", "ρ": r"\rho ", "σ": r"\sigma ",
    "τ": r"\tau ", "φ": r"\phi ", "ϕ": r"\phi ", "χ": r"\chi ", "ψ": r"\psi ", "ω": r"\omega ",
    "Γ": r"\Gamma ", "Δ": r"\Delta ", "Θ": r"\Theta ", "Λ": r"\Lambda ", "Ξ": r"\Xi ",
    "Π": r"\Pi ", "Σ": r"\Sigma ", "Φ": r"\Phi ", "Ψ": r"\Psi ", "Ω": r"\Omega ",
    "{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "$": r"\$",
    "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": "",  # invisible operators
}  # fmt: skip
_TRANSLATION: Final = str.maketrans(_SYMBOLS)

_RELATIONS: Final = frozenset({"=", "<", ">", "+", "-", "−", ":", "→", "≤", "≥", "≠", "≈"})
_ACCENTS: Final = {
    "^": "hat", "ˆ": "hat", "¯": "bar", "‾": "bar", "_": "underline", "→": "vec", "⃗": "vec",
    "~": "tilde", "˜": "tilde", "˙": "dot", "¨": "ddot", "⏞": "overbrace", "⏟": "underbrace",
}  # fmt: skip
_SKIPPED: Final = frozenset({"annotation", "annotation-xml", "mphantom", "script", "style"})


def convert_mathml(math: HtmlElement) -> str:
    """Write a `<math>` element as LaTeX, from its leaves up."""
    done: dict[HtmlElement, str] = {}
    for element, children in _walk_upwards(math):
        parts = [done.pop(child) for child in children]
        done[element] = _convert_one(element, parts)
    return " ".join(done[math].split())


def _walk_upwards(root: HtmlElement) -> list[tuple[HtmlElement, list[HtmlElement]]]:
    """List elements with their children, each after its children."""
    order: list[tuple[HtmlElement, list[HtmlElement]]] = []
    pending = [root]
    while pending:
        element = pending.pop()
        children = [c for c in element if isinstance(c.tag, str) and c.tag not in _SKIPPED]
        order.append((element, children))
        pending.extend(children)
    order.reverse()
    return order


def _convert_one(element: HtmlElement, parts: list[str]) -> str:
    convert = _BY_TAG.get(str(element.tag).rpartition(":")[2])
    if convert is not None:
        return convert(element, parts)
    text = (element.text or "").strip().translate(_TRANSLATION)
    tails = "".join((child.tail or "").strip() for child in element)
    return text + "".join(parts) + tails.translate(_TRANSLATION)


def _text_of(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())


def _identifier(element: HtmlElement, parts: list[str]) -> str:
    name = _text_of(element)
    if len(name) > 1 and name.isalpha():
        return f"\\{name} " if name in _FUNCTIONS else f"\\mathrm{{{name}}}"
    return name.translate(_TRANSLATION)


_FUNCTIONS: Final = frozenset(
    (
        "sin cos tan cot sec csc sinh cosh tanh log ln exp lim max min sup inf det dim arg gcd"
    ).split()
)


def _operator(element: HtmlElement, parts: list[str]) -> str:
    sign = _text_of(element)
    if sign in _RELATIONS:
        return f" {sign.translate(_TRANSLATION).strip()} "
    if len(sign) > 1 and sign.isalpha():
        return f"\\{sign} " if sign in _FUNCTIONS else f"\\operatorname{{{sign}}}"
    return sign.translate(_TRANSLATION)


def _text(element: HtmlElement, parts: list[str]) -> str:
    words = _text_of(element)
    return f"\\text{{{words}}}" if words else " "


def _group(part: str) -> str:
    part = part.strip()
    return part if len(part) == 1 else f"{{{part}}}"


def _base(part: str) -> str:
    part = part.strip()
    return f"{{{part}}}" if any(sign in part for sign in "^_ +") else part


def _pad(parts: list[str], count: int) -> list[str]:
    return (parts + [""] * count)[:count]


def _sup(element: HtmlElement, parts: list[str]) -> str:
    base, above = _pad(parts, 2)
    return f"{_base(base)}^{_group(above)}"


def _sub(element: HtmlElement, parts: list[str]) -> str:
    base, below = _pad(parts, 2)
    return f"{_base(base)}_{_group(below)}"


def _subsup(element: HtmlElement, parts: list[str]) -> str:
    base, below, above = _pad(parts, 3)
    return f"{_base(base)}_{_group(below)}^{_group(above)}"


def _over(element: HtmlElement, parts: list[str]) -> str:
    base, above = _pad(parts, 2)
    accent = _accent_of(element)
    if accent:
        return f"\\{accent}{{{base.strip()}}}"
    return (
        f"{base.strip()}^{_group(above)}"
        if _takes_limits(base)
        else (f"\\overset{{{above.strip()}}}{{{base.strip()}}}")
    )


def _under(element: HtmlElement, parts: list[str]) -> str:
    base, below = _pad(parts, 2)
    accent = _accent_of(element)
    if accent:
        return f"\\{accent}{{{base.strip()}}}"
    return (
        f"{base.strip()}_{_group(below)}"
        if _takes_limits(base)
        else (f"\\underset{{{below.strip()}}}{{{base.strip()}}}")
    )


def _accent_of(element: HtmlElement) -> str:
    mark = element[1] if len(element) > 1 else None
    return _ACCENTS.get(_text_of(mark), "") if mark is not None else ""


def _takes_limits(base: str) -> bool:
    return base.strip() in (r"\sum", r"\prod", r"\int", r"\lim", r"\max", r"\min", r"\sup", r"\inf")


def _fraction(element: HtmlElement, parts: list[str]) -> str:
    above, below = _pad(parts, 2)
    return f"\\frac{{{above.strip()}}}{{{below.strip()}}}"


def _square_root(element: HtmlElement, parts: list[str]) -> str:
    return f"\\sqrt{{{''.join(parts).strip()}}}"


def _root(element: HtmlElement, parts: list[str]) -> str:
    base, index = _pad(parts, 2)
    return f"\\sqrt[{index.strip()}]{{{base.strip()}}}"


def _fenced(element: HtmlElement, parts: list[str]) -> str:
    opening, closing = element.get("open", "("), element.get("close", ")")
    separator = (element.get("separators", ",").strip() or ",")[0]
    inner = separator.join(parts)
    return opening.translate(_TRANSLATION) + inner + closing.translate(_TRANSLATION)


def _table(element: HtmlElement, parts: list[str]) -> str:
    return "\\begin{matrix}" + " \\\\ ".join(parts) + "\\end{matrix}"


def _row(element: HtmlElement, parts: list[str]) -> str:
    return " & ".join(part.strip() for part in parts)


def _space(element: HtmlElement, parts: list[str]) -> str:
    return " "


_BY_TAG: Final[dict[str, Callable[[HtmlElement, list[str]], str]]] = {
    "mi": _identifier,
    "mo": _operator,
    "mtext": _text,
    "ms": _text,
    "mspace": _space,
    "msup": _sup,
    "msub": _sub,
    "msubsup": _subsup,
    "mover": _over,
    "munder": _under,
    "munderover": _subsup,
    "mfrac": _fraction,
    "msqrt": _square_root,
    "mroot": _root,
    "mfenced": _fenced,
    "mtable": _table,
    "mtr": _row,
}
