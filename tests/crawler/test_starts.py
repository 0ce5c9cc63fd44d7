"""The arguments of a crawl: which sites they mean, and which mean none."""

import pytest

from crawler.scope import find_site, shares_host
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
        ({"domain": "exa mple.com"}, "not a host name"),
        ({"url": "https://example.com", "scope": "world"}, "host or path"),
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
