"""Headers, cookies and passwords let a crawl in, and no stranger sees them."""

import base64

import pytest

from crawler.cookies import read_cookies
from tests.crawler.crawling import Workplace
from tests.crawler.serving import Answer, Asked, Route, serve

HOME = "<title>Home</title><p>The boats leave at noon. <a href=/next>next</a>"
NEXT = "<title>Next</title><p>They come back with the tide in the evening."
KEYS = (
    'DEFAULT_REQUEST_HEADERS={"X-Key": "k1", "Accept": "text/html", "Cookie": "visit=1; lang=en"}',
    "HTTPAUTH_USER=ada",
    "HTTPAUTH_PASS=s3cret",
)
BASIC = "Basic " + base64.b64encode(b"ada:s3cret").decode()


def only_ada(page: str) -> Route:
    def answer(asked: Asked) -> Answer:
        return Answer(page) if asked.headers.get("Authorization") == BASIC else Answer("no", 401)

    return answer


def test_headers_cookies_and_passwords_reach_every_page_of_the_site(workplace: Workplace) -> None:
    with serve({"/": only_ada(HOME), "/next": only_ada(NEXT)}) as served:
        run = workplace.run("crawl", "site", "-a", f"url={served.url}")
        assert "http_401" in run.stderr
        assert run.code == 1

        served.requests.clear()
        workplace.crawl(served.url, settings=KEYS)

    assert workplace.paths() == ["", "next"]
    for asked in served.requests:
        assert asked.headers["X-Key"] == "k1"
        assert set(asked.headers["Cookie"].split("; ")) == {"visit=1", "lang=en"}


def test_a_cookie_of_the_server_takes_the_place_of_the_given_one(workplace: Workplace) -> None:
    routes: dict[str, Route] = {
        "/": Answer(HOME, headers={"Set-Cookie": "visit=2; Path=/"}),
        "/next": NEXT,
    }
    with serve(routes) as served:
        workplace.crawl(served.url, settings=KEYS)

    cookies = {asked.path: asked.headers["Cookie"] for asked in served.requests}
    assert "visit=1" in cookies["/"]
    assert set(cookies["/next"].split("; ")) == {"visit=2", "lang=en"}


def test_a_stranger_to_whom_robots_txt_leads_sees_no_key(workplace: Workplace) -> None:
    with serve({"/robots.txt": "User-agent: *\nDisallow: /next"}) as other:
        elsewhere = {"Location": other.url.replace("127.0.0.1", "localhost") + "robots.txt"}
        routes: dict[str, Route] = {
            "/robots.txt": Answer("", 301, elsewhere),
            "/": HOME,
            "/next": NEXT,
        }
        with serve(routes) as served:
            allowed = ("PRIVATE_ADDRESSES_ALLOWED=127.0.0.0/8,::1",)
            workplace.crawl(served.url, settings=(*KEYS, *allowed))

    assert workplace.paths() == [""]
    assert other.paths == ["/robots.txt"]
    names = set(other.requests[0].headers)
    assert names.isdisjoint({"X-Key", "Cookie", "Authorization"})
    assert other.requests[0].headers["Accept"] == "text/html"


def test_a_domain_of_the_user_s_own_narrows_whom_the_password_is_for(workplace: Workplace) -> None:
    with serve({"/": HOME, "/next": NEXT}) as served:
        workplace.crawl(served.url, settings=(*KEYS, "HTTPAUTH_DOMAIN=harbour.example"))

    assert all("Authorization" not in asked.headers for asked in served.requests)


@pytest.mark.parametrize(
    ("header", "cookies"),
    [
        ("a=1; b=2", {"a": "1", "b": "2"}),
        ('a="x y"; b=', {"a": '"x y"', "b": ""}),
        ("token=abc==", {"token": "abc=="}),
        ("nonsense", {}),
        ("", {}),
    ],
)
def test_a_cookie_header_is_read_by_name(header: str, cookies: dict[str, str]) -> None:
    assert read_cookies(header) == cookies
