"""The cleaner's rules, one by one and in their order, each beside what it must leave alone."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.markdown_cleaner import (
    CleanedMarkdown,
    CleanerSettings,
    Rule,
    clean_markdown,
    is_cleanable,
)

URL = "https://www.orchard.example/guide/pruning"
PROSE = (
    "Prune in late winter, while the tree sleeps and its shape can be seen. Take out what is dead, "
    "then what crosses, then what grows inwards, and stop there: a tree that loses more than a "
    "quarter of its wood in one year answers with a thicket of shoots."
)
MORE_PROSE = PROSE.replace("Prune", "Cut").replace("winter", "autumn")
MENU = "- [Home](/)\n- [Trees](/trees)\n- [Tools](/tools)\n- [Shop](/shop)\n- [About](/about)"
OTHER_MENU = "- [Pears](/p)\n- [Plums](/q)\n- [Quinces](/r)\n- [Medlars](/s)\n- [Figs](/t)"


def clean(*blocks: str, url: str = URL, **settings: float) -> CleanedMarkdown:
    return clean_markdown("\n\n".join(blocks), url, CleanerSettings(**settings))  # type: ignore[arg-type]


def rules(cleaned: CleanedMarkdown) -> list[Rule]:
    return [removed.rule for removed in cleaned.removed]


# --- a whole page ---------------------------------------------------------------------------


def test_a_project_page_keeps_its_text_and_loses_its_menus() -> None:
    title, notes = "# trellis", "## Install\n\n```\npip install trellis\n\n# [not](a) link\n```"
    cleaned = clean(
        "[Skip to content](#start-of-content)",
        "## Navigation Menu",
        "[Sign in](/login)",
        "- [Actions](/features/actions)\n- [Pricing](/pricing)",
        "# Search code, repositories, users, issues, pull requests...",
        "Search",
        title,
        "[![build](/badge.svg)](/actions) ![licence](/mit.svg)",
        PROSE,
        notes,
        MORE_PROSE,
        "## Footer",
        "© Orchard",
        "### Footer navigation",
        "- [Terms](/terms)\n- [Privacy](/privacy)",
    )

    assert cleaned.markdown == "\n\n".join([title, PROSE, notes, MORE_PROSE])
    assert set(rules(cleaned)) == {Rule.NO_TEXT, Rule.CHROME_SECTION, Rule.MENU}


def test_a_page_without_chrome_comes_back_as_it_was() -> None:
    markdown = f"\n# Pruning\nRight under.  \n\n\n\n{PROSE}\n\n> Quoted.\n\n* one\n\n   two\n"

    assert clean_markdown(markdown, URL) == CleanedMarkdown(markdown)


def test_where_nothing_would_stay_nothing_goes() -> None:
    markdown = f"{MENU}\n\n![map](/map.png)\n\n{MENU}"

    assert clean_markdown(markdown, URL) == CleanedMarkdown(markdown)


def test_what_stays_stands_as_far_apart_as_before_and_never_runs_together() -> None:
    cleaned = clean_markdown(f"# Pruning\n{PROSE}\n\n\nNear.\n\n{MENU}\n```\nx = 1\n```", URL)

    assert cleaned.markdown == f"# Pruning\n{PROSE}\n\n\nNear.\n\n```\nx = 1\n```"


def test_each_removed_block_is_given_as_it_stood() -> None:
    cleaned = clean(MENU, PROSE)

    assert [(removed.markdown, removed.rule) for removed in cleaned.removed] == [(MENU, Rule.MENU)]


# --- first of all: nothing to read ----------------------------------------------------------


@pytest.mark.parametrize(
    "block",
    [
        "[![build](https://ci.example/b.svg)](https://ci.example) ![docs](/d.svg)",
        "![A tree before and after, described at length](/tree.jpg)",
        "* * *",
        "-----",
        '<img src="/a.png" alt="A tree">',
        "```\n\n```",
        "- ![](/a.png)\n- ![](/b.png)",
        "| | |\n| --- | --- |",
    ],
)
def test_a_block_with_nothing_to_read_goes_wherever_it_stands(block: str) -> None:
    assert rules(clean(PROSE, block, MORE_PROSE)) == [Rule.NO_TEXT]


@pytest.mark.parametrize(
    "block",
    [
        "![tree](/tree.jpg) A tree.",
        "```\n![build](/b.svg)\n```",
        "Yes.",
        "`*`",
        r"\*\*\*",
        "$$x^2$$",
    ],
)
def test_a_block_with_anything_to_read_does_not(block: str) -> None:
    assert clean(PROSE, block, MORE_PROSE).removed == ()


# --- rule 1: prose wins ---------------------------------------------------------------------


def links(count: int) -> str:
    return " ".join(f"[Orchard number {n}](/orchards/{n})" for n in range(count))


def test_two_hundred_characters_of_its_own_keep_a_block_full_of_links() -> None:
    own = "x" * 199

    assert rules(clean(f"{own} {links(40)}", PROSE)) == [Rule.MENU]
    assert clean(f"{own}x {links(40)}", PROSE).removed == ()


def test_two_hundred_characters_of_labels_do_not() -> None:
    assert rules(clean(links(40), PROSE)) == [Rule.MENU]


def test_prose_wins_over_repetition() -> None:
    paragraph = f"{PROSE} See [the tools](/tools)."

    assert clean(paragraph, paragraph).removed == ()


def test_a_block_without_links_stays_however_short_and_wherever() -> None:
    assert clean("By Ada", "By Ada", PROSE, "Ends.").removed == ()


def test_a_heading_stays_though_it_is_all_link() -> None:
    assert clean("## [Trees](/trees)", "Some.", PROSE, "Trees\n[x](/)\n---", "One.").removed == ()


def test_a_fence_stays_though_it_holds_a_menu() -> None:
    assert clean(f"```md\n{MENU}\n```", f"~~~\n{MENU}\n~~~", PROSE).removed == ()


# --- rule 2: what the page repeats ----------------------------------------------------------


def test_links_the_page_repeats_go_inside_the_article_too() -> None:
    block = "Read [the story](https://elsewhere.example/story)."

    assert rules(clean(PROSE, block, MORE_PROSE, block)) == [Rule.REPEATED_LINKS] * 2
    assert clean(PROSE, block, MORE_PROSE).removed == ()


def test_equal_labels_that_lead_elsewhere_are_no_repetition() -> None:
    assert clean(PROSE, "[Read more](/a)", "[Read more](/b)", MORE_PROSE).removed == ()


def test_a_menu_repeats_though_it_is_marked_up_otherwise() -> None:
    again = "[Home](/) | [**Trees**](/trees) | [Tools](/tools) | [Shop](/shop) | [About](/about)"

    assert rules(clean(PROSE, MENU, again, MORE_PROSE)) == [Rule.REPEATED_LINKS] * 2


# --- rule 3: shape --------------------------------------------------------------------------


def test_labels_must_hold_six_tenths_of_what_is_read() -> None:
    six, four = "[abcdef](/a)", "wxyz"

    assert rules(clean(f"{six}{four}", PROSE)) == [Rule.MENU]
    assert clean(f"{six}{four}z", PROSE).removed == ()
    assert clean(f"{six}{four}", PROSE, link_density=0.61).removed == ()


def test_marks_count_for_neither_side() -> None:
    shouted = "- **[abcdef](/a)** ![a long description](/long/address.png) \\_*wxy*"

    assert rules(clean(shouted, PROSE)) == [Rule.MENU]
    assert clean(shouted + "z", PROSE).removed == ()


def test_what_only_parts_the_links_is_not_read() -> None:
    crumbs = "[A](/a) » [B](/b) / [C](/c) · [D](/d), [E](/e) | [F](/f)"

    assert rules(clean(crumbs, PROSE)) == [Rule.MENU]


@pytest.mark.parametrize(
    ("own", "foreign"),
    [
        ("/trees", "https://elsewhere.example/"),
        ("#top", "//elsewhere.example/x"),
        ("?page=2", "mailto:ada@orchard.example"),
        ("https://orchard.example/trees", "https://notorchard.example/"),
        ("http://www.orchard.example:80/", "https://www.orchard.example:8443/"),
        ("https://shop.orchard.example/", "https://orchard.example.evil.example/"),
    ],
)
def test_most_destinations_must_lead_back_into_the_site(own: str, foreign: str) -> None:
    two_of_three = f"[Trees]({own}) [Pears]({own}) [Plums]({foreign})"
    half = f"[Trees]({own}) [Plums]({foreign})"

    assert rules(clean(two_of_three, PROSE)) == [Rule.MENU]
    assert clean(half, PROSE).removed == ()


# --- rule 4: placement ----------------------------------------------------------------------


def test_a_menu_goes_before_the_first_substantial_paragraph_and_after_the_last() -> None:
    assert rules(clean(MENU, PROSE, "Short.", MORE_PROSE, OTHER_MENU)) == [Rule.MENU] * 2


def test_an_index_of_internal_links_inside_the_article_stays() -> None:
    assert clean(PROSE, MENU, OTHER_MENU, MORE_PROSE).removed == ()


def test_a_page_without_substantial_paragraphs_has_no_inside_to_be_out_of() -> None:
    assert clean("# Contents", MENU, OTHER_MENU).removed == ()


def test_a_menu_in_a_chrome_section_goes_inside_the_article_too() -> None:
    section = ["## Quick links", "Where our readers like to go next:", MENU]

    assert rules(clean(PROSE, *section, "## Trees", MORE_PROSE)) == [Rule.MENU]
    assert clean(PROSE, "## Tools we use", *section[1:], "## Trees", MORE_PROSE).removed == ()


# --- rule 5: size ---------------------------------------------------------------------------


def test_a_menu_has_many_links_or_little_text() -> None:
    long = "[A long title of a story about an orchard that we once planted](/story) " * 2
    sizes = {"min_menu_links": 3, "max_menu_chars": 100}

    assert clean(long, PROSE, **sizes).removed == ()
    assert rules(clean(long + "[More](/more)", PROSE, **sizes)) == [Rule.MENU]
    assert rules(clean("[One](/1) [Two](/2)", PROSE, **sizes)) == [Rule.MENU]


# --- chrome sections ------------------------------------------------------------------------


def test_a_chrome_heading_discards_even_what_has_no_links() -> None:
    assert rules(clean(PROSE, "## Footer", "© Orchard", "Est. 1902")) == [Rule.CHROME_SECTION] * 3
    assert clean(PROSE, "## Foothills", "© Orchard", "Est. 1902").removed == ()


@pytest.mark.parametrize(
    "name",
    [
        "Navigation Menu",
        "NAVIGATION  MENU:",
        "**Footer**",
        "[Footer](/f) #",
        "Fußzeile",
        "フッター",
    ],
)
def test_chrome_headings_are_known_by_name_whatever_their_dress(name: str) -> None:
    assert rules(clean(PROSE, f"## {name}", "x")) == [Rule.CHROME_SECTION] * 2


@pytest.mark.parametrize("name", ["See also", "References", "The footer element", "Menus"])
def test_headings_of_articles_are_not(name: str) -> None:
    assert clean(PROSE, f"## {name}", "x").removed == ()


@pytest.mark.parametrize(
    "opening",
    [
        "abcdefghijklmnopqrstuvwx",
        "冬の終わり、木が眠っていて形がよく見える時期に剪定する。",
        "冬末修剪，趁树木休眠、树形清晰可见，先去枯枝再去交叉枝。"[:24],
        "```\nx\n```",
        "**abcdefghijkl** [y](/y) mnopqrstuvwx",
    ],
)
def test_what_reads_like_content_ends_the_discarding(opening: str) -> None:
    cleaned = clean("## Navigation Menu", "Open", opening, "Go", PROSE)

    assert rules(cleaned) == [Rule.CHROME_SECTION] * 2
    assert cleaned.markdown == "\n\n".join([opening, "Go", PROSE])


@pytest.mark.parametrize(
    "block",
    [
        "abcdefghijklmnopqrstuvw",
        "冬末修剪，趁树木休眠、树形清晰可见，先去枯枝再去交叉枝。"[:23],
        "[abcdefghijklmnopqrstuvwxyz in a label](/a)",
        "![abcdefghijklmnopqrstuvwxyz in a description](/a.png) a",
    ],
)
def test_what_is_shorter_or_all_link_does_not(block: str) -> None:
    cleaned = clean("## Navigation Menu", block, "Go", "# Trees", PROSE)

    assert cleaned.markdown == f"# Trees\n\n{PROSE}"


def test_a_heading_of_the_same_rank_or_higher_closes_the_section() -> None:
    rest = ["Short.", PROSE]

    for rank in ("##", "#"):
        assert clean("## Menu", "x", f"{rank} Trees", *rest).markdown.startswith(f"{rank} Trees")
    assert "Short." not in clean("## Menu", "x", "### Trees", *rest).markdown


def test_the_title_of_an_article_right_under_a_menu_stays() -> None:
    cleaned = clean("# Navigation Menu", MENU, "## Pruning", PROSE)

    assert cleaned.markdown == f"## Pruning\n\n{PROSE}"


def test_a_chrome_heading_over_nothing_but_content_stays() -> None:
    assert clean("## Menu", "Leek and potato soup, with bread.", PROSE).removed == ()


def test_a_section_inside_a_section_closes_alone() -> None:
    cleaned = clean(
        "# Navigation Menu", "x", "## Share", "y", "## Pruning", PROSE, MENU, "# Next", MORE_PROSE
    )

    assert cleaned.markdown == "\n\n".join(["## Pruning", PROSE, "# Next", MORE_PROSE])


# --- headings, last -------------------------------------------------------------------------


def test_headings_over_an_emptied_section_go_and_so_do_those_above() -> None:
    cleaned = clean(
        "# Pruning", PROSE, "## Around here", "### Trees", MENU, "### Fruit", OTHER_MENU
    )

    assert cleaned.markdown == f"# Pruning\n\n{PROSE}"
    assert rules(cleaned).count(Rule.EMPTIED_HEADING) == 3


def test_a_heading_with_anything_left_under_it_stays() -> None:
    cleaned = clean("# Pruning", PROSE, "## Around here", "### Trees", MENU, "### Fruit", "Figs.")

    assert cleaned.markdown == f"# Pruning\n\n{PROSE}\n\n## Around here\n\n### Fruit\n\nFigs."


def test_a_heading_that_never_had_text_under_it_stays() -> None:
    cards = ["### [Pears](/p)", "![pear](/p.jpg)", "### [Plums](/q)", "![plum](/q.jpg)"]

    assert clean(PROSE, *cards, "## Last").markdown == "\n\n".join(
        [PROSE, cards[0], cards[2], "## Last"]
    )


# --- blocks ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fence",
    [
        f"```\n{MENU}\n\n{MENU}\n```",
        f"~~~~ md\n{MENU}\n\n~~~\n\n```\n\n{MENU}\n~~~~~",
        f"````\n```\n\n{MENU}\n\n```\n````",
        f"   ```\n{MENU}\n\n{MENU}\n   ```",
        "> ```\n> [Home](/)\n>\n> [Home](/)\n> ```",
        f"```\n{MENU}\n\n{MENU}\n\nand so on, never closed",
    ],
)
def test_a_fence_is_one_block(fence: str) -> None:
    assert clean(PROSE, fence).removed == ()


@pytest.mark.parametrize(
    "block",
    [
        "`` ` ``\n\n- [Home](/)",
        "``` a `b` ```\n\n- [Home](/)",
        "```\nx\n```\n\n- [Home](/)",
        "> ```\n> x\n\n- [Home](/)",
    ],
)
def test_what_follows_a_fence_or_only_looks_like_one_is_judged(block: str) -> None:
    assert rules(clean(PROSE, block)) == [Rule.MENU]


@pytest.mark.parametrize(
    "menu",
    [
        "[A (b)](/wiki/A_(b))",
        '[Trees](/trees "All (our) trees")',
        "[Trees](</our trees>)",
        "[Trees [12]](/trees)",
        r"[Trees \] and](/trees)",
        "[![logo](/logo.png) Home](/)",
        "<https://orchard.example/>",
        "[`[x](y)`](/z)",
        "[Trees](/a\\)b)",
    ],
)
def test_links_are_read_in_all_their_spellings(menu: str) -> None:
    assert rules(clean(menu, PROSE)) == [Rule.MENU]


@pytest.mark.parametrize(
    "text", ["[Trees]", "[Trees] (/trees)", r"\[Trees](/trees)", "`[Trees](/trees)`", "[x](a b c)"]
)
def test_what_is_no_link_is_text(text: str) -> None:
    assert clean(text, text, PROSE).removed == ()


def test_a_label_may_hold_many_open_brackets_but_not_hundreds() -> None:
    assert rules(clean("[" * 60 + "Trees](/trees)", PROSE)) == [Rule.MENU]
    assert clean("[" * 600 + "Trees](/trees)", PROSE).removed == ()


# --- where it applies -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "media_type", ["text/html", "Text/HTML; charset=utf-8", "application/xhtml+xml"]
)
@pytest.mark.parametrize("url", [URL, "HTTP://orchard.example"])
def test_html_fetched_over_http_is_cleaned(media_type: str, url: str) -> None:
    assert is_cleanable(media_type, url)


@pytest.mark.parametrize(
    ("media_type", "url"),
    [
        ("application/pdf", URL),
        ("text/markdown", URL),
        ("application/xml", URL),
        ("", URL),
        ("text/html", ""),
        ("text/html", "file:///pages/pruning.html"),
        ("text/html", "upload:pruning.html"),
        ("text/html", "https://"),
        ("text/html", "https://[orchard"),
    ],
)
def test_pdfs_and_uploads_are_not(media_type: str, url: str) -> None:
    assert not is_cleanable(media_type, url)


# --- bad input ------------------------------------------------------------------------------

HOSTILE_CHARS = 10_000_000
# Seconds of processor time, several times what the slowest takes: quadratic work needs hours.
HOSTILE_LIMIT_S = 60


@pytest.mark.parametrize("unit", ["[", "`", "](", "*", "<a", "- "])
def test_ten_megabytes_of_marks_take_seconds(unit: str) -> None:
    started = time.process_time()
    clean_markdown(unit * (HOSTILE_CHARS // len(unit)), URL)

    assert time.process_time() - started < HOSTILE_LIMIT_S


@pytest.mark.parametrize(
    "unit",
    ["[](", "[a](", "[a](b ", '[a](b "', "[a](b (", "[a](<", "![", "![a](b)", "` `` ", "\\", "# ",
     "a\n\n", "```\n\n", "<!", "_ ", "1. ", "# footer\n", "[a](b)\n\n", "((((", "> "],
)  # fmt: skip
def test_time_grows_with_length_alone(unit: str) -> None:
    def measure(chars: int) -> float:
        started = time.process_time()
        clean_markdown("[x](" + unit * (chars // len(unit)), URL)
        return time.process_time() - started

    measure(1_000)
    assert measure(200_000) < 40 * max(measure(20_000), 0.01)


MARKS = st.text(alphabet="ab []()`*_#-|>!<\\\n\n~/:\"'0.", max_size=120)


@given(markdown=MARKS, url=st.sampled_from([URL, "", "no address", "https://["]))
def test_any_text_is_cleaned_into_a_part_of_itself(markdown: str, url: str) -> None:
    cleaned = clean_markdown(markdown, url)

    if not cleaned.removed:
        assert cleaned.markdown == markdown
    for line in cleaned.markdown.split("\n"):
        assert line.rstrip() in markdown
    for removed in cleaned.removed:
        assert removed.markdown in markdown
