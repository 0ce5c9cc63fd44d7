"""A small HTTP server for tests: answers from a dict, and remembers what was asked for."""

import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass(frozen=True)
class Answer:
    """One HTTP response. `delay` is seconds before it begins."""

    body: str | bytes = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "text/html; charset=utf-8"
    delay: float = 0.0


Route = str | Answer | Callable[["Asked"], Answer]


@dataclass(frozen=True)
class Asked:
    """A request as it came."""

    path: str
    headers: Mapping[str, str]
    time: float


@dataclass
class Served:
    """A running server: its address and the requests so far."""

    url: str
    requests: list[Asked] = field(default_factory=list)

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://").rstrip("/")

    @property
    def paths(self) -> list[str]:
        return [asked.path for asked in self.requests]


@contextmanager
def serve(routes: Mapping[str, Route], tls: ssl.SSLContext | None = None) -> Iterator[Served]:
    """Serve `routes` (path with query -> page) on loopback; `{url}` in a text is the address."""
    served = Served("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            asked = Asked(self.path, dict(self.headers), time.monotonic())
            served.requests.append(asked)
            self._send(_answer(routes, asked, served.url))

        def _send(self, answer: Answer) -> None:
            time.sleep(answer.delay)
            body = answer.body.encode() if isinstance(answer.body, str) else answer.body
            self.send_response(answer.status)
            headers = {"Content-Type": answer.content_type, "Content-Length": str(len(body))}
            for name, value in (headers | dict(answer.headers)).items():
                if value:
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments: object) -> None:
            """Keep the test output clean."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served.url = f"http://127.0.0.1:{server.server_port}/"
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
        served.url = served.url.replace("http:", "https:")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _answer(routes: Mapping[str, Route], asked: Asked, url: str) -> Answer:
    route = routes.get(asked.path, Answer("<p>not here", status=404))
    answer = route(asked) if callable(route) else route
    if isinstance(answer, str):
        answer = Answer(answer)
    if isinstance(answer.body, str):
        body = answer.body.replace("{url}", url)
        headers = {name: value.replace("{url}", url) for name, value in answer.headers.items()}
        answer = Answer(body, answer.status, headers, answer.content_type, answer.delay)
    return answer
