"""A site's pages read from files, without a crawl: quicker, and the same selection."""

import time
from collections.abc import Sequence

from benchmarks.site_archive import Site, page_file
from benchmarks.site_crawl import Crawl
from models.chrome import ChromeProfile


def learn_site(pages: Sequence[tuple[str | bytes, str]]) -> ChromeProfile:
    """Learn the chrome that pages (HTML and address each) share."""
    from crawler.page import read_page
    from pipelines.chrome import learn_profile, observe

    return learn_profile(observe(read_page(html, url)) for html, url in pages)


def read_site_files(site: Site) -> Crawl:
    """Read every true page from its file and select with what all of them teach."""
    from crawler import extract

    started = time.monotonic()
    pages = {page.path: page_file(site.root, page.path) for page in site.truth}
    bodies = {path: file.read_bytes() for path, file in pages.items() if file.is_file()}
    # The address a crawl would have seen; the host has no bearing on the selection.
    urls = {path: f"http://127.0.0.1{path}" for path in bodies}
    profile = learn_site([(body, urls[path]) for path, body in bodies.items()])
    rows = [
        {"url": urls[path], "content_text": extract(body, urls[path], chrome=profile).content_text}
        for path, body in bodies.items()
    ]
    return Crawl(rows, time.monotonic() - started)
