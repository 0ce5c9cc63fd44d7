"""The rule router: each type by its address, its declarations or its shape, and its doubts."""

import pytest

from models.page import Block, BlockKind, Metadata, Page
from models.page_types import POLICIES, PageType
from pipelines.route import MIN_CONFIDENCE, route


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
