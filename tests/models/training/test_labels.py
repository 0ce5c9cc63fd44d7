"""Labels of blocks from the text of a page's content."""

import pytest

from models.training.labels import label_blocks


def test_a_block_is_content_as_far_as_the_truth_has_its_triples():
    truth = "The quick brown fox jumps over the lazy dog."
    texts = ["The quick brown fox jumps", "a red cat sat on a mat", "brown fox jumps high today"]

    assert label_blocks(texts, truth) == pytest.approx([1, 0, 1 / 3])


def test_of_equal_texts_the_one_among_content_has_the_label():
    content = "one two three four five six seven"
    teaser = "read all about it here"
    texts = [teaser, "menu of the site here", "and more of it there", "x y z", content, teaser]

    labels = label_blocks(texts, f"{content}\n{teaser}")

    assert labels[5] == 1
    assert labels[0] == 0


def test_equal_texts_all_have_it_where_the_truth_says_them_as_often():
    refrain = "sing it again my friend"

    assert label_blocks([refrain, refrain], f"{refrain}\n{refrain}").tolist() == [1, 1]


def test_a_short_line_of_the_truth_is_content_and_a_short_label_elsewhere_is_not():
    body = "a sentence that is long enough to tell"
    texts = ["Intro", body, "Share", "wholly other words stand in here"]

    labels = label_blocks(texts, f"Intro\n{body}")

    assert labels[0] > 0.8
    assert labels[2] == 0


def test_characters_of_scripts_without_spaces_are_words():
    assert label_blocks(["今天天气很好", "菜单首页联系"], "今天天气很好。").tolist() == [1, 0]


def test_an_empty_truth_makes_nothing_content():
    assert label_blocks(["some words of a page", "x", ""], "").tolist() == [0, 0, 0]
