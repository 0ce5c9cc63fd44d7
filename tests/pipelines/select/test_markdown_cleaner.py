import time

import pytest

from crawler import extract
from models.chrome import ChromeProfile
from models.chrome_thresholds import MIN_PAGES
from models.content import Content
from models.page import Block, BlockKind, Page
from pipelines.content import select_content
from pipelines.select import STEPS, choose_steps
from pipelines.select.markdown_cleaner import STEP, drop_markdown_chrome
from pipelines.select.selection import Selection

URL = "https://garden.example/spring"
MENU = "".join(f'<li><a href="/shop/{n}">Shop number {n}</a>' for n in range(8))
LEAD = "In spring the beds are dug, the seeds are sown, and the first leaves are counted. " * 4
PAGE = f"<div><p>{LEAD}</p><p>{LEAD} Later too.</p><ul>{MENU}</ul></div>"


def clean(html: str, url: str = URL, profile: ChromeProfile | None = None) -> Content:
    """The step alone, so that no other finds the content first."""
    from crawler.page import read_page

    return select_content(read_page(html, url), profile, steps=[drop_markdown_chrome])


def test_a_menu_under_the_text_goes_block_by_block_with_its_reason():
    content = clean(PAGE)

    assert content.content_methods == (STEP,)
    assert "Shop number" not in content.content_markdown
    assert "Shop number 7" in content.markdown
    gone = [decision for decision in content.decisions if not decision.kept]
    assert {(decision.step, decision.reason) for decision in gone} == {(STEP, "menu")}
    assert len(gone) == 8


def test_the_same_list_between_two_paragraphs_is_the_article_s_and_stays():
    content = clean(f"<p>{LEAD}</p><ul>{MENU}</ul><p>{LEAD} Later too.</p>")

    assert content.content_methods == ()


def test_a_picture_without_words_stays():
    content = clean(f'{PAGE}<p><img src="/rose.jpg"></p>')

    assert "rose.jpg" in content.content_markdown


@pytest.mark.parametrize("url", ["", "page.html", "file:///garden/page.html"])
def test_what_did_not_come_over_http_passes_untouched(url: str):
    assert clean(PAGE, url).content_methods == ()


def test_where_the_site_s_chrome_is_known_it_passes_untouched():
    assert clean(PAGE, profile=ChromeProfile(MIN_PAGES)).content_methods == ()
    assert clean(PAGE, profile=ChromeProfile(MIN_PAGES - 1)).content_methods == (STEP,)


def test_where_another_step_found_the_content_it_passes_untouched():
    content = extract(f"<div>{LEAD} Elsewhere.</div><main>{PAGE}</main>", URL)

    assert STEP not in content.content_methods


def test_a_page_of_nothing_but_a_menu_keeps_it():
    assert clean(f"<ul>{MENU}</ul>").content_methods == ()


def test_the_setting_leaves_the_step_out_and_no_other():
    assert choose_steps(cleans_markdown=True) == STEPS
    assert set(STEPS) - set(choose_steps(cleans_markdown=False)) == {drop_markdown_chrome}


def test_its_time_grows_with_the_page_and_not_with_its_square() -> None:
    def seconds(count: int) -> float:
        blocks = tuple(
            Block(f"/p[{n}]", BlockKind.PARAGRAPH, f"w{n} x", 2, 0, f"w{n} x") for n in range(count)
        )
        selection = Selection(Page("https://a.example/", blocks))
        started = time.process_time()
        drop_markdown_chrome(selection)
        return time.process_time() - started

    seconds(1_000)
    assert seconds(40_000) < 16 * max(seconds(5_000), 0.05)
