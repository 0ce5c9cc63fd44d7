"""Bodies that are not encoded as their header says, told apart from faults of the crawler."""

from typing import Any

from scrapy import Request
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response


class BadContentEncodingError(Exception):
    """A body that its Content-Encoding does not undo."""


class NamedCompressionMiddleware(HttpCompressionMiddleware):
    """Scrapy's, with one error for whatever a decoder raises; each has its own."""

    def process_response(
        self, request: Request, response: Response, spider: Any = None
    ) -> Request | Response:
        try:
            return super().process_response(request, response)
        except IgnoreRequest:  # too large when unpacked
            raise
        except Exception as error:
            named = (response.headers.get("Content-Encoding") or b"").decode("latin-1")
            raise BadContentEncodingError(f"its body is not {named} as it says") from error
