"""What the block model sees."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.block_model.characters import count_characters
from models.block_model.features import Verdicts, block_features
from models.block_model.tokens import TokenTable, split_names, split_opening
from models.block_model.tree import read_tree
from models.page import Block, BlockKind, Page

NOTHING = TokenTable({}, {})
NO_VERDICTS = Verdicts({}, (0.0,) * 7)


def block(slot: str, text: str, **fields: object) -> Block:
    words = len(text.split())
    made = Block(slot, BlockKind.PARAGRAPH, text, words, 0, text)
    return replace(made, **fields)


def measure(page: Page, verdicts: Verdicts = NO_VERDICTS, table: TokenTable = NOTHING):
    matrix, names = block_features(page, verdicts, table)
    return {name: matrix[:, column].tolist() for column, name in enumerate(names)}


def test_elements_know_their_blocks_and_what_names_around_them_say():
    slots = ["/html/body/div[1]/p[1]", "/html/body/div[1]/p[2]", "/html/body/ul[1]/li[1]"]
    said = {"lead": 2.0, "menu": -3.0}
    names = {"/html/body/div[1]": "lead", "/html/body/ul[1]": "menu"}

    tree = read_tree(slots, names, lambda _tag, own: said.get(own, 0.0))

    outer = tree.parent[tree.block_element]
    assert (tree.last - tree.first)[outer].tolist() == [2, 2, 1]
    assert tree.least[tree.block_element].tolist() == [0, 0, -3]
    assert tree.most[tree.block_element].tolist() == [2, 2, 0]
    assert tree.path_class[tree.block_element][0] == tree.path_class[tree.block_element][1]
    assert tree.path_class[tree.block_element][0] != tree.path_class[tree.block_element][2]


def test_characters_are_counted_in_every_script_and_beyond_the_basic_plane():
    texts = ["Ab 12, x.", "", "中文。", "\U0001f600É!"]

    assert count_characters(texts).tolist() == [[2, 0, 0, 0], [1, 0, 0, 1], [2, 0, 1, 1]]


def test_names_are_split_into_wholes_and_parts_without_numbers():
    assert split_names("div", "EntryContent post-42") == {"<div>", "entry-content"} | {
        "entry",
        "content",
        "post",
    }
    assert split_opening("Read more") == ["read", "more", "read more"]
    assert "=" not in split_opening("x" * 100)


def test_what_the_rules_dropped_and_what_names_say_is_seen():
    page = Page(
        "",
        (block("/main[1]/p[1]", "one two"), block("/nav[1]/a[1]", "three")),
        names={"/nav[1]": "menu"},
    )
    seen = measure(page, Verdicts({1: "landmarks"}, (0.5,) * 7), TokenTable({"menu": -2.0}, {}))

    assert seen["step"] == [0, 2]
    assert seen["names_least"] == [0, -2]
    assert seen["type_0"] == [0.5, 0.5]
    assert seen["parent_kept"] == [1, 0]


def test_the_centre_is_the_innermost_element_with_most_of_the_text():
    prose = "word " * 30
    page = Page(
        "",
        (
            block("/body/div[1]/div[1]/p[1]", prose),
            block("/body/div[1]/div[1]/p[2]", prose),
            block("/body/div[2]/p[1]", "a short note"),
        ),
    )
    seen = measure(page)

    assert seen["down_to_centre"] == [0, 0, 2]
    assert seen["up_to_centre"] == [1, 1, 2]


@pytest.mark.parametrize("count", [1, 2, 3, 40])
def test_pages_of_any_length_give_finite_numbers(count: int):
    blocks = tuple(block(f"/body/p[{n + 1}]", "word " * (n % 5)) for n in range(count))

    matrix, names = block_features(Page("", blocks), NO_VERDICTS, NOTHING)

    assert matrix.shape == (count, len(names))
    assert np.isfinite(matrix).all()


@given(slots=st.lists(st.text(alphabet="/ab[]1*'", max_size=12), min_size=1, max_size=8))
def test_odd_slots_break_nothing(slots: list[str]):
    page = Page("", tuple(block(slot, "word") for slot in slots))

    assert np.isfinite(block_features(page, NO_VERDICTS, NOTHING)[0]).all()
