"""The rule router: each type by its address, its declarations or its shape, and its doubts."""

from dataclasses import replace

import pytest

from models.page import Block, BlockKind, Metadata, Page, Widget
from models.page_types import POLICIES, PageType
from pipelines.route import MIN_CONFIDENCE, choose_type
from pipelines.route_rules import share_weights, weigh_types


def route(page: Page) -> tuple[PageType, float]:
    found = choose_type(share_weights(weigh_types(page)))
    return found.page_type, found.confidence


def prose(count: int, words: int = 60) -> tuple[Block, ...]:
    text = " ".join(f"w{n}" for n in range(words))
    return tuple(
        Block(f"/html/body/p[{n}]", BlockKind.PARAGRAPH, text, words, 0, text) for n in range(count)
    )


def lines(*texts: str, linked: bool = False) -> tuple[Block, ...]:
    return tuple(
        Block(
            f"/html/body/div[{n}]",
            BlockKind.TEXT,
            text,
            len(text.split()),
            len(text.split()) if linked else 0,
            text,
        )
        for n, text in enumerate(texts)
    )


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://site.example/2024/05/a-walk-along-the-old-canal", PageType.ARTICLE),
        ("https://docs.site.example/reference/press", PageType.DOCUMENTATION),
        ("https://forum.site.example/t/loose-treadle/1187", PageType.FORUM),
        ("https://site.example/viewtopic.php?t=99", PageType.FORUM),
        ("https://site.example/products/hand-trowel", PageType.PRODUCT),
        ("https://site.example/collections/garden-tools", PageType.COLLECTION),
        ("https://site.example/category/walks/", PageType.LISTING),
        ("https://site.example/services/", PageType.SERVICE),
    ],
)
def test_an_address_says_what_a_page_is_for(url: str, expected: PageType) -> None:
    page_type, confidence = route(Page(url, lines("a few words")))

    assert page_type is expected
    assert MIN_CONFIDENCE <= confidence <= 1


@pytest.mark.parametrize(
    ("metadata", "expected"),
    [
        (Metadata(jsonld='[{"@type":"NewsArticle"}]', og_type="article"), PageType.ARTICLE),
        (Metadata(jsonld='[{"@graph":[{"@type":["Thing","QAPage"]}]}]'), PageType.FORUM),
        (Metadata(jsonld='[{"@type":"https://schema.org/ProductGroup"}]'), PageType.PRODUCT),
        (Metadata(jsonld='[{"@type":"TechArticle"}]'), PageType.DOCUMENTATION),
    ],
)
def test_a_declaration_says_what_a_page_is_for(metadata: Metadata, expected: PageType) -> None:
    assert route(Page("", prose(1, 20), metadata))[0] is expected


def test_long_prose_is_an_article_and_a_grid_of_prices_a_collection() -> None:
    grid = lines(*(f"Kettle {n} costs $ {n}9" for n in range(12)))

    assert route(Page("", prose(8)))[0] is PageType.ARTICLE
    assert route(Page("", grid))[0] is PageType.COLLECTION


def test_one_text_among_menus_is_an_article_and_teasers_of_many_are_a_listing() -> None:
    menu = lines(*(f"go to the section number {n} of this site" for n in range(60)), linked=True)
    teasers = tuple(
        block
        for n in range(20)
        for block in (*lines(f"headline number {n} of the day", linked=True), *prose(1, 14))
    )

    assert route(Page("", (*menu, *prose(3), *menu)))[0] is PageType.ARTICLE
    assert route(Page("", (*menu, *teasers, *menu)))[0] is PageType.LISTING


def test_posts_that_outweigh_the_page_make_a_forum_and_comments_under_an_article_do_not() -> None:
    posts = tuple(replace(block, widget=Widget.COMMENTS) for block in prose(9))

    assert route(Page("", (*prose(1, 20), *posts)))[0] is PageType.FORUM
    assert route(Page("", (*prose(9), *posts)))[0] is PageType.ARTICLE


def test_a_page_without_evidence_or_with_evidence_for_all_is_unknown() -> None:
    torn = Page(
        "https://shop.site.example/",
        prose(8),
        Metadata(jsonld='[{"@type":"Product"},{"@type":"QAPage"},{"@type":"TechArticle"}]'),
    )

    assert route(Page("", ()))[0] is PageType.UNKNOWN
    assert route(torn)[0] is PageType.UNKNOWN


@pytest.mark.parametrize("url", ["", "not a url", "http://[::1", "mailto:x@y.example"])
def test_any_string_may_be_an_address(url: str) -> None:
    assert route(Page(url, lines("a b")))[0] in PageType


def test_each_type_has_a_policy() -> None:
    assert POLICIES.keys() == set(PageType)
