import time

import pytest

from crawler.page.markdown import is_data_table, render_table
from tests.crawler.page.fragments import BASE, parse


def table_of(fragment):
    return parse(fragment)[0]


def is_hidden(element):
    return element.get("hidden") is not None


def render(fragment):
    return render_table(table_of(fragment), BASE, is_hidden)


HEAD = "<tr><th>Season</th><th>Day</th><th>Hours</th></tr>"


def test_a_table_becomes_gfm_and_its_text_one_row_a_line():
    rendered = render(
        f"<table>{HEAD}<tr><td>Winter</td><td>Monday</td><td>8 to 9</td></tr></table>"
    )

    assert rendered.markdown.splitlines() == [
        "| Season | Day | Hours |",
        "| --- | --- | --- |",
        "| Winter | Monday | 8 to 9 |",
    ]
    assert rendered.text == "Season Day Hours\nWinter Monday 8 to 9"


def test_spans_keep_the_columns_in_line():
    rendered = render(
        f"<table>{HEAD}<tr><td rowspan=2>Summer</td><td>Tuesday</td><td>10 to 18</td></tr>"
        "<tr><td>Friday</td><td>12 to 20</td></tr>"
        "<tr><td>Winter</td><td colspan=2>closed</td></tr></table>"
    )

    assert "| Summer | Friday | 12 to 20 |" in rendered.markdown
    assert "| Winter | closed |  |" in rendered.markdown
    assert rendered.text.count("Summer") == 1


def test_a_long_value_is_not_repeated_by_its_span():
    long = "felt " * 30
    rendered = render(
        f"<table>{HEAD}<tr><td rowspan=2>{long}</td><td>a</td><td>b</td></tr>"
        "<tr><td>c</td><td>d</td></tr></table>"
    )

    assert rendered.markdown.count("felt") == 30
    assert "|  | c | d |" in rendered.markdown


def test_a_row_span_ends_with_its_section():
    rendered = render(
        "<table><tbody><tr><td rowspan=0>a</td><td>b</td></tr><tr><td>c</td></tr></tbody>"
        "<tbody><tr><td>d</td><td>e</td></tr></tbody></table>"
    )

    assert rendered.markdown.splitlines()[-2:] == ["| a | c |", "| d | e |"]


def test_what_a_cell_holds_stays_on_its_line():
    rendered = render(
        "<table><tr><th>a|b</th><th>c</th></tr><tr><td><p>one</p><p>two</p></td>"
        '<td><ul><li>x</li><li><a href="/y">y</a></li></ul><code>p|q</code></td></tr></table>'
    )

    assert rendered.markdown.splitlines() == [
        "| a\\|b | c |",
        "| --- | --- |",
        "| one<br> two | x<br> [y](https://mill.example/y)<br> `p\\|q` |",
    ]
    assert rendered.linked_text == "y"


def test_a_formula_in_a_cell_is_kept():
    rendered = render(
        "<table><tr><th>Felt</th><th>Rate</th></tr>"
        "<tr><td>Wool</td><td><math alttext='k_1 = 0.3'><mi>k</mi></math></td></tr></table>"
    )

    assert "| Wool | $k_1 = 0.3$ |" in rendered.markdown


def test_hidden_rows_and_cells_and_empty_columns_go():
    rendered = render(
        "<table><tr><th>a</th><th></th><th hidden>x</th></tr><tr hidden><td>y</td></tr>"
        "<tr><td>b</td><td> </td></tr></table>"
    )

    assert rendered.markdown.splitlines() == ["| a |", "| --- |", "| b |"]


def test_the_caption_is_not_part_of_the_table():
    assert (
        "Hours"
        not in render(
            "<table><caption>Hours</caption><tr><td>a</td><td>b</td></tr></table>"
        ).markdown
    )


@pytest.mark.parametrize(
    "fragment",
    [
        f"<table>{HEAD}<tr><td>a</td><td>b</td><td>c</td></tr></table>",
        "<table><tr><th>Size</th><td>T14</td></tr></table>",
        "<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>",
        "<table><caption>x</caption><tr><td>a</td><td>b</td></tr></table>",
        "<table><colgroup><col></colgroup><thead><tr><td>a</td><td>b</td></tr></thead></table>",
    ],
)
def test_tables_of_data(fragment):
    assert is_data_table(table_of(fragment))


PROSE = "<p>" + "The vat looks like thin milk and the sheet is formed with one dip. " * 5 + "</p>"


@pytest.mark.parametrize(
    "fragment",
    [
        f"<table role=presentation>{HEAD}</table>",
        "<table><tr><td>a</td></tr><tr><td>b</td></tr></table>",
        "<table><tr><td>a</td><td>b</td></tr></table>",
        f"<table><tr><td>menu</td><td>{PROSE}{PROSE}</td></tr></table>",
        f"<table><tr><td>a</td><td>b</td></tr><tr><td>menu</td><td>{PROSE}</td></tr></table>",
        "<table><tr><td>a</td><td>b</td></tr><tr><td><h2>c</h2></td><td>d</td></tr></table>",
        "<table><tr><td>a</td><td>b</td></tr><tr><td><pre>c</pre></td><td>d</td></tr></table>",
        "<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td><table><tr><th>k</th><th>v</th></tr>"
        "</table></td></tr></table>",
        "<table>stray<tr><th>a</th><th>b</th></tr></table>",
        "<table><tr><td><tr><td><h1>row in a cell</h1></td><td>x</td></tr></td></tr></table>",
        "<table></table>",
    ],
)
def test_tables_that_only_lay_out(fragment):
    assert not is_data_table(table_of(fragment))


def test_a_cell_of_empty_elements_and_breaks_stays_linear():
    started = time.perf_counter()

    rendered = render(f"<table>{HEAD}<tr><td>x{'<i></i><br>' * 50_000}y</td></tr></table>")

    assert rendered.text.endswith("x y")
    assert time.perf_counter() - started < 20


def test_a_hostile_table_stays_linear():
    rows = "<tr><td colspan=1000 rowspan=65534>x</td></tr>" * 20_000
    started = time.perf_counter()

    rendered = render(f"<table>{rows}</table>")

    assert rendered.text.count("x") == 20_000
    assert len(rendered.markdown) < 10_000_000
    assert time.perf_counter() - started < 20
