"""Sections by their heading, duplicates, and the steps that drop them."""

from models.page import Block, BlockKind, Page
from models.page_types import POLICIES, PageType
from pipelines.section_labels import PRODUCT_LABELS
from pipelines.sections import find_sections, label_of
from pipelines.select.duplicates import drop_duplicates
from pipelines.select.product_prune import prune_product
from pipelines.select.selection import Selection


def heading(text: str, slot: str, level: int = 2) -> Block:
    return Block(slot, BlockKind.HEADING, text, len(text.split()), 0, text, level=level)


def paragraph(text: str, slot: str) -> Block:
    return Block(slot, BlockKind.PARAGRAPH, text, len(text.split()), 0, text)


PRODUCT = (
    heading("Hand trowel", "/html/body/main/h1[1]", 1),
    paragraph("A forged blade", "/html/body/main/p[1]"),
    heading("Customer reviews (3)", "/html/body/main/div[1]/h2[1]"),
    heading("Five stars", "/html/body/main/div[1]/h3[1]", 3),
    paragraph("It digs", "/html/body/main/div[1]/p[1]"),
    heading("Details", "/html/body/main/h2[1]"),
    paragraph("Made of steel", "/html/body/main/p[2]"),
    heading("You may also like", "/html/body/main/section[1]/h2[1]"),
    paragraph("A fork", "/html/body/main/section[1]/p[1]"),
    paragraph("Ships from Saltmere", "/html/body/main/p[3]"),
)


def test_a_label_is_read_without_its_numbers_and_signs() -> None:
    assert label_of(heading("  3. Reviews: ", "/h")) == "reviews"
    assert label_of(paragraph("Reviews", "/p")) == ""
    assert label_of(heading("What customers are saying about us all year long", "/h")) == ""


def test_a_section_ends_at_the_next_heading_of_its_rank_or_with_its_element() -> None:
    found = find_sections(PRODUCT, range(len(PRODUCT)), PRODUCT_LABELS.__contains__)

    assert sorted(found) == [2, 3, 4, 7, 8]


def test_a_product_loses_what_stands_beside_it_and_an_article_keeps_it() -> None:
    product = Selection(Page("", PRODUCT), policy=POLICIES[PageType.PRODUCT])
    article = Selection(Page("", PRODUCT), policy=POLICIES[PageType.ARTICLE])

    assert prune_product(product).kept() == [0, 1, 5, 6, 9]
    assert prune_product(article).kept() == list(range(10))


def test_what_was_said_before_goes_and_short_labels_and_signatures_stay() -> None:
    said, again = (paragraph("a text of five words", f"/div[{n}]/p[1]") for n in (1, 2))
    label, label_again = (paragraph("in stock", f"/div[{n}]/p[2]") for n in (1, 2))
    page = Page("", (said, label, again, label_again))

    def kept(page_type: PageType) -> list[int]:
        return drop_duplicates(Selection(page, policy=POLICIES[page_type])).kept()

    assert kept(PageType.ARTICLE) == [0, 1, 3]
    assert kept(PageType.DOCUMENTATION) == [0, 1, 2, 3]


def test_what_is_said_again_under_the_same_parent_stays() -> None:
    refrain = [paragraph("a refrain of five words", f"/div[1]/p[{n}]") for n in (1, 3)]
    verse = paragraph("a verse between them", "/div[1]/p[2]")
    page = Page("", (refrain[0], verse, refrain[1]))

    assert drop_duplicates(Selection(page, policy=POLICIES[PageType.ARTICLE])).kept() == [0, 1, 2]
