"""From values to content."""

import numpy as np
import pytest

from models.block_model.choose import choose_blocks, fill_gaps, join_lists
from models.page import Block, BlockKind
from models.page_types import PageType


def item(slot: str, words: int = 1) -> Block:
    return Block(slot, BlockKind.LIST_ITEM, "x", words, 0, "- x")


def test_blocks_are_taken_surest_first_as_far_as_they_raise_the_expected_score():
    values, words = np.array([0.9, 0.1, 0.8, 0.45]), np.array([100.0, 100.0, 50.0, 10.0])

    chosen = choose_blocks(values, words, PageType.DOCUMENTATION)

    # By hand: F = 2 tp / (taken + 144.5 + 10), best after .9, .8 and .45: 269/309.5.
    assert chosen.tolist() == [True, False, True, True]


def test_an_article_wants_surer_blocks_than_a_listing():
    values, words = np.array([0.9, 0.42, 0.42]), np.array([100.0, 60.0, 60.0])

    assert choose_blocks(values, words, PageType.LISTING).tolist() == [True, True, True]
    assert choose_blocks(values, words, PageType.ARTICLE).tolist() == [True, False, False]


@pytest.mark.parametrize("values", [[0.0, 0.0], [1.0, 1.0], [1e-12, 0.0]])
def test_values_at_the_ends_choose_without_a_fault(values: list[float]):
    with np.errstate(all="raise"):
        assert choose_blocks(np.array(values), np.array([5.0, 0.0]), PageType.ARTICLE).any()


def test_a_list_has_one_value_and_its_neighbours_keep_theirs():
    blocks = [
        item("/p[1]"),
        item("/ul[1]/li[1]", 1),
        item("/ul[1]/li[2]/p[1]", 3),
        item("/ul[2]/li[1]"),
        item("/div/p[1]"),
    ]

    joined = join_lists(np.array([0.1, 0.2, 0.8, 0.5, 0.9]), blocks)

    assert joined == pytest.approx([0.1, 0.6, 0.6, 0.5, 0.9])


def test_a_list_within_a_list_is_a_list_of_its_own():
    blocks = [item("/ul[1]/li[1]"), item("/ul[1]/li[1]/ol[1]/li[1]")]

    assert join_lists(np.array([0.2, 0.8]), blocks).tolist() == [0.2, 0.8]


def test_tables_and_images_that_the_rules_kept_stay_within_the_content_alone():
    kinds = ["table", "paragraph", "table", "image", "text", "paragraph", "image"]
    blocks = [Block(f"/b[{n}]", BlockKind(k), "x", 1, 0, "x") for n, k in enumerate(kinds)]
    chosen = np.array([False, True, False, False, False, True, False])
    kept = np.array([True, True, True, True, True, True, True])

    filled = fill_gaps(chosen, kept, blocks, PageType.ARTICLE)

    assert filled.tolist() == [False, True, True, True, False, True, False]
    nothing = fill_gaps(chosen, np.zeros(7, bool), blocks, PageType.ARTICLE)
    assert nothing.tolist() == chosen.tolist()


def test_documentation_has_no_short_gaps_in_what_the_rules_kept():
    blocks = [item(f"/p[{n}]") for n in range(9)]
    chosen = np.array([True, False, True, False, False, False, False, True, False])
    kept = np.ones(9, bool)

    filled = fill_gaps(chosen, kept, blocks, PageType.DOCUMENTATION)

    assert filled.tolist() == [True, True, True, False, False, False, False, True, False]


def test_code_and_images_right_behind_the_content_stay_and_a_table_does_not():
    kinds = ["image", "paragraph", "image", "code", "paragraph", "code"]
    blocks = [
        Block(f"/b[{n}]", BlockKind(kind), "", 0 if kind == "image" else 3, 0, "x")
        for n, kind in enumerate(kinds)
    ]
    chosen = np.array([False, True, False, False, False, False])

    filled = fill_gaps(chosen, np.ones(6, bool), blocks, PageType.ARTICLE)

    assert filled.tolist() == [True, True, True, True, False, False]
    table = [*blocks[:3], Block("/t", BlockKind.TABLE, "a", 1, 0, "a"), *blocks[4:]]
    assert not fill_gaps(chosen, np.ones(6, bool), table, PageType.ARTICLE)[3]
