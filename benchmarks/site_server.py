"""Serving a site's folder at its own root, over loopback."""

import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final
from urllib.parse import quote, unquote, urlsplit

_NO_BODY: Final = b""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, root: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.root = root.resolve()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Without it every answer on a kept connection waits for the client's delayed ACK, 40 ms.
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def log_message(self, format: str, *args: object) -> None:
        pass

    def _answer(self, with_body: bool) -> None:
        assert isinstance(self.server, _Server)
        path = unquote(urlsplit(self.path).path)
        file = (self.server.root / path.lstrip("/")).resolve()
        inside = file.is_relative_to(self.server.root)
        if inside and file.is_dir() and not path.endswith("/"):
            self._send(HTTPStatus.MOVED_PERMANENTLY, {"Location": quote(path) + "/"}, _NO_BODY)
            return
        if path.endswith("/"):
            file /= "index.html"
        if not inside or not file.is_file():
            self._send(HTTPStatus.NOT_FOUND, {"Content-Type": "text/plain"}, b"not found\n")
            return
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        body = file.read_bytes()
        self._send(HTTPStatus.OK, {"Content-Type": kind}, body if with_body else _NO_BODY)

    def _send(self, status: HTTPStatus, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def serve_folder(root: Path) -> Iterator[str]:
    """Serve the files below a folder until left; yields the address, without a last slash.

    `/x/` is `x/index.html`, `/x` redirects there when it is a folder, what is missing is 404.
    No charset is sent: the page says it itself.
    """
    server = _Server(root)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
