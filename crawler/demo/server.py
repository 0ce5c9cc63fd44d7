"""Serve the shipped site on loopback: plain files, read where the package is installed."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

SITE_FOLDER: Final = Path(__file__).parent / "site"

# robots.txt and sitemaps need absolute addresses, and the port is only known when serving.
WRITTEN_ORIGIN: Final = "http://ledger.invalid"
FILES_WITH_ORIGIN: Final = {"/robots.txt": "text/plain", "/sitemap.xml": "application/xml"}


class SiteHandler(SimpleHTTPRequestHandler):
    """The files of the shipped site; silent, since the crawl's own log tells the story."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, directory=str(SITE_FOLDER), **kwargs)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        content_type = FILES_WITH_ORIGIN.get(self.path)
        if content_type is None:
            super().do_GET()
        else:
            self._send_with_origin(content_type)

    def _send_with_origin(self, content_type: str) -> None:
        text = (SITE_FOLDER / self.path.lstrip("/")).read_text(encoding="utf-8")
        body = text.replace(WRITTEN_ORIGIN, f"http://{self.headers['Host']}").encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", f"{content_type}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing."""


@contextmanager
def serve_site() -> Iterator[str]:
    """Serve the shipped site while the block runs.

    Yields:
        Its origin, `http://127.0.0.1:PORT` without a closing slash; the system picks the port.
    """
    with ThreadingHTTPServer(("127.0.0.1", 0), SiteHandler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


def page_paths() -> tuple[str, ...]:
    """The paths of the pages that a polite crawl finds, sorted: all but what robots.txt closes."""
    folders = (page.parent.relative_to(SITE_FOLDER) for page in SITE_FOLDER.rglob("index.html"))
    paths = (f"/{folder.as_posix()}/" if folder.parts else "/" for folder in folders)
    return tuple(sorted(path for path in paths if not path.startswith("/drafts/")))
