"""Connections for a single page, by urllib, behind the same guard as those of a crawl."""

import socket
from collections.abc import Callable, Sequence
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit
from urllib.request import (
    AbstractHTTPHandler,
    HTTPHandler,
    HTTPSHandler,
    Request,
    getproxies,
)

from crawler.connection_guard import ConnectionGuard, Refusal, read_endpoint
from crawler.private_addresses import IPNetwork, describe_private, read_literal


class RefusedConnectionError(OSError):
    """A connection that is not made; the message says where it would lead."""


class GuardedHTTPHandler(HTTPHandler):
    """Opens `http:` addresses as far as a guard lets it."""

    def __init__(self, guard: ConnectionGuard) -> None:
        super().__init__()
        self._guard = guard

    def http_open(self, req: Request) -> HTTPResponse:
        return _open(self, partial(_GuardedHTTPConnection, guard=self._guard), req, self._guard)


class GuardedHTTPSHandler(HTTPSHandler):
    """Opens `https:` addresses as far as a guard lets it."""

    def __init__(self, guard: ConnectionGuard) -> None:
        super().__init__()
        self._guard = guard

    def https_open(self, req: Request) -> HTTPResponse:
        return _open(self, partial(_GuardedHTTPSConnection, guard=self._guard), req, self._guard)


def make_guard(url: str, allowed: Sequence[IPNetwork]) -> ConnectionGuard:
    """A guard for one page that a user named, and for the proxies of the environment."""
    guard = ConnectionGuard([url], allowed)
    for proxy in getproxies().values():
        guard.add_proxy(urlsplit(proxy if "://" in proxy else f"http://{proxy}").hostname or "")
    return guard


class _GuardedHTTPConnection(HTTPConnection):
    _create_connection: Callable[..., socket.socket]

    def __init__(self, *arguments: Any, guard: ConnectionGuard, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._create_connection = partial(_connect, guard)


class _GuardedHTTPSConnection(HTTPSConnection):
    _create_connection: Callable[..., socket.socket]

    def __init__(self, *arguments: Any, guard: ConnectionGuard, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._create_connection = partial(_connect, guard)


def _open(
    handler: AbstractHTTPHandler, connection: Any, request: Request, guard: ConnectionGuard
) -> HTTPResponse:
    host, port = read_endpoint(request.full_url)  # a proxy would connect to it by itself
    if literal := read_literal(host):
        _admit(guard, host, port, [literal])
    answer: HTTPResponse = handler.do_open(connection, request)
    return answer


def _connect(
    guard: ConnectionGuard, address: tuple[str, int], *arguments: Any, **options: Any
) -> socket.socket:
    """`socket.create_connection`, but only to what the guard admits of one look-up."""
    host, port = address
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(info[4][0]) for info in found))
    failure: OSError = OSError("no address")
    for admitted in _admit(guard, host, port, addresses):
        try:
            return socket.create_connection((admitted, port), *arguments, **options)
        except OSError as error:
            failure = error
    raise failure


def _admit(
    guard: ConnectionGuard, host: str, port: int, addresses: Sequence[str]
) -> tuple[str, ...]:
    admitted = guard.admit(host, port, addresses)
    if not admitted:
        refusal = Refusal(host, addresses[0], describe_private(addresses[0]))
        raise RefusedConnectionError(str(refusal))
    return admitted
