"""Pages whose author wrote no `<body>`."""

import pytest

from crawler.page.parse import parse_html


@pytest.mark.parametrize(
    "html",
    [
        "<title>K</title><nav>a</nav><main><p>b</p></main>",
        "<!doctype html><meta charset=utf-8><title>K</title><article>a</article> <p>b</p>",
        "<html><head><title>K</title><section>a</section>b",
        "<head><title>K</title><header>a</header></head><body>b <p>c</p></body>",
    ],
)
def test_what_a_browser_shows_is_in_the_body_in_order(html: str) -> None:
    tree = parse_html(html)
    body = tree.find("body")

    assert body is not None
    text = "".join("".join(body.itertext()).split())
    assert text == "abc"[: len(text)] != ""
    assert tree.findtext("head/title") == "K"


def test_what_belongs_in_a_head_stays_there() -> None:
    tree = parse_html(
        "<head><title>K</title><noscript><p>n</p></noscript><script>s</script></head><p>a</p>"
    )

    assert tree.find("head/noscript") is not None
    assert "".join(tree.find("body").itertext()) == "a"  # type: ignore[union-attr] # it has one
