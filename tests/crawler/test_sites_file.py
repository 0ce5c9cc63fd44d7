"""SITES_FILE: a section for each site, checked line by line, and crawls that obey it."""

from pathlib import Path

import pytest

from crawler.sites_file import KEYS, SitesFileError, read_sites_file
from crawler.starts import read_sites
from crawler.toml_lines import find_line
from tests.crawler.crawling import Workplace
from tests.crawler.serving import Served, serve

GOOD = """# Our sites
["www.Example.com"]
url = ["https://example.com/a", "https://www.example.com/b"]
include = [
  "/a",  # and all below
  "/b",
]
exclude = "/a/old, /b/old"
exclude_css = ".promo, #related"
headers = { X-Key = "abc" }
cookies = { session = "1", lang = "en" }
httpauth_user = "me"
httpauth_pass = "secret"
max_pages = 100
max_depth = 3

[docs.example.org]  # without quotes it is the same
include_css = ["main", "h1"]

["example.org/guide"]

[".example.net"]
starts = "starts.txt"
"""


def write(folder: Path, text: str) -> str:
    (folder / "starts.txt").write_text("https://a.example.net/\nhttps://b.example.net/x\n")
    (folder / "sites.toml").write_text(text)
    return str(folder / "sites.toml")


def test_a_file_says_of_each_site_what_arguments_say_of_all(tmp_path: Path) -> None:
    one, docs, guide, net = read_sites_file(write(tmp_path, GOOD))

    assert [one.key, docs.key] == ["example.com", "docs.example.org"]
    assert [guide.key, net.key] == ["example.org/guide/", ".example.net"]
    assert one.start_urls == ("https://example.com/a", "https://www.example.com/b")
    assert [pattern.text for pattern in one.include] == ["/a", "/b"]
    assert one.refuse("https://example.com/a/old/1") == "excluded"
    assert one.css.exclude == ("#related", ".promo")
    assert one.access.headers == {
        "X-Key": "abc",
        "Cookie": "session=1; lang=en",
        "Authorization": "Basic bWU6c2VjcmV0",
    }
    assert (one.access.max_pages, one.access.max_depth) == (100, 3)
    assert docs.css.include == ("h1", "main")
    assert docs.start_urls == ("https://docs.example.org/",)
    assert docs.plain_start_urls == ("http://docs.example.org/",)
    assert (guide.scope, guide.start_urls) == ("path", ("https://example.org/guide/",))
    assert net.scope == "domain"
    assert net.start_urls == ("https://a.example.net/", "https://b.example.net/x")


HEAD = '["example.com"]\nurl = "https://example.com/"\n'


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (HEAD + "\nexclud = '/a'", 4, "exclud: unknown key; there are url, include"),
        (HEAD + "include = 3", 3, "include: must be a text or a list of texts, not 3"),
        (HEAD + "include = ['/a', 3]", 3, "include: must be a text or a list of texts"),
        (HEAD + "include = []", 3, "include: must be a text or a list of texts"),
        (HEAD + "scope = 1", 3, "scope: must be a text, not 1"),
        (HEAD + "scope = 'page'", 3, "scope: host, path or domain, not 'page'"),
        (HEAD + "max_pages = true", 3, "max_pages: must be a whole number from 1, not True"),
        (HEAD + "max_depth = 0", 3, "max_depth: must be a whole number from 1, not 0"),
        (HEAD + "headers = 'X'", 3, "headers: must be a table"),
        (HEAD + "[\"example.com\".headers]\nA = 'b'\n'C d' = 'x'", 5, "C d: not a header: 'x'"),
        (HEAD + 'headers = {A = "b\\nC: d"}', 3, "headers: A: not a header"),
        (HEAD + "cookies = {a = 'b;c'}", 3, "cookies: a: not a cookie: 'b;c'"),
        (HEAD + "include = [\n  '/a',\n  'b',\n]", 5, "include: begins with neither /"),
        (HEAD + "exclude_css = [\n'.a',\n\n'.b >',\n]", 6, "exclude_css: .b >: not a CSS selector"),
        (HEAD + "include_css = 'p:hover'", 3, "include_css: p:hover: :hover is not known"),
        (HEAD + "exclude = '/'", 3, "exclude: shuts out the start https://example.com/"),
        (HEAD + "starts = 'none.txt'", 3, "starts: none.txt: No such file"),
        (HEAD + "\n['WWW.example.com']", 4, "WWW.example.com: the same site as in line 1"),
        ("\n['example.com:99999']", 2, "not the name of a site"),
        ("['https://example.com']", 1, "not the name of a site"),
        ("['exa mple.com']", 1, "not the name of a site"),
        ("['.docs.example.com']", 1, "not a registered name; its domain is .example.com"),
        ("['example.com/a']\nscope = 'host'", 2, "the name of the section says path, not host"),
        ("['a.com']\nurl = 'https://b.com/'", 2, "url: https://b.com/ lies outside of a.com"),
        ("['a.com']\nurl = [\n'https://a.com/',\n'a.com/x']", 4, "url: a.com/x: not a URL"),
        ("['a.com']\nurl = 'https://me:pw@a.com/'", 2, "given by httpauth_user and httpauth_pass"),
        ("url = 'https://a.com/'", 1, "url: stands in no section"),
        ("['a.com']\n[['a.com']]", 2, "Cannot overwrite a value"),
        ("['a.com']\n\n['a.com']\n", 3, "Cannot declare ('a.com',) twice"),
        ("['a.com']\nurl = [\n'x'", 3, "Unclosed array"),
        ("['a.com']\nurl = 'x", 2, "Expected"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, text: str, line: int, said: str
) -> None:
    name = write(tmp_path, text)
    with pytest.raises(SitesFileError) as error:
        read_sites_file(name)

    assert str(error.value).startswith(f"{name}, line {line}: "), error.value
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "no section in it"), (b"\xff\xfe", "not a text in UTF-8"), (None, "No such file")],
)
def test_what_is_no_file_of_sites_is_named(tmp_path: Path, data: bytes | None, said: str) -> None:
    file = tmp_path / "sites.toml"
    if data is not None:
        file.write_bytes(data)
    with pytest.raises(SitesFileError, match=f"^SITES_FILE={file}: {said}"):
        read_sites_file(str(file))


def test_a_line_is_found_in_a_long_file_of_long_values() -> None:
    entries = "\n".join(f'  "/folder/{n}=x",' for n in range(200))
    sections = [f'["s{n}.example"]\ninclude = [\n{entries}\n]\nmax_pages = 1' for n in range(20)]
    text = "\n\n".join(sections)
    wanted = text.splitlines().index('["s17.example"]') + 1

    assert find_line(text, ("s17.example",)) == wanted
    assert find_line(text, ("s17.example", "include")) == wanted + 1
    assert find_line(text, ("s17.example", "include"), "/folder/150=x") == wanted + 152
    assert find_line(text, ("s17.example", "max_pages")) == wanted + 203


def test_the_command_line_wins_over_the_file(tmp_path: Path) -> None:
    name = write(tmp_path, GOOD)
    arguments = {"url": "https://example.com/c", "exclude": "/x", "include_css": "main"}
    (site,) = read_sites(arguments, name)

    assert site.start_urls == ("https://example.com/c",)
    assert site.refuse("https://example.com/a/old") == ""
    assert site.refuse("https://example.com/x") == "excluded"
    assert site.css.include == ("main",)
    assert site.css.exclude == ("#related", ".promo")
    assert site.access.max_pages == 100


def test_a_start_that_the_file_says_nothing_of_is_by_itself(tmp_path: Path) -> None:
    (site,) = read_sites({"url": "https://example.edu/"}, write(tmp_path, GOOD))

    assert (site.key, site.access.headers, site.css.exclude) == ("example.edu", {}, ())


def make_sites() -> dict[str, str]:
    return {
        "/": '<body><a href="/a/1">one</a> <a href="/b/">other</a><p>The home of both.</p>',
        **{
            f"/a/{n}": f"""<body><main><h1>Number {n}</h1><p>{f"Text of number {n}. " * 30}</p>
            <p class="promo">Buy number {n} today.</p></main><a href="/a/{n + 1}">on</a>"""
            for n in range(1, 9)
        },
        "/b/": '<body><p>Another site, with words of its own.</p><a href="/a/1">one</a>',
    }


def sites_file(workplace: Workplace, served: Served, *lines: str) -> tuple[str, ...]:
    file = workplace.folder / "sites.toml"
    file.write_text("\n".join((f'["{served.host}/a/"]', *lines)))
    return (f"SITES_FILE={file}",)


def test_a_crawl_takes_its_sites_from_the_file(workplace: Workplace) -> None:
    with serve(make_sites()) as served:
        lines = (f'url = "{served.url}a/1"', 'exclude_css = ".promo"', 'headers = {X-Key = "k"}')
        more = (f'["{served.host}/b/"]', f'url = "{served.url}b/"', 'cookies = {c = "d"}')
        settings = sites_file(workplace, served, *lines, *more)
        run = workplace.run("crawl", "site", "-O", str(workplace.output), settings=settings)

    assert run.code == 0, run.stderr
    assert workplace.paths() == [*(f"a/{n}" for n in range(1, 9)), "b/"]
    assert not [row for row in workplace.rows() if "Buy number" in row["content_text"]]
    asked = {request.path: request.headers for request in served.requests}
    assert asked["/a/3"]["X-Key"] == "k"
    assert asked["/b/"]["Cookie"] == "c=d"
    assert "X-Key" not in asked["/b/"]


def test_one_site_of_the_file_is_crawled_by_its_name(workplace: Workplace) -> None:
    with serve(make_sites()) as served:
        more = (f'["{served.host}/b/"]', f'url = "{served.url}b/"')
        settings = sites_file(workplace, served, f'url = "{served.url}a/1"', *more)
        name = ("-a", f"site={served.host}/b/", "-O", str(workplace.output))
        run = workplace.run("crawl", "site", *name, settings=settings)

    assert run.code == 0, run.stderr
    assert workplace.paths() == ["b/"]


@pytest.mark.parametrize(
    ("limit", "reason", "paths"),
    [
        ("max_pages = 3", "site_full", ["a/1", "a/2", "a/3"]),
        ("max_depth = 2", "too_deep", ["a/1", "a/2", "a/3"]),
        ("max_pages = 100", "", [f"a/{n}" for n in range(1, 9)]),
    ],
)
def test_a_limit_of_one_site_holds_and_what_it_left_out_is_counted(
    workplace: Workplace, limit: str, reason: str, paths: list[str]
) -> None:
    with serve(make_sites()) as served:
        settings = sites_file(workplace, served, f'url = "{served.url}a/1"', limit)
        run = workplace.run("crawl", "site", "-O", str(workplace.output), settings=settings)

    assert workplace.paths() == paths
    assert (f"not followed: {reason} 1, the first {served.url}a/4" in run.stderr) is bool(reason)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "sites.toml, line 2: {host}/a/: inclde: unknown key"),
        (("-a", "url={url}"), "sites.toml, line 2:"),
    ],
)
def test_a_bad_file_is_one_error_before_the_first_request(
    workplace: Workplace, arguments: tuple[str, ...], said: str
) -> None:
    with serve(make_sites()) as served:
        given = tuple(part.format(url=served.url) for part in arguments)
        settings = sites_file(workplace, served, "inclde = '/a'")
        run = workplace.run("crawl", "site", *given, settings=settings)

    assert run.code == 2
    assert said.format(host=served.host) in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert served.requests == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"site": "a.com"}, "-a site=a.com: not in SITES_FILE, which has example.com, docs."),
        ({"site": "example.com", "url": "https://a.com"}, "leave out url, domain, starts"),
        ({"scope": "path"}, "a section says its own"),
    ],
)
def test_arguments_that_do_not_fit_the_file_are_named(
    tmp_path: Path, arguments: dict[str, str], said: str
) -> None:
    name = write(tmp_path, GOOD)
    with pytest.raises(ValueError, match="-a ") as error:
        read_sites(arguments, name)

    assert said in str(error.value)


def test_every_key_is_documented() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    section = readme.split("\n### Sites in a file\n")[1].split("\n##")[0]

    assert [key for key in KEYS if f"`{key}`" not in section] == []
