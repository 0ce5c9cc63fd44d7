"""Settings whose values are checked before they reach Scrapy, which fails with a traceback."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


class SettingError(ValueError):
    """A setting with a value of the wrong kind; the message names both."""


_WHOLE_NUMBERS: Final = (
    *("CLOSESPIDER_ERRORCOUNT", "CLOSESPIDER_ITEMCOUNT", "CLOSESPIDER_PAGECOUNT"),
    *("CLOSESPIDER_PAGECOUNT_NO_ITEM", "CLOSESPIDER_TIMEOUT_NO_ITEM"),
    *("CONCURRENT_ITEMS", "CONCURRENT_REQUESTS", "CONCURRENT_REQUESTS_PER_DOMAIN"),
    *("DEPTH_LIMIT", "DEPTH_PRIORITY", "DOWNLOAD_MAXSIZE", "DOWNLOAD_WARNSIZE"),
    *("MEMUSAGE_LIMIT_MB", "MEMUSAGE_WARNING_MB", "REDIRECT_MAX_TIMES", "RETRY_TIMES"),
    *("REACTOR_THREADPOOL_MAXSIZE", "URLLENGTH_LIMIT", "METAREFRESH_MAXDELAY"),
)
_NUMBERS: Final = (
    *("AUTOTHROTTLE_MAX_DELAY", "AUTOTHROTTLE_START_DELAY", "AUTOTHROTTLE_TARGET_CONCURRENCY"),
    *("CLOSESPIDER_TIMEOUT", "DOWNLOAD_DELAY", "DOWNLOAD_DELAY_JITTER", "DOWNLOAD_TIMEOUT"),
    *("DNS_TIMEOUT", "LOGSTATS_INTERVAL", "ROBOTSTXT_MAX_CRAWL_DELAY_SECONDS"),
)
_SWITCHES: Final = (
    *("AUTOTHROTTLE_DEBUG", "AUTOTHROTTLE_ENABLED", "COMPRESSION_ENABLED", "COOKIES_ENABLED"),
    *("DOWNLOAD_FAIL_ON_DATALOSS", "HTTPCACHE_ENABLED", "LOG_ENABLED", "LOG_FILE_APPEND"),
    *("LOG_SHORT_NAMES", "LOG_STDOUT", "MARKDOWN_CLEANER_ENABLED", "MEMUSAGE_ENABLED"),
    *("METAREFRESH_ENABLED", "REDIRECT_ENABLED", "REMOTE_CONTROL_ENABLED", "RETRY_ENABLED"),
    *("ROBOTSTXT_OBEY", "STATS_DUMP", "TELNETCONSOLE_ENABLED"),
)
_MAY_BE_NEGATIVE: Final = frozenset({"DEPTH_PRIORITY"})


def check_settings(settings: "BaseSettings") -> None:
    """Check what a user may set by `-s`.

    Raises:
        SettingError: a value of the wrong kind.
    """
    for names, read, kind in (
        (_WHOLE_NUMBERS, settings.getint, "a whole number"),
        (_NUMBERS, settings.getfloat, "a number"),
        (_SWITCHES, settings.getbool, "True or False"),
    ):
        for name in names:
            _check_value(name, settings.get(name), read, kind)
    _check_log(settings)


def _check_value(name: str, value: Any, read: Callable[[str], Any], kind: str) -> None:
    try:
        number = read(name)
    except (TypeError, ValueError, OverflowError):
        raise SettingError(f"{name}={value}: not {kind}") from None
    if number != number or (number < 0 and name not in _MAY_BE_NEGATIVE):
        raise SettingError(f"{name}={value}: must not be negative")


def _check_log(settings: "BaseSettings") -> None:
    level = str(settings.get("LOG_LEVEL")).upper()
    if not level.isdigit() and level not in logging.getLevelNamesMapping():
        raise SettingError(f"LOG_LEVEL={settings.get('LOG_LEVEL')}: not a log level")
    log = settings.get("LOG_FILE")
    if log and not Path(log).absolute().parent.is_dir():
        raise SettingError(f"LOG_FILE={log}: there is no folder {Path(log).parent}")
    if log and Path(log).is_dir():
        raise SettingError(f"LOG_FILE={log}: is a folder")
