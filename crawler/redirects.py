"""Redirects that stay within the site; the others are counted, not followed."""

import re
from typing import TYPE_CHECKING, Any, Final

from scrapy import Request
from scrapy.downloadermiddlewares.redirect import MetaRefreshMiddleware, RedirectMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.utils.httpobj import urlparse_cached

from models.address import AddressError, normalise_url, url_key

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

_REDIRECT_STATUSES: Final = frozenset({301, 302, 303, 307, 308})
_OTHER_SCHEME: Final = re.compile(rb"(?!https?:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)


class RedirectRefusedError(IgnoreRequest):
    """A redirect that is not followed. `reason` names the counter, `target` where it leads."""

    def __init__(self, reason: str, target: str) -> None:
        super().__init__(f"redirects to {target}, which is not followed")
        self.reason = reason
        self.target = target


class ScopedRedirectMiddleware(RedirectMiddleware):
    """Follows a redirect of a page when the spider's `refuse_redirect` has nothing against it."""

    crawler: "Crawler"

    def process_response(
        self, request: Request, response: Response, spider: Any = None
    ) -> Request | Response:
        try:
            answer = super().process_response(request, response)
        except IgnoreRequest:  # the one reason Scrapy has
            raise RedirectRefusedError("redirect_circle", request.url) from None
        except ValueError:  # a Location that is no address
            target = (response.headers.get("Location") or b"").decode("latin-1")
            raise RedirectRefusedError("redirect_bad_address", target) from None
        if answer is response and (target := _find_other_scheme(response)):
            raise RedirectRefusedError("redirect_other_scheme", target)
        return _check(self.crawler, request, answer)


class ScopedMetaRefreshMiddleware(MetaRefreshMiddleware):
    """The same for `<meta http-equiv=refresh>`; a page that reloads itself is a page."""

    crawler: "Crawler"

    def process_response(
        self, request: Request, response: Response, spider: Any = None
    ) -> Request | Response:
        try:
            answer = super().process_response(request, response)
        except IgnoreRequest:
            raise RedirectRefusedError("redirect_circle", request.url) from None
        except ValueError:  # it names no address to go on to, and is a page as it stands
            return response
        if isinstance(answer, Request) and _is_same_page(request.url, answer.url):
            return response
        return _check(self.crawler, request, answer)


def _check(crawler: "Crawler", request: Request, answer: Request | Response) -> Request | Response:
    if isinstance(answer, Request) and not _is_same_host(request, answer):
        answer.meta.pop("download_slot", None)  # Scrapy lets it wait with the host before
    refuse = getattr(crawler.spider, "refuse_redirect", None)
    if refuse is None or not isinstance(answer, Request):
        return answer
    if reason := refuse(request, answer.url):
        raise RedirectRefusedError(reason, answer.url)
    try:
        target = normalise_url(answer.url)
    except AddressError:
        return answer
    # Unfiltered: a page may set a cookie and redirect to itself (REDIRECT_MAX_TIMES ends a
    # circle), and every address that leads to a page is to be known, whichever came first.
    # A server without cookies that sends a page back to itself with a session id means that id.
    url = answer.url if _is_same_page(request.url, target) else target
    return answer.replace(url=url, dont_filter=True)


def _find_other_scheme(response: Response) -> str:
    """Where a redirect leads that Scrapy takes for an error: `file:`, `ftp:` and the like."""
    target: bytes = response.headers.get("Location") or b""
    is_other = response.status in _REDIRECT_STATUSES and _OTHER_SCHEME.match(target.strip())
    return target.decode("latin-1").strip() if is_other else ""


def _is_same_host(one: Request, other: Request) -> bool:
    return bool(urlparse_cached(one).hostname == urlparse_cached(other).hostname)


def _is_same_page(one: str, other: str) -> bool:
    try:
        return url_key(one) == url_key(other)
    except AddressError:
        return one == other
