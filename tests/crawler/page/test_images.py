import pytest

from tests.crawler.page.fragments import inline


@pytest.mark.parametrize(
    ("fragment", "name"),
    [
        ('<img src="a.jpg">', "a.jpg"),
        ('<img src="a.jpg" srcset="b.jpg 400w, c.jpg 1200w, d.jpg 800w">', "c.jpg"),
        ('<img src="a.jpg" srcset="b.jpg, c.jpg 2x">', "c.jpg"),
        ('<img srcset="w_4,h_3/b.jpg 400w,w_8,h_6/c.jpg 800w">', "w_8,h_6/c.jpg"),
        ('<img src="data:image/gif;base64,R0" data-src="a.jpg">', "a.jpg"),
        ('<img src="/blank.gif" data-original="a.jpg">', "a.jpg"),
        ('<img class="lazy" data-srcset="b.jpg 400w, c.jpg 1200w">', "c.jpg"),
        ('<img src="loading.gif" data-lazy-src="a.jpg">', "a.jpg"),
        ('<img src="unloading.gif">', "unloading.gif"),
        ('<img src="img/LazyLoader.SVG?v=2" data-url="a.jpg">', "a.jpg"),
        ('<img src="blank.gif.jpg">', "blank.gif.jpg"),
        ('<img src="get?file=clear.png#x" data-url="a.jpg">', "get?file=clear.png#x"),
        ('<img srcset="blank.gif 900w, b.jpg 800w, c.jpg 800w">', "b.jpg"),
        (
            '<picture><source srcset="b.webp 1x, c.webp 2x"><img src="a.jpg"></picture>',
            "c.webp",
        ),
    ],
)
def test_the_largest_real_picture_is_shown_once(fragment, name):
    assert inline(fragment).markdown == f"![](https://mill.example/guide/{name})"


@pytest.mark.parametrize(
    "fragment",
    [
        '<img src="data:image/gif;base64,R0">',
        '<img src="/t.gif" width="1" height="1" alt="x">',
        '<img src="{{ image }}">',
        "<img>",
    ],
)
def test_placeholders_and_trackers_go(fragment):
    assert inline(f"one {fragment} two").markdown.split() == ["one", "two"]


def test_without_a_picture_its_text_stands_in():
    assert inline('<img src="data:," alt="A *mill*">').markdown == "A \\*mill\\*"


def test_the_text_of_an_image_is_not_text_of_the_page():
    rendered = inline('one <img src="a.jpg" alt="two [2]"> three')

    assert rendered.text.split() == ["one", "three"]
    assert rendered.markdown == "one ![two \\[2\\]](https://mill.example/guide/a.jpg) three"


def test_a_link_around_an_image_keeps_both():
    assert inline('<a href="/x"><img src="a.jpg" alt="mill"></a>').markdown == (
        "[![mill](https://mill.example/guide/a.jpg)](https://mill.example/x)"
    )
