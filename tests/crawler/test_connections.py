"""Where a crawl connects to, with a name system of the test's own."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from scrapy.settings import default_settings
from twisted.internet.endpoints import HostnameEndpoint
from twisted.internet.protocol import Factory
from twisted.internet.testing import MemoryReactorClock

from crawler import settings
from crawler.connection_guard import ConnectionGuard
from crawler.guarded_resolver import GuardedResolver
from tests.crawler.crawling import Workplace
from tests.crawler.name_server import SETTING, Answers, FixedNames
from tests.crawler.serving import Answer, Asked, serve

PUBLIC = "9.9.9.9"


class Reactor(MemoryReactorClock):
    """Notes the connections that Twisted begins, with the answers of a name system."""

    def __init__(self, answers: Answers) -> None:
        super().__init__()
        self.nameResolver: Any = FixedNames(answers)

    def installNameResolver(self, resolver: Any) -> None:  # noqa: N802
        self.nameResolver = resolver

    @property
    def connected(self) -> list[tuple[str, int]]:
        return [(host, port) for host, port, *_ in self.tcpClients]


def connect(reactor: Reactor, host: str, port: int = 80) -> None:
    HostnameEndpoint(reactor, host, port).connect(Factory()).addErrback(lambda failure: None)


def test_twisted_connects_to_admitted_addresses_alone() -> None:
    private = ["127.0.0.1"]
    answers = {"a.example": [[PUBLIC]], "b.example": [private], "c.example": [[*private, PUBLIC]]}
    reactor = Reactor(answers)
    GuardedResolver.install(reactor).guards[object()] = ConnectionGuard([])

    for host in ("a.example", "b.example", "c.example", "10.0.0.1", "::1", "127.1", "d.example"):
        connect(reactor, host)

    assert reactor.connected == [(PUBLIC, 80), (PUBLIC, 80)]


def test_a_name_that_was_public_is_refused_when_it_turns_private() -> None:
    reactor = Reactor({"shop.example": [[PUBLIC], ["169.254.169.254"], [PUBLIC]]})
    resolver = GuardedResolver.install(reactor)
    resolver.guards[object()] = ConnectionGuard(["http://shop.example/"])

    for _ in range(3):
        connect(reactor, "shop.example")

    assert reactor.connected == [(PUBLIC, 80), (PUBLIC, 80)]
    assert resolver.explain("shop.example", 80).kind == "cloud metadata"
    assert resolver.explain("shop.example", 80) is None


def test_without_a_crawl_nothing_is_refused_and_one_guard_is_enough() -> None:
    reactor = Reactor({})
    resolver = GuardedResolver.install(reactor)
    connect(reactor, "127.0.0.1", 25)

    assert GuardedResolver.install(reactor) is resolver
    assert reactor.connected == [("127.0.0.1", 25)]


@pytest.fixture
def names(workplace: Workplace, monkeypatch: pytest.MonkeyPatch) -> Iterator[Answers]:
    """Answers for the names of `TWISTED_DNS_RESOLVER`; to be filled before the crawl."""
    answers: Answers = {}
    run = workplace.command
    monkeypatch.setattr(
        Workplace,
        "command",
        lambda self, *arguments, **options: (
            monkeypatch.setenv("NAMES", json.dumps(answers)) or run(*arguments, **options)
        ),
    )
    return answers


SITE = "http://public.example:{port}/"
HOME = "<title>Home</title><p>The boats leave at noon. <a href=/next>next</a>"
NEXT = "<title>Next</title><p>They come back with the tide in the evening."


def test_a_private_start_is_crawled_and_its_redirects_to_other_private_addresses_are_not(
    workplace: Workplace,
) -> None:
    routes = {
        "/": "<p>Boats. <a href=/a>a</a> <a href=/b>b</a> <a href=/c>c</a> <a href=/d>d</a>",
        "/a": Answer(status=302, headers={"Location": "http://169.254.169.254/latest"}),
        "/b": Answer(status=302, headers={"Location": "file:///etc/hostname"}),
        "/c": Answer(status=302, headers={"Location": "data:text/html,<p>data"}),
        "/d": Answer(status=302, headers={"Location": "ftp://127.0.0.1/pub"}),
        "/robots.txt": Answer(status=302, headers={"Location": "http://127.0.0.1:9/robots.txt"}),
    }
    with serve(routes) as served:
        run = workplace.run("crawl", "site", "-a", f"url={served.url}")

    assert run.code == 1
    assert (
        "robots.txt: 127.0.0.1, a loopback address, which is not connected to "
        "(PRIVATE_ADDRESSES_ALLOWED=127.0.0.1 would allow it)"
    ) in run.stderr
    assert served.paths == ["/robots.txt"]

    routes["/robots.txt"] = Answer(status=404)
    with serve(routes) as served:
        run = workplace.crawl(served.url)

    assert workplace.paths() == [""]
    assert "redirect_off_site" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_name_that_leads_to_a_private_address_first_keeps_it_and_gets_no_other(
    workplace: Workplace, names: Answers
) -> None:
    closing = {"Connection": "close"}
    routes = {
        "/robots.txt": Answer(status=404, headers=closing),
        "/sitemap.xml": Answer(status=404, headers=closing),
        "/": Answer(HOME, headers=closing),
        "/next": NEXT,
    }
    with serve(routes) as served:
        port = served.url.rsplit(":")[-1].rstrip("/")
        names["public.example"] = [["127.0.0.1"]] * 3 + [["127.0.0.2"]]
        run = workplace.crawl(SITE.format(port=port), settings=(SETTING, "STATS_DUMP=True"))

    assert "/next" not in served.paths
    assert "not followed: private_address 1" in run.stderr
    named = "public.example leads to 127.0.0.2, a loopback address, which is not connected to"
    assert run.stderr.count(named) == 1
    assert "'retry/count'" not in run.stderr


def test_a_name_is_refused_when_it_leads_from_an_open_address_to_a_private_one(
    workplace: Workplace, names: Answers
) -> None:
    """127.0.0.1 stands for the public Internet here: it is allowed, so the start counts as open."""

    def close(asked: Asked) -> Answer:
        return Answer(HOME, headers={"Connection": "close"})

    routes = {"/robots.txt": close, "/": close, "/sitemap.xml": close, "/next": NEXT}
    settings = (SETTING, "PRIVATE_ADDRESSES_ALLOWED=127.0.0.1")
    with serve(routes) as served:
        port = served.url.rsplit(":")[-1].rstrip("/")
        names["public.example"] = [["127.0.0.1"]] * 3 + [["::1"]]
        run = workplace.crawl(SITE.format(port=port), settings=settings)
        assert "/next" not in served.paths
        assert "private_address 1" in run.stderr

        names["public.example"] = [["::1", "127.0.0.1"]]
        workplace.crawl(SITE.format(port=port), settings=settings)

    assert "/next" in served.paths


def test_a_start_in_an_odd_form_is_the_address_it_stands_for(workplace: Workplace) -> None:
    with serve({"/": HOME, "/next": NEXT}) as served:
        port = served.url.rsplit(":")[-1].rstrip("/")
        workplace.crawl(f"http://2130706433:{port}/")

    assert len(workplace.rows()) == 2


def test_a_start_may_be_an_ipv6_address(workplace: Workplace, names: Answers) -> None:
    """No server of the test listens there: the start is tried, and refused by nobody."""
    run = workplace.run("crawl", "site", "-a", "url=http://[::1]:9/", settings=("RETRY_TIMES=0",))

    assert "START FAILED: http://[::1]:9/: robots.txt: " in run.stderr
    assert "refused" in run.stderr
    assert "PRIVATE_ADDRESSES_ALLOWED=" not in run.stderr


def test_a_tunnel_through_a_proxy_leads_to_no_private_address(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with serve({}) as proxy:
        monkeypatch.setenv("https_proxy", proxy.url)
        command = ("crawl", "site", "-a", "url=https://shop.example/")
        unnamed = workplace.run(*command, settings=("RETRY_TIMES=0",))
        allowed = ("RETRY_TIMES=0", "PRIVATE_ADDRESSES_ALLOWED=127.0.0.1")
        named = workplace.run(*command, settings=allowed)

    assert "127.0.0.1, a loopback address, which is not connected to" in unnamed.stderr
    assert "which is not connected to" not in named.stderr
    assert "Could not open CONNECT tunnel with proxy" in named.stderr


def test_the_name_of_a_proxy_is_looked_up_behind_the_guard_too(
    workplace: Workplace, names: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serve({"http://shop.example/": HOME, "http://shop.example/next": NEXT}) as proxy:
        port = proxy.url.rsplit(":")[-1].rstrip("/")
        for variable in ("http_proxy", "https_proxy"):
            monkeypatch.setenv(variable, f"http://gateway.example:{port}")
        names["gateway.example"] = [["127.0.0.1"]]
        for scheme in ("http", "https"):
            address = f"url={scheme}://shop.example/"
            run = workplace.run("crawl", "site", "-a", address, settings=(SETTING,))
            assert "robots.txt: gateway.example leads to 127.0.0.1, a loopback" in run.stderr

        assert proxy.paths == []
        allowed = (SETTING, "PRIVATE_ADDRESSES_ALLOWED=127.0.0.1,::1", "RETRY_TIMES=0")
        workplace.crawl("http://shop.example/", settings=allowed)

        names["gateway.example"] = [["::1", "127.0.0.1"]]
        tunnel = workplace.run("crawl", "site", "-a", "url=https://shop.example/", settings=allowed)

    assert "Could not open CONNECT tunnel with proxy" in tunnel.stderr
    assert workplace.paths() == ["", "next"]


@pytest.mark.parametrize(
    ("variable", "url", "proxy"),
    [
        ("http_proxy", "http://shop.example/", "harbour:bar"),
        ("http_proxy", "http://shop.example/", "http://[::1"),
        ("http_proxy", "http://shop.example/", "socks5://127.0.0.1:9"),
        ("https_proxy", "https://shop.example/", "https://harbour.example"),
    ],
)
def test_a_proxy_that_is_none_is_named_in_one_line(
    variable: str, url: str, proxy: str, workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, proxy)
    run = workplace.run("crawl", "site", "-a", f"url={url}")

    assert run.code == 1
    assert "Traceback" not in run.stderr
    assert f"START FAILED: {url}: robots.txt: the proxy " in run.stderr
    assert proxy.removeprefix("http://") in run.stderr


def test_no_door_is_open_and_no_other_scheme_is_known(workplace: Workplace) -> None:
    with serve({"/": HOME, "/next": NEXT}) as served:
        run = workplace.crawl(served.url)

    enabled = run.stderr.split("Enabled extensions:")[1].split("Enabled downloader")[0]
    assert "extensions.telnet" not in enabled
    assert "extensions.remote_control" not in enabled
    handlers = settings.DOWNLOAD_HANDLERS
    assert {scheme for scheme, path in handlers.items() if path is None} == {
        *("data", "file", "ftp", "s3"),
    }
    assert handlers.keys() == default_settings.DOWNLOAD_HANDLERS_BASE.keys()


def test_a_proxy_beside_the_start_is_used_and_asked_for_no_private_address(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with serve({"http://shop.example/": HOME, "http://shop.example/next": NEXT}) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        allowed = ("PRIVATE_ADDRESSES_ALLOWED=127.0.0.1",)
        workplace.crawl("http://shop.example/", settings=allowed)
        assert workplace.paths() == ["", "next"]

        refused = workplace.run("crawl", "site", "-a", "url=http://shop.example/")
        asked = len(proxy.paths)
        other = workplace.run("crawl", "site", "-a", "url=http://127.0.0.1:9/")

    assert "127.0.0.1, a loopback address, which is not connected to" in refused.stderr
    assert refused.code == 1
    assert len(proxy.paths) > asked
    assert "private_address" not in other.stderr
