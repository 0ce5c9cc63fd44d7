"""The selection steps: each drops for a reason, and none empties a page."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.chrome import ChromeProfile
from models.page import Block, BlockKind, Hidden, Page, Region, Widget
from models.page_types import POLICIES, PageType
from pipelines.content import select_content
from pipelines.select import RULES, STEPS, Step
from pipelines.select.article_body import keep_article_body
from pipelines.select.article_element import keep_article
from pipelines.select.comments import lift_comments
from pipelines.select.hidden import drop_hidden
from pipelines.select.landmarks import drop_landmarks
from pipelines.select.main_content import keep_main_run
from pipelines.select.main_landmark import keep_main
from pipelines.select.selection import Selection


def block(words: int, name: str = "w", **fields: object) -> Block:
    text = " ".join(f"{name}{n}" for n in range(words))
    values: dict[str, object] = {
        "slot": f"/html/body/p[@{name}]",
        "kind": BlockKind.PARAGRAPH,
        "text": text,
        "words": words,
        "linked_words": 0,
        "markdown": text,
    }
    return Block(**{**values, **fields})  # type: ignore[arg-type] # fields vary by test


def select(step: Step, *blocks: Block) -> dict[int, str]:
    dropped = step(Selection(Page("https://site.example/", blocks))).dropped
    return {index: drop.reason for index, drop in dropped.items()}


@pytest.mark.parametrize("region", [Region.NAV, Region.FOOTER, Region.ASIDE])
def test_menus_footers_and_sidebars_go_with_the_landmarks(region: Region) -> None:
    assert select(drop_landmarks, block(9), block(5, region=region)) == {1: f"region {region}"}


@pytest.mark.parametrize("region", [Region.HEADER, Region.MAIN, Region.ARTICLE, Region.NONE])
def test_heads_and_texts_stay(region: Region) -> None:
    assert select(drop_landmarks, block(9), block(5, region=region)) == {}


def test_a_pull_quote_stays_once_the_chrome_is_known_and_a_rail_goes() -> None:
    quote = block(20, region=Region.ASIDE, article=0)
    rail = block(20, linked_words=18, region=Region.ASIDE, article=0)
    sidebar = block(20, region=Region.ASIDE)
    page = Page("", (block(9), quote, block(9), rail, block(9), sidebar))

    known = drop_landmarks(Selection(page, ChromeProfile(pages=6)))
    unknown = drop_landmarks(Selection(page, ChromeProfile(pages=5)))

    assert known.dropped.keys() == {3, 5}
    assert unknown.dropped.keys() == {1, 3, 5}


def test_comments_are_not_the_landmarks_to_drop() -> None:
    assert select(drop_landmarks, block(9), block(5, widget=Widget.COMMENTS)) == {}


def test_a_page_that_is_all_menu_keeps_its_menu() -> None:
    assert select(drop_landmarks, block(9, region=Region.NAV)) == {}


@pytest.mark.parametrize(
    ("main_words", "rest", "trusted"),
    [(100, 400, True), (99, 100, False), (100, 401, False), (300, 1200, True)],
)
def test_main_is_trusted_from_100_words_and_a_fifth_of_the_page(
    main_words: int, rest: int, trusted: bool
) -> None:
    reasons = select(keep_main, block(rest), block(main_words, in_main=True))

    assert reasons == ({0: "outside main"} if trusted else {})


def test_what_nothing_opens_goes_and_what_a_control_opens_stays() -> None:
    reasons = select(
        drop_hidden,
        block(9),
        block(5, hidden=Hidden.UNREACHABLE),
        block(5, hidden=Hidden.COLLAPSED),
        block(5, hidden=Hidden.TEMPLATE),
    )

    assert reasons == {1: "unreachable", 3: "template"}


@pytest.mark.parametrize(
    ("outside", "noscript", "dropped"),
    [(149, 100, False), (150, 100, True), (149, 99, True), (0, 12, True)],
)
def test_noscript_is_content_only_beside_a_page_that_says_little(
    outside: int, noscript: int, dropped: bool
) -> None:
    reasons = select(drop_hidden, block(outside), block(noscript, hidden=Hidden.NOSCRIPT))

    assert reasons == ({1: "noscript"} if dropped else {})


@pytest.mark.parametrize(
    ("outside", "covered", "dropped"),
    [(149, 100, False), (150, 100, True), (149, 99, True)],
)
def test_a_page_under_a_cover_is_content_and_a_decoy_beside_a_page_is_not(
    outside: int, covered: int, dropped: bool
) -> None:
    reasons = select(drop_hidden, block(outside), block(covered, hidden=Hidden.UNREACHABLE))

    assert reasons == ({1: "unreachable"} if dropped else {})


@pytest.mark.parametrize(("covered", "dropped"), [(801, False), (800, True)])
def test_a_text_that_outweighs_all_that_is_shown_is_content_though_covered(
    covered: int, dropped: bool
) -> None:
    reasons = select(drop_hidden, block(200), block(covered, hidden=Hidden.UNREACHABLE))

    assert reasons == ({1: "unreachable"} if dropped else {})


def test_a_covered_menu_is_no_content_however_long() -> None:
    menu = block(900, hidden=Hidden.UNREACHABLE, region=Region.NAV)

    assert select(drop_hidden, block(200), menu) == {1: "unreachable"}


def test_the_choices_of_a_form_go_and_the_text_beside_them_stays() -> None:
    choices = block(90, slot="/html/body/form[1]/select[1]")
    beside = block(9, slot="/html/body/form[1]/select[1]/p[1]")

    assert select(drop_landmarks, block(9), choices, beside) == {1: "controls of a form"}


def line(text: str, **fields: object) -> Block:
    return block(len(text.split()), text=text, **fields)


@pytest.mark.parametrize("text", ["Advertisement", "Back to top", "– Share this article –"])
def test_a_line_that_is_a_control_or_a_mark_goes(text: str) -> None:
    assert select(drop_landmarks, block(9), line(text)) == {1: "label"}


@pytest.mark.parametrize(
    "other",
    [
        line("Advertisement", kind=BlockKind.HEADING),
        line("Advertisement is what pays for the paper."),
        line("Report", kind=BlockKind.LIST_ITEM),
    ],
)
def test_a_heading_a_sentence_or_an_item_with_the_same_words_stays(other: Block) -> None:
    assert select(drop_landmarks, block(9), other) == {}


def test_a_line_that_leads_to_another_page_goes_and_one_that_says_something_stays() -> None:
    teaser = line("Also read: A guide to loose spokes", linked_words=5)
    sentence = line("Also read by many is the guide", linked_words=1)

    assert select(drop_landmarks, block(9), teaser, sentence) == {1: "teaser"}


@pytest.mark.parametrize(
    "text", ["anna Joined in 2019 · 112 posts", "Reply Quote Report", "Posts: 1,204"]
)
def test_what_is_said_of_a_posts_author_goes_on_a_forum_only(text: str) -> None:
    page = Page("", (block(9), line(text), line("I joined in 2019 and had ten looms by the fall.")))

    def dropped(page_type: PageType) -> set[int]:
        return set(drop_landmarks(Selection(page, policy=POLICIES[page_type])).dropped)

    assert dropped(PageType.FORUM) == {1}
    assert dropped(PageType.ARTICLE) == set()


def test_a_thread_that_is_the_page_stays_beside_the_article_and_the_body_it_answers() -> None:
    thread = block(300, widget=Widget.COMMENTS)

    assert select(keep_article, block(110, article=0), thread, block(9)) == {
        2: "outside the article"
    }
    assert select(keep_article_body, block(110, in_article_body=True), thread, block(9)) == {
        2: "outside the declared body"
    }


def test_a_line_of_links_between_paragraphs_goes_and_sentences_and_lists_with_links_stay() -> None:
    slots = (f"/html/body/p[{n}]" for n in range(9))
    blocks = [
        block(90, slot=next(slots)),
        block(8, linked_words=8, slot=next(slots)),
        block(9, linked_words=4, slot=next(slots)),
        block(6, linked_words=6, kind=BlockKind.LIST_ITEM, slot=next(slots)),
        block(90, slot=next(slots)),
    ]

    def dropped(page_type: PageType) -> set[int]:
        page = Page("", tuple(blocks))
        return set(keep_main_run(Selection(page, policy=POLICIES[page_type])).dropped)

    assert dropped(PageType.ARTICLE) == {1}
    assert dropped(PageType.DOCUMENTATION) == set()


@pytest.mark.parametrize(
    ("words", "declared", "cut"),
    [(30, False, False), (70, False, True), (70, True, False), (110, True, True)],
)
def test_a_page_too_short_for_a_boundary_keeps_its_last_words(
    words: int, declared: bool, cut: bool
) -> None:
    page = Page("", (block(words, in_main=declared), block(3, in_main=declared)))

    dropped = keep_main_run(Selection(page, policy=POLICIES[PageType.ARTICLE])).dropped

    assert dropped.keys() == ({1} if cut else set())


def test_the_captions_of_press_photos_go_and_those_of_figures_stay() -> None:
    def dropped(*captions: str) -> set[int]:
        figures = [
            line(text, kind=BlockKind.CAPTION, slot=f"/html/body/figure[{n}]/figcaption[1]")
            for n, text in enumerate(captions)
        ]
        page = Page("", (block(90), *figures, block(90)))
        return set(keep_main_run(Selection(page, policy=POLICIES[PageType.ARTICLE])).dropped)

    assert dropped("Crowds at the gate", "The mayor. Photo: A. Reed") == {1, 2}
    assert dropped("The treadle and its pin", "Figure 2: via rope to the beam") == set()


def test_comments_under_an_article_are_lifted_and_a_thread_that_is_the_page_stays() -> None:
    thread = block(50, widget=Widget.COMMENTS)

    assert select(lift_comments, block(60), thread) == {1: "comment"}
    assert select(lift_comments, block(40), thread) == {}


@pytest.mark.parametrize(
    ("story", "teaser", "rest", "trusted"),
    [
        (100, 33, 0, True),
        (99, 33, 0, False),
        (100, 34, 0, False),
        (150, 0, 850, True),
        (150, 0, 851, False),
    ],
)
def test_an_article_dominates_by_words_share_and_lead(
    story: int, teaser: int, rest: int, trusted: bool
) -> None:
    blocks = (block(rest), block(story, article=0), block(teaser, article=1))

    assert select(keep_article, *blocks) == (
        {0: "outside the article", 2: "outside the article"} if trusted else {}
    )


def test_a_declared_body_stands_alone_with_the_title_before_it() -> None:
    title = block(5, kind=BlockKind.HEADING, level=1)
    body = block(100, in_article_body=True)

    assert select(keep_article_body, title, block(9), body) == {1: "outside the declared body"}
    assert select(keep_article_body, title, block(9), block(99, in_article_body=True)) == {}


def test_a_list_of_posts_with_a_body_each_keeps_the_title_of_each() -> None:
    def title() -> Block:
        return block(4, kind=BlockKind.HEADING, level=2)

    body = block(100, in_article_body=True)

    assert select(keep_article_body, block(9), title(), body, title(), body) == {}
    assert select(keep_article_body, block(9), body, block(9), body) == {
        0: "outside the declared body",
        2: "outside the declared body",
    }


_BLOCKS = st.lists(
    st.builds(
        block,
        st.integers(0, 200),
        region=st.sampled_from(Region),
        widget=st.sampled_from(Widget),
        hidden=st.sampled_from(Hidden),
        in_main=st.booleans(),
        article=st.integers(-1, 3),
        in_article_body=st.booleans(),
    ),
    max_size=12,
)


@pytest.mark.parametrize("step", RULES, ids=lambda step: step.__name__)
@given(blocks=_BLOCKS)
def test_a_step_only_drops_and_a_second_pass_changes_nothing(
    step: Step, blocks: list[Block]
) -> None:
    selection = Selection(Page("", tuple(blocks)))
    once = step(selection)

    assert once.blocks == selection.blocks
    assert once.dropped.keys() >= selection.dropped.keys()
    assert step(once) == once


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.__name__)
@given(blocks=_BLOCKS)
def test_a_step_never_empties_a_page_that_has_words_outside_noscript(
    step: Callable[[Selection], Selection], blocks: list[Block]
) -> None:
    before = Selection(Page("", tuple(blocks)))

    if any(b.words for b in blocks if b.hidden is not Hidden.NOSCRIPT):
        assert step(before).words() > 0


@given(blocks=_BLOCKS)
def test_every_block_is_kept_or_names_its_step(blocks: list[Block]) -> None:
    content = select_content(Page("", tuple(blocks)))

    assert len(content.decisions) == len(blocks)
    assert all(d.kept != bool(d.step and d.reason) for d in content.decisions)
    assert set(content.content_methods) == {d.step for d in content.decisions if d.step}


def test_markdown_is_the_whole_page_and_content_the_part_that_stays() -> None:
    page = Page("", (block(9, "text"), block(5, "menu", region=Region.NAV)))
    content = select_content(page)

    assert "menu4" in content.markdown
    assert "menu4" not in content.content_markdown
    assert content.content_methods == ("landmarks",)
