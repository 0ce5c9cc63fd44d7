"""Bodies that are not encoded as their header says, told apart from faults of the crawler."""

import zlib
from typing import TYPE_CHECKING, Any, Final, Self

import zstandard
from scrapy import Request
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.downloadermiddlewares.retry import get_retry_request
from scrapy.exceptions import IgnoreRequest, ResponseDataLossError
from scrapy.http import Response

try:  # one of them comes with Scrapy
    import brotli  # type: ignore[import-untyped]
except ImportError:
    import brotlicffi as brotli  # type: ignore[import-not-found]

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

_GZIP_WINDOW: Final = 16 + zlib.MAX_WBITS
_CHUNK_BYTES: Final = 1 << 16


class BadContentEncodingError(Exception):
    """A body that its Content-Encoding does not undo."""


class NamedCompressionMiddleware(HttpCompressionMiddleware):
    """Scrapy's, with one error for whatever a decoder raises; each has its own.

    A body that ends before its encoding does was cut off behind the server's back, with a right
    Content-Length: Scrapy takes what there is of it for the page. It is asked for again.
    """

    crawler: "Crawler"

    @classmethod
    def from_crawler(cls, crawler: "Crawler") -> Self:
        middleware = super().from_crawler(crawler)
        middleware.crawler = crawler
        return middleware

    def process_response(
        self, request: Request, response: Response, spider: Any = None
    ) -> Request | Response:
        named = (response.headers.get("Content-Encoding") or b"").decode("latin-1")
        try:
            answer = super().process_response(request, response)
        except IgnoreRequest:  # too large when unpacked
            raise
        except Exception as error:
            raise BadContentEncodingError(f"its body is not {named} as it says") from error
        if named and isinstance(answer, Response):
            encoding = named.strip().lower()
            is_stopped = "download_stopped" in answer.flags  # by ourselves
            if not is_stopped and not is_whole(response.body, encoding, len(answer.body)):
                return self._take_cut_off(request, answer, named)
        return answer

    def _take_cut_off(self, request: Request, answer: Response, named: str) -> Request | Response:
        if not self.crawler.settings.getbool("DOWNLOAD_FAIL_ON_DATALOSS"):
            return answer.replace(flags=[*answer.flags, "dataloss"])
        spider = self.crawler.spider
        if spider is not None and not request.meta.get("dont_retry"):
            again = get_retry_request(request, spider=spider, reason="cut_off")
            if again is not None:
                return again
        raise ResponseDataLossError(f"its {named} body ends too early")


def is_whole(body: bytes, encoding: str, unpacked_bytes: int) -> bool:
    """Whether an encoded body goes on to the end of its encoding.

    Args:
        body: as it came.
        encoding: one of `gzip`, `x-gzip`, `deflate`, `br` and `zstd`. Any other counts as whole,
            and so do several on top of each other: such bodies are rare.
        unpacked_bytes: what came out of it, within the limit of a page.
    """
    if not body:
        return True
    if encoding in ("gzip", "x-gzip"):
        # The last four bytes are the length: most bodies need no second unpacking.
        if int.from_bytes(body[-4:], "little") == unpacked_bytes & 0xFFFFFFFF:
            return True
        return _ends(zlib.decompressobj(_GZIP_WINDOW), body)
    if encoding == "deflate":
        try:
            return _ends(zlib.decompressobj(), body)
        except zlib.error:
            return _ends(zlib.decompressobj(-zlib.MAX_WBITS), body)
    if encoding == "br":
        opener = brotli.Decompressor()
        opener.process(body)
        return bool(opener.is_finished())
    if encoding == "zstd":
        unpacker = zstandard.ZstdDecompressor().decompressobj()
        unpacker.decompress(body)
        return bool(unpacker.eof)
    return True


def _ends(unpacker: Any, body: bytes) -> bool:
    """Whether a stream reaches its end; what comes after it does not matter."""
    rest = body
    while rest and not unpacker.eof:
        unpacker.decompress(rest, _CHUNK_BYTES)
        rest = unpacker.unconsumed_tail
    return bool(unpacker.eof)
