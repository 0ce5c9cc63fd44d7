"""What goes from within a run: each rule beside the text that looks like its aim and stays."""

from models.page import Block, BlockKind, Page
from models.page_types import POLICIES, PageType
from pipelines.select.selection import Selection
from pipelines.select.trimmings import find_trimmings


def line(
    text: str,
    kind: BlockKind = BlockKind.PARAGRAPH,
    slot: str = "/html/body/div[1]/p[1]",
    level: int = 0,
) -> Block:
    return Block(slot, kind, text, len(text.split()), 0, text, level=level)


def trim(
    *blocks: Block,
    page_type: PageType = PageType.ARTICLE,
    names: dict[str, str] | None = None,
) -> dict[int, str]:
    page = Page("https://site.example/", blocks, names=names or {})
    selection = Selection(page, policy=POLICIES[page_type])
    return find_trimmings(selection, range(len(blocks)))


def test_a_call_to_subscribe_goes_and_a_sentence_about_newsletters_stays() -> None:
    found = trim(
        line("Want more film news? Sign up for our weekly newsletter."),
        line("By submitting your address, you agree to our terms."),
        line("The bishop wrote a newsletter to which nine hundred farmers signed up."),
        line("Ministers agree that the privacy policy of the register must change."),
    )
    assert found == {0: "a promotion", 1: "a promotion"}


def test_a_post_that_says_the_same_stays_in_a_thread() -> None:
    post = line("Sign up for their newsletter, it is worth it.")
    assert not trim(post, page_type=PageType.FORUM)


def test_a_statement_of_rights_goes_and_a_text_about_copyright_stays() -> None:
    found = trim(
        line("Copyright 2031 The Example Company. All rights reserved."),
        line("© Example Press"),
        line("Copyright law protects a work for seventy years."),
    )
    assert found == {0: "a statement of rights", 1: "a statement of rights"}


def test_the_time_of_publication_goes_and_the_time_of_an_event_stays() -> None:
    found = trim(
        line("Published: 09:09 GMT, 22 December 2031 | Updated: 10:53 GMT"),
        line("Doors open on Saturday, December 30, 2031, at 22:00."),
        line("The agreement was published in 2031."),
    )
    assert found == {0: "the time of publication"}


def test_an_embedded_post_goes_whole_and_a_quotation_stays() -> None:
    embed = "/html/body/div[1]/blockquote[1]"
    found = trim(
        line("> What a day!", BlockKind.QUOTE, f"{embed}/p[1]"),
        line("> — A. Writer (@awriter) December 22, 2031", BlockKind.QUOTE, f"{embed}/text()[1]"),
        line("> To be or not — that he asked.", BlockKind.QUOTE, "/html/body/div[1]/blockquote[2]"),
    )
    assert found == {0: "an embedded post", 1: "an embedded post"}


def test_a_strip_of_headings_goes_and_headings_with_text_under_them_stay() -> None:
    strip = [line(f"Star number {n} says it", BlockKind.HEADING, level=3) for n in range(4)]
    text = line("And so the story ended.")
    section = line("How it began", BlockKind.HEADING, level=2)
    assert trim(text, *strip) == dict.fromkeys(range(1, 5), "a strip of teasers")
    assert not trim(section, text, section, text, section, text, section, text)
    assert not trim(text, *strip, page_type=PageType.SERVICE)


def test_the_last_heading_of_a_strip_stays_over_its_text() -> None:
    strip = [line(f"Star number {n} says it", BlockKind.HEADING, level=3) for n in range(4)]
    assert set(trim(*strip, line("And so the story ended."))) == {0, 1, 2}


def test_a_line_named_a_caption_goes_with_a_photographers_and_stays_without() -> None:
    names = {"/html/body/div[2]": "wp-caption"}
    named = line("The harbour at dawn. Photo: A. Writer", slot="/html/body/div[2]/p[1]")
    plain = line("The harbour at dawn, as it was.", slot="/html/body/div[2]/p[1]")
    text = line("The harbour opens. Photo: A. Writer took it.")
    assert trim(named, text, names=names) == {0: "the caption of a press photo"}
    assert not trim(plain, text, names=names)


def test_a_line_within_a_figure_is_a_caption() -> None:
    credit = line("Image: Example Films", BlockKind.TEXT, "/html/body/figure[1]/cite[1]")
    assert trim(credit) == {0: "the caption of a press photo"}
