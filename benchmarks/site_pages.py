"""A site's pages read from files, without a crawl: quicker, and the same selection."""

import time
from collections.abc import Iterable

from benchmarks.site_archive import Site, page_file
from benchmarks.site_crawl import Crawl
from models.chrome import ChromeProfile
from models.page import Page


def learn_site(pages: Iterable[Page]) -> ChromeProfile:
    """Learn the chrome that pages share."""
    from pipelines.chrome import learn_profile, observe

    return learn_profile(map(observe, pages))


def read_site_html(site: Site) -> dict[str, tuple[bytes, str]]:
    """Read each true page that has a file: its HTML and the address a crawl would have seen.

    The host has no bearing on the selection.
    """
    files = {page.path: page_file(site.root, page.path) for page in site.truth}
    return {
        path: (file.read_bytes(), f"http://127.0.0.1{path}")
        for path, file in files.items()
        if file.is_file()
    }


def read_site_files(site: Site) -> Crawl:
    """Read every true page from its file and select with what all of them teach."""
    from crawler.page import read_page
    from pipelines.content import select_content

    started = time.monotonic()
    pages = [read_page(html, url) for html, url in read_site_html(site).values()]
    profile = learn_site(pages)
    rows = [
        {"url": page.url, "content_text": select_content(page, profile).content_text}
        for page in pages
    ]
    return Crawl(rows, time.monotonic() - started)
