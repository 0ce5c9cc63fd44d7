from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.chrome import ChromeProfile
from models.page import Block, BlockKind, Hidden, Page, Region, Widget
from models.words import count_words
from pipelines.chrome import (
    CONSTANT_SLOT,
    REPEATED_TEXT,
    digest,
    find_chrome,
    is_refused,
    learn_profile,
    match_profile,
    observe,
)

OWN = "A long text about {0} that stands on this page alone and on no other page of the site {0}."


def block(
    text: str, slot: str = "", *, kind: BlockKind = BlockKind.PARAGRAPH, level: int = 0
) -> Block:
    return Block(slot, kind, text, count_words(text), 0, text, level)


def link(text: str, slot: str = "") -> Block:
    return replace(block(text, slot), linked_words=count_words(text))


def heading(text: str, slot: str = "", level: int = 1) -> Block:
    return block(text, slot, kind=BlockKind.HEADING, level=level)


def page(*blocks: Block) -> Page:
    """A page whose blocks, where they name no slot, stand in that of their place."""
    placed = (replace(b, slot=b.slot or f"/body/*[{n}]") for n, b in enumerate(blocks, 1))
    return Page("", tuple(placed))


def site(count: int = 8) -> list[Page]:
    return [
        page(link("Home"), link("Prices"), heading(f"Plant {n}"), block(OWN.format(n)), block("©"))
        for n in range(count)
    ]


def chrome_of(pages: Sequence[Page], number: int = 0) -> dict[str, str]:
    """Reasons by the text of the chrome blocks of one page."""
    profile = learn_profile(map(observe, pages))
    blocks = pages[number].blocks
    return {
        blocks[i].text or blocks[i].markdown: why for i, why in find_chrome(blocks, profile).items()
    }


def test_digests_are_signed_64_bit_numbers_and_stay_what_they_are():
    assert digest("Home") == digest("Home") != digest("home")
    assert digest("Home") == 4615759394135450421


@given(text=st.text(st.characters(codec=None)))
def test_any_text_has_a_digest_lone_surrogates_too(text: str):
    assert -(2**63) <= digest(text) < 2**63


def test_what_stands_on_every_page_is_chrome_and_what_stands_on_one_is_not():
    assert chrome_of(site()) == dict.fromkeys(["Home", "Prices", "©"], REPEATED_TEXT)


@pytest.mark.parametrize(("count", "found"), [(5, 0), (6, 3)])
def test_chrome_is_found_from_the_sixth_page_on_and_then_on_the_first_page_too(
    count: int, found: int
):
    assert len(chrome_of(site(count), number=0)) == found


def test_nothing_is_chrome_without_a_profile():
    assert find_chrome(site()[0].blocks, ChromeProfile()) == {}


@pytest.mark.parametrize(("without", "found"), [(1, True), (2, False)])
def test_a_text_needs_nine_pages_of_ten_wherever_it_stands(without: int, found: bool):
    pages = [
        page(*[block(f"{n} {k}") for k in range(n)], *[link("Menu")] * (n >= without))
        for n in range(1, 11)
    ]
    pages = [page(*p.blocks, block(OWN.format(n))) for n, p in enumerate(pages)]
    pages[0] = page(block("no menu"))
    if without == 2:
        pages[1] = page(block("no menu here either"))

    assert ("Menu" in chrome_of(pages, number=9)) is found


@pytest.mark.parametrize(("having", "found"), [(6, True), (5, False)])
def test_a_slot_on_six_pages_of_ten_that_never_varies_is_chrome(having: int, found: bool):
    pages = [
        page(block(OWN.format(n)), *[block("Imprint", "/footer")] * (n < having)) for n in range(10)
    ]

    assert chrome_of(pages) == ({"Imprint": CONSTANT_SLOT} if found else {})


def test_a_slot_that_varies_on_one_page_is_no_chrome():
    pages = [page(block(OWN.format(n)), block("Imprint", "/footer")) for n in range(8)]
    pages += [page(block(OWN.format(n)), block("Other", "/footer")) for n in range(8, 10)]

    assert chrome_of(pages) == {}


def test_a_block_counts_once_on_a_page_that_repeats_it():
    pages = [page(block(OWN.format(n)), *[block("Note")] * 3 * (n < 4)) for n in range(10)]

    assert chrome_of(pages) == {}


def test_a_list_of_links_that_the_menu_has_too_is_not_chrome_but_the_menu_is():
    menu = [link(f"Chapter {n}", f"/nav/a[{n}]") for n in range(20)]
    own = [link(f"Chapter {n}", f"/main/a[{n}]") for n in range(5, 12)]
    pages = [page(*menu, block(OWN.format(n))) for n in range(9)]
    chapter = page(*menu, heading("Part two", level=2), *own)
    found = find_chrome(chapter.blocks, learn_profile(map(observe, [*pages, chapter])))

    assert set(found) == set(range(20))


def test_a_menu_that_every_page_has_twice_goes_both_times():
    menu = [link(f"Chapter {n}") for n in range(3)]
    pages = [page(*menu, block(OWN.format(n)), *menu) for n in range(9)]

    assert set(find_chrome(pages[0].blocks, learn_profile(map(observe, pages)))) == {
        *(0, 1, 2),
        *(4, 5, 6),
    }


def test_an_image_is_known_by_its_markdown():
    logo = replace(block("", "/img"), kind=BlockKind.IMAGE, markdown="![logo](/logo.png)")
    pages = [
        page(
            logo,
            replace(logo, slot="/fig", markdown=f"![plant](/{n}.png)"),
            block(OWN.format(n)),
        )
        for n in range(7)
    ]

    assert chrome_of(pages) == {"![logo](/logo.png)": REPEATED_TEXT}


def test_white_space_makes_no_difference_between_two_texts():
    pages = [page(block("a  b" if n % 2 else "a\nb"), block(OWN.format(n))) for n in range(8)]

    assert len(chrome_of(pages)) == 1


@pytest.mark.parametrize(
    "stamp",
    [
        "This page was last changed on 2024-0{0}-11 at 10:0{0}:59.",
        "Generated at 1{0}:30 by the build",
        "Copyright 201{0} by The Garden Society",
    ],
)
def test_a_sentence_that_differs_in_its_date_or_time_alone_is_chrome(stamp: str):
    pages = [page(block(OWN.format(n)), block(stamp.format(n))) for n in range(8)]

    assert chrome_of(pages) == {stamp.format(0): REPEATED_TEXT}


@pytest.mark.parametrize(
    "text",
    [
        "2024-0{0}-11",
        "Spring 201{0}",
        "Our price with all taxes: {0}.50 euros",
        "Step {0} of nine is",
    ],
)
def test_a_bare_date_and_a_number_that_is_no_date_tell_texts_apart(text: str):
    pages = [page(block(OWN.format(n)), block(text.format(n))) for n in range(8)]

    assert chrome_of(pages) == {}


def test_a_pages_leading_heading_stays_though_each_page_has_it():
    pages = [page(link("Home"), heading("Weather"), block(OWN.format(n))) for n in range(8)]

    assert chrome_of(pages) == {"Home": REPEATED_TEXT}


def test_the_sites_name_in_an_h1_goes_where_the_page_has_a_heading_of_its_own():
    pages = [page(heading("Garden"), heading(f"Plant {n}"), block(OWN.format(n))) for n in range(8)]

    assert chrome_of(pages) == {"Garden": REPEATED_TEXT}


def test_a_later_heading_that_each_page_has_is_chrome():
    pages = [
        page(heading(f"Plant {n}"), block(OWN.format(n)), heading("Related", level=2))
        for n in range(8)
    ]

    assert chrome_of(pages) == {"Related": REPEATED_TEXT}


def test_the_order_of_pages_makes_no_difference():
    pages = site(6)
    profiles = {learn_profile(map(observe, order)) for order in permutations(pages)}

    assert len(profiles) == 1


def archive(word: str = "") -> list[Page]:
    """The same long page in eight versions: only the number differs."""
    prose = [block(f"Paragraph {n}: {OWN.format('all versions')}") for n in range(20)]
    return [page(link("Home"), heading(f"Release {n}.0{word}"), *prose) for n in range(8)]


def test_a_version_archive_whose_prose_repeats_on_every_page_is_left_whole():
    pages = archive()
    profile = learn_profile(map(observe, pages))

    assert len(match_profile(pages[0].blocks, profile)) == 21
    assert find_chrome(pages[0].blocks, profile) == {}


def test_a_version_archive_is_left_whole_though_each_version_adds_a_paragraph():
    pages = [page(*old.blocks, block(OWN.format(n) * 3)) for n, old in enumerate(archive())]

    assert chrome_of(pages) == {}


def test_an_archive_of_links_that_repeats_on_every_page_is_left_whole():
    versions = [link(f"Documentation of version {n}") for n in range(40)]
    pages = [page(heading(f"Version {n}"), *versions) for n in range(8)]

    assert chrome_of(pages) == {}


def test_a_page_that_is_mostly_menu_still_loses_its_menu():
    menu = [link(f"A menu entry of several words {n}") for n in range(100)]
    pages = [page(*menu, heading(f"Plant {n}"), block(OWN.format(n))) for n in range(8)]

    assert len(chrome_of(pages)) == 100


@pytest.mark.parametrize(
    "declared",
    [
        {"region": Region.FOOTER},
        {"region": Region.NAV},
        {"widget": Widget.CONSENT},
        {"hidden": Hidden.UNREACHABLE},
    ],
    ids=str,
)
def test_long_prose_that_the_page_declares_to_be_no_content_is_no_evidence_of_an_archive(declared):
    banner = replace(block("We value your privacy and " * 60), **declared)
    pages = [page(banner, block(OWN.format(n))) for n in range(8)]
    undeclared = [
        page(
            replace(p.blocks[0], region=Region.NONE, widget=Widget.NONE, hidden=Hidden.VISIBLE),
            p.blocks[1],
        )
        for p in pages
    ]

    assert len(chrome_of(pages)) == 1
    assert chrome_of(undeclared) == {}


def test_nothing_found_is_never_refused():
    assert not is_refused(page(block("short")).blocks, {})
    assert not is_refused((), {})


def test_an_archive_keeps_the_titles_that_the_sidebar_lists_too():
    recent = [link(f"Post {n}", f"/body/aside/li[{n}]") for n in range(5)]
    posts = [
        page(heading(f"Post {n}"), block(OWN.format(n)), block("Recent"), *recent) for n in range(9)
    ]
    entries = [link(f"Post {n}", f"/body/main/li[{n}]") for n in range(9)]
    archive = page(heading("All posts"), *entries, block("Recent"), *recent)
    profile = learn_profile(map(observe, [*posts, archive]))

    kept = [
        b for i, b in enumerate(archive.blocks) if i not in match_profile(archive.blocks, profile)
    ]

    assert [b.text for b in kept] == ["All posts", *(f"Post {n}" for n in range(9))]
    assert all("/aside/" not in b.slot for b in kept)
