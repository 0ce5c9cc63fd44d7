"""A redirect to another host waits its turn there."""

import pytest
from scrapy import Request
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from crawler.redirects import ScopedRedirectMiddleware


@pytest.mark.parametrize(
    ("target", "slot"),
    [
        ("http://www.harbour.example/", None),
        ("https://harbour.example/", "harbour.example"),
        ("/next", "harbour.example"),
    ],
)
def test_a_redirected_request_waits_with_the_host_it_goes_to(target: str, slot: str | None) -> None:
    middleware = ScopedRedirectMiddleware.from_crawler(get_crawler())
    request = Request("http://harbour.example/", meta={"download_slot": "harbour.example"})
    answer = Response(request.url, status=301, headers={"Location": target})

    redirected = middleware.process_response(request, answer)

    assert isinstance(redirected, Request)
    assert redirected.meta.get("download_slot") == slot
