"""A single page is fetched from where its user said, and no redirect leads to a private address."""

from collections.abc import Iterator

import pytest

from crawler.page_source import FetchError, read_source
from crawler.private_addresses import read_network
from tests.crawler.serving import Answer, Served, serve

PAGE = "<title>Tides</title><p>When the tide turns, the boats turn with it."


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def served() -> Iterator[Served]:
    odd = "http://2130706433:{port}/page"
    routes = {
        "/page": PAGE,
        "/inside": Answer(status=302, headers={"Location": "{url}page"}),
        "/name": Answer(status=302, headers={"Location": "http://localhost:1/page"}),
        "/odd": Answer(status=302, headers={"Location": odd.format(port=1)}),
        "/keys": Answer(status=302, headers={"Location": "http://169.254.169.254/latest"}),
        "/file": Answer(status=302, headers={"Location": "file:///etc/hostname"}),
    }
    with serve(routes) as server:
        yield server


@pytest.mark.parametrize("path", ["page", "inside"])
def test_a_private_address_that_its_user_named_is_fetched(path: str, served: Served) -> None:
    assert b"the boats turn" in read_source(served.url + path, "test").body


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("name", "localhost leads to .*, a loopback address|localhost, a loopback address"),
        ("odd", "2130706433 leads to 127.0.0.1, a loopback address"),
        ("keys", "169.254.169.254, a cloud metadata address, which is not connected to"),
        ("file", "302"),
    ],
)
def test_a_redirect_to_another_private_address_is_refused_and_says_why(
    path: str, reason: str, served: Served
) -> None:
    with pytest.raises(FetchError, match=reason):
        read_source(served.url + path, "test")


def test_an_allowed_network_may_be_led_to(served: Served) -> None:
    with serve({"/page": PAGE}) as other:
        elsewhere = {"/": Answer(status=302, headers={"Location": f"{other.url}page"})}
        with serve(elsewhere) as start:
            with pytest.raises(FetchError, match="a loopback address"):
                read_source(start.url, "test")
            assert other.paths == []

            source = read_source(start.url, "test", [read_network("127.0.0.0/8")])

    assert source.url == f"{other.url}page"


def test_a_proxy_is_asked_for_no_private_address(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = [read_network("127.0.0.1")]
    with serve({"http://harbour.example/": PAGE}) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)

        assert b"tide" in read_source("http://harbour.example/", "test", allowed).body
        with pytest.raises(FetchError, match=r"127\.0\.0\.1, a loopback address"):
            read_source("http://harbour.example/", "test")

    assert proxy.paths == ["http://harbour.example/"]


def test_a_redirect_behind_a_proxy_to_a_private_address_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leads_in = Answer(status=302, headers={"Location": "http://10.1/"})
    with serve({"http://harbour.example/": leads_in}) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        with pytest.raises(FetchError, match=r"10\.1 leads to 10\.0\.0\.1, a private address"):
            read_source("http://harbour.example/", "test", [read_network("127.0.0.1")])

    assert proxy.paths == ["http://harbour.example/"]
