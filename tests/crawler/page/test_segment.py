"""Blocks: what ends one, where it stands, what surrounds it."""

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.page.parse import UnreadablePageError, parse_html
from crawler.page.segment import segment
from models.page import Block, BlockKind, Hidden, Region, Widget


def read(body: str) -> tuple[Block, ...]:
    tree = parse_html(f"<html><body>{body}</body></html>")
    return segment(tree, "https://site.example/dir/page")[0]


def texts(body: str) -> list[str]:
    return [block.text for block in read(body)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>one</p><p>two</p>", ["one", "two"]),
        ("<p>one <b>bold</b> word</p>", ["one bold word"]),
        ("<div>loose <p>inside</p> tail</div>", ["loose", "inside", "tail"]),
        ("<p>one<br>line</p>", ["one\nline"]),
        ("<p>one<br><br>two</p>", ["one", "two"]),
        ("<p>one<br> <br>two</p>", ["one", "two"]),
        ("<p>one<hr>two</p>", ["one", "two"]),
        ("<a href='/x'>link <div>block</div> tail</a>", ["link", "block", "tail"]),
        ("<p>a <!-- gone --> b</p>", ["a b"]),
        ("<p>a<script>no</script><style>no{}</style> b</p>", ["a b"]),
        ("<select><option>Red<option>Blue</select>", ["Red\nBlue"]),
        ("<p>  </p><div>\n</div>", []),
        ("<iframe>unseen</iframe><object>shown when it fails</object>", ["shown when it fails"]),
        ("<svg><title>unseen</title><text>axis</text><text>tick</text></svg>", ["axis tick"]),
        ("<svg><foreignObject><div><p>node</p></div></foreignObject></svg>", ["node"]),
        ("<p>x</p><svg width=9><p>after</p><p>more</p>", ["x", "after", "more"]),
        ("<button>Buy</button><button>Sell</button>", ["Buy Sell"]),
    ],
)
def test_a_block_ends_where_a_browser_ends_a_line(body: str, expected: list[str]) -> None:
    assert texts(body) == expected


def test_a_slot_is_the_xpath_of_its_element_or_text() -> None:
    tree = parse_html(
        "<body><div>first<p>para</p>last <i>one</i></div><ul><li>item</li></ul>"
        "<p><b>bold</b></p><x:y>odd</x:y></body>"
    )

    for block in segment(tree, "")[0]:
        (found,) = tree.xpath(block.slot)
        text = found if isinstance(found, str) else "".join(found.itertext())
        assert text.split()[0] == block.text.split()[0]


def test_equal_blocks_of_two_pages_share_a_slot_and_moved_ones_do_not() -> None:
    first, moved = read("<div><p>a</p><p>b</p></div>"), read("<div><p>b</p></div>")

    assert [b.slot for b in first] == ["/html/body/div[1]/p[1]", "/html/body/div[1]/p[2]"]
    assert [b.slot for b in moved] == ["/html/body/div[1]/p[1]"]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("<h2>x</h2>", BlockKind.HEADING),
        ("<p>x</p>", BlockKind.PARAGRAPH),
        ("<div>x</div>", BlockKind.TEXT),
        ("<ul><li>x</li></ul>", BlockKind.LIST_ITEM),
        ("<ul><li><p>x</p></li></ul>", BlockKind.LIST_ITEM),
        ("<pre>x</pre>", BlockKind.CODE),
        ("<blockquote><p>x</p></blockquote>", BlockKind.QUOTE),
        ("<dl><dt>x</dt></dl>", BlockKind.TERM),
        ("<dl><dd>x</dd></dl>", BlockKind.DESCRIPTION),
        ("<figure><figcaption>x</figcaption></figure>", BlockKind.CAPTION),
        ("<p><img src=a.png alt=x></p>", BlockKind.IMAGE),
        ("<table><tr><th>x<th>y<tr><td>1<td>2</table>", BlockKind.TABLE),
        ("<table role=presentation><tr><td>x</td></tr></table>", BlockKind.TEXT),
        ("<math display=block><mi>x</mi></math>", BlockKind.MATH),
    ],
)
def test_a_kind_is_what_the_element_makes_of_its_text(body: str, kind: BlockKind) -> None:
    assert [block.kind for block in read(body)] == [kind]


def test_list_items_know_their_depth_order_and_marker() -> None:
    blocks = read("<ol start=4><li>four<ul><li>sub</li></ul></li><li><p>five</p><p>more</p></ol>")

    assert [(b.markdown, b.level, b.ordered) for b in blocks] == [
        ("4. four", 1, True),
        ("   - sub", 2, False),
        ("5. five", 1, True),
        ("   more", 0, False),
    ]


def test_a_quotation_marks_every_line() -> None:
    blocks = read("<blockquote><p>one<br>two</p><ul><li>three</li></ul></blockquote>")

    assert [line for b in blocks for line in b.markdown.split("\n") if line[:1] != ">"] == []


def test_words_that_begin_inside_a_link_are_counted() -> None:
    (block,) = read("<p>read <a href='/x'>all of it</a> now</p>")

    assert (block.words, block.linked_words) == (5, 3)


def test_a_caption_keeps_its_links_and_stands_before_its_table() -> None:
    blocks = read(
        "<table><caption>Tides at <a href='/q'>the <b>quay</b></a></caption>"
        "<tr><th>day<th>height<tr><td>Monday<td>3 m</table>"
    )

    assert [(b.kind, b.markdown.split("\n")[0]) for b in blocks] == [
        (BlockKind.CAPTION, "Tides at [the **quay**](https://site.example/q)"),
        (BlockKind.TABLE, "| day | height |"),
    ]


def test_a_numbered_heading_is_not_escaped() -> None:
    (heading, paragraph) = read("<h2>1. Intro</h2><p>1. Intro</p>")

    assert (heading.markdown, paragraph.markdown) == ("## 1. Intro", "1\\. Intro")


def test_links_resolve_against_the_base() -> None:
    (block,) = read("<p><a href='other'>x</a></p>")

    assert block.markdown == "[x](https://site.example/dir/other)"


@pytest.mark.parametrize(
    ("body", "hidden"),
    [
        ("<p>x</p>", Hidden.VISIBLE),
        ("<p style='display: none'>x</p>", Hidden.UNREACHABLE),
        ("<div hidden><p>x</p></div>", Hidden.UNREACHABLE),
        ("<dialog>x</dialog>", Hidden.UNREACHABLE),
        ("<dialog open>x</dialog>", Hidden.VISIBLE),
        ("<button aria-controls=a>o</button><div id=a hidden>x</div>", Hidden.COLLAPSED),
        ("<a href='#t' role=tab>o</a><p></p><div id=t hidden>x</div>", Hidden.COLLAPSED),
        ("<p></p><div role=tabpanel hidden>x</div>", Hidden.COLLAPSED),
        ("<details>x</details>", Hidden.COLLAPSED),
        ("<details open>x</details>", Hidden.VISIBLE),
        ("<details><summary>x</summary></details>", Hidden.VISIBLE),
        ("<noscript><p>x</p></noscript>", Hidden.NOSCRIPT),
        ("<select><option>x</select>", Hidden.COLLAPSED),
        ("<form><textarea>x</textarea></form>", Hidden.COLLAPSED),
        ("<a onclick='toggle()'>o</a><div style='display:none'>x</div>", Hidden.COLLAPSED),
        ("<div style='position:absolute;left:-9999px'>x</div>", Hidden.UNREACHABLE),
        ("<template><p>x</p></template>", Hidden.TEMPLATE),
        ("<details><p style='display:none'>x</p></details>", Hidden.UNREACHABLE),
        ("<div style='display:none'><details open>x</details></div>", Hidden.UNREACHABLE),
    ],
)
def test_hidden_text_is_kept_and_says_why_it_is_hidden(body: str, hidden: Hidden) -> None:
    assert {b.text: b.hidden for b in read(body)}["x"] is hidden


def test_a_hidden_word_in_a_sentence_becomes_a_block_behind_it() -> None:
    blocks = read("<p>before <span hidden>secret</span> after</p><p>next</p>")

    assert [(b.text, bool(b.hidden)) for b in blocks] == [
        ("before after", False),
        ("secret", True),
        ("next", False),
    ]


@pytest.mark.parametrize(
    ("body", "region"),
    [
        ("<nav><p>x</p></nav>", Region.NAV),
        ("<div role=navigation>x</div>", Region.NAV),
        ("<div id=footer>x</div>", Region.FOOTER),
        ("<div class=siteFooter>x</div>", Region.FOOTER),
        ("<div class=footnote>x</div>", Region.NONE),
        ("<p class=footer>x</p>", Region.NONE),
        ("<main><section id=footer>x</section></main>", Region.MAIN),
        ("<main><footer>x</footer></main>", Region.FOOTER),
        ("<header>x</header>", Region.HEADER),
        ("<article><header>x</header></article>", Region.ARTICLE),
        ("<main><nav>x</nav></main>", Region.NAV),
        ("<aside><article>x</article></aside>", Region.ASIDE),
        ("<div class=sidebar><main>x</main></div>", Region.MAIN),
        ("<aside class=note>x</aside>", Region.NONE),
        ("<blockquote><footer>x</footer></blockquote>", Region.NONE),
    ],
)
def test_a_block_stands_in_the_region_its_author_declared(body: str, region: Region) -> None:
    filler = "<p>" + "enough other words on the page " * 5 + "</p>"

    assert {b.text: b.region for b in read(filler + body)}["x"] is region


@pytest.mark.parametrize(
    ("body", "widget"),
    [
        ("<div class='cookie-banner'>x</div>", Widget.CONSENT),
        ("<div id='consent-layer'>x</div>", Widget.CONSENT),
        ("<div class='fortune-cookies-recipe'>x</div>", Widget.NONE),
        ("<div class='cookie-recipe'>x</div>", Widget.NONE),
        ("<ul class='share-buttons'><li>x</li></ul>", Widget.RAIL),
        ("<div id=comments>x</div>", Widget.COMMENTS),
        ("<div aria-label=breadcrumb>x</div>", Widget.BREADCRUMBS),
        ("<h2>Title<span class=mw-editsection>x</span></h2>", Widget.EDIT_LINK),
    ],
)
def test_a_block_knows_its_widget(body: str, widget: Widget) -> None:
    filler = "<p>" + "enough other words on the page " * 5 + "</p>"

    assert {b.text: b.widget for b in read(filler + body)}["x"] is widget


def test_the_sign_that_links_to_a_heading_stands_apart_and_a_linked_title_does_not() -> None:
    sign, title = read("<h2>Use <a href='#use'>¶</a></h2>"), read("<h2><a href='#c'>C#</a></h2>")

    assert [(b.text, b.widget) for b in sign] == [("Use", Widget.NONE), ("¶", Widget.EDIT_LINK)]
    assert [(b.text, b.widget) for b in title] == [("C#", Widget.NONE)]


def test_a_name_that_holds_most_of_the_page_is_no_region() -> None:
    text = "<p>all the words of a page with one paragraph are here</p>"
    menu = "".join(f"<p><a href=/{n}>a link to some other page</a></p>" for n in range(9))
    (block, *_) = read(f"<div class='left-column'>{text}</div><div>{menu}</div>")

    assert block.region is Region.NONE


def test_a_name_that_holds_less_prose_than_the_rest_is_a_region() -> None:
    aside = "<p>all the words of a short note that stands beside</p>"
    text = "<p>all the words of the page itself and there are more of these than beside it</p>"
    (block, *_) = read(f"<div class='left-column'>{aside}</div><div>{text}</div>")

    assert block.region is Region.ASIDE


def test_comments_longer_than_their_article_stay_comments() -> None:
    words = "what people say about it is ten words or more"
    blocks = read(f"<p>news</p><div class='comments'><p>{words}</p><p>and again {words}</p></div>")

    assert [b.widget for b in blocks] == [Widget.NONE, Widget.COMMENTS, Widget.COMMENTS]


def test_a_consent_dialog_longer_than_the_page_stays_one() -> None:
    blocks = read("<div class='consent-layer'>all the many words of a notice</div><p>news</p>")

    assert [b.widget for b in blocks] == [Widget.CONSENT, Widget.NONE]


def test_a_declared_region_that_holds_most_of_the_page_stays_one() -> None:
    (block,) = read("<aside><p>all the words of this page are here</p></aside>")

    assert block.region is Region.ASIDE


def test_main_articles_and_their_bodies_are_marked() -> None:
    blocks = read(
        "<p>a</p><main><article><p>b</p><article><p>c</p></article>"
        "<div itemprop=articleBody>d</div></article></main><article>e</article>"
    )

    assert [(b.text, b.in_main, b.article, b.in_article_body) for b in blocks] == [
        ("a", False, -1, False),
        ("b", True, 0, False),
        ("c", True, 0, False),
        ("d", True, 0, True),
        ("e", False, 1, False),
    ]


def test_chinese_words_are_counted_without_spaces() -> None:
    (block,) = read("<p>河边小路长约九公里</p>")

    assert 4 <= block.words <= 6


def test_deep_inline_nesting_is_read_without_recursion() -> None:
    assert texts("<b>" * 3000 + "deep" + "</b>" * 3000 + "<p>after</p>")[-1] == "after"


def test_too_many_blocks_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crawler.page.segment.MAX_BLOCKS", 10)

    with pytest.raises(UnreadablePageError) as caught:
        read("<p>x</p>" * 11)
    assert caught.value.reason == "too many blocks"


_WORDS = st.from_regex(r"[a-z]{1,6}", fullmatch=True)
_SHOWN_TAGS = st.sampled_from(
    "p div b i a li ul ol span h2 blockquote dl dt dd section article details summary".split()
)
_TREES = st.recursive(
    _WORDS.map(lambda word: f" {word} "),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{' '.join(parts)}</{tag}>",
        _SHOWN_TAGS,
        st.lists(inner, min_size=1, max_size=4),
    ),
    max_leaves=20,
)


@given(body=_TREES)
@settings(max_examples=150)
def test_no_word_is_lost_or_repeated_whatever_the_nesting(body: str) -> None:
    tree = parse_html(f"<body>{body}</body>")
    words = " ".join(tree.itertext()).split()

    assert sorted(" ".join(b.text for b in segment(tree, "")[0]).split()) == sorted(words)


def test_breaks_and_empty_elements_in_a_row_are_held_once() -> None:
    tree = parse_html("<p>one<b></b><i>Two</i>" + "<b></b>" * 20_000 + "end" + "<br>" * 20_000)
    tracemalloc.start()
    try:
        blocks = segment(tree, "")[0]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert [block.text for block in blocks] == ["one Twoend"]
    assert peak < 1_000_000


def test_breaks_at_the_start_of_a_block_show_nothing_and_behind_an_image_end_a_line() -> None:
    blocks = segment(parse_html("<p><br><br>one<br>two</p><p><img src=a><br><br><br>x</p>"), "")[0]

    assert [block.text for block in blocks] == ["one\ntwo", "x"]
