"""What a page asks of crawlers, in its head or beside it, is heard by those it is meant for."""

import pytest

from crawler.robots_meta import read_directives
from tests.crawler.crawling import Workplace
from tests.crawler.serving import Answer, Route, serve


@pytest.mark.parametrize(
    ("headers", "directives"),
    [
        (["noindex, NoFollow"], ("noindex", "nofollow")),
        (["noindex", "nofollow"], ("noindex", "nofollow")),
        (["sitewinnow: noindex, nofollow"], ("noindex", "nofollow")),
        (["SiteWinnow : none"], ("none",)),
        (["otherbot: noindex, nofollow"], ()),
        (["noindex, otherbot: nofollow"], ("noindex",)),
        (["otherbot: noindex, sitewinnow: nofollow"], ("nofollow",)),
        (["otherbot: noindex", "nofollow"], ("nofollow",)),
        (
            ["unavailable_after: 25 Jun 2010 15:00:00 GMT, nofollow"],
            ("unavailable_after: 25 jun 2010 15:00:00 gmt", "nofollow"),
        ),
        (["max-snippet: 5"], ("max-snippet: 5",)),
        (["", ",,"], ()),
    ],
)
def test_a_header_is_read_for_everybody_and_for_us(
    headers: list[str], directives: tuple[str, ...]
) -> None:
    assert read_directives(headers, "sitewinnow") == directives


def page(name: str, head: str = "", **headers: str) -> Answer:
    body = f"<title>{name}</title>{head}<p>The {name} has a pier. <a href=/from-{name}>on</a>"
    names = {key.replace("_", "-"): value for key, value in headers.items()}
    return Answer(body, headers=names)


SITE: dict[str, Route] = {
    "/": "<p>" + " ".join(f"<a href=/{name} rel=nofollow>{name}</a>" for name in "abcdef"),
    "/a": page("a", X_Robots_Tag="nofollow"),
    "/b": page("b", X_Robots_Tag="sitewinnow: none"),
    "/c": page("c", X_Robots_Tag="otherbot: nofollow"),
    "/d": page("d", "<meta name=sitewinnow content=nofollow>"),
    "/e": page("e", "<meta name=otherbot content=nofollow>"),
    "/f": page("f", X_Robots_Tag="noindex"),
}


def test_links_of_a_page_that_says_nofollow_are_left_alone_unless_the_user_says_otherwise(
    workplace: Workplace,
) -> None:
    with serve(SITE) as served:
        run = workplace.crawl(served.url)
        asked = {path for path in served.paths if path.startswith("/from")}
        flags = {row["url"][-1]: row["flags"] for row in workplace.rows()}

        served.requests.clear()
        workplace.crawl(served.url, settings=("ROBOTS_META_OBEY=False",))
        asked_anyway = {path for path in served.paths if path.startswith("/from")}

    assert asked == {"/from-c", "/from-e", "/from-f"}
    assert "not followed: robots_nofollow 3, the first " in run.stderr
    assert asked_anyway == {f"/from-{name}" for name in "abcdef"}
    assert {name for name, flag in flags.items() if "noindex" in flag} == {"b", "f"}
