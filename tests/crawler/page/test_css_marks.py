"""What a user's selectors take out of the content of a page, and what they leave in."""

import time

import pytest

from crawler import SelectorError, extract
from crawler.page import read_page
from crawler.page.css_marks import read_css_rules
from models.content import Content

STORY = "A long sentence of the story that nobody would want to lose from the page. "
PAGE = f"""<html><body><main><h1>Boats</h1><p>{STORY * 3}</p>
<div class="promo"><p>Buy a boat</p><ul><li>Red boats</ul></div>
<p><span class="promo">Only today</span></p>
<p><b class="promo">Note</b> that this goes on behind the label.</p>
<div><h2>Sails</h2><b class="promo">Then</b> loose text behind a label <p>{STORY}</p></div>
<table><tr><th>Boat<th>Price<tr><td>Red<td class="promo">5</table>
<img src="/boat.png" alt="a boat" class="promo"><p><img src="/sail.png" alt="a sail"></p>
<p>And with these last words, which are like no others on the page, the story comes to its end.</p>
</main></body></html>"""


def dropped(content: Content, step: str) -> list[str]:
    return [decision.text for decision in content.decisions if decision.step == step]


def test_excluded_is_what_stands_inside_a_match_and_nothing_beside_it() -> None:
    content = extract(PAGE, "http://a.example/", exclude_css=".promo")

    assert dropped(content, "exclude-css") == ["Buy a boat", "Red boats", "Only today", ""]
    assert "Note" in content.content_text
    assert "Then loose text behind a label" in content.content_text
    assert "a sail" in content.content_markdown
    assert "Red | 5" in content.content_markdown  # a table is one block


def test_an_excluded_block_names_its_step_and_the_selector_and_stays_in_markdown() -> None:
    content = extract(PAGE, "http://a.example/", exclude_css="ul, div.promo > p")

    reasons = {decision.text: decision.reason for decision in content.decisions if decision.step}
    assert reasons["Buy a boat"] == "inside div.promo > p"
    assert reasons["Red boats"] == "inside ul"
    assert content.content_methods[0] == "exclude-css"
    assert "Buy a boat" in content.markdown
    assert content.markdown == extract(PAGE, "http://a.example/").markdown


def test_included_is_content_and_nothing_else() -> None:
    content = extract(PAGE, "http://a.example/", include_css="h1, .promo")

    assert content.content_text.split("\n") == ["Boats", "Buy a boat", "Red boats", "Only today"]
    assert "include-css" in content.content_methods


def test_excluded_wins_inside_included() -> None:
    content = extract(PAGE, "", include_css=".promo", exclude_css="ul")

    assert content.content_text.split("\n") == ["Buy a boat", "Only today"]


@pytest.mark.parametrize(("include", "exclude"), [(".nowhere", ""), ("", "body")])
def test_rules_that_leave_nothing_fail_open(include: str, exclude: str) -> None:
    content = extract(PAGE, "", include_css=include, exclude_css=exclude)

    assert content.content_text == extract(PAGE, "").content_text


def test_nothing_changes_without_rules() -> None:
    assert extract(PAGE, "", include_css="", exclude_css="") == extract(PAGE, "")


def test_the_order_of_selectors_says_nothing() -> None:
    one = read_css_rules(exclude="a.x,  b.y")
    other = read_css_rules(exclude=["b.y", "a.x", "a.x"])

    assert one == other
    assert one.version == other.version
    assert one.version != read_css_rules(include="a.x, b.y").version


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (".a,,b", "a comma too many"),
        (".a >", ".a >: not a CSS selector"),
        ("..a", "not a CSS selector"),
        ("[href", "not a CSS selector"),
        ("p:not(", "not a CSS selector"),
        ("p:not(.a >)", ".a >: not a CSS selector"),
        ("p:not(.a:has(b))", ":has is not known here"),
        ("p:not()", "a selector is missing"),
        ("a:hover", "a:hover: :hover is not known here; there are :any-link"),
        ("p::before", "::before is not known here"),
        ("a" * 20_001, "longer than 20,000 characters"),
    ],
)
def test_a_bad_selector_is_named(bad: str, said: str) -> None:
    with pytest.raises(SelectorError) as error:
        extract(PAGE, "", exclude_css=bad)

    assert said in str(error.value)


@pytest.mark.parametrize("good", ["a[href*=':x']", r".md\:w-full", "p:not(.a, [b='c,d'])", "é#ü"])
def test_what_looks_bad_and_is_not_is_read(good: str) -> None:
    assert read_css_rules(exclude=good).exclude == (good,)


def test_siblings_without_end_are_marked_in_fair_time() -> None:
    page = read_page("<body>" + "<p class=a>x</p>" * 5_000, "")
    rules = read_css_rules(exclude=".a ~ p, p + p, .b .a")
    started = time.perf_counter()
    marked = read_page("<body>" + "<p class=a>x</p>" * 5_000, "", css=rules)

    assert len(marked.css.excluded) == len(page.blocks) - 1
    assert time.perf_counter() - started < 10
