"""What the router reads of a page."""

from math import isfinite

import pytest

from crawler.page import read_page
from models.page import Page
from models.router.features import page_features
from models.router.linear import LINEAR_NAMES, find_known
from models.router.predict import FEATURE_NAMES
from models.router.tokens import GROUPS

NO_RULES = [0.0] * 7

PAGES = {
    "nothing": "<body></body>",
    "no body": "<title>x</title>",
    "one image": '<img src="a.png" alt="">',
    "a menu": "<nav><a href=/a>A</a></nav>",
    "prose": "<main><h1>Kilns</h1>" + "<p>Bricks dry for a week before the fire is lit.</p>" * 8,
    "other script": "<main><h2>風箏</h2><p>風箏需要風，線軸和一個開闊的地方。</p></main>",
    "odd names": '<div class="\u0130 Ünï-çode"><p class="">a</p></div>',
}


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_the_same_features_and_all_are_numbers(name: str) -> None:
    features = page_features(read_page(PAGES[name], "https://a.example/b"), NO_RULES)

    assert (*features, *LINEAR_NAMES) == FEATURE_NAMES
    assert all(map(isfinite, features.values()))


@pytest.mark.parametrize("group", GROUPS)
def test_a_page_without_anything_has_hardly_a_token(group: str) -> None:
    assert len(GROUPS[group](Page("", ()))) <= 1


def test_tokens_come_from_where_their_group_says() -> None:
    page = read_page(
        '<title>Hand trowels</title><meta property="og:type" content="product">'
        '<script type="application/ld+json">{"@type": "Product", "sku": "k1"}</script>'
        '<main class="product-page"><h1>Trowel</h1><p><a href="/cart/add">Add to cart</a></p>'
        "<p>Forged in one piece, so that the blade stays on in heavy clay soil.</p></main>",
        "https://shop.example/tools/hand-trowel?ref=1",
    )
    found = {group: read(page) for group, read in GROUPS.items()}

    assert {"host:shop", "first:tools", "last:trowel", "?ref"} <= found["address"]
    assert {"type:Product", "sku", "og:product"} <= found["payload"]
    assert "title:trowels" in found["title"]
    assert {"product-page", "product"} <= found["names"]
    assert {"add to cart", "cart", "trowel"} <= found["short"]
    assert "cart" in found["links"]
    assert "forged" in found["text"] - found["short"]


def test_known_tokens_come_in_the_order_of_their_rows() -> None:
    rows = {f"t{n}": n for n in range(50)}
    tokens = frozenset({"t31", "t7", "t40", "strange", "t0"})

    assert find_known(tokens, rows) == [0, 7, 31, 40]
