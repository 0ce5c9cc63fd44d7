"""A Markdown file that a user names: read it, and clean it where its origin allows."""

import sys
from dataclasses import dataclass
from pathlib import Path

from crawler.page.parse import MAX_BODY_BYTES
from crawler.page_source import SourceError
from pipelines.markdown_cleaner import clean_markdown, is_cleanable


@dataclass(frozen=True, slots=True)
class CleanedFile:
    """The text of a file, cleaned or not; `notice` is empty, or one line on why it is not."""

    markdown: str
    notice: str = ""


def clean_file(
    name: str,
    *,
    url: str = "",
    media_type: str = "",
    enabled: bool = True,
) -> CleanedFile:
    """Read a Markdown file, or standard input for `-`, and take the site chrome out.

    A file does not say where it came from. Only one stated to be converted from HTML that was
    fetched over HTTP is cleaned; any other passes untouched, with a notice.

    Args:
        name: a path, or `-`.
        url: where the page was fetched.
        media_type: what it was before it was converted.
        enabled: false passes every file untouched.

    Raises:
        SourceError: the file is missing, empty, too large or not UTF-8; the message names it.
    """
    markdown = _read(name)
    if reason := _why_untouched(url, media_type, enabled):
        return CleanedFile(markdown, f"{_title(name)}: passed untouched: {reason}")
    return CleanedFile(clean_markdown(markdown, url).markdown)


def _why_untouched(url: str, media_type: str, enabled: bool) -> str:
    if not enabled:
        return "MARKDOWN_CLEANER_ENABLED is off"
    if not (url and media_type):
        missing = " and ".join(
            option for option, value in (("--url", url), ("--media-type", media_type)) if not value
        )
        return f"{missing} would say where it came from"
    if not is_cleanable(media_type, url):
        return f"only HTML fetched over HTTP is cleaned, not {media_type} from {url}"
    return ""


def _read(name: str) -> str:
    if not name:
        raise SourceError("no file is named")
    if "://" in name:
        raise SourceError(f"{name}: a Markdown file or - is needed, not an address")
    try:
        if name == "-":
            body = sys.stdin.buffer.read(MAX_BODY_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                body = file.read(MAX_BODY_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        raise SourceError(f"{name}: {reason}") from error
    return _decode(body, _title(name))


def _decode(body: bytes, title: str) -> str:
    if not body.strip():
        raise SourceError(f"{title}: empty")
    if len(body) > MAX_BODY_BYTES:
        raise SourceError(f"{title}: larger than {MAX_BODY_BYTES // 1024 // 1024} MB")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceError(f"{title}: not UTF-8 text (byte {error.start})") from error


def _title(name: str) -> str:
    return "standard input" if name == "-" else name
