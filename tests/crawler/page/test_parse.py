import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from crawler.page.parse import MAX_BODY_BYTES, UnreadablePageError, parse_html


def shown(html: bytes | str, content_type: str | None = None) -> str:
    tree = parse_html(html, content_type)
    etree.strip_elements(tree, "script", "style", with_tail=False)
    return " ".join(str(tree.text_content()).split())


def depth(tree: etree._Element) -> int:
    deepest = level = 0
    for event, _ in etree.iterwalk(tree, events=("start", "end")):
        level += 1 if event == "start" else -1
        deepest = max(deepest, level)
    return deepest


HOSTILE: dict[str, Callable[[], bytes]] = {
    "100,000 nested divs": lambda: b"first" + b"<div>" * 100_000 + b"mid" + b"</div>" * 100_000,
    "100,000 unclosed divs": lambda: b"first" + b"<div>" * 100_000 + b"mid",
    "5,000 nested lists": lambda: (
        b"first<ul>" + b"<li>item<ul>" * 5_000 + b"mid" + b"</ul>" * 5_001
    ),
    "100,000 nested tables": lambda: b"first" + b"<table><tr><td>" * 100_000 + b"mid</table>",
    "100,000 unclosed fonts": lambda: b"first" + b"<font>" * 100_000 + b"mid",
    "end tags that libxml2 passes over": lambda: b"first" + b"<b><div></b>" * 50_000 + b"mid",
    "a nest after 200 parse errors": lambda: b"first" + b"</p>" * 200 + b"<div>" * 9_000 + b"mid",
    "a nest of unknown elements": lambda: b"first" + b"<x-y>" * 100_000 + b"mid",
    "a nest inside a comment's shadow": lambda: b"first<!-- <b> -->" + b"<div>" * 9_000 + b"mid",
    "a million line break opportunities": lambda: b"first" + b"<wbr>" * 1_000_000 + b"mid",
    "a 10 MB attribute": lambda: b'first<p title="' + b"x" * 10_500_000 + b'">mid</p>',
    "a million attributes": lambda: (
        b"first<p " + b" ".join(b"a%d" % n for n in range(1_000_000)) + b">mid</p>"
    ),
    "300,000 attributes with tags as values": lambda: (
        b"first<p " + b" ".join(b'a%d="<b>"' % n for n in range(300_000)) + b">mid</p>"
    ),
    "5 MB of entities": lambda: b"first" + b"&am" * 1_700_000 + b" mid",
    "a million stray end tags": lambda: b"first" + b"</p>" * 1_000_000 + b"mid",
    "a 10 MB comment": lambda: b"first<!--" + b"- " * 5_000_000 + b"-->mid",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_text_after_hostile_markup_survives_once_in_order_and_in_linear_time(name: str) -> None:
    page = b"<html><body>" + HOSTILE[name]() + b" <p>after the nest</p></body></html>"
    started = time.process_time()

    tree = parse_html(page)

    assert time.process_time() - started < 15
    text = str(tree.text_content())
    assert text.count("after the nest") == 1
    assert text.count("first") == 1
    assert text.index("first") < text.rindex("mid") < text.index("after the nest")
    assert depth(tree) < 2040


def test_a_nest_within_the_limits_keeps_its_depth() -> None:
    tree = parse_html(b"<body>" + b"<div>" * 300 + b"x")

    assert depth(tree) == 302


def test_list_items_keep_their_order_when_the_nest_is_flattened() -> None:
    items = b"".join(b"<ul><li>n%d" % n for n in range(5_000))

    assert shown(b"<body>" + items).split("n") == ["", *map(str, range(5_000))]


def test_attributes_of_an_ordinary_tag_stay() -> None:
    page = b"<p " + b" ".join(b"a%d=%d" % (n, n) for n in range(500)) + b">x" + b"y" * 200_000

    paragraph = parse_html(page).find(".//p")

    assert paragraph is not None
    assert len(paragraph.attrib) == 500


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<html><body>a</body></html> c <b>d</b>", "a c d"),
        ("<html><body>a</body><p>b</p></html><html><body>c", "abc"),
        ("<html><body>a</body></html><!-- x --> ", "a"),
        ("one<br/>two</br>three", "onetwothree"),
        ("<p>long<wbr>word and <wbr>more", "longword and more"),
        ("<table>loose<tr>row<td>cell</table>after", "looserowcellafter"),
        ("<i class=icon />label", "label"),
        ("<xmp><b>x</b></xmp>after", "<b>x</b>after"),
        ("<textarea><b>x</b></textarea>after", "<b>x</b>after"),
        ("<script>if (a</b) '<!--<script>x</script>y-->'</script>after", "after"),
        ("<p>a<!-- unclosed after", "a"),
        ("a < b, a<3", "a < b, a<3"),
        ("&copyx &#150; &#x80; &notit; &nbsp", "©x – € ¬it;"),
        ("<template><p>in template</p></template>after", "in templateafter"),
        ("<head><noscript><p>no script</p></noscript></head>after", "no scriptafter"),
        ("<plaintext><b>x", "<b>x"),
        ("می‌رود", "می‌رود"),
    ],
)
def test_what_a_browser_shows_is_in_the_tree(html: str, text: str) -> None:
    assert shown(html.encode()) == text


def test_text_after_the_end_of_the_document_stands_in_the_body() -> None:
    tree = parse_html("<html><body><p>a</p></body><div>b</div></html> tail")

    assert str(tree.find("body").text_content()) == "ab tail"


def test_scripts_after_the_end_of_the_body_leave_the_text_as_it_is() -> None:
    assert shown("<body>a <script>document.write('</body></html>')</script>b</body>\n") == "a b"


def test_an_end_of_a_paragraph_without_start_parts_the_words_around_it() -> None:
    stray = parse_html("<div>one</p>two</div>")
    proper = parse_html("<div><p>one</p>two</div>")

    assert len(stray.findall(".//br")) == 1
    assert len(proper.findall(".//br")) == 0


@pytest.mark.parametrize("tag", ["wbr", "WBR", "source", "track", "embed"])
def test_a_void_element_does_not_swallow_what_follows(tag: str) -> None:
    tree = parse_html(f"<div><{tag}><img src=x>after</div>")

    element = tree.find(f".//{tag.lower()}")
    assert element is not None
    assert len(element) == 0
    assert not element.text


def test_controls_become_what_lxml_can_hold() -> None:
    tree = parse_html("a\0b\x01c\x0bd&#1;e&#x1F;f\ufffeg")

    body = tree.find("body")
    assert str(body.text_content()) == "ab c d�e�f�g"
    body.text = str(body.text_content())


def test_references_to_ordinary_characters_stay() -> None:
    assert shown("&#9;&#10;&#32;&#65;&#x1F600;&#160;&#65533;&#100;") == "A😀 �d"


def test_decoded_text_with_an_xml_declaration_is_read() -> None:
    assert shown('<?xml version="1.0" encoding="utf-16"?><html><body>é</body></html>') == "é"


def test_surrogates_in_decoded_text_become_characters_or_replacements() -> None:
    assert shown("<p>\ud83d\ude00 \ud800x</p>") == "😀 �x"


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"<!-- nothing -->", "empty"),
        ("", "empty"),
        (b"%PDF-1.7 text", "not text"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "not text"),
        (bytes(range(256)) * 20, "not text"),
        (b"x" * (MAX_BODY_BYTES + 1), "too large"),
    ],
)
def test_an_unreadable_page_says_why(html: bytes | str, reason: str) -> None:
    with pytest.raises(UnreadablePageError) as caught:
        parse_html(html)

    assert caught.value.reason == reason


def test_text_that_mentions_a_signature_or_has_one_control_is_read() -> None:
    assert shown(b"<p>%PDF-1.7 and \x01 PK\x03\x04</p>").startswith("%PDF-1.7 and")


_TAGS = (
    "<div> </div> <p> </p> <b> </b> <table> <tr> <td> </table> <ul> <li> <a> </a> <script> <svg>"
    " </script> <style> <!-- --> <! <? </ < > & &# &#0; &lt ' \" = <x-y <template </template>"
    " <slot> <title> </body> </html> <body> <html> <head> <frameset> <noscript> <plaintext> </br>"
    " <textarea> <wbr> <![CDATA[ ]]> text \x00 \ufffe \ud800 é"
)
_PIECES = st.sampled_from(
    [
        *_TAGS.split(),
        " ",
        "<div a='",
        "<meta charset=utf-16>",
        '<meta charset="gbk">',
        "<template shadowrootmode=open>",
    ]
)


def is_read_or_refused(page: str | bytes, content_type: str | None = None) -> bool:
    try:
        return parse_html(page, content_type).tag == "html"
    except UnreadablePageError as error:
        return bool(error.reason)


@settings(max_examples=300)
@given(soup=st.lists(_PIECES, max_size=40).map("".join))
def test_no_tag_soup_raises_anything_but_unreadable(soup: str) -> None:
    assert is_read_or_refused(soup)
    assert is_read_or_refused(soup.encode("utf-8", "replace"))
    assert is_read_or_refused(soup.encode("utf-16", "surrogatepass"))


@settings(max_examples=300)
@given(body=st.binary(max_size=300), content_type=st.text(max_size=40) | st.none())
def test_no_bytes_raise_anything_but_unreadable(body: bytes, content_type: str | None) -> None:
    assert is_read_or_refused(body, content_type)


def test_nul_bytes_are_dirt_in_markup_and_other_controls_are_not() -> None:
    dirty = b"<!doctype html><p>" + b"a\0b\0 " * 1000 + b"end"

    assert "ab ab" in str(parse_html(dirty).text_content())
    with pytest.raises(UnreadablePageError, match="not text"):
        parse_html(b"<p>" + b"a\x01\x02 " * 1000)
    with pytest.raises(UnreadablePageError, match="not text"):
        parse_html(b"ab\0\0 < b " * 1000)


@pytest.mark.parametrize(("tag", "part"), [("br", "<br>\n"), ("b", "<b></b>")])
def test_breaks_and_empty_elements_beyond_all_looks_are_read_as_a_few(tag: str, part: str) -> None:
    tree = parse_html(f"<p>one{part * 50_000}two</p><p>x{part * 60}y")

    assert [len(p.findall(f".//{tag}")) for p in tree.iter("p")] == [64, 60]
    assert " ".join(tree.itertext()).split() == ["one", "two", "x", "y"]


def test_many_empty_cells_in_a_row_stay() -> None:
    tree = parse_html(f"<table><tr>{'<td></td>' * 200}<td>x</table>")

    assert len(tree.findall(".//td")) == 201
