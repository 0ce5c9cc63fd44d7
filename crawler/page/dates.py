"""Declared dates to ISO 8601, as precise as declared."""

import re
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from typing import Final

_MONTHS: Final = {
    name: number
    for number, name in enumerate(
        "jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1
    )
}
_ISO: Final = re.compile(
    r"(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2})(?:(?:[T ]|,\s)\s*(.+))?)?)?", re.IGNORECASE
)
_COMPACT: Final = re.compile(r"(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(Z)?)?")
_TIME: Final = re.compile(
    r"(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?",
    re.IGNORECASE,
)
_DAY_FIRST: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?,?\s+(\d{4})\b.*", re.I)
_MONTH_FIRST: Final = re.compile(
    r"([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b.*", re.I
)
_FULL_MONTHS: Final = (
    "january february march april may june july august september october november december".split()
)

# Years that a page can be from; others are placeholders such as 0001-01-01 or 9999-12-31.
_FIRST_YEAR: Final = 1000
_LAST_YEAR: Final = 2999


def read_date(text: str) -> str:
    """Read a declared date as ISO 8601; empty if it is none.

    `2024`, `2024-05`, `2024-05-01`, `2024-05-01T10:00` with seconds, fractions and offset keep the
    precision they have; RFC 2822 dates, `20240501`, `1 May 2024` and `May 1, 2024` are rewritten.
    """
    text = " ".join(text[:200].split())
    if match := _ISO.fullmatch(text):
        return _read_iso(match)
    if match := _COMPACT.fullmatch(text):
        year, month, day, hour, minute, second, zone = match.groups()
        clock = f"{hour}:{minute}" + (f":{second}" if second else "") + (zone or "") if hour else ""
        return _join(year, month, day, clock)
    return _read_rfc2822(text) or _read_words(text)


def _read_iso(match: re.Match[str]) -> str:
    year, month, day, clock = match.groups()
    if clock and not _TIME.fullmatch(clock.strip()):
        return ""
    return _join(year, month, day, (clock or "").strip())


def _join(year: str, month: str | None, day: str | None, clock: str) -> str:
    if not _FIRST_YEAR <= int(year) <= _LAST_YEAR:
        return ""
    try:
        date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return ""
    text = "-".join([year, *(part.zfill(2) for part in (month, day) if part)])
    time = _read_time(clock) if clock else ""
    if clock:
        return f"{text}T{time}" if time else ""
    return text


def _read_time(clock: str) -> str:
    match = _TIME.fullmatch(clock)
    if not match:
        return ""
    hour, minute, second, fraction, zone = match.groups()
    if int(hour) > 23 or int(minute) > 59 or int(second or 0) > 59:
        return ""
    time = f"{hour.zfill(2)}:{minute}"
    time += f":{second}" if second else ""
    time += f".{fraction}" if fraction else ""
    return time + _read_zone(zone or "")


def _read_zone(zone: str) -> str:
    if zone.upper() in ("Z", "UTC", "GMT"):
        return "Z"
    digits = zone[1:].replace(":", "").ljust(4, "0")
    return f"{zone[0]}{digits[:2]}:{digits[2:]}" if zone else ""


def _read_rfc2822(text: str) -> str:
    if ":" not in text or text[:1].isdigit():
        return ""
    try:
        moment: datetime = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""
    return moment.isoformat() if _FIRST_YEAR <= moment.year <= _LAST_YEAR else ""


def _read_words(text: str) -> str:
    text = re.sub(r"^[a-z]+day,?\s+", "", text, flags=re.IGNORECASE)
    if match := _DAY_FIRST.fullmatch(text):
        day, name, year = match.groups()
    elif match := _MONTH_FIRST.fullmatch(text):
        name, day, year = match.groups()
    else:
        return ""
    name = name.lower()
    month = _MONTHS.get(name[:3])
    is_name = name in _MONTHS or name in _FULL_MONTHS or name == "sept"
    return _join(year, str(month), day, "") if month and is_name else ""
