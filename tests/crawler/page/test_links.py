import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crawler.page.links import _resolve_any, find_base, find_links, resolve_url
from crawler.page.parse import parse_html

PAGE = "https://site.example/a/b.html"


def links(html: str, url: str = PAGE) -> tuple[str, ...]:
    tree = parse_html(html)
    return find_links(tree, find_base(tree, url))


def test_links_come_absolute_in_document_order_each_once_without_fragments() -> None:
    html = (
        '<link rel="next" href="?p=2"><a href="c.html#x">1</a><map><area href="/d"></map>'
        '<a href="c.html">again</a><a href="//other.example/e">3</a><a href="HTTP://x.example">4</a>'
    )

    assert links(html) == (
        "https://site.example/a/b.html?p=2",
        "https://site.example/a/c.html",
        "https://site.example/d",
        "https://other.example/e",
        "http://x.example",
    )


def test_frames_are_links_and_other_resources_are_not() -> None:
    html = (
        "<link rel=stylesheet href=s.css><img src=i.png><script src=x.js></script>"
        '<iframe src="f.html"></iframe>'
    )

    assert links(html) == ("https://site.example/a/f.html",)
    assert links("<frameset><frame src=m.html></frameset>") == ("https://site.example/a/m.html",)


@pytest.mark.parametrize(
    "href",
    ["javascript:void(0)", " JavaScript:x", "java\nscript:x", "mailto:a@b.example",
     "data:text/html,x",
     "tel:1", "#top", "", "http://", "http://[::1", "http://x.example:port/", "http://x:99999/",
     "https://a b.example/", "ftp://x.example/", "blob:https://x.example/1", "about:blank"],
)  # fmt: skip
def test_what_is_no_address_is_passed_over(href: str) -> None:
    assert resolve_url(PAGE, href) == "" or href in ("", "#top")
    assert links(f'<a href="{href}">x</a><a href="/y">y</a>') == ("https://site.example/y",)


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("  /x \n", "https://site.example/x"),
        ("/a\tb\nc", "https://site.example/abc"),
        ("/a b", "https://site.example/a%20b"),
        ("\\x\\y?z\\", "https://site.example/x/y?z\\"),
        ("/straße", "https://site.example/straße"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("../../../x", "https://site.example/x"),
        ("x:y", ""),
        ("./x:y", "https://site.example/a/x:y"),
    ],
)
def test_references_resolve_as_in_a_browser(href: str, address: str) -> None:
    assert resolve_url(PAGE, href) == address


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ('<base href="/docs/">', "https://site.example/docs/"),
        ('<base target="_top"><base href="https://cdn.example/v/"><base href="/no">',
         "https://cdn.example/v/"),
        ('<base href="javascript:x">', PAGE),
        ('<base href="data:,x">', PAGE),
        ('<base href="http://[">', PAGE),
        ("<p>x</p>", PAGE),
    ],
)  # fmt: skip
def test_the_first_base_counts_if_it_is_an_address(base: str, expected: str) -> None:
    assert find_base(parse_html(base), PAGE) == expected


def test_a_page_without_address_has_only_absolute_links() -> None:
    assert links('<a href="/x">x</a><a href="https://y.example/">y</a>', "") == (
        "https://y.example/",
    )
    assert links('<base href="https://z.example/"><a href="x">x</a>', "not a url") == (
        "https://z.example/x",
    )


@settings(max_examples=300)
@given(base=st.text(max_size=30), href=st.text(max_size=30))
def test_no_reference_raises(base: str, href: str) -> None:
    for prefix in ("", "http://", "//", "http://["):
        address = resolve_url(prefix + base, prefix + href)
        assert address == "" or address.startswith(("http://", "https://"))


@given(
    path=st.from_regex(r"/?[a-z~.?=&%/#-]{0,12}", fullmatch=True),
    base=st.sampled_from(["https://site.example/a/b", "http://site.example:80", "", "mailto:x"]),
)
def test_the_short_way_for_plain_paths_gives_what_the_long_one_gives(path: str, base: str) -> None:
    assert resolve_url(base, path) == _resolve_any(base, path)


def test_a_long_path_that_is_not_plain_costs_no_time() -> None:
    href = "/" + "a" * 100_000 + "!"

    assert resolve_url("https://site.example", href) == f"https://site.example{href}"
