import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import HtmlElement

from crawler.page.css import matches_media
from crawler.page.parse import parse_html
from crawler.page.styles import StyleReader, find_style_hidden


def read(css: str, body: str, attributes: str = "") -> tuple[StyleReader, HtmlElement]:
    tree = parse_html(f"<head><style {attributes}>{css}</style></head><body>{body}</body>")
    target = tree.xpath("//*[@data-t]")[0]
    return find_style_hidden(tree), target


def is_hidden(css: str, body: str, attributes: str = "") -> bool:
    reader, target = read(css, body, attributes)
    return reader(target)


@pytest.mark.parametrize(
    "style",
    [
        "display:none",
        "DISPLAY : NONE",
        "color:red; display: none !important",
        "visibility:hidden",
        "visibility: collapse;",
        "display:block;display:none",
        "display:none!important;display:block",
        "display:none;display:nonsense",
    ],
)
def test_an_inline_style_hides(style: str) -> None:
    assert is_hidden("", f'<p data-t style="{style}">x</p>')


@pytest.mark.parametrize(
    "style",
    [
        "--foot-display: none",
        "-x-display:none",
        "display:none;display:block",
        "display:block!important;display:none",
        "content-visibility:hidden",
        "display:nonesuch",
        "visibility:visible",
        "opacity:0",
        "background:url(display:none)",
        "",
    ],
)
def test_an_inline_style_that_only_looks_like_it_hides_nothing(style: str) -> None:
    assert not is_hidden("", f'<p data-t style="{style}">x</p>')


@pytest.mark.parametrize(
    "selector",
    [
        "p", ".a", "#i", "p.a", ".a.b", "p.a#i", "*", "div p", "div > p", "section div p",
        "section p", "section > div > p", "h2 + p", "h1 ~ p", "[data-k]", "[data-k=v]",
        '[data-k="v"]', "[data-k^=v]", '[class~="b"]', "[data-k='V' i]", "x, p", "p:not(.c)",
        "p:not(:hover)", ":is(p, q)", "p:last-child", "body p", "html .a", ".n\\:m", "P",
        "div:not([hidden]) .a", "section .a:not(.c):not(#j)",
    ],
)  # fmt: skip
def test_a_rule_hides_what_its_selector_matches(selector: str) -> None:
    body = (
        '<section><div><h1>h</h1><h2>h</h2><p data-t data-k="v" id="i" class="a b n:m">x</p>'
        "</div></section>"
    )

    assert is_hidden(f"{selector} {{ display: none }}", body)


@pytest.mark.parametrize(
    "selector",
    [
        "q", ".A", ".c", "#I", "p.c", ".a.c", "section > p", "p p", "h1 + p", "p ~ p", "[data-j]",
        "[data-k=w]", "[data-k='V']", "p:not(.a)", "p:hover", "p::before", "p:before", "p:target",
        ":is(q, b)", "p:first-child", "div:focus-within p", ".a,", "", "p{", "p:nth-child(2)",
        "p >", "p !x", "@foo p", ".a:empty", "aside .a",
    ],
)  # fmt: skip
def test_a_rule_leaves_what_its_selector_does_not_match(selector: str) -> None:
    body = (
        '<section><div><h1>h</h1><h2>h</h2><p data-t data-k="v" id="i" class="a b">x</p>'
        "</div></section>"
    )
    css = f"{selector} {{ display: none }}" if selector != ".a," else ".c{display:none}"

    assert not is_hidden(css, body)


@pytest.mark.parametrize(
    ("css", "hides"),
    [
        ("p{display:none} p{display:block}", False),
        ("p{display:block} p{display:none}", True),
        (".a{display:block} p{display:none}", False),
        ("#i{display:none} p.a.b{display:block}", True),
        ("#i{display:block} p{display:none!important}", True),
        ("p{display:none!important} #i{display:block}", True),
        ("p{display:none} p{display:block!important}", False),
        ("div p{display:block} p{display:none}", False),
        ("p{visibility:hidden} .a{visibility:visible}", False),
        ("p{display:none} .a{visibility:visible}", True),
        (":where(#i){display:block} p{display:none}", True),
        ("p{display:none} .a{display:var(--x)}", False),
    ],
)
def test_the_cascade_decides_between_rules(css: str, hides: bool) -> None:
    assert is_hidden(css, '<div><p data-t id="i" class="a b">x</p></div>') is hides


@pytest.mark.parametrize(
    ("css", "style", "hides"),
    [
        ("#i{display:none}", "display:block", False),
        ("#i{display:none!important}", "display:block", True),
        ("#i{display:none!important}", "display:block!important", False),
        ("#i{display:block}", "display:none", True),
        ("#i{display:block!important}", "display:none", False),
    ],
)
def test_inline_styles_beat_rules_but_not_important_ones(css: str, style: str, hides: bool) -> None:
    assert is_hidden(css, f'<p data-t id="i" style="{style}">x</p>') is hides


@pytest.mark.parametrize(
    ("query", "applies"),
    [
        ("", True), ("all", True), ("screen", True), ("print", False), ("not print", True),
        ("only screen and (min-width: 600px)", True), ("(max-width: 600px)", False),
        ("(min-width: 81em)", False), ("(min-width:80em)", True), ("(max-width:1280px)", True),
        ("print, screen", True), ("print, (max-width:1px)", False), ("(width >= 1024px)", True),
        ("(400px <= width <= 700px)", False), ("(prefers-color-scheme: dark)", False),
        ("(prefers-reduced-motion: reduce)", False), ("(orientation: landscape)", True),
        ("(orientation: portrait)", False), ("not all and (min-width: 100px)", False),
        ("(hover: none)", False), ("(max-width: 1px) or (min-width: 1px)", True),
        ("speech", False), ("(nonsense)", False), ("(((", False), ("(max-height:899px)", False),
    ],
)  # fmt: skip
def test_media_queries_are_answered_for_a_screen_of_1280_by_900(query: str, applies: bool) -> None:
    assert matches_media(query) is applies


@pytest.mark.parametrize(
    ("css", "hides"),
    [
        ("@media screen { p { display:none } }", True),
        ("@media print { p { display:none } }", False),
        ("@media print { p { color:red } } p { display:none }", True),
        ("@media (min-width:1px){@media screen{p{display:none}}}", True),
        ("@media (min-width:1px){@media print{p{display:none}}}", False),
        ("@supports (display:grid) { p { display:none } }", True),
        ("@layer base { p { display:none } }", True),
        ("@layer a, b; p { display:none }", True),
        ("@import url(x.css); p { display:none }", True),
        ('@charset "utf-8"; p{display:none}', True),
        ("@keyframes k { from { display:none } p { display:none } }", False),
        ("@font-face { font-family: x } p { display:none }", True),
        ("/* p{display:none} */", False),
        ("/* } */ p{display:none}", True),
        ('q::before{content:"}"} p{display:none}', True),
        ("q{content:'p{display:none}'}", False),
        ("q { color:red; p { display:none } }", False),
        ("p { color:red; & q { color:blue } } p { display:none }", True),
        ("<!-- p{display:none} -->", True),
        ("p{display:none", True),
        ("}} p{display:none}", False),
        ("q{color:red}} p{display:none} p{display:none}", True),
    ],
)
def test_sheets_are_read_as_browsers_read_them(css: str, hides: bool) -> None:
    assert is_hidden(css, "<p data-t>x</p>") is hides


def test_a_sheet_for_another_medium_or_of_another_type_hides_nothing() -> None:
    assert is_hidden("p{display:none}", "<p data-t>x</p>", 'media="screen"')
    assert not is_hidden("p{display:none}", "<p data-t>x</p>", 'media="print"')
    assert not is_hidden("p{display:none}", "<p data-t>x</p>", 'type="text/less"')


def test_a_sheet_for_readers_without_scripts_hides_nothing() -> None:
    tree = parse_html("<noscript><style>p{display:none}</style></noscript><p data-t>x</p>")

    assert not find_style_hidden(tree)(tree.xpath("//p")[0])


def test_the_whole_page_is_never_hidden() -> None:
    tree = parse_html("<style>html,body,p{display:none}</style><body style='visibility:hidden'><p>")
    reader = find_style_hidden(tree)

    assert not reader(tree)
    assert not reader(tree.find("body"))
    assert reader(tree.find(".//p"))


def test_display_none_and_visibility_both_hide_and_visible_does_not() -> None:
    css = ".v{visibility:hidden} .d{display:none} .s{visibility:visible}"
    tree = parse_html(f"<style>{css}</style><i class=v></i><i class=d></i><i class=s></i>")
    reader = find_style_hidden(tree)
    invisible, absent, shown = tree.xpath("//i")

    assert reader(invisible)
    assert reader(absent)
    assert not reader(shown)


@pytest.mark.parametrize(
    "style",
    [
        "text-indent:-9999px",
        "position:absolute; left:-9999px",
        "position: fixed; top: -100em",
        "font-size:0",
        "color:red;font-size:0px",
        "position:absolute;clip:rect(1px,1px,1px,1px)",
        "margin-left:-5000px",
    ],
)
def test_a_decoy_out_of_sight_is_told_apart_and_is_not_hidden(style: str) -> None:
    reader, target = read("", f'<p data-t style="{style}">x</p>')

    assert reader.is_offscreen(target)
    assert not reader(target)


@pytest.mark.parametrize(
    "style",
    ["left:-9999px", "position:absolute;left:-20px", "font-size:0.8em", "text-indent:-2em",
     "opacity:0", "margin-left:-15px", ""],
)  # fmt: skip
def test_ordinary_shifts_are_no_decoys(style: str) -> None:
    reader, target = read("", f'<p data-t style="{style}">x</p>')

    assert not reader.is_offscreen(target)


@pytest.mark.parametrize(
    "css",
    [
        "{" * 3_000_000,
        "display" + "}" * 3_000_000,
        "display/*" * 500_000,
        "display" + '"\\' * 1_000_000,
        "display" + "@media{" * 300_000,
        "p:not(" * 300_000 + "{display:none}",
        "p " * 300_000 + "{display:none}",
        "[a=" * 300_000 + "{display:none}",
        "a," * 1_000_000 + "p{display:none}",
        "p{" + "display:none;" * 200_000 + "}",
        "*{display:none}" * 200_000,
    ],
    ids=lambda css: css[:12],
)
def test_malformed_sheets_take_linear_time_and_raise_nothing(css: str) -> None:
    started = time.process_time()

    is_hidden(css, "<p data-t>x</p>")

    assert time.process_time() - started < 10


def test_many_rules_on_many_elements_stay_within_a_bound() -> None:
    css = "".join(f".a .b{n % 7} p{{display:none}}" for n in range(5_000))
    body = "<div class=b1>" + "<p class=a>x" * 20_000
    tree = parse_html(f"<style>{css}</style>{body}")
    started = time.process_time()

    reader = find_style_hidden(tree)
    for element in tree.iter("p"):
        reader(element)

    assert time.process_time() - started < 20


_CSS = st.text(alphabet="p.a#*{}:;!@()[]\"'\\/=~>+, -mediasuporntdisplaynone0", max_size=80)


@settings(max_examples=300)
@given(css=_CSS, style=_CSS)
def test_no_style_raises(css: str, style: str) -> None:
    tree = parse_html("<style></style><p>x</p>")
    tree.find(".//style").text = css + "display:none}"
    tree.find(".//p").set("style", style + "display")
    reader = find_style_hidden(tree)

    assert reader(tree.find(".//p")) in (True, False)
    assert reader.is_offscreen(tree.find(".//p")) in (True, False)
