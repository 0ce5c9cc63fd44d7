"""Flags of a page, each beside the page that has none."""

import pytest

from models.page import Block, BlockKind, Metadata, Page, Widget
from pipelines.chrome import learn_profile, observe
from pipelines.content import select_content


def paragraph(text: str, n: int = 1, widget: Widget = Widget.NONE) -> Block:
    words = len(text.split())
    slot = f"/html/body/p[{n}]"
    return Block(slot, BlockKind.PARAGRAPH, text, words, 0, text, widget=widget)


@pytest.mark.parametrize(
    ("robots", "flags"),
    [
        ("noindex,follow", ("noindex",)),
        ("none", ("noindex",)),
        ("index, follow", ()),
        ("nofollow,max-image-preview:none", ()),
    ],
)
def test_a_page_that_asks_for_no_index_is_flagged(robots: str, flags: tuple[str, ...]) -> None:
    page = Page("", (paragraph("some words"),), Metadata(robots=robots))

    assert select_content(page).flags == flags


def test_a_page_without_a_word_is_empty() -> None:
    assert select_content(Page("", ())).flags == ("empty",)


def test_a_version_archive_says_that_its_chrome_was_refused() -> None:
    archive = tuple(paragraph(f"version {n} and the many words of its notes", n) for n in range(40))
    pages = [Page("", (*archive, paragraph(f"page {n}", 41))) for n in range(8)]
    profile = learn_profile(observe(page) for page in pages)

    assert select_content(pages[0], profile).flags == ("chrome_refused",)
    assert select_content(pages[0]).flags == ()


def test_comments_come_out_apart() -> None:
    thread = paragraph("a comment", 2, Widget.COMMENTS)
    content = select_content(Page("", (paragraph("a text of five words"), thread)))

    assert (content.content_text, content.comments_markdown) == (
        "a text of five words",
        "a comment",
    )
