"""What tests of crawls share: a folder with a store of its own, and hosts under any name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crawler.crawling import Workplace
from tests.crawler.serving import Route, Served, serve

# The proxy of the tests is on loopback, where it may be asked for hosts that are open.
PROXY_ALLOWED = "PRIVATE_ADDRESSES_ALLOWED=127.0.0.1"
Hosts = dict[str, Route]


@pytest.fixture
def workplace(tmp_path: Path) -> Workplace:
    return Workplace(tmp_path)


@pytest.fixture
def hosts(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Hosts, Served]]:
    """Pages by their whole address, under any host, and the proxy that serves them.

    For crawls with the setting `PROXY_ALLOWED`.
    """
    pages: Hosts = {}
    for variable in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    with serve(pages) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        yield pages, proxy
