import pytest

from benchmarks.metrics import (
    Score,
    SnippetCounts,
    add_snippets,
    count_snippets,
    count_words,
    mean_score,
    score_snippets,
    score_words,
)


def test_words_are_counted_as_a_multiset_whatever_their_case():
    # Truth: the, the, cat, sat. Output: the, cat, cat. Shared: the, cat.
    score = score_words("The the cat sat", "the CAT cat")

    assert score.precision == pytest.approx(2 / 3)
    assert score.recall == pytest.approx(2 / 4)
    assert score.f1 == pytest.approx(4 / 7)


def test_saying_a_word_twice_costs_precision():
    assert score_words("one two", "one two one two") == Score(0.5, 1.0, pytest.approx(2 / 3))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("snake_case it's 3.5", ["snake_case", "it", "s", "3", "5"]),
        ("漢字かな", ["漢", "字", "か", "な"]),
        ("Python 3は速い", ["python", "3", "は", "速", "い"]),
        ("x漢y", ["x", "漢", "y"]),
        ("한국어 문장", ["한국어", "문장"]),
        ("…—!", []),
    ],
)
def test_a_word_is_a_run_of_word_characters_and_a_cjk_character_is_one(text, words):
    assert sorted(count_words(text).elements()) == sorted(words)


def test_half_of_the_characters_of_a_chinese_truth_is_half_of_its_words():
    assert score_words("今天天气", "今天").recall == 0.5


def test_an_empty_truth_is_met_by_an_empty_output():
    assert score_words("", " \n") == Score(1.0, 1.0, 1.0)


def test_an_empty_truth_is_not_met_by_any_word():
    assert score_words(" ", "menu").f1 == 0.0


def test_an_empty_output_scores_nothing_where_there_was_something_to_find():
    assert score_words("text", "") == Score(0.0, 0.0, 0.0)


def test_the_mean_f1_is_that_of_the_pages_not_that_of_the_mean_precision_and_recall():
    mean = mean_score([Score(1.0, 0.0, 0.0), Score(0.0, 1.0, 0.0)])

    assert mean == Score(0.5, 0.5, 0.0)


def test_a_snippet_is_found_across_line_breaks():
    assert count_snippets("a cold\n  morning", ["cold morning"], ["warm"]) == SnippetCounts(
        1, 1, 1, 0
    )


def test_a_snippet_that_is_not_there_is_not_found():
    assert count_snippets("a coldmorning", ["cold morning"], ["a cold"]) == SnippetCounts(
        1, 0, 1, 1
    )


def test_snippets_score_over_all_pages_together():
    total = add_snippets([SnippetCounts(3, 2, 1, 1), SnippetCounts(1, 1, 2, 0)])

    # Found: 3 right ones and 1 wrong one; 4 were wanted.
    assert score_snippets(total) == Score(0.75, 0.75, pytest.approx(0.75))
