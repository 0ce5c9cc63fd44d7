"""One HTTP answer as it came, before anything is read from it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """The original bytes of a page and how they were obtained.

    `url` is the address the page was served at, after redirects; `source_url` the one asked for.
    `content_type` is the header as sent, with its charset. `fetched_at` is UTC, ISO 8601 with
    seconds (`2026-11-30T21:45:46Z`). `etag` and `last_modified` are the headers, or empty.
    `robots` are the directives of its `X-Robots-Tag` headers for this crawler, lower-cased, with
    commas between them. `is_cut_off`: the connection ended before all of the body had come.
    """

    url: str
    source_url: str
    status: int
    content_type: str
    body: bytes
    fetched_at: str
    etag: str = ""
    last_modified: str = ""
    robots: str = ""
    is_cut_off: bool = False
