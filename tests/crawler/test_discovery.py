"""How pages of a site are found besides by the links on pages, on a real server."""

import gzip
from urllib.request import urlopen

import pytest

from crawler.sitemaps import MAX_SITEMAP_BYTES, SitemapEntry, read_sitemap
from crawler.sources import MAX_SOURCES, SourceQueue
from crawler.starts import read_sites
from tests.crawler.crawling import Run, Workplace
from tests.crawler.serving import Answer, Asked, Route, Served, serve

NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def page(name: str, links: str = "", head: str = "") -> str:
    anchors = "".join(f'<a href="{link}">{link}</a> ' for link in links.split())
    return (
        f"<html><head><title>{name}</title>{head}</head><body><h1>{name}</h1>"
        f"<p>All that is known of {name} stands here.</p><p>{anchors}</p></body></html>"
    )


def index(*addresses: str) -> str:
    entries = "".join(f"<sitemap><loc>{address}</loc></sitemap>" for address in addresses)
    return f"<sitemapindex {NAMESPACE}>{entries}</sitemapindex>"


def urlset(*addresses: str) -> str:
    entries = "".join(f"<url><loc>{address}</loc></url>" for address in addresses)
    return f'<?xml version="1.0"?><urlset {NAMESPACE}>{entries}</urlset>'


def count_of(name: str, run: Run) -> int:
    """A counter of a crawl with STATS_DUMP."""
    found = [line for line in run.stderr.splitlines() if f"'sitewinnow/{name}': " in line]
    return int(found[0].rpartition(": ")[2].strip(",}")) if found else 0


# --- a start that is a sitemap -----------------------------------------------------------------

DATED = (
    f"<urlset {NAMESPACE}><url><loc>{{url}}a</loc><lastmod>2024-01-02</lastmod></url>"
    "<url><loc></loc></url><url><loc>{url}b</loc></url></urlset>"
)


def test_a_sitemap_is_one_whatever_it_is_called_and_an_error_page_is_none(
    workplace: Workplace,
) -> None:
    routes: dict[str, Route] = {
        "/sitemap.xml": index(
            "{url}part.xml?from=1&amp;to=9", "{url}dated.xml", "{url}gone.xml", "{url}sorry.xml"
        ),
        "/part.xml?from=1&to=9": urlset("{url}p/1"),
        "/dated.xml": DATED,
        "/gone.xml": Answer(page("Not found", "/from-404"), status=404),
        "/sorry.xml": page("We are sorry", "/from-200"),
        **{f"/{name}": page(name) for name in ("p/1", "a", "from-404", "from-200")},
        "/b": page("b") + "<pre>&lt;urlset&gt;&lt;url&gt;&lt;loc&gt;/c&lt;/loc&gt;</pre>",
    }
    with serve(routes) as served:
        run = workplace.crawl(f"{served.url}sitemap.xml", settings=("STATS_DUMP=True",))
        with urlopen(f"{served.url}dated.xml") as answer:
            entries = read_sitemap(answer.read()).pages

    assert workplace.paths() == ["a", "b", "p/1"]
    assert count_of("sitemaps/http_404", run) == 1
    assert count_of("sitemaps/other_xml", run) == 1
    assert f"failed (http_404): {served.url}gone.xml: the server answered 404" in run.stderr
    assert f"not followed: sitemap_other_xml 1, the first {served.url}sorry.xml" in run.stderr
    assert "sitemap_index.xml" not in run.stderr  # nobody said that there is one
    assert entries == (
        SitemapEntry(f"{served.url}a", "2024-01-02"),
        SitemapEntry(f"{served.url}b", ""),
    )


@pytest.mark.parametrize("kind", ["text/plain", "application/gzip", "application/octet-stream"])
def test_a_start_may_be_a_list_of_addresses_or_a_packed_sitemap(
    workplace: Workplace, kind: str
) -> None:
    def answer(asked: Asked) -> Answer:
        address = f"http://{asked.headers['Host']}/p/1"
        packed = gzip.compress(urlset(address).encode())
        return Answer(address if kind == "text/plain" else packed, content_type=kind)

    with serve({"/pages": answer, "/p/1": page("One")}) as served:
        workplace.crawl(f"{served.url}pages")

    assert workplace.paths() == ["p/1"]


# --- sitemaps that robots.txt names, with all that can be wrong with them ----------------------

MAPS = ("index.xml", "bomb.xml.gz", "cut.xml.gz", "entities.xml", "list.txt", "long.xml")
ROBOTS = "User-agent: *\nDisallow: /closed\nDisallow: /maps/closed.xml\n" + "".join(
    f"Sitemap: {{url}}maps/{name}\n" for name in MAPS
)


def pack(body: str, times: int = 1, keep: int | None = None) -> Route:
    """A sitemap compressed as often, and cut off after `keep` bytes."""

    def answer(asked: Asked) -> Answer:
        packed = body.replace("{url}", f"http://{asked.headers['Host']}/").encode()
        for _ in range(times):
            packed = gzip.compress(packed)
        return Answer(packed[:keep], content_type="application/x-gzip")

    return answer


MAPPED: dict[str, Route] = {
    "/robots.txt": Answer(ROBOTS, content_type="text/plain"),
    "/": page("Home"),
    # An index that names itself, another that names it again, and what robots.txt closes.
    "/maps/index.xml": index(
        *("{url}maps/index.xml", "{url}maps/more.xml", "once.xml.gz", "{url}maps/twice.xml.gz"),
        *("{url}maps/closed.xml", "http://other.invalid/sitemap.xml", "{url}maps/away.xml"),
    ),
    "/maps/more.xml": index("{url}maps/index.xml", "{url}maps/html?page=1&amp;of=2"),
    "/maps/html?page=1&of=2": urlset("{url}from-html", "/from-path", "relative", "{url}closed"),
    "/maps/once.xml.gz": pack(urlset("{url}from-once")),
    "/maps/twice.xml.gz": pack(urlset("{url}from-twice"), times=2),
    "/maps/bomb.xml.gz": pack(f"<urlset>{' ' * MAX_SITEMAP_BYTES} </urlset>"),
    "/maps/cut.xml.gz": pack(
        urlset("{url}from-cut", *(f"{{url}}x/{n}" for n in range(9))), keep=-9
    ),
    "/maps/entities.xml": '<!DOCTYPE a [<!ENTITY e "{url}from-entity">]>'
    + urlset("&e;", "{url}beside-entity"),
    "/maps/list.txt": Answer("{url}from-list\nftp://other.invalid/x\n", content_type="text/plain"),
    "/maps/long.xml": urlset(*["{url}from-long"] * 50_000, "{url}beyond-50000"),
    "/maps/away.xml": Answer(status=302, headers={"Location": "http://other.invalid/map.xml"}),
    **{
        f"/{name}": page(name)
        for name in (
            *("from-html", "from-path", "maps/relative", "from-once", "from-twice", "from-cut"),
            *("beside-entity", "from-entity", "from-list", "from-long", "beyond-50000", "closed"),
        )
    },
}


@pytest.fixture(scope="module")
def mapped(tmp_path_factory: pytest.TempPathFactory) -> tuple[Served, Workplace, Run]:
    workplace = Workplace(tmp_path_factory.mktemp("mapped"))
    with serve(MAPPED) as served:
        run = workplace.crawl(served.url, settings=("STATS_DUMP=True",))
    return served, workplace, run


def test_every_page_that_a_sitemap_names_is_found(mapped: tuple[Served, Workplace, Run]) -> None:
    _, workplace, _ = mapped

    assert workplace.paths() == sorted(
        [
            *("", "beside-entity", "from-cut", "from-html", "from-list", "from-long"),
            *("from-once", "from-path", "from-twice", "maps/relative"),
        ]
    )


def test_sitemaps_that_name_each_other_are_asked_for_once_and_bombs_and_entities_do_nothing(
    mapped: tuple[Served, Workplace, Run],
) -> None:
    served, _, run = mapped
    asked = [path for path in served.paths if path.startswith("/maps/")]

    assert sorted(asked) == sorted([*set(asked)])
    assert count_of("sitemaps/too_large", run) == 1
    assert "/from-entity" not in served.paths
    assert count_of("sitemaps/too_many_entries", run) == 1
    assert "/beyond-50000" not in served.paths


def test_every_sitemap_and_entry_that_is_turned_away_has_a_reason_and_the_first_is_named(
    mapped: tuple[Served, Workplace, Run],
) -> None:
    served, _, run = mapped
    away = f"{served.url}maps/away.xml -> http://other.invalid/map.xml"

    assert {
        "not followed: sitemap_off_site 1, the first http://other.invalid/sitemap.xml",
        f"not followed: redirect_off_site 1, the first {away}",
        f"not followed: robots_forbidden 2, the first {served.url}closed",
        "not followed: bad_address 1, the first ftp://other.invalid/x",
    } <= {line.replace("maps/closed.xml", "closed") for line in run.stderr.splitlines()}


# --- sitemaps that nobody names ----------------------------------------------------------------


@pytest.mark.parametrize("is_named", [True, False])
def test_usual_places_are_looked_at_until_there_is_one_unless_robots_txt_names_others(
    workplace: Workplace, is_named: bool
) -> None:
    routes: dict[str, Route] = {
        "/": page("Home"),
        "/wp-sitemap.xml": urlset("{url}from-wordpress"),
        "/named.xml": urlset("{url}from-named"),
        **{f"/{name}": page(name) for name in ("from-wordpress", "from-named")},
    }
    if is_named:
        routes["/robots.txt"] = Answer("Sitemap: {url}named.xml", content_type="text/plain")
    with serve(routes) as served:
        workplace.crawl(served.url)

    assert workplace.paths() == ["", "from-named" if is_named else "from-wordpress"]
    assert served.paths.count("/sitemap_index.xml") == (0 if is_named else 1)
    assert "/sitemap.xml.gz" not in served.paths


def test_sitemaps_that_name_new_ones_without_end_are_asked_for_so_many_times() -> None:
    queue = SourceQueue(read_sites({"url": "https://example.com"}))
    asked = [queue.admit(f"https://example.com/{number}.xml") for number in range(MAX_SOURCES + 2)]

    assert asked == [""] * MAX_SOURCES + ["too_many_sitemaps"] * 2
    assert queue.admit("https://example.com/0.xml") == "asked_before"
    assert queue.admit(f"https://example.com/{'a' * 3000}.xml") == "address_too_long"


# --- what else names pages ---------------------------------------------------------------------


def test_next_pages_feeds_and_other_languages_are_found_and_a_stylesheet_is_not(
    workplace: Workplace,
) -> None:
    head = (
        '<link rel="next" href="/page/2"><link rel="alternate" hreflang="de" href="/de/">'
        '<link rel="alternate" type="application/rss+xml" href="/feed">'
        '<link rel="alternate" type="application/atom+xml" href="/atom">'
        '<link rel="stylesheet" href="/style"><link rel="canonical" href="/canonical">'
    )
    rss = "<rss><channel><link>{url}</link><item><link>{url}from-rss</link></item></channel></rss>"
    atom = (
        '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link href="/from-atom"/></entry></feed>'
    )
    names = ("page/2", "de/", "from-rss", "from-atom", "style", "canonical")
    routes: dict[str, Route] = {
        "/": page("Home", head=head),
        "/feed": Answer(rss, content_type="application/rss+xml"),
        "/atom": Answer(atom, content_type="text/html"),
        **{f"/{name}": page(name) for name in names},
    }
    with serve(routes) as served:
        workplace.crawl(served.url)

    assert workplace.paths() == ["", "de/", "from-atom", "from-rss", "page/2"]


def test_a_start_that_only_scripts_fill_is_said_and_one_with_links_is_not(
    workplace: Workplace,
) -> None:
    shell = '<body><div id="root"></div><script src="/app.js"></script></body>'
    said = "as it is sent the page has no link to another and next to no text"
    with serve({"/": shell}) as served:
        bare = workplace.run("crawl", "site", "-a", f"url={served.url}")
    with serve({"/": f"{shell}<a href=/a>a</a>", "/a": page("a")}) as linked:
        full = workplace.crawl(linked.url)

    assert f"NEEDS JAVASCRIPT: {served.url}: {said}" in bare.stderr
    assert "NEEDS JAVASCRIPT" not in full.stderr
