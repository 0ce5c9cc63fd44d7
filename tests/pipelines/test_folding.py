from collections.abc import Callable
from itertools import permutations

import pytest

from models.address import url_key
from models.digests import digest_lines
from models.store import PageIdentity
from pipelines.folding import fold_addresses

HOST = "https://garden.example"


def identity(path: str, text: str, canonical: str = "") -> PageIdentity:
    url = HOST + path
    return PageIdentity(url_key(url), url, canonical, digest_lines([text]))


def always(page: PageIdentity, other: PageIdentity) -> bool:
    return True


def never(page: PageIdentity, other: PageIdentity) -> bool:
    return False


def fold(
    *pages: PageIdentity, same: Callable[[PageIdentity, PageIdentity], bool] = always
) -> dict[str, str]:
    """Paths by path, of the pages that another stands for."""
    folded = fold_addresses(pages, same)
    assert folded.keys() == {page.url_key for page in pages}
    return {
        key.removeprefix(HOST): keeper.removeprefix(HOST)
        for key, keeper in folded.items()
        if keeper != key
    }


def test_addresses_with_equal_text_are_one_page_and_others_are_not():
    pages = identity("/x/index.html", "a"), identity("/x/", "a"), identity("/y/", "b")

    assert fold(*pages, same=never) == {"/x/index.html": "/x/"}


def test_the_page_that_is_its_own_canonical_stands_for_the_others():
    pages = (
        identity("/x/", "a", f"{HOST}/x/index.html"),
        identity("/x/index.html", "a", f"{HOST}/x/index.html"),
    )

    assert fold(*pages) == {"/x/": "/x/index.html"}


@pytest.mark.parametrize(
    ("paths", "keeper"),
    [(["/ab", "/b", "/a"], "/a"), (["/z", "/aa"], "/z")],
)
def test_else_the_shortest_then_the_smallest_address_stands(paths: list[str], keeper: str):
    folded = fold(*(identity(path, "a") for path in paths))

    assert set(folded.values()) == {keeper}


def test_pages_without_any_text_are_left_apart():
    assert fold(identity("/a", ""), identity("/b", ""), same=never) == {}


def test_a_canonical_folds_a_page_that_says_nearly_the_same():
    pages = identity("/x?sort=up", "a b", f"{HOST}/x"), identity("/x", "b a")

    assert fold(*pages) == {"/x?sort=up": "/x"}
    assert fold(*pages, same=never) == {}


@pytest.mark.parametrize(
    "canonical",
    [
        f"{HOST}/missing",
        "https://elsewhere.example/x",
        f"{HOST}/",
        "",
        "not an address",
        "javascript:alert(1)",
        f"{HOST}/page",
    ],
)
def test_a_canonical_off_site_missing_home_or_wrong_folds_nothing(canonical: str):
    assert fold(identity("/page", "a", canonical), identity("/", "b"), identity("/x", "c")) == {}


def test_canonicals_in_a_row_lead_to_the_last():
    pages = (
        identity("/c", "c"),
        identity("/b", "b", f"{HOST}/c"),
        identity("/a", "a", f"{HOST}/b"),
    )

    assert fold(*pages) == {"/a": "/c", "/b": "/c"}


def test_canonicals_in_a_circle_leave_one_page():
    pages = identity("/a", "a", f"{HOST}/b"), identity("/b", "b", f"{HOST}/a")

    assert fold(*pages) == {"/a": "/b"}


def test_the_order_of_pages_makes_no_difference():
    pages = [
        identity("/a", "a", f"{HOST}/b"),
        identity("/b", "b", f"{HOST}/c"),
        identity("/c", "c", f"{HOST}/a"),
        identity("/c/index.html", "c", f"{HOST}/a"),
        identity("/d", "b"),
    ]

    assert len({str(sorted(fold(*order).items())) for order in permutations(pages)}) == 1
