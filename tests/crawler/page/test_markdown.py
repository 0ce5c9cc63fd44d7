import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree, html
from markdown_it import MarkdownIt

from crawler.page.markdown import Mark, render_inline
from tests.crawler.page.fragments import BASE, inline, parse, tokenize

WORDS = re.compile(r"[^\W_]+")


def words_of_markdown(markdown: str) -> Counter[str]:
    shown = re.sub(r"\]\([^)]*\)", "]", markdown)
    shown = re.sub(r"</?su[bp]>", "", shown)
    return Counter(WORDS.findall(shown.replace("\\", "")))


def show(markdown: str) -> str:
    """Read Markdown as a CommonMark reader does, and give the text it shows."""
    page = html.fragment_fromstring(MarkdownIt().render(markdown), create_parent="div")
    return " ".join(page.text_content().split())


@pytest.mark.parametrize(
    ("fragment", "markdown"),
    [
        ("a <b>strong</b> word", "a **strong** word"),
        ("a <strong><em>very</em></strong> word", "a ***very*** word"),
        ("<s>old</s> <del>gone</del> <strike>out</strike>", "~~old~~ ~~gone~~ ~~out~~"),
        ("press <kbd>Ctrl</kbd> and <samp>ok</samp>", "press `Ctrl` and `ok`"),
        ("a <mark>plain</mark> <u>word</u>", "a plain word"),
        ("he said <q>now</q>", "he said “now”"),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"),
        ("one<br>two", "one  \ntwo"),
        ("one<br>\n<br> two<br>", "one  \ntwo"),
        ("long<wbr>word", "longword"),
        ("10<sup>3</sup> H<sub>2</sub>O", "10<sup>3</sup> H<sub>2</sub>O"),
    ],
)
def test_inline_elements_become_their_markdown(fragment, markdown):
    assert inline(fragment).markdown == markdown


@pytest.mark.parametrize(
    ("fragment", "markdown"),
    [
        ("foo <b> bar</b>baz", "foo barbaz"),
        ("foo <b> bar </b> baz", "foo **bar** baz"),
        ("<i>  </i>foo", "foo"),
        ("  a \n\t b  ", "a b"),
        ("a\u00a0b", "a\u00a0b"),
    ],
)
def test_white_space_folds_across_elements_as_in_a_browser(fragment, markdown):
    assert inline(fragment).markdown == markdown


@pytest.mark.parametrize(
    ("fragment", "markdown"),
    [
        ("un<b>believ</b>able", "unbelievable"),
        ("<b>D</b>rop cap", "Drop cap"),
        ("<b>one</b><i>two</i>", "onetwo"),
        ("a<b>.b</b>", "a.b"),
    ],
)
def test_emphasis_that_would_split_a_word_or_not_be_read_is_left_out(fragment, markdown):
    assert inline(fragment).markdown == markdown


def test_emphasis_between_words_and_punctuation_stays():
    assert inline("(<b>one</b>, <i>two</i>)").markdown == "(**one**, *two*)"
    assert inline("<b>Gate:</b> open").markdown == "**Gate:** open"
    assert inline("前<b>中文</b>后").markdown == "前**中文**后"


@pytest.mark.parametrize(
    "text",
    [
        "a *starred* word",
        "_init_ and __main__",
        "a `tick",
        "[text](target)",
        "[ref]: target",
        "<b>tag</b>",
        "&amp; and &#35;",
        "~~gone~~",
        "back\\slash \\* star",
        "# title",
        "1. first",
        "12) twelfth",
        "> quoted",
        "- item",
        "+ item",
        "---",
        "===",
        "*",
        "Wow! [sic]",
    ],
)
def test_text_that_looks_like_markup_is_shown_as_it_is(text):
    rendered = render_inline([text], "")

    assert show(rendered.markdown) == text
    assert rendered.text == text


@pytest.mark.parametrize(
    "text",
    [
        "snake_case and 3 * 4 * 5",
        "a - b + c > d < e = f",
        "[1] and (see [2])",
        "https://mill.example/a_b_/c_d",
        "R&D, AT&T, 5 < 6",
        "1.5 litres, #3, ~10",
        "C:\\temp",
    ],
)
def test_prose_gets_no_needless_backslash(text):
    assert render_inline([text], "").markdown == text
    assert show(text) == text


def test_a_number_opens_no_list_in_a_heading():
    assert render_inline(["1. Ash"], "", at_line_start=False).markdown == "1. Ash"
    assert render_inline(["1. Ash"], "").markdown == "1\\. Ash"


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("../plan", "https://mill.example/plan"),
        ("#ash", "https://mill.example/guide/#ash"),
        ("/a (1).pdf", "https://mill.example/a%20%281%29.pdf"),
        ("/q?x=<b>", "https://mill.example/q?x=%3Cb%3E"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        (" /x\n/y ", "https://mill.example/x/y"),
    ],
)
def test_links_are_absolute_and_end_where_they_should(href, target):
    link = parse("<a>text</a>")
    link[0].set("href", href)

    assert render_inline(tokenize(link), BASE).markdown == f"[text]({target})"


@pytest.mark.parametrize(
    "href", ["javascript:go()", "JavaScript:go()", "java\nscript:go()", "data:text/html,x", ""]
)
def test_a_link_to_nowhere_keeps_its_text_and_its_spaces(href):
    link = parse("one<a> two </a>three")
    link[0].set("href", href)

    assert render_inline(tokenize(link), BASE).markdown == "one two three"


def test_a_relative_link_stays_relative_without_a_base():
    assert inline('<a href="x/y">z</a>', "").markdown == "[z](x/y)"


@pytest.mark.parametrize(
    ("fragment", "markdown"),
    [
        ('<a href="/x"></a>', ""),
        ('<a href="/x">one<br>two</a>', "[one two](https://mill.example/x)"),
        ('<a href="/x">a [b] c</a>', "[a \\[b\\] c](https://mill.example/x)"),
        ('Wow!<a href="/x">y</a>', "Wow\\![y](https://mill.example/x)"),
        ('<a href="/x"><b>y</b></a>', "[**y**](https://mill.example/x)"),
        ('<a href="/x">word</a>s', "[word](https://mill.example/x)s"),
    ],
)
def test_link_texts(fragment, markdown):
    assert inline(fragment).markdown == markdown


def test_linked_text_is_what_begins_inside_links():
    rendered = inline('see <a href="/a">one two</a>, <b><a href="/b">three</a></b> un<a>do it</a>')

    assert rendered.linked_text == "one two three it"


@pytest.mark.parametrize(
    ("fragment", "markdown"),
    [
        ("<code>a`b</code>", "``a`b``"),
        ("<code>`</code>", "`` ` ``"),
        ("<code>*a* _b_ &lt;c&gt;</code>", "`*a* _b_ <c>`"),
        ("<code><b>x</b> <i>y</i></code>", "`x y`"),
        ("<code>a<br>b</code>", "`a`  \n`b`"),
        ('<code><a href="/l">List</a></code>', "[`List`](https://mill.example/l)"),
        ('<code><a href="/l">List</a> <a href="/s">Sheet</a></code>', "`List Sheet`"),
        ('<a href="/l"><code>List</code></a>', "[`List`](https://mill.example/l)"),
    ],
)
def test_code_spans_hold_their_text_as_it_is(fragment, markdown):
    assert inline(fragment).markdown == markdown


def test_links_inside_code_count_as_linked():
    assert inline('<code><a href="/l">List</a> <a href="/s">Sheet</a></code>').linked_text == (
        "List Sheet"
    )


@pytest.mark.parametrize(
    ("fragment", "text"),
    [
        ("10<sup>3</sup> sheets", "10^3 sheets"),
        ("<code>x<sup>2</sup></code>", "x^2"),
        ("4<sup>th</sup> H<sub>2</sub>O", "4th H2O"),
        ("<i>x</i><sub>12</sub>", "x12"),
        ("note <sup>3</sup>", "note 3"),
    ],
)
def test_an_exponent_does_not_become_a_digit_of_its_base(fragment, text):
    assert inline(fragment).text == text


@pytest.mark.parametrize(
    ("fragment", "text"),
    [
        ("<span>12 March</span><span>River level normal</span>", "12 March River level normal"),
        ("<em>Bridge</em><span>closed for oiling</span>", "Bridge closed for oiling"),
        ('<a href="/a">Home</a><a href="/b">About</a>', "Home About"),
        ('<a href="/a">Pumps</a><span>132</span>', "Pumps 132"),
        ("<span>customer</span><span>nullable <!-- x -->string</span>", "customer nullable string"),
    ],
)
def test_neighbouring_elements_with_words_of_their_own_stand_apart(fragment, text):
    assert inline(fragment).text == text


@pytest.mark.parametrize(
    ("fragment", "text"),
    [
        ("<span>h</span><span>ello</span>", "hello"),
        ("<b>T</b><i>here are many</i>", "There are many"),
        ("<span>Co</span><span>ntact us</span>", "Contact us"),
        ("<span>the 3</span><span>rd</span>", "the 3rd"),
        ('<a href="/x">Target Br</a><a href="/x">ands</a>', "Target Brands"),
        ("<span>Data</span><span>Feed</span>", "DataFeed"),
        ("<code><span>new</span><span>Sheet of felt</span></code>", "newSheet of felt"),
    ],
)
def test_styled_letters_and_syllables_of_one_word_stay_together(fragment, text):
    assert inline(fragment).text == text


def test_a_checkbox_in_front_of_a_list_item_is_a_task():
    item = html.fragment_fromstring('<li><input type="checkbox" checked> press</li>')

    assert render_inline(tokenize(item), "").markdown == "[x]  press".replace("  ", " ")


def test_a_checkbox_of_a_form_is_no_task():
    assert inline('<input type="checkbox"> agree').markdown == "agree"


def test_unbalanced_marks_lose_nothing():
    bold, link = parse('<b></b><a href="/x"></a>')
    tokens = ["one ", Mark(bold, True), "two ", Mark(link, False), "three"]

    assert render_inline(tokens, "").markdown == "one **two three**"


def test_five_hundred_nested_elements_are_no_trouble():
    root = parse("")
    innermost = root
    for depth in range(500):
        innermost = etree.SubElement(innermost, ("b", "i", "span")[depth % 3])
    innermost.text = "deep"

    assert render_inline(tokenize(root), "").markdown == "***deep***"


TEXTS = st.sampled_from(
    ["mill ", " felt", "ash", " ", "a.b", "(", "! ", "x_y", "*", "12", "-", "\n", "Vat "]
)
TAGS = st.sampled_from(["b", "i", "a", "span", "del", "sup", "u", "em", "font"])
trees = st.recursive(
    TEXTS,
    lambda inner: st.tuples(TAGS, st.lists(inner, max_size=4)),
    max_leaves=20,
)


def write(tree: str | tuple[str, list]) -> str:
    if isinstance(tree, str):
        return tree
    tag, inner = tree
    attribute = ' href="/x"' if tag == "a" else ""
    return f"<{tag}{attribute}>{''.join(map(write, inner))}</{tag}>"


@settings(max_examples=300)
@given(st.lists(trees, max_size=6))
def test_markup_neither_loses_nor_repeats_a_character_of_a_word(nodes):
    fragment = "".join(map(write, nodes))
    shown = parse(fragment).text_content()

    rendered = inline(fragment)

    assert "".join(WORDS.findall(rendered.text)) == "".join(WORDS.findall(shown))
    letters = "".join(words_of_markdown(rendered.markdown).elements())
    assert Counter(letters) == Counter("".join(WORDS.findall(shown)))


@settings(max_examples=300)
@given(st.lists(trees, max_size=6))
def test_no_two_words_of_a_page_become_one(nodes):
    fragment = "".join(map(write, nodes))
    shown = Counter(WORDS.findall(parse(fragment).text_content()))

    for word in WORDS.findall(inline(fragment).text):
        assert any(word in whole for whole in shown)


@settings(max_examples=300)
@given(st.text(alphabet="ab1 *_`[]()<>&;#!\\~|.-+=", max_size=30))
def test_any_text_is_shown_again_by_a_markdown_reader(text):
    folded = " ".join(text.split())
    rendered = render_inline([text], "")

    assert show(rendered.markdown) == folded
