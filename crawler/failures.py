"""Why a page did not come: what it counts as, and a line for people."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
    StopDownload,
)
from scrapy.spidermiddlewares.httperror import HttpError

from crawler.backoff import HostBusyError
from crawler.compression import BadContentEncodingError
from crawler.connections import BadCertificateError, BadProxyError, PrivateAddressError
from crawler.ending import CrawlEndingError
from crawler.limits import refuse_content_type
from crawler.redirects import RedirectRefusedError
from crawler.robots import RobotsForbiddenError

_REASONS: Final[dict[type[BaseException], str]] = {
    CannotResolveHostError: "no_such_host",
    DownloadCancelledError: "too_large",
    DownloadConnectionRefusedError: "connection_refused",
    DownloadFailedError: "connection_failed",
    DownloadTimeoutError: "timeout",
    ResponseDataLossError: "cut_off",
}
# Between the words of the name of a class: ConnectBindError, SSLError.
_WORD_START: Final = re.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, slots=True)
class Failure:
    """`kind` and `reason` name the counter: an address turned away by a rule, or an error.

    `is_answer` tells a server that said no from one that was not reached; `target` is where a
    redirect leads that is not followed.
    """

    kind: Literal["turned_away", "errors"]
    reason: str
    message: str
    is_answer: bool = True
    target: str = ""


def explain(error: BaseException | None) -> Failure:
    """Tell rules of the crawl from faults of the other side."""
    match error:
        case HttpError():
            status = error.response.status
            return Failure("errors", f"http_{status}", f"the server answered {status}")
        case BadContentEncodingError():
            return Failure("errors", "bad_content_encoding", str(error))
        case BadCertificateError():
            return Failure("errors", "bad_certificate", str(error), is_answer=False)
        case BadProxyError():
            return Failure("errors", "bad_proxy", str(error), is_answer=False)
        case HostBusyError():
            return Failure("errors", "host_busy", str(error))
        case CrawlEndingError():
            return Failure("turned_away", "crawl_ended", str(error))
        case PrivateAddressError():
            return Failure("turned_away", "private_address", str(error))
        case RobotsForbiddenError():
            answered = error.reason == "robots_forbidden"
            return Failure("turned_away", error.reason, str(error), answered)
        case RedirectRefusedError():
            return Failure("turned_away", error.reason, str(error), target=error.target)
        case StopDownload() if error.response is not None:
            header = error.response.headers.get("Content-Type") or b""
            reason = refuse_content_type(header.decode("latin-1")) or "content_type/other"
            return Failure("turned_away", reason, f"not a page ({reason})")
        case IgnoreRequest():  # the one that is left: a body that is too large when unpacked
            return Failure("turned_away", "too_large", _one_line(error))
    reason = next(
        (reason for kind, reason in _REASONS.items() if isinstance(error, kind)),
        f"error_{_WORD_START.sub('_', type(error).__name__).lower()}",
    )
    return Failure("errors", reason, _one_line(error), is_answer=False)


def _one_line(error: BaseException | None) -> str:
    return " ".join(str(error).split()) or type(error).__name__
