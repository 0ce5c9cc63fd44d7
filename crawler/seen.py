"""What counts as the same request."""

from hashlib import blake2b
from typing import Any

from scrapy import Request
from scrapy.dupefilters import RFPDupeFilter

from models.address import AddressError, normalise_url, url_key


class AddressFingerprinter:
    """Takes two requests for one when their addresses have one key."""

    def fingerprint(self, request: Request) -> bytes:
        """Digest of method and key; of the address itself where it has no key (`data:`)."""
        try:
            address = url_key(request.url)
        except AddressError:
            address = request.url
        return blake2b(f"{request.method} {address}".encode(), digest_size=16).digest()


class AddressDupeFilter(RFPDupeFilter):
    """Scrapy's filter, but of several spellings of one page the smallest is always fetched.

    Spellings of one key differ in the order of the query alone. Which of them comes first is
    chance, and the address of a page must not depend on it; so a smaller one is let through.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._smallest: dict[bytes, str] = {}

    def request_seen(self, request: Request) -> bool:
        seen = bool(super().request_seen(request))
        is_smaller = "&" in request.url and self._is_smaller(request)
        return seen and not is_smaller

    def _is_smaller(self, request: Request) -> bool:
        try:
            spelling = normalise_url(request.url)
        except AddressError:
            return False
        fingerprint = self._fingerprint(request)
        known = self._smallest.setdefault(fingerprint, spelling)
        self._smallest[fingerprint] = min(known, spelling)
        return spelling < known
