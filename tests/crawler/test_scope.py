"""How far a crawl reaches, on real servers under any name: what is left out has a reason."""

import json
import re

import pytest

from tests.crawler.conftest import PROXY_ALLOWED, Hosts
from tests.crawler.crawling import Workplace
from tests.crawler.name_server import SETTING
from tests.crawler.serving import Answer, Route, Served, serve
from tests.crawler.test_discovery import page

BLOG = "http://blog.example.com"
NAMED = {
    "http://example.com/": page(
        "Home",
        f"/a http://www.example.com/b {BLOG}/c http://example.com.example.org/d http://www.com/e "
        "https://example.com/f /docs/g /drafts/h",
    ),
    "http://example.com/a": page("a"),
    "http://www.example.com/b": page("b", "/from-b"),
    "http://www.example.com/from-b": page("from b"),
    f"{BLOG}/c": page("c"),
    "http://example.com/docs/g": page("g"),
    "http://example.com/drafts/h": page("h"),
}


@pytest.mark.parametrize(
    ("arguments", "written", "reasons"),
    [
        (
            (),
            "/ /a /docs/g /drafts/h www/b www/from-b",
            {f"off_site 3, the first {BLOG}/c"},
        ),
        (
            ("-a", "scope=domain"),
            "blog/c / /a /docs/g /drafts/h www/b www/from-b",
            {"off_site 2, the first http://example.com.example.org/d"},
        ),
        (
            ("-a", "include=/docs/,/a,/drafts/", "-a", "exclude=/drafts/"),
            "/ /a /docs/g",
            {
                f"off_site 3, the first {BLOG}/c",
                "not_included 2, the first http://www.example.com/b",
                "excluded 1, the first http://example.com/drafts/h",
            },
        ),
    ],
)
def test_a_crawl_goes_as_far_as_it_was_told_and_names_the_first_it_left_out(
    workplace: Workplace,
    hosts: tuple[Hosts, Served],
    arguments: tuple[str, ...],
    written: str,
    reasons: set[str],
) -> None:
    pages, proxy = hosts
    pages |= NAMED
    run = workplace.crawl("http://example.com/", *arguments, settings=(PROXY_ALLOWED,))

    urls = [re.sub(r"^http://|\.?example\.com", "", row["url"]) for row in workplace.rows()]
    lines = {line.partition("not followed: ")[2] for line in run.stderr.splitlines()}
    assert sorted(urls) == sorted(written.split())
    assert reasons <= lines
    assert not [path for path in proxy.paths if "example.org/" in path]


# --- private addresses and other schemes --------------------------------------------------------

# Hosts of the site's own domain, so that scope lets them in, and what their names lead to.
INSIDE = {
    "link-local": "169.254.169.254",
    "loopback": "127.0.0.1",
    "mapped": "::ffff:7f00:1",
    "nat64": "64:ff9b::7f00:1",
    "private": "10.0.0.1",
}


def test_a_public_page_leads_to_nothing_private_by_link_or_redirect_unless_allowed(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch
) -> None:
    routes: dict[str, Route] = {
        "/r1": Answer(status=302, headers={"Location": "http://169.254.169.254/latest"}),
        "/r2": Answer(status=302, headers={"Location": "file:///etc/hostname"}),
        "/..%2F..%2Fetc": page("Dots"),
        "/secret": page("Secret"),
    }
    with serve(routes) as served:
        port = served.url.rsplit(":")[-1].rstrip("/")
        inside = {name: f"http://{name}.example.com:{port}/secret" for name in INSIDE}
        forms = "http://[::ffff:7f00:1]/ //2130706433/ http://0177.0.0.1/ file:///etc/hostname"
        routes["/r3"] = Answer(status=302, headers={"Location": inside["loopback"]})
        routes["/"] = page(
            "Home", f"/r1 /r2 /r3 /..%2f..%2fetc {forms} {' '.join(inside.values())}"
        )
        answers = {f"{name}.example.com": [[address]] for name, address in INSIDE.items()}
        monkeypatch.setenv("NAMES", json.dumps(answers | {"example.com": [["127.0.0.1"]]}))
        start, scope = f"http://example.com:{port}/", ("-a", "scope=domain")
        run = workplace.crawl(start, *scope, settings=(SETTING,))
        hosts = {asked.headers["Host"] for asked in served.requests}
        stored = workplace.paths()
        workplace.crawl(start, *scope, settings=(SETTING, PROXY_ALLOWED))

    assert hosts == {f"example.com:{port}"}
    assert stored == ["", "..%2F..%2Fetc"]
    assert f"not followed: private_address 6, the first {inside['link-local']}" in run.stderr
    assert "not followed: off_site 3, the first http://[::ffff:7f00:1]/" in run.stderr
    away = f"{start}r1 -> http://169.254.169.254/latest"
    assert f"not followed: redirect_off_site 1, the first {away}" in run.stderr
    away = f"{start}r2 -> file:///etc/hostname"
    assert f"not followed: redirect_other_scheme 1, the first {away}" in run.stderr
    allowed = {asked.headers["Host"] for asked in served.requests} - hosts
    assert f"loopback.example.com:{port}" in allowed
