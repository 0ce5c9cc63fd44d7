"""A body that ends too early is no page, even where its length is right."""

import gzip
import zlib

import brotli
import pytest
import zstandard

from crawler.compression import is_whole
from tests.crawler.crawling import Workplace
from tests.crawler.serving import Answer, Asked, Route, serve

TEXT = b"<p>The tide table of the old harbour, day by day and hour by hour.</p>" * 400
RAW = zlib.compressobj(wbits=-zlib.MAX_WBITS)
BODIES = {
    "gzip": gzip.compress(TEXT),
    "x-gzip": gzip.compress(TEXT, 1),
    "deflate": zlib.compress(TEXT),
    "br": brotli.compress(TEXT),
    "zstd": zstandard.compress(TEXT),
}
RAW_DEFLATE = RAW.compress(TEXT) + RAW.flush()


@pytest.mark.parametrize("encoding", BODIES)
def test_a_body_is_whole_to_its_last_byte(encoding: str) -> None:
    body = BODIES[encoding]

    assert is_whole(body, encoding, len(TEXT))
    for cut in (1, 4, 8, len(body) // 2):
        assert not is_whole(body[:-cut], encoding, len(TEXT) // 2)


def test_deflate_without_its_frame_and_what_follows_a_body_are_fine() -> None:
    assert is_whole(RAW_DEFLATE, "deflate", len(TEXT))
    assert not is_whole(RAW_DEFLATE[:-20], "deflate", len(TEXT))
    assert is_whole(BODIES["gzip"] + b"\0" * 10, "gzip", len(TEXT))
    assert is_whole(BODIES["gzip"] * 2, "gzip", 2 * len(TEXT))
    assert is_whole(b"", "gzip", 0)
    assert is_whole(b"anything", "identity", 8)


def test_a_page_whose_packed_body_is_cut_off_is_asked_for_again(workplace: Workplace) -> None:
    page = "<title>{0}</title><p>" + "The boats of {0} come and go. " * 300
    body = gzip.compress(page.format("b").encode())
    packed = {"Content-Encoding": "gzip"}
    half = [Answer(body[: len(body) // 2], headers=packed)]

    def once(asked: Asked) -> Answer:
        return half.pop() if half else Answer(body, headers=packed)

    routes: dict[str, Route] = {
        "/": "<p>Boats: <a href=/a>a</a> <a href=/b>b</a>",
        "/a": Answer(gzip.compress(page.format("a").encode())[:-40], headers=packed),
        "/b": once,
    }
    with serve(routes) as served:
        run = workplace.crawl(served.url, settings=("RETRY_TIMES=1",))

    assert workplace.paths() == ["", "b"]
    assert [served.paths.count(path) for path in ("/a", "/b")] == [2, 2]
    assert "failed (cut_off)" in run.stderr
    assert "its gzip body ends too early" in run.stderr
