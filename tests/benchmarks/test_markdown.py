import pytest

from benchmarks.markdown import find_link_targets, plain_text, strip_syntax


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("![a picture](/img/a.png) stays", "stays"),
        ('![a [b] c](</img/a b.png> "title") stays', "stays"),
        ("[![alt](i.png)](https://a.example/x) end", "[ ] end"),
        ('[the guide](https://a.example/b_(c) "tip") end', "[the guide] end"),
        ("[the guide](<https://a.example/b c>) end", "[the guide] end"),
        ("10<sup>3</sup> sheets", "103 sheets"),
        ("one<br>two <!-- note --> three", "onetwo  three"),
        (r"snake\_case \*star\*", "snake_case *star*"),
        ("`<b>` is bold", "`<b>` is bold"),
        ("a < b and c > d", "a < b and c > d"),
        ("<https://a.example/>", "<https://a.example/>"),
        ("see f](x", "see f](x"),
    ],
)
def test_only_what_a_reader_does_not_see_is_taken_away(markdown, words):
    assert strip_syntax(markdown).split() == words.split()


def test_code_keeps_its_tags_and_loses_its_fence_lines():
    markdown = "before\n\n```html\n<b>bold</b>\n![x](y)\n```\n\n<i>after</i>"

    assert strip_syntax(markdown).split() == ["before", "<b>bold</b>", "![x](y)", "after"]


def test_a_longer_fence_is_not_closed_by_a_shorter_one_within():
    markdown = "````\n```python\n<b>\n```\n````\n<i>x</i>"

    assert strip_syntax(markdown).split() == ["```python", "<b>", "```", "x"]


def test_a_table_loses_its_rule_and_keeps_a_row_of_dashes_with_words():
    markdown = "| a | b |\n| --- | :-: |\n| - not a rule | c |"

    assert strip_syntax(markdown).split("\n") == ["| a | b |", "| - not a rule | c |"]


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("**Gate:** open  from\n_eight_", "Gate: open from eight"),
        ("see [the *guide*](https://a.example/x)", "see the guide"),
        ("| a | b |", "a b"),
        (r"2 \* 3 and a\_b", "2 3 and ab"),
        ("![Larch planks](p.jpg)", "Larch planks"),
        ("pass `--dip-once` now", "pass --dip-once now"),
    ],
)
def test_plain_text_has_no_link_syntax_emphasis_or_pipes(markdown, text):
    assert plain_text(markdown) == text


def test_link_targets_are_read_with_parentheses_and_angle_brackets():
    markdown = '[a](https://a.example/b_(c)) [d](<https://a.example/e f>) ![g](h.png "t") [i]'

    assert find_link_targets(markdown) == [
        "https://a.example/b_(c)",
        "https://a.example/e f",
        "h.png",
    ]
