"""robots.txt is read as RFC 9309 says, with a hard negative beside each rule."""

import pytest
from hypothesis import given
from hypothesis.strategies import binary, lists, sampled_from

from crawler.robots_rules import MAX_ROBOTS_BYTES, Rule, read_robots

AGENT = "sitewinnow"
SITE = "https://harbour.example"


def allows(robots: str | bytes, path: str, agent: str = AGENT) -> bool:
    body = robots.encode() if isinstance(robots, str) else robots
    return read_robots(body).group_of(agent).allows(f"{SITE}{path}")


def rules(*lines: str) -> str:
    return "\n".join(("User-agent: *", *lines))


@pytest.mark.parametrize(
    ("pattern", "inside", "outside"),
    [
        ("/boats", "/boats/a?b=c", "/boat"),
        ("/boats", "/boatshed", "/Boats"),
        ("/boats/", "/boats/", "/boats"),
        ("/*.pdf", "/a/b.pdf?x", "/a/bpdf"),
        ("/*.pdf$", "/a/b.pdf", "/a/b.pdf?x"),
        ("/a*b*c", "/a/x/b/y/c/z", "/a/c/b"),
        ("/a*a$", "/a/a", "/a"),
        ("/$", "/", "/a"),
        ("/*?sort=", "/list?sort=up", "/list?kind=sort"),
        ("/", "/anything", "/robots.txt"),
        ("boats", "/boats", "/old/boats"),
        ("*/print", "/a/print", "/prin"),
        ("/caf%c3%a9", "/café", "/cafe"),
        ("/café", "/caf%C3%A9", "/caf%C3"),
        ("/%7Ejoe", "/~joe", "/joe"),
        ("/a%2fb", "/a%2Fb", "/a/b"),
        ("/star%2A", "/star*", "/starfish"),
        ("/pay$day", "/pay$day", "/payday"),
        ("/price%24", "/price$", "/price"),
        ("/a b", "/a%20b", "/ab"),
    ],
)
def test_a_pattern_forbids_what_it_covers_and_nothing_else(
    pattern: str, inside: str, outside: str
) -> None:
    robots = rules(f"Disallow: {pattern}")

    assert not allows(robots, inside)
    assert allows(robots, outside)


@pytest.mark.parametrize(
    ("lines", "path", "is_allowed"),
    [
        (("Disallow: /", "Allow: /p"), "/page", True),
        (("Disallow: /", "Allow: /p"), "/q", False),
        (("Allow: /p", "Disallow: /"), "/page", True),
        (("Disallow: /folder", "Allow: /folder"), "/folder/page", True),
        (("Allow: /page", "Disallow: /*.htm"), "/page.htm", False),
        (("Allow: /page", "Disallow: /*.ph"), "/page.php5", True),
        (("Allow: /$", "Disallow: /"), "/", True),
        (("Allow: /$", "Disallow: /"), "/page.htm", False),
        (("Disallow:",), "/page", True),
        (("Disallow: /a", "Allow:"), "/a", False),
    ],
)
def test_the_longest_pattern_decides_and_of_equal_ones_the_one_that_allows(
    lines: tuple[str, ...], path: str, is_allowed: bool
) -> None:
    assert allows(rules(*lines), path) is is_allowed


@pytest.mark.parametrize(
    ("name", "is_ours"),
    [
        *[("sitewinnow", True), ("SiteWinnow", True), ("sitewinnow/1.0", True)],
        *[("sitewinnow/1.0 (+https://x)", True), ("site", False), ("s", False)],
        *[("winnow", False), ("sitewinnower", False), ("sitewinnow-news", False), ("", False)],
    ],
)
def test_a_group_is_ours_by_its_whole_product_token(name: str, is_ours: bool) -> None:
    robots = f"User-agent: {name}\nDisallow: /ours\n\nUser-agent: *\nDisallow: /all"

    assert allows(robots, "/ours") is not is_ours
    assert allows(robots, "/all") is is_ours


def test_groups_of_one_name_are_one_and_names_may_share_one() -> None:
    robots = (
        "user-agent: other\nuser-agent: sitewinnow\ndisallow: /a\n\n"
        "user-agent: *\ndisallow: /\n\n"
        "user-agent: SITEWINNOW\ndisallow: /b\n"
    )

    assert not allows(robots, "/a")
    assert not allows(robots, "/b")
    assert allows(robots, "/c")
    assert allows(robots, "/b", "other/2.0")
    assert not allows(robots, "/c", "third")


def test_a_line_that_is_no_rule_changes_no_group() -> None:
    robots = (
        "User-agent: other\nSitemap: https://a.example/map.xml\nNoindex: /x\n"
        "User-agent: sitewinnow\n# a remark\nDisallow: /a # and one more\n"
        "Sitemap: https://b.example/map.xml\nDisallow /b\nnonsense\n\x00\nDisallow: /c"
    )

    for agent in (AGENT, "other"):
        assert [allows(robots, path, agent) for path in ("/a", "/b", "/c", "/d")] == [
            *(False, False, False),
            True,
        ]
    assert read_robots(robots.encode()).sitemaps == (
        "https://a.example/map.xml",
        "https://b.example/map.xml",
    )


def test_a_delay_is_a_rule_so_that_the_next_name_begins_a_group() -> None:
    robots = "User-agent: *\nCrawl-delay: 10\n\nUser-agent: bad\nDisallow: /"

    assert allows(robots, "/")
    assert not allows(robots, "/", "bad")


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        *[("2", 2.0), ("0.5", 0.5), ("1e1", 10.0), ("0", 0.0), ("soon", None), ("-1", None)],
        *[("inf", None), ("nan", None), ("", None), ("1,5", None)],
    ],
)
def test_a_delay_is_a_number_of_seconds_or_none(value: str, seconds: float | None) -> None:
    robots = read_robots(rules(f"Crawl-delay: {value}").encode())

    assert robots.group_of(AGENT).crawl_delay == seconds


def test_the_delay_of_another_crawler_is_not_ours() -> None:
    robots = b"User-agent: *\nCrawl-delay: 9\nUser-agent: sitewinnow\nDisallow: /a"

    assert read_robots(robots).group_of(AGENT).crawl_delay is None
    assert read_robots(robots).group_of("other").crawl_delay == 9


@pytest.mark.parametrize(
    "robots",
    [
        b"\xef\xbb\xbfUser-agent: *\nDisallow: /a",
        "User-agent: *\nDisallow: /a".encode("utf-16"),
        b"User-agent: *\r\nDisallow: /a",
        b"User-agent: *\rDisallow: /a",
        b"USER-AGENT : *\n  disallow :/a  ",
        b"User agent: *\nDissallow: /a",
        b"User-agent: *\nDisallow: /caf\xe9\nDisallow: /a",
    ],
)
def test_odd_files_are_read_as_their_authors_meant_them(robots: bytes) -> None:
    assert not allows(robots, "/a")
    assert allows(robots, "/b")


def test_a_rule_in_another_encoding_covers_the_bytes_it_has() -> None:
    assert not allows(b"User-agent: *\nDisallow: /caf\xe9", "/caf%E9")
    assert allows(b"User-agent: *\nDisallow: /caf\xe9", "/caf%C3%A9")


def test_what_lies_beyond_the_limit_is_not_read_not_even_half_a_line() -> None:
    head = b"User-agent: *\nDisallow: /a\n#"
    filler = b"." * (MAX_ROBOTS_BYTES - len(head) - len("\nDisallow: /b\nDisallow: /")) + b"\n"
    robots = head + filler + b"Disallow: /b\nDisallow: /c\n"

    assert not allows(robots, "/a")
    assert not allows(robots, "/b")
    assert allows(robots, "/c")
    assert allows(robots, "/d")


@pytest.mark.parametrize("robots", [b"", b"<html><p>Disallow: /</html>", b"Disallow: /"])
def test_a_file_without_a_group_forbids_nothing(robots: bytes) -> None:
    assert allows(robots, "/a")


@given(binary(max_size=400))
def test_any_bytes_can_be_read(body: bytes) -> None:
    """Also as the beginning of a file; and a group of our own stays ours behind them."""
    assert read_robots(body).group_of(AGENT).allows(f"{SITE}/robots.txt")

    robots = read_robots(b"#\n" + body + b"\n\nUser-agent: sitewinnow\nDisallow: /closed")

    assert not robots.group_of(AGENT).allows(f"{SITE}/closed")


@given(lists(sampled_from("/ab*"), min_size=1), lists(sampled_from("/ab")))
def test_a_star_stands_for_anything(pattern: list[str], path: list[str]) -> None:
    """Against the plain definition: what stands between the stars comes in that order."""

    def covers(pattern: str, path: str) -> bool:
        if not pattern:
            return True
        if pattern[0] == "*":
            return any(covers(pattern[1:], path[start:]) for start in range(len(path) + 1))
        return path[:1] == pattern[0] and covers(pattern[1:], path[1:])

    text, address = "".join(pattern[:8]), "".join(path[:8])

    assert Rule(text, allows=False).matches(address) is covers(text, address)


def test_a_pattern_of_many_stars_takes_no_time() -> None:
    robots = read_robots(rules(f"Disallow: /{'a*' * 5000}b$").encode())

    assert robots.group_of(AGENT).allows(f"{SITE}/{'a' * 2000}")
