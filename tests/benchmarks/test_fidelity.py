import pytest

from benchmarks.fidelity import count_plain_words, measure_fidelity


def test_recall_counts_each_occurrence_of_a_shown_word():
    page = measure_fidelity("tea tea milk", "[tea](https://milk.example/)", "tea", "")

    assert page.recall == pytest.approx(1 / 3)
    assert sorted(page.missing_words) == ["milk", "tea"]


def test_extra_is_what_visible_blocks_say_and_no_browser_shows():
    page = measure_fidelity("tea", "tea cake\n\nsecret words", "tea cake", "secret words")

    assert page.recall == 1.0
    assert page.extra_share == 0.5
    assert page.extra_words == ("cake",)
    assert page.hidden_share == 0.5


def test_a_page_that_shows_nothing_loses_nothing():
    page = measure_fidelity("", "", "", "")

    assert (page.recall, page.extra_share, page.hidden_share) == (1.0, 0.0, 0.0)


def test_an_underscore_parts_words_here():
    assert sorted(count_plain_words("Snake_case 3.5")) == ["3", "5", "case", "snake"]


def test_a_word_that_stands_there_in_pieces_is_told_from_one_that_is_lost():
    page = measure_fidelity("homeabout us gone", "home [about](/a) us", "", "")

    assert page.recall == pytest.approx(1 / 3)
    assert page.recall_if_parted == pytest.approx(2 / 3)
    assert page.glued == 0


def test_words_that_the_markdown_glues_are_counted():
    page = measure_fidelity("home about us", "homeabout us", "", "")

    assert (page.glued, page.parted) == (1, 0)


def test_a_word_that_only_happens_to_be_spelt_like_two_shown_ones_is_not_glued():
    page = measure_fidelity("it s fine", "it s fine and its own", "", "")

    assert page.glued == 0


def test_a_word_that_is_there_once_but_shown_twice_is_lost_not_parted():
    page = measure_fidelity("tea tea", "tea", "", "")

    assert (page.recall, page.recall_if_parted) == (0.5, 0.5)
