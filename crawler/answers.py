"""From an answer of a server to a `FetchedPage`, and which answers are no pages."""

from datetime import UTC, datetime

from scrapy.http import Response

from crawler.limits import refuse_body, refuse_content_type
from crawler.robots_meta import read_directives
from crawler.sources import refuse_source
from models.address import normalise_url
from models.fetched import FetchedPage


def refuse_answer(response: Response) -> str:
    """Why an answer is no page; empty when it is one or may be."""
    content_type = read_header(response, "Content-Type")
    refused = refuse_content_type(content_type) or refuse_body(content_type, response.body)
    if read_header(response, "Content-Encoding"):  # what is left was not undone
        refused = refused or refuse_body("", response.body)
    return refused or refuse_source(response.body)


def read_answer(response: Response, agent: str) -> FetchedPage:
    """An answer as it is kept; `agent` is the name that X-Robots-Tag may speak to."""
    came_by = response.meta.get("redirect_urls", [response.url])
    return FetchedPage(
        url=normalise_url(response.url),
        source_url=normalise_url(came_by[0]),
        status=response.status,
        content_type=read_header(response, "Content-Type"),
        body=response.body,
        fetched_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        etag=read_header(response, "ETag"),
        last_modified=read_header(response, "Last-Modified"),
        robots=",".join(read_directives(_headers(response, "X-Robots-Tag"), agent)),
        is_cut_off="dataloss" in response.flags,
    )


def _headers(response: Response, name: str) -> list[str]:
    return [value.decode("latin-1") for value in response.headers.getlist(name)]


def read_header(response: Response, name: str) -> str:
    """The last value of a header; empty when there is none."""
    value: bytes = response.headers.get(name) or b""
    return value.decode("latin-1")
