from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from pipelines.link_graph import NONE, find_paths


def test_depth_is_the_shortest_way_and_not_the_first_found():
    paths = find_paths(4, [0], [(0, 1), (1, 2), (2, 3), (0, 3)])

    assert list(paths.depths) == [0, 1, 2, 1]
    assert list(paths.parents) == [NONE, 0, 1, 0]


def test_the_parent_is_the_smallest_page_one_step_nearer():
    paths = find_paths(5, [1], [(1, 3), (1, 2), (3, 4), (2, 4), (4, 0)])

    assert list(paths.depths) == [3, 0, 1, 1, 2]
    assert list(paths.parents) == [4, NONE, 1, 1, 2]


def test_a_page_that_nothing_links_to_has_no_depth():
    paths = find_paths(3, [0], [(0, 1), (2, 1), (2, 2)])

    assert list(paths.depths) == [0, 1, NONE]
    assert list(paths.parents) == [NONE, 0, NONE]


def test_start_pages_have_no_parent_though_they_link_to_each_other():
    assert list(find_paths(2, [1, 0, 1], [(0, 1), (1, 0)]).parents) == [NONE, NONE]


def test_a_site_without_pages_or_starts_has_no_paths():
    assert list(find_paths(0, [], []).depths) == []
    assert list(find_paths(2, [], [(0, 1)]).depths) == [NONE, NONE]


def test_a_chain_of_a_hundred_thousand_pages_is_walked():
    count = 100_000
    paths = find_paths(count, [0], ((n, n + 1) for n in range(count - 1)))

    assert paths.depths[-1] == count - 1


LINKS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12)


@given(links=LINKS, starts=st.sets(st.integers(0, 5), max_size=2))
def test_each_parent_is_one_step_nearer_and_links_to_its_child(links, starts):
    paths = find_paths(6, starts, links)

    for page, parent in enumerate(paths.parents):
        if parent != NONE:
            assert (parent, page) in links
            assert paths.depths[parent] == paths.depths[page] - 1
        else:
            assert (paths.depths[page] == 0) == (page in starts)


def test_the_order_of_links_and_starts_makes_no_difference():
    links = [(0, 2), (1, 2), (2, 3), (1, 3)]

    assert (
        len({str(find_paths(4, s, o)) for o in permutations(links) for s in ([0, 1], [1, 0])}) == 1
    )
