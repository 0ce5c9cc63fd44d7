"""One page, one address: redirects, spellings and canonical links of real servers."""

import re
from collections.abc import Iterable

from tests.crawler.conftest import PROXY_ALLOWED, Hosts
from tests.crawler.crawling import Workplace
from tests.crawler.serving import Answer, Asked, Route, Served, serve
from tests.crawler.test_discovery import page
from tests.crawler.traps.generated import write_text

# --- redirects ---------------------------------------------------------------------------------


def greet(asked: Asked) -> Answer:
    if "seen=1" in asked.headers.get("Cookie", ""):
        return Answer(page("Welcome", "/inside"))
    return Answer(status=302, headers={"Location": "/welcome", "Set-Cookie": "seen=1"})


def test_a_page_that_sets_a_cookie_and_leads_back_to_itself_is_stored(
    workplace: Workplace,
) -> None:
    with serve({"/welcome": greet, "/inside": page("Inside")}) as served:
        workplace.crawl(f"{served.url}welcome")

    assert workplace.paths() == ["inside", "welcome"]
    assert served.paths.count("/welcome") == 2


def test_after_a_redirect_links_start_at_the_new_address_and_its_page_is_stored_once(
    workplace: Workplace,
) -> None:
    routes: dict[str, Route] = {
        "/old/start": Answer(status=301, headers={"Location": "/new/home/"}),
        "/new/home/": page("Home", "next /out /again /soon"),
        "/new/home/next": page("Next", "/new/home/"),
        "/old/next": page("Of before"),
        "/out": Answer(status=302, headers={"Location": "http://other.invalid/"}),
        "/again": Answer(status=307, headers={"Location": "/new/home/"}),
        "/soon": '<meta http-equiv=refresh content="0; url=/new/home/next">',
        "/late": page("Late"),
    }
    with serve(routes) as served:
        run = workplace.crawl(f"{served.url}old/start")

    assert workplace.paths() == ["new/home/", "new/home/next"]
    assert "/old/next" not in served.paths
    out = f"{served.url}out -> http://other.invalid/"
    assert f"not followed: redirect_off_site 1, the first {out}" in run.stderr
    assert {row["source_url"].removeprefix(served.url) for row in workplace.rows()} <= {
        *("old/start", "again", "new/home/", "new/home/next", "soon"),
    }


def test_a_meta_refresh_is_followed_where_a_browser_would_go_at_once(workplace: Workplace) -> None:
    def refresh(content: str, around: str = "{}", text: str = "") -> str:
        tag = f'<meta HTTP-EQUIV="Refresh" content="{content}">'
        return f"<head>{around.format(tag)}</head>{text}"

    routes: dict[str, Route] = {
        "/": page("Home", "/at-once /quoted /away /late /itself /without-scripts"),
        "/at-once": refresh("0;URL=/a"),
        "/quoted": refresh("0; url='/b'"),
        "/away": refresh("0; url=http://other.invalid/"),
        "/late": refresh("300; url=/c", text="<p>The news of the hour."),
        "/itself": refresh("1", text="<p>The water level of the minute."),
        "/without-scripts": refresh("0; url=/c", "<noscript>{}</noscript>", "<p>For browsers."),
        **{f"/{name}": page(f"Page {name}") for name in "abc"},
    }
    with serve(routes) as served:
        run = workplace.crawl(served.url)

    assert workplace.paths() == ["", "a", "b", "itself", "late", "without-scripts"]
    away = f"{served.url}away -> http://other.invalid/"
    assert f"not followed: redirect_off_site 1, the first {away}" in run.stderr


def test_a_start_that_leads_off_the_site_says_where(workplace: Workplace) -> None:
    away = Answer(status=301, headers={"Location": "http://other.invalid/home"})
    with serve({"/": away}) as served:
        run = workplace.run("crawl", "site", "-a", f"url={served.url}")

    assert run.code == 1
    failed = f"START FAILED: {served.url}: redirects to http://other.invalid/home, which is not"
    assert failed in run.stderr


# --- what links are resolved against -----------------------------------------------------------


def test_links_start_at_the_served_address_or_the_base_and_never_at_the_canonical(
    workplace: Workplace,
) -> None:
    routes: dict[str, Route] = {
        "/docs/": page("Docs", "one based", canonical("/elsewhere/")),
        "/docs/one": page("One"),
        "/docs/based": page("Based", "two", f'<base href="/base/">{canonical("/elsewhere/")}'),
        "/base/two": page("Two"),
        "/elsewhere/one": page("Elsewhere"),
    }
    with serve(routes) as served:
        workplace.crawl(f"{served.url}docs/")

    assert workplace.paths() == ["base/two", "docs/", "docs/based", "docs/one"]
    assert "/elsewhere/one" not in served.paths


# --- spellings ---------------------------------------------------------------------------------


def test_spellings_of_an_address_are_asked_for_once_and_none_is_broken(
    workplace: Workplace,
) -> None:
    links = (
        "/%7euser /~user /%E4%BD%A0 /\u4f60 /%e4%bd%a0 HTTP://{host}/x /x#part /./x /a/../x "
        "/x?utm_source=menu /x?PHPSESSID=0a1b2c3d /x?b=2&amp;a=1 /x?a=1&amp;b=2 /y;v=1?x="
    )
    targets = ("/~user", "/%E4%BD%A0", "/x", "/x?a=1&b=2", "/x?b=2&a=1", "/y;v=1?x=")
    # The two orders of one query are one page; which of them is asked for first is chance.
    routes: dict[str, Route] = {path: page(path.split("?b")[0][:4]) for path in targets[:3]}
    routes |= dict.fromkeys(targets[3:5], page("Both orders")) | {"/y;v=1?x=": page("Semicolon")}
    with serve(routes) as served:
        routes["/"] = page("Home", links.replace("{host}", served.host))
        workplace.crawl(served.url)

    wanted = ["", "%E4%BD%A0", "x", "x?a=1&b=2", "y;v=1?x=", "~user"]
    assert workplace.paths() == wanted  # the home page and five more
    extra = {"/", "/robots.txt"} | {path for path in served.paths if "sitemap" in path}
    pages = [path for path in served.paths if path not in extra and len(path) != 25]
    assert set(pages) - {"/x?b=2&a=1"} == {f"/{path}" for path in wanted[1:]}
    assert len(pages) == len(set(pages))


def test_hosts_in_any_letters_and_the_default_port_are_one_site(
    workplace: Workplace, hosts: tuple[Hosts, Served]
) -> None:
    host = "http://xn--bcher-kva.example"
    links = (
        "http://b\u00fccher.example:80/a HTTP://B\u00dcCHER.example/a "
        "http://xn--bcher-kva.example./a http://b\u00fccher.example:8080/a"
    )
    pages, proxy = hosts
    pages |= {f"{host}/": page("Home", links), f"{host}/a": page("a")}
    run = workplace.crawl("http://b\u00fccher.example/", settings=(PROXY_ALLOWED,))

    assert [row["url"] for row in workplace.rows()] == [f"{host}/", f"{host}/a"]
    assert proxy.paths.count(f"{host}/a") == 1
    assert f"not followed: off_site 1, the first {host}:8080/a" in run.stderr


# --- canonical links and equal texts -----------------------------------------------------------


def canonical(path: str) -> str:
    return f'<link rel="canonical" href="{path}">'


def text_page(name: str, seed: str, head: str = "", extra: str = "") -> str:
    return page(name, head=head).replace("</h1>", f"</h1><p>{write_text(seed, 60)}</p>{extra}")


def test_a_canonical_link_is_believed_when_its_target_says_the_same_and_not_else(
    workplace: Workplace,
) -> None:
    routes: dict[str, Route] = {}
    for number in range(25):  # a broken template: every page calls itself the home page
        routes[f"/p/{number}"] = text_page(f"P{number}", f"p{number}", canonical("/"))
    for number in range(5):
        same = (f"D{number}", f"d{number}", canonical(f"/d/{number}"))
        routes[f"/d/{number}"] = text_page(*same)
        routes[f"/print/{number}"] = text_page(*same, extra="<p>Printed today.</p>")
    routes["/missing-target"] = text_page("M", "m", canonical("/gone"))
    routes["/off-site-target"] = text_page("O", "o", canonical("http://other.invalid/"))
    routes["/other-target"] = text_page("T", "t", canonical("/d/0"))
    routes["/same"] = routes["/same/index.html"] = text_page("S", "s")
    routes["/"] = text_page("Home", "home").replace("</p></body>", f"{anchors(routes)}</p></body>")
    with serve(routes) as served:
        workplace.crawl(served.url)

    aliases = {row["url"].removeprefix(served.url): row["aliases"] for row in workplace.rows()}
    assert len([name for name in aliases if name.partition("/")[0] in ("", "p", "d")]) == 31
    assert {name: paths for name, paths in aliases.items() if paths} == {
        **{f"d/{number}": f"{served.url}print/{number}" for number in range(5)},
        "same": f"{served.url}same/index.html",
    }
    assert {"missing-target", "off-site-target", "other-target"} <= set(aliases)
    assert len(aliases) == 31 + 3 + 1


def anchors(paths: Iterable[str]) -> str:
    return " ".join(f'<a href="{path}">{path}</a>' for path in paths)


# --- what a store and its files are named by ---------------------------------------------------


def test_addresses_that_file_systems_would_mix_up_stay_apart(workplace: Workplace) -> None:
    """Five with 300 letters in common, two that differ in case, a dot at the end, a device."""
    long = "/" + "very-long-" * 30
    paths = [*(f"{long}{number}" for number in range(5)), "/Weir", "/weir", "/lock.", "/con"]
    routes: dict[str, Route] = {path: text_page(path[-6:], path) for path in paths}
    routes["/"] = page("Home", " ".join(paths))
    with serve(routes) as served:
        workplace.crawl(served.url)
        before = {path.name for path in workplace.folder.iterdir()}

    rows = {"/" + row["url"].removeprefix(served.url): row for row in workplace.rows()}
    names = {row["id"] for path, row in rows.items() if path != "/"}
    assert set(rows) == {"/", *paths}
    assert len(names) == 9
    assert all(re.fullmatch("[0-9a-f]{32}", name) for name in names)
    assert all(write_text(path, 60) in rows[path]["content_text"] for path in paths)
    # No address becomes the name of a file.
    assert {name.partition("-")[0] for name in before} == {"pages.jsonl", "sites.db"}
