"""A name system for tests: TWISTED_DNS_RESOLVER=tests.crawler.name_server.FixedNames."""

import ipaddress
import json
import os
from typing import Any, Self

from scrapy.resolver import HostResolution
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IHostnameResolver
from zope.interface import implementer

SETTING = "TWISTED_DNS_RESOLVER=tests.crawler.name_server.FixedNames"
Answers = dict[str, list[list[str]]]


@implementer(IHostnameResolver)
class FixedNames:
    """Answers look-ups from `answers`: of each name one answer after the other, the last for ever.

    A host that is an IP address answers itself. Nothing is remembered between look-ups, as with a
    name whose answers are valid for no second. A process takes its answers from the variable NAMES.
    """

    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    @classmethod
    def from_crawler(cls, crawler: Any, reactor: Any) -> Self:
        names = cls(json.loads(os.environ["NAMES"]))
        names._reactor = reactor
        return names

    def install_on_reactor(self) -> None:
        self._reactor.installNameResolver(self)

    _reactor: Any = None

    def resolveHostName(  # noqa: N802
        self, receiver: Any, name: str, port: int = 0, types: Any = None, semantics: str = "TCP"
    ) -> None:
        receiver.resolutionBegan(HostResolution(name))
        for address in self._take(name):
            kind = IPv6Address if ":" in address else IPv4Address
            receiver.addressResolved(kind("TCP", address, port))
        receiver.resolutionComplete()

    def _take(self, name: str) -> list[str]:
        try:
            return [str(ipaddress.ip_address(name))]
        except ValueError:
            answers = self._answers.get(name, [[]])
        return answers.pop(0) if len(answers) > 1 else answers[0]
