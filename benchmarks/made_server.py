"""Serving a made-up site from a process of its own, which counts the pages it gave."""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from benchmarks.made_site import MadeSite

_SPAWN: Final = get_context("spawn")
_STARTED_WITHIN_S: Final = 60


class ServedSite:
    """A site that is being served at `address`; `given` is the number of answers with a page."""

    def __init__(self, address: str, given: Any) -> None:
        self.address = address
        self._given = given

    @property
    def given(self) -> int:
        return int(self._given.value)

    def reset(self) -> None:
        with self._given.get_lock():
            self._given.value = 0


@contextmanager
def serve_made_site(pages: int, seed: int) -> Iterator[ServedSite]:
    """Serve the pages until left, from a process that leaves the crawl a core of its own."""
    given = _SPAWN.Value("q", 0)
    ours, theirs = _SPAWN.Pipe()
    process = _SPAWN.Process(target=_serve, args=(pages, seed, given, theirs), daemon=True)
    process.start()
    try:
        if not ours.poll(_STARTED_WITHIN_S):
            raise TimeoutError("the site's server did not start")
        yield ServedSite(f"http://127.0.0.1:{ours.recv()}", given)
    finally:
        process.terminate()
        process.join()


def _serve(pages: int, seed: int, given: Any, ready: Connection) -> None:
    server = _Server(MadeSite(pages, seed), given)
    ready.send(server.server_address[1])
    server.serve_forever()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, site: MadeSite, given: Any) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.site = site
        self.given = given


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Without it every answer on a kept connection waits for the client's delayed ACK, 40 ms.
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_GET(self) -> None:
        assert isinstance(self.server, _Server)
        number = self.server.site.find(unquote(urlsplit(self.path).path))
        if number is None:
            self._send(HTTPStatus.NOT_FOUND, "text/plain", b"not found\n")
            return
        self._send(HTTPStatus.OK, "text/html; charset=utf-8", self.server.site.render(number))
        with self.server.given.get_lock():
            self.server.given.value += 1

    def log_message(self, format: str, *args: object) -> None:
        pass

    def _send(self, status: HTTPStatus, content_type: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
