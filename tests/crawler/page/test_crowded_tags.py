"""Crowded tags are found wherever they begin and whatever stands in their values."""

import pytest

from crawler.page.crowded_tags import has_crowded_tag, trim_attributes

COUNT = 6_000


def _tag(value: str) -> bytes:
    return f"<p {' '.join(f'a{n}{value}' for n in range(COUNT))}>text</p>".encode()


VALUES = {
    "none": "",
    "bare": "=1",
    "an end of a tag": '=">"',
    "a tag": "='<b>'",
    "a tag behind the other quotation mark": '="it\'s <b>"',
    "spaces around the sign": ' = "<i>"',
}


@pytest.mark.parametrize("before", [0, 1, 4_095, 8_191, 8_192, 20_000, 70_001])
@pytest.mark.parametrize("value", VALUES)
def test_a_crowded_tag_is_found_wherever_it_begins(value: str, before: int) -> None:
    for filler in (b"x", b"<b>y</b>", b'<a title="=">z</a>'):
        start = (filler * before)[:before].rpartition(b">")[0] + b">"
        assert has_crowded_tag(start + _tag(VALUES[value]))


@pytest.mark.parametrize("value", VALUES)
def test_a_tag_left_open_at_the_end_of_the_page_is_found(value: str) -> None:
    assert has_crowded_tag(b"<p>text" + _tag(VALUES[value]).removesuffix(b">text</p>"))


def test_a_crowded_tag_behind_a_long_value_is_found() -> None:
    names = " ".join(f"a{n}" for n in range(COUNT))
    assert has_crowded_tag(f'<img src="{"A" * 50_000}" {names} alt=">">'.encode())


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(b'<img src="' + b"A b=" * 20_000 + b'">', id="one long value"),
        pytest.param(b'<a title="' + b"<b>" * 20_000 + b'">', id="one value of tags"),
        pytest.param(b"<p>" + b"word " * 20_000 + b"</p>", id="text"),
        pytest.param(b'<p a="1" b="2">x</p>' * 20_000, id="many tags"),
        pytest.param(b"<script>" + b'a="<b";' * 20_000 + b"</script>", id="a script"),
        pytest.param(b"<script>" + b"if(a<b)c " * 20_000 + b"</script>", id="signs in a script"),
        pytest.param(b"<!-- " + b"<p a b c d " * 20_000 + b"-->", id="a comment"),
    ],
)
def test_what_is_long_without_many_attributes_is_not_crowded(html: bytes) -> None:
    assert not has_crowded_tag(b"<html>" + html)


def test_trimming_leaves_the_text_and_no_crowded_tag() -> None:
    html = b"<h1>before</h1>" + _tag('="<b>"') + b"<p>after</p>"

    trimmed = trim_attributes(html)

    assert not has_crowded_tag(trimmed)
    assert trimmed.startswith(b'<h1>before</h1><p a0="<b>" a1=')
    assert trimmed.endswith(b">text</p><p>after</p>")
