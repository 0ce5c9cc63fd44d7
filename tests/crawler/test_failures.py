"""Pages that fail are counted by reasons in words, and named."""

import gzip
import logging

import pytest

from crawler.failure_log import MAX_NAMED, FailureLog
from crawler.failures import explain
from tests.crawler.crawling import Workplace
from tests.crawler.serving import Answer, Route, serve

PAGE = "<html><head><title>Tides</title></head><body><p>When the tide turns.</p>{}</body></html>"
GZIP = {"Content-Encoding": "gzip"}
SITE: dict[str, Route] = {
    "/": PAGE.format(
        "<a href=/astray>1</a> <a href=/plain>2</a> <a href=/packed>4</a> "
        "<a href=/meta>5</a> <a href=/zstd>6</a> <a href=/gone>7</a>"
    ),
    "/astray": Answer("", 302, {"Location": "http://[::1"}),
    "/plain": Answer(PAGE, headers=GZIP),
    "/packed": Answer(gzip.compress(PAGE.replace("turns", "rises").encode()), headers=GZIP),
    "/zstd": Answer(PAGE, headers={"Content-Encoding": "zstd"}),
    "/meta": PAGE.replace("turns", "falls").replace(
        "<title>", '<meta http-equiv="refresh" content="0; url=http://[::1"><title>'
    ),
    "/gone": Answer("gone", 410),
}


def test_reasons_are_words_and_each_failed_address_is_named(workplace: Workplace) -> None:
    with serve(SITE) as served:
        run = workplace.crawl(served.url, settings=("RETRY_TIMES=0",))

    assert "redirect_bad_address 1" in run.stderr
    assert "failed: bad_content_encoding 2" in run.stderr
    assert f"failed (http_410): {served.url}gone: the server answered 410" in run.stderr
    assert f"failed (bad_content_encoding): {served.url}plain: its body is not gzip" in run.stderr
    assert f"): {served.url}packed" not in run.stderr
    assert f"): {served.url}astray" not in run.stderr, "a rule turned it away"
    assert {"packed", "meta"} <= set(workplace.paths())


def test_an_error_that_nobody_thought_of_is_named_in_the_same_style() -> None:
    class SSLHandshakeError(Exception):
        pass

    assert explain(SSLHandshakeError("x")).reason == "error_ssl_handshake_error"
    assert explain(ValueError("x")).reason == "error_value_error"


def test_so_many_of_a_reason_are_named_and_the_others_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    failures = FailureLog()

    with caplog.at_level(logging.WARNING):
        for number in range(MAX_NAMED + 5):
            failures.add(f"http://a.example/{number}", "http_404", "the server answered 404")
        failures.add("http://a.example/slow", "timeout", "took \x1b[2J too long")

    assert len(caplog.messages) == MAX_NAMED + 2
    assert caplog.messages[0] == ("failed (http_404): http://a.example/0: the server answered 404")
    assert caplog.messages[-2] == "failed (http_404): more than 20; the others are counted"
    assert caplog.messages[-1].startswith("failed (timeout): http://a.example/slow")
    assert "\x1b" not in caplog.text
