import pytest

from crawler.page.markdown import (
    is_display_math,
    is_math,
    render_inline,
    render_math,
    tokens_of,
)
from tests.crawler.page.fragments import inline, parse


@pytest.mark.parametrize(
    ("fragment", "latex"),
    [
        (
            "<math><semantics><mi>r</mi><annotation encoding='application/x-tex'>r = kA"
            "</annotation></semantics></math>",
            "r = kA",
        ),
        ("<math alttext='k_1 = 0.3'><mi>k</mi></math>", "k_1 = 0.3"),
        (
            "<math><mfrac><mi>a</mi><msup><mi>b</mi><mn>2</mn></msup></mfrac></math>",
            r"\frac{a}{b^2}",
        ),
        (
            "<math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>",
            "E = mc^2",
        ),
        ("<math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt></math>", r"\sqrt{x + 1}"),
        ("<math><mroot><mi>x</mi><mn>3</mn></mroot></math>", r"\sqrt[3]{x}"),
        ("<math><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup></math>", "x_i^2"),
        ("<math><mi>sin</mi><mi>α</mi></math>", r"\sin \alpha"),
        ("<math><mover><mi>v</mi><mo>→</mo></mover></math>", r"\vec{v}"),
        (
            "<math><munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi></math>",
            r"\sum_i^ni",
        ),
        (
            "<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable></math>",
            r"\begin{matrix}1 & 2\end{matrix}",
        ),
        ("<math><mfenced><mi>a</mi><mi>b</mi></mfenced></math>", "(a,b)"),
        (
            "<span class='katex'><span class='katex-mathml'><math><annotation encoding="
            "'application/x-tex'>x^2</annotation></math></span><span class='katex-html'>x2</span>"
            "</span>",
            "x^2",
        ),
        ("<script type='math/tex'>a_b</script>", "a_b"),
        ("<mjx-container data-latex='a+b'><svg></svg></mjx-container>", "a+b"),
        ("<img class='tex' alt='\\frac12' src='f.png'>", r"\frac12"),
        (
            "<span class='mwe-math-element'><math alttext='{\\displaystyle E=mc^{2}}'></math>"
            "<img class='mwe-math-fallback-image-inline' alt='E=mc'></span>",
            "E=mc^{2}",
        ),
        ("<span class='math inline'>\\(x+1\\)</span>", "x+1"),
    ],
)
def test_formulas_become_latex_once(fragment, latex):
    assert is_math(parse(fragment)[0])
    assert inline(f"so {fragment} holds").markdown == f"so ${latex}$ holds"
    assert inline(f"so {fragment} holds").text == f"so {latex} holds"


@pytest.mark.parametrize(
    "fragment",
    [
        "<span class='math'>maths lesson</span>",
        "<img class='texture' alt='wall' src='w.png'>",
        "<script type='text/javascript'>x</script>",
        "<span class='pathway'>x</span>",
    ],
)
def test_what_only_sounds_like_a_formula_is_none(fragment):
    assert not is_math(parse(fragment)[0])


def test_a_script_whose_formula_mathjax_already_set_is_not_read_again():
    page = parse(
        "<span class='MathJax'><nobr>x</nobr></span><script type='math/tex'>x^2</script> end"
    )

    assert is_math(page[0])
    assert not is_math(page[1])
    assert render_math(page[0]) == "x^2"


@pytest.mark.parametrize(
    ("fragment", "is_display"),
    [
        ("<math display='block'><mi>x</mi></math>", True),
        ("<math><mi>x</mi></math>", False),
        ("<script type='math/tex; mode=display'>x</script>", True),
        ("<script type='math/tex'>x</script>", False),
        ("<span class='katex-display'><span class='katex'></span></span>", True),
        ("<span class='math display'>\\[x\\]</span>", True),
        ("<mjx-container display='true'></mjx-container>", True),
    ],
)
def test_display_formulas_are_told_from_inline_ones(fragment, is_display):
    assert is_display_math(parse(fragment)[0]) is is_display


def test_a_formula_without_latex_falls_back_to_what_is_seen():
    assert inline("<span class='katex'>x + 1</span>").markdown == "x + 1"


def test_a_formula_is_not_escaped_and_text_beside_it_is():
    fragment = "<math alttext='a_i * b_i'></math> and *text*"

    assert inline(fragment).markdown == "$a_i * b_i$ and \\*text\\*"


def test_two_hundred_nested_rows_are_no_trouble():
    fragment = "<math>" + "<mrow>" * 200 + "<mi>x</mi>" + "</mrow>" * 200 + "</math>"

    assert render_math(parse(fragment)[0]) == "x"


def test_a_formula_in_a_caption_is_a_leaf_and_other_elements_are_not() -> None:
    caption = parse("the <b>law</b> <span class='katex'>x<math alttext='x^2'></math></span> holds")

    assert render_inline(tokens_of(caption), "").markdown == "the **law** $x^2$ holds"
