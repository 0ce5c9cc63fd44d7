"""The arguments of a crawl: which sites they mean, and which mean none."""

from pathlib import Path

import pytest

from crawler.scope import find_site, shares_host, site_of
from crawler.starts import ArgumentError, read_sites


def test_an_address_is_a_site_with_one_start() -> None:
    (site,) = read_sites({"url": "https://www.example.com/blog/"})

    assert (site.key, site.start_urls) == ("example.com", ("https://www.example.com/blog/",))


def test_starts_on_one_host_share_a_site_and_others_do_not() -> None:
    sites = read_sites(
        {"url": "https://example.com/a,https://www.example.com/b, https://example.org/"}
    )

    assert [site.key for site in sites] == ["example.com", "example.org"]
    assert sites[0].start_urls == ("https://example.com/a", "https://www.example.com/b")


def test_a_start_given_twice_is_one_start() -> None:
    (site,) = read_sites({"url": "https://example.com,https://EXAMPLE.com/"})

    assert site.start_urls == ("https://example.com/",)


def test_a_comma_within_an_address_does_not_split_it() -> None:
    (site,) = read_sites({"url": "https://example.com/a,b/c.html,https://example.com/d"})

    assert site.start_urls == ("https://example.com/a,b/c.html", "https://example.com/d")


def test_starts_stand_apart_by_spaces_too_and_may_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "starts.txt"
    file.write_text("# ours\nhttps://example.com/c\n\n  https://example.net/  \n")

    sites = read_sites({"url": "https://example.com/a https://example.com/b", "starts": str(file)})

    assert [site.key for site in sites] == ["example.com", "example.net"]
    assert sites[0].start_urls == tuple(f"https://example.com/{name}" for name in "abc")


def test_a_bad_line_of_a_file_of_starts_is_named_with_its_number(tmp_path: Path) -> None:
    file = tmp_path / "starts.txt"
    file.write_text("https://example.com/\n\nexample.net\n")

    with pytest.raises(ArgumentError, match=r"starts\.txt, line 3: example\.net: not a URL"):
        read_sites({"starts": str(file)})


def test_a_file_of_starts_without_an_address_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").write_text("# nothing yet\n")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")

    with pytest.raises(ArgumentError, match="no address in it"):
        read_sites({"starts": str(tmp_path / "empty")})
    with pytest.raises(ArgumentError, match="not a text in UTF-8"):
        read_sites({"starts": str(tmp_path / "bytes")})


def test_a_domain_is_tried_over_https_first_and_over_http_then() -> None:
    (site,) = read_sites({"domain": "example.com"})

    assert site.start_urls == ("https://example.com/",)
    assert site.plain_start_urls == ("http://example.com/",)


def test_an_address_says_its_scheme_itself() -> None:
    (site,) = read_sites({"url": "https://example.com/"})

    assert site.plain_start_urls == ()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ({}, "no site given"),
        ({"url": ""}, "-a url= is empty"),
        ({"url": " , "}, "-a url= is empty"),
        ({"url": "example.com"}, "not a URL"),
        ({"url": "not a url"}, "not a URL"),
        ({"url": "ftp://example.com/"}, "not an http or https address"),
        ({"url": "file:///etc/hostname"}, "not an http or https address"),
        ({"url": "https://"}, "not a host name"),
        ({"url": "https://example.com,notes"}, "not a host name"),
        ({"domain": "https://example.com"}, "a host name alone"),
        ({"domain": "exa%mple.com"}, "not a host name"),
        ({"url": "https://example.com", "scope": "world"}, "host, path or domain"),
        ({"url": "https://example.com", "include": ""}, "-a include= is empty"),
        ({"url": "https://example.com", "exclude": "blog/"}, "begins with neither"),
        ({"url": "https://example.com", "exclude": "/a$b"}, "at its end only"),
        ({"url": "https://example.com", "include": "https://exa%mple.com/a"}, "names no host"),
        ({"url": "https://example.com/a", "exclude": "/a"}, "shuts out the start .*/a"),
        ({"starts": "no-such-file"}, "-a starts=no-such-file: No such file"),
        ({"starts": "/"}, "-a starts=/: Is a directory"),
        ({"url": "https://example.com", "depth": "3"}, "unknown argument -a depth"),
    ],
)
def test_an_argument_no_crawl_can_start_from_is_named(
    arguments: dict[str, str], complaint: str
) -> None:
    with pytest.raises(ArgumentError, match=complaint):
        read_sites(arguments)


@pytest.mark.parametrize(
    ("url", "is_inside"),
    [
        ("https://example.com/a", True),
        ("http://www.example.com/a", True),
        ("https://blog.example.com/", False),
        ("https://example.com:8443/", False),
        ("https://notexample.com/", False),
        ("https://example.com.evil.example/", False),
    ],
)
def test_a_site_is_its_host_with_and_without_www(url: str, is_inside: bool) -> None:
    sites = read_sites({"url": "https://example.com/start/"})

    assert (find_site(url, sites) is not None) == is_inside
    assert shares_host(url, sites) == is_inside


@pytest.mark.parametrize(
    ("url", "is_inside"),
    [
        ("https://example.com/docs/a", True),
        ("https://www.example.com/docs/", True),
        ("https://example.com/docs", False),
        ("https://example.com/docs-old/a", False),
        ("https://example.com/", False),
    ],
)
def test_the_scope_path_holds_what_lies_below_the_start(url: str, is_inside: bool) -> None:
    sites = read_sites({"url": "https://example.com/docs/index.html", "scope": "path"})

    assert (find_site(url, sites) is not None) == is_inside


def test_of_two_nested_sites_the_narrower_has_the_page() -> None:
    sites = read_sites(
        {"url": "https://example.com/docs/v2/,https://example.com/docs/", "scope": "path"}
    )

    found = find_site("https://example.com/docs/v2/a", sites)

    assert found is not None
    assert found.key == "example.com/docs/v2/"


@pytest.mark.parametrize(
    ("start", "url", "is_inside"),
    [
        ("https://www.example.co.uk/", "https://docs.example.co.uk/a", True),
        ("https://www.example.co.uk/", "http://example.co.uk/", True),
        ("https://www.example.co.uk/", "https://other.co.uk/", False),
        ("https://www.example.co.uk/", "https://example.co.uk:8443/", False),
        ("https://anna.github.io/", "https://berta.github.io/", False),
        ("https://anna.github.io/", "https://docs.anna.github.io/", True),
        ("http://10.0.0.1/", "http://20.0.0.1/", False),
        ("http://localhost:8000/", "http://localhost:8000/a", True),
        ("http://[::1]:8000/", "http://[::1]:8000/a", True),
    ],
)
def test_the_scope_domain_holds_all_hosts_of_a_registered_name(
    start: str, url: str, is_inside: bool
) -> None:
    (site,) = read_sites({"url": start, "scope": "domain"})

    assert site.contains(url) is is_inside


@pytest.mark.parametrize("scope", ["host", "path", "domain"])
def test_a_stored_site_has_the_scope_of_its_crawl(scope: str) -> None:
    (site,) = read_sites({"url": "https://docs.example.com/guide/", "scope": scope})
    stored = site_of(site.key)

    for path in ("docs.example.com/guide/a", "docs.example.com/", "example.com/"):
        assert stored.contains(f"https://{path}") == site.contains(f"https://{path}"), path


def test_what_is_included_leaves_the_starts_in_and_what_is_excluded_goes_first() -> None:
    (site,) = read_sites(
        {"url": "https://example.com/", "include": "/blog/,/about$", "exclude": "*?*print="}
    )

    assert site.refuse("https://example.com/") == ""
    assert site.refuse("https://example.com/blog/a") == ""
    assert site.refuse("https://example.com/about") == ""
    assert site.refuse("https://example.com/about/us") == "not_included"
    assert site.refuse("https://example.com/blog/a?full=1&print=1") == "excluded"
