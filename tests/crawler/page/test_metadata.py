import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.page.dates import read_date
from crawler.page.metadata import read_metadata
from crawler.page.parse import parse_html
from models.page import Metadata

URL = "https://harbour-notes.example/tides/slate"


def read(head: str = "", body: str = "<p>x</p>", url: str = URL, html: str = "") -> Metadata:
    return read_metadata(parse_html(f"<html {html}><head>{head}</head><body>{body}"), url)


def jsonld(*values: object) -> str:
    return "".join(
        f'<script type="application/ld+json">{json.dumps(value)}</script>' for value in values
    )


@pytest.mark.parametrize(
    ("head", "body", "title", "site_name"),
    [
        ("<title>The slate | Harbour Notes</title>", "", "The slate", "Harbour Notes"),
        ("<title>The slate - Harbour Notes</title>", "", "The slate", "Harbour Notes"),
        ("<title>Harbour Notes: The slate</title>", "", "The slate", "Harbour Notes"),
        ("<title>The slate</title>", "<h1>Other</h1>", "The slate", ""),
        ("<title>The slate — a story | Notes</title>", "<h1>The slate — a story</h1>",
         "The slate — a story", "Notes"),
        ("<title>Notes » The slate</title>", "<h1>The slate</h1>", "The slate", "Notes"),
        ('<title>The slate | X</title><meta property="og:title" content="Quay Press">'
         '<meta property="og:site_name" content="Quay Press">', "<h1><img></h1><h1>The slate</h1>",
         "The slate", "Quay Press"),
        ('<title>Quay Press</title><meta property="og:title" content="The slate">'
         '<meta property="og:site_name" content="Quay Press">', "", "The slate", "Quay Press"),
        ('<title>Quay Press</title><meta property="og:site_name" content="Quay Press">',
         "<h1>Quay Press</h1><h1>The slate</h1>", "The slate", "Quay Press"),
        ('<meta property="og:title" content="The slate - Quay Press">'
         '<meta name="application-name" content="Quay Press">', "", "The slate", "Quay Press"),
        ('<title>Slate: a "thin" stone #3 | Harbour Notes</title>', "",
         'Slate: a "thin" stone #3', "Harbour Notes"),
        ("<title>Tides: an introduction</title>", "", "Tides: an introduction", ""),
        ("<title>Well-known facts</title>", "", "Well-known facts", ""),
        ("", "<h1>Only a heading</h1>", "Only a heading", ""),
        ("<title>Harbour Notes</title>", "", "Harbour Notes", ""),
        ("<title>Slate tides guide 2025 | Notes</title>", "<h1>A guide to slate and tides</h1>",
         "A guide to slate and tides", "Notes"),
        ("<title>Slate tides guide 2025 | Notes</title>", "<h1>Subscribe to our letter</h1>",
         "Slate tides guide 2025", "Notes"),
        ("", "<svg><title>Icon</title></svg>", "", ""),
    ],
)  # fmt: skip
def test_the_title_is_the_pages_own_headline(
    head: str, body: str, title: str, site_name: str
) -> None:
    found = read(head, body or "<p>x</p>")

    assert (found.title, found.site_name) == (title, site_name)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2024", "2024"),
        ("2024-05", "2024-05"),
        ("2024-5-1", "2024-05-01"),
        ("2024/05/01", "2024-05-01"),
        ("20240501", "2024-05-01"),
        ("2024-05-01T10:20", "2024-05-01T10:20"),
        ("2024-05-01 10:20:30", "2024-05-01T10:20:30"),
        ("2024-05-01T10:20:30.123Z", "2024-05-01T10:20:30.123Z"),
        ("2024-05-01T10:20:30+0200", "2024-05-01T10:20:30+02:00"),
        ("2024-05-01T10:20:30-05:00", "2024-05-01T10:20:30-05:00"),
        ("Wed, 01 May 2024 10:20:30 +0200", "2024-05-01T10:20:30+02:00"),
        ("1 May 2024", "2024-05-01"),
        ("May 1st, 2024", "2024-05-01"),
        ("Wednesday, 1 September 2024", "2024-09-01"),
    ],
)
def test_a_declared_date_keeps_its_precision(text: str, date: str) -> None:
    assert read_date(text) == date


@pytest.mark.parametrize(
    "text",
    ["", "2024-13-01", "2024-02-30", "0000-00-00", "0001-01-01", "9999-12-31", "yesterday", "12",
     "2024-05-01T25:00", "{{date}}", "1714550400", "32 May 2024", "1 Maybe 2024", "٢٠٢٤x"],
)  # fmt: skip
def test_what_is_no_date_is_empty(text: str) -> None:
    assert read_date(text) == ""


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ('<meta property="article:published_time" content="2024-05-01">', ""),
        (jsonld({"@type": "NewsArticle", "datePublished": "2024-05-01"}), ""),
        (jsonld({"@graph": [{"@type": ["BlogPosting"], "datePublished": "2024-05-01"}]}), ""),
        ('<meta name="DC.date.issued" content="2024-05-01">', ""),
        ("", '<span itemprop="datePublished" content="2024-05-01">May</span>'),
        ("", '<time pubdate datetime="2024-05-01">May</time>'),
        ("", '<article><time datetime="2024-05-01">May</time></article>'),
        ('<meta name="date" content="soon"><meta name="pubdate" content="2024-05-01">', ""),
    ],
)
def test_the_publication_date_is_read_where_pages_declare_it(head: str, body: str) -> None:
    assert read(head, body or "<p>x").published_at == "2024-05-01"


def test_dates_of_comments_and_teasers_are_not_the_pages() -> None:
    body = (
        '<article><div class="comment"><time datetime="2024-05-02">x</time></div></article>'
        '<aside><time class="published" datetime="2024-05-03">x</time></aside>'
        '<p><time datetime="2024-05-04">x</time></p>'
    )

    assert read("", body).published_at == ""


def test_a_date_in_the_footer_of_the_pages_own_article_is_the_pages() -> None:
    time = '<time class="entry-date published updated" datetime="2024-05-01T10:00:00Z">May</time>'
    footer = f'<footer class="entry-footer"><span class="posted-on">{time}</span></footer>'
    comment = f'<div class="comment-list"><div>{footer}</div></div>'

    assert read("", f"<article><h1>x</h1>{footer}</article>").published_at == "2024-05-01T10:00:00Z"
    assert read("", f"<article><h1>x</h1>{comment}</article>").published_at == ""
    assert read("", f"<h1>x</h1><article><h2>y</h2>{footer}</article>").published_at == ""
    assert read("", f"<article><h1>x</h1></article>{footer}").published_at == ""


def test_the_date_of_change_is_read_apart() -> None:
    head = jsonld({"@type": "Article", "datePublished": "2024", "dateModified": "2025"})

    assert (read(head).published_at, read(head).modified_at) == ("2024", "2025")
    assert (
        read('<meta property="og:updated_time" content="2025-01-02">').modified_at == "2025-01-02"
    )


@pytest.mark.parametrize(
    ("head", "body", "author"),
    [
        ('<meta name="author" content="By Ada Fenwick">', "", "Ada Fenwick"),
        ('<meta name="author" content="Byron Hale">', "", "Byron Hale"),
        (jsonld({"@type": "Article", "author": [{"name": "Ada Fenwick"}, "Otto Brandl"]}), "",
         "Ada Fenwick, Otto Brandl"),
        (jsonld({"@graph": [{"@type": "Article", "author": {"@id": "#a"}},
                            {"@type": "Person", "@id": "#a", "name": "Ada Fenwick"}]}), "",
         "Ada Fenwick"),
        ('<meta property="article:author" content="https://social.example/ada">',
         '<a rel="author nofollow" href="/ada">Ada Fenwick</a>', "Ada Fenwick"),
        ("", '<p itemprop="author">By <span itemprop="name">Ada Fenwick</span></p>', "Ada Fenwick"),
        ("", '<p class="byline">By Ada Fenwick</p>', "Ada Fenwick"),
        ("", '<a rel="author" href="/a">View all of Ada Fenwick&#8217;s posts.</a>', "Ada Fenwick"),
        ("", '<a rel="author" href="/a">View all of Otto Brandls\' posts.</a>', "Otto Brandls"),
        ("", '<a rel="author" href="/a">Posts by Ada Fenwick</a>', "Ada Fenwick"),
        ("", '<a rel="author" href="/a">More from Ada Fenwick</a>', "Ada Fenwick"),
        ("", '<a rel="author" href="/a">See all articles by Ada Fenwick</a>', "Ada Fenwick"),
        ("", '<a rel="author" href="/a">Moreen Fromm</a>', "Moreen Fromm"),
        ("", '<p><span class="byline"><span>Posted</span> by <span class="author vcard">'
         '<a class="url fn n" href="/a">Ada Fenwick</a></span></span></p>', "Ada Fenwick"),
        ("", '<article><h1>x</h1><footer class="entry-footer"><span class="byline">By Ada Fenwick'
         "</span></footer></article>", "Ada Fenwick"),
        ('<meta name="author" content="admin">', "", ""),
        ("", '<div class="comments"><span class="author">Otto Brandl</span></div>', ""),
        ("", '<aside><p class="byline">By <!-- x -->Pia Lund</p></aside>', ""),
        ("", '<p class="authority">Harbour board</p>', ""),
        ("", '<div class="author">' + "long " * 50 + "</div>", ""),
    ],
)  # fmt: skip
def test_the_author_is_who_wrote_the_page(head: str, body: str, author: str) -> None:
    assert read(head, body or "<p>x").author == author


@pytest.mark.parametrize(
    ("html", "head", "text", "language"),
    [
        ('lang="EN-us"', "", "", "en-US"),
        ('lang="pt_br"', "", "", "pt-BR"),
        ('lang=""', '<meta http-equiv="content-language" content="de, en">', "", "de"),
        ("", '<meta property="og:locale" content="fr_FR">', "", "fr-FR"),
        ("", jsonld({"@type": "Article", "inLanguage": "nl"}), "", "nl"),
        ('lang="{{lang}}"', "", "", ""),
        ('lang="zxx"', "", "", ""),
        ("", "", "川沿いの道はおよそ九キロで、春の初めに人びとが草を刈りました。", "ja"),
        ("", "", "河边小路长约九公里，志愿者在早春清理了第一段荆棘并铺上碎石。", "zh"),
        ("", "", "강변 길은 약 구 킬로미터이며 이른 봄에 자원봉사자들이 정리했습니다.", "ko"),
        ("", "", "เส้นทางริมแม่น้ำยาวประมาณเก้ากิโลเมตร", "th"),
        ("", "", "این مسیر کنار رودخانه می‌رود و پیاده‌روها از آن استفاده می‌کنند.", "fa"),
        ("", "", "يمتد الطريق على طول النهر مسافة تسعة كيلومترات تقريبا.", "ar"),
        ("", "", "The path follows the river for nine kilometres.", ""),
        ("", "", "Тропа вдоль реки тянется почти девять километров.", ""),
        ("", "", "Only one 河 here among many English words of a long sentence.", ""),
        ('lang="en"', "", "川沿いの道はおよそ九キロで、春の初めに人びとが草を刈りました。", "en"),
    ],
)
def test_the_language_is_declared_or_told_by_a_sure_script(
    html: str, head: str, text: str, language: str
) -> None:
    assert read(head, f"<p>{text}</p>", html=html).language == language


def test_descriptions_robots_and_type_are_read() -> None:
    found = read(
        '<meta name="Description" content=" A  slate. "><meta name="robots" content="NoIndex">'
        '<meta name="ROBOTS" content="nofollow"><meta property="og:type" content="article">'
        '<meta property="og:description" content="other">'
    )

    assert found.description == "A slate."
    assert found.robots == "noindex,nofollow"
    assert found.og_type == "article"
    assert read().description == ""


@pytest.mark.parametrize(
    ("head", "canonical"),
    [
        ('<link rel="canonical" href="/tides/">', "https://harbour-notes.example/tides/"),
        ('<base href="/b/"><link rel="Canonical" href="c">', "https://harbour-notes.example/b/c"),
        ('<link rel="canonical" href="javascript:x">', ""),
        ('<link rel="alternate" href="/x">', ""),
    ],
)
def test_the_canonical_address_is_absolute_or_empty(head: str, canonical: str) -> None:
    assert read(head).canonical_url == canonical


def test_jsonld_is_kept_as_one_array_and_broken_scripts_are_passed_over() -> None:
    head = (
        jsonld({"@type": "A", "name": "é"}, [{"b": 1}, {"c": 2}])
        + '<script type="application/ld+json">{broken</script>'
        + '<script type="application/ld+json"><!-- {"d": "<p>"} --></script>'
        + '<script type="application/ld+json">//<![CDATA[\n{"e": "x\ny"}\n//]]></script>'
        + '<script type="application/ld+json">{"f": NaN}</script>'
        + '<script type="application/json">{"g": 1}</script>'
    )

    assert json.loads(read(head).jsonld) == [
        {"@type": "A", "name": "é"}, {"b": 1}, {"c": 2}, {"d": "<p>"}, {"e": "x\ny"},
    ]  # fmt: skip
    assert "é" in read(head).jsonld
    assert read().jsonld == ""


@pytest.mark.parametrize(
    "script",
    ["[" * 500_000, '{"a":' * 500_000, "1" * 10_000, '"\\ud800"', "[1e999]", "[[[[]]]]",
     '{"@type": {"x": []}, "author": [[[{"name": {"name": []}}]]], "headline": {}}',
     '{"@graph": 5, "mainEntity": [null, 7]}', "[" + '{"@type":"Article"},' * 20_000 + "{}]"],
    ids=lambda script: script[:12],
)  # fmt: skip
def test_hostile_jsonld_raises_nothing(script: str) -> None:
    found = read(f'<title>T</title><script type="application/ld+json">{script}</script>')

    found.jsonld.encode()
    assert found.title == "T"
    assert len(found.jsonld) < 300_000


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                "@type @graph @id author name headline publisher datePublished inLanguage".split()
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=200)
@given(value=_VALUES, title=st.text(max_size=40), url=st.text(max_size=20))
def test_no_declaration_raises(value: object, title: str, url: str) -> None:
    data = json.dumps([{"@type": "Article", "author": value, "name": value}, value])
    tree = parse_html("<title>x</title><script type='application/ld+json'></script><h1>h</h1>")
    tree.find(".//script").text = data
    tree.find(".//title").text = "".join(c for c in title if c.isprintable())

    read_metadata(tree, url).jsonld.encode()
