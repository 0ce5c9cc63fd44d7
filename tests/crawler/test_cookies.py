"""Cookies are kept, but not for a public suffix, and nobody is asked which those are."""

import socket
from typing import NoReturn

import pytest
from scrapy import Request
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from crawler.cookies import BundledListCookiesMiddleware


@pytest.mark.parametrize(
    ("domain", "is_kept"), [("toys.example.co.uk", True), ("co.uk", False), ("github.io", False)]
)
def test_a_cookie_is_kept_for_a_host_and_not_for_a_public_suffix_without_any_look_up(
    domain: str, is_kept: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*arguments: object) -> NoReturn:
        pytest.fail(f"asked the network for {arguments}")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    middleware = BundledListCookiesMiddleware.from_crawler(get_crawler())
    host = domain if is_kept else f"toys.{domain}"
    request = Request(f"http://{host}/")
    answer = Response(f"http://{host}/", headers={"Set-Cookie": f"a=1; Domain=.{domain}"})

    middleware.process_response(request, answer)
    following = Request(f"http://{host}/next")
    middleware.process_request(following)

    assert (following.headers.get("Cookie") == b"a=1") is is_kept
