"""The boundary, on pages small enough to score by hand."""

import pytest

from models.page import Block, BlockKind, Page
from models.page_types import Policy
from pipelines.boundary import (
    block_cost,
    extend_over_siblings,
    find_groups,
    find_run,
    score_units,
)
from pipelines.select.main_content import keep_main_run
from pipelines.select.selection import Selection

NO_GROUPS = Policy()
GROUPS = Policy(groups=True)


def block(
    words: int,
    kind: BlockKind = BlockKind.PARAGRAPH,
    linked: int = 0,
    slot: str = "",
    level: int = 0,
) -> Block:
    text = " ".join(f"w{n}" for n in range(words))
    return Block(slot or "/html/body/p[1]", kind, text, words, linked, text, level=level)


def heading(words: int, level: int = 2) -> Block:
    return block(words, BlockKind.HEADING, level=level)


def code(words: int) -> Block:
    return block(words, BlockKind.CODE)


@pytest.mark.parametrize(
    ("sizes", "cost"),
    [
        ([10, 30], 12.0),  # 0.60 x 20
        ([2, 2], 5.0),  # never under 5
        ([100, 100], 14.0),  # never over 14
        ([10, 10, 2000], 14.0),
        ([4, 4, 4, 4, 4, 4, 4, 4, 4, 4000], 14.0),
        ([1] * 99 + [4000], 5.0),  # one block counts 400 at most: 0.60 x 4.99
        ([], 5.0),
    ],
)
def test_the_cost_follows_the_mean_block_within_bounds(sizes: list[int], cost: float) -> None:
    assert block_cost([block(size) for size in sizes]) == pytest.approx(cost)


def test_a_block_is_worth_its_unlinked_words_less_the_cost() -> None:
    blocks = [block(20), block(20, linked=15), heading(4), code(2), block(0, BlockKind.IMAGE)]
    cost = block_cost(blocks)

    assert [unit.value for unit in score_units(blocks, NO_GROUPS)] == pytest.approx(
        [20 - cost, 5 - cost, 4 - cost + 4, 0, 0]
    )


def test_the_run_with_the_greatest_total_wins() -> None:
    menu, prose = block(3, linked=3), block(60)

    assert find_run([menu, menu, prose, menu, prose, menu, menu], NO_GROUPS) == (2, 5)


def test_a_second_text_too_far_away_is_left_out() -> None:
    menu = block(3, linked=3)

    assert find_run([block(60), *[menu] * 20, block(40)], NO_GROUPS) == (0, 1)


def test_a_page_of_links_alone_has_no_run() -> None:
    assert find_run([block(9, linked=9)] * 8, NO_GROUPS) is None


@pytest.mark.parametrize(("share", "found"), [(0.25, None), (0.02, (0, 1))])
def test_a_run_below_the_least_share_is_no_main_content(
    share: float, found: tuple[int, int] | None
) -> None:
    blocks = [block(30), *[block(10, linked=10)] * 10]

    assert find_run(blocks, Policy(min_run_share=share)) == found


def test_code_and_its_captions_that_close_a_run_stay_and_a_link_line_bridges_nothing() -> None:
    caption, links = block(3), block(3, linked=3)

    assert find_run([block(60), caption, code(4), caption, code(4), links], NO_GROUPS) == (0, 5)
    assert find_run([block(60), links, code(4)], NO_GROUPS) == (0, 1)


def test_code_alone_anchors_no_run() -> None:
    assert find_run([block(3, linked=3), code(5)], NO_GROUPS) is None


def test_headings_right_before_a_run_belong_to_it() -> None:
    blocks = [block(3, linked=3), heading(1), heading(1), *[block(60)] * 3]

    assert find_run(blocks, NO_GROUPS) == (1, 6)


def test_label_lines_behind_a_product_stay_and_behind_an_article_go() -> None:
    label = Block("/html/body/p[9]", BlockKind.TEXT, "Weight: 310 g", 3, 0, "Weight: 310 g")
    blocks = [block(60), label, label, block(3, linked=3)]

    assert find_run(blocks, Policy(prunes_product=True)) == (0, 3)
    assert find_run(blocks, NO_GROUPS) == (0, 1)


def cards(count: int, words: int = 4) -> list[Block]:
    return [block(words, slot=f"/html/body/ul[1]/li[{n}]/p[1]") for n in range(1, count + 1)]


def test_siblings_are_a_group_from_three_indices_and_a_third_of_the_page_on() -> None:
    assert set(find_groups(cards(3))) == {"/html/body/ul[1]/li"}
    assert set(find_groups(cards(2))) == {""}
    assert set(find_groups([*cards(3), block(100, slot="/html/body/div[1]")])) == {""}


def test_a_grid_of_cards_pays_once() -> None:
    grid = cards(10)

    assert find_run(grid, NO_GROUPS) is None
    assert find_run(grid, GROUPS) == (0, 10)
    (unit,) = score_units(grid, GROUPS)
    assert unit.value == pytest.approx(40 - 5)


def run_step(*blocks: Block) -> list[int]:
    return keep_main_run(Selection(Page("", blocks), policy=NO_GROUPS)).kept()


def test_the_title_and_the_lead_under_it_are_put_back() -> None:
    link = block(5, linked=5)
    far = [link] * 12

    assert run_step(link, heading(5, 1), block(12), *far, block(90), link) == [1, 2, 15]
    assert run_step(link, heading(5, 1), block(9), *far, block(90), link) == [1, 15]


def test_a_declaration_between_the_title_and_the_text_is_put_back() -> None:
    table = block(5, BlockKind.TABLE)
    note = block(2)

    assert run_step(heading(1, 1), table, note, note, block(90)) == [0, 1, 2, 3, 4]


def test_a_list_in_a_text_pays_once_and_a_list_of_links_for_each_item() -> None:
    def items(linked: int) -> list[Block]:
        slots = [f"/html/body/ul[1]/li[{n}]" for n in range(1, 9)]
        return [block(6, BlockKind.LIST_ITEM, linked=linked, slot=slot) for slot in slots]

    def run(*blocks: Block) -> tuple[int, int] | None:
        return find_run(list(blocks), NO_GROUPS)

    assert run(block(40), *items(0), block(40)) == (0, 10)
    assert run(block(40), *items(6), block(30)) == (0, 1)


def test_a_run_reaches_over_short_paragraphs_of_the_element_its_prose_is_in() -> None:
    inside = [block(size, slot=f"/html/body/div[1]/p[{n}]") for n, size in enumerate((6, 60, 6, 8))]
    outside = block(9, slot="/html/body/div[2]/p[1]")
    assert extend_over_siblings([outside, *inside, outside], 2, 3) == (1, 5)


def test_a_run_stays_where_its_prose_is_in_many_elements_or_the_rest_are_labels() -> None:
    cards = [block(30, slot=f"/html/body/div[{n}]/p[1]") for n in range(1, 4)]
    assert extend_over_siblings([*cards, block(6, slot="/html/body/div[1]/p[2]")], 0, 3) == (0, 3)
    text, label = block(60, slot="/html/body/p[1]"), block(4, slot="/html/body/p[2]")
    assert extend_over_siblings([text, label], 0, 1) == (0, 1)
    links = block(20, linked=20, slot="/html/body/p[3]")
    assert extend_over_siblings([text, links], 0, 1) == (0, 1)
