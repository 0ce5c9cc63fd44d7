"""Settings whose values are checked before they reach Scrapy, which fails with a traceback."""

import logging
import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crawler import setting_kinds as kinds
from crawler.part_file import try_part_file
from crawler.private_addresses import read_network

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


class SettingError(ValueError):
    """A setting with a value of the wrong kind; the message names both."""


def check_settings(settings: "BaseSettings") -> None:
    """Check what a user may set by `-s`.

    Raises:
        SettingError: a value of the wrong kind.
    """
    for names, read, kind in (
        (kinds.WHOLE_NUMBERS, settings.getint, "a whole number"),
        (kinds.NUMBERS, settings.getfloat, "a number"),
        (kinds.SWITCHES, settings.getbool, "True or False"),
    ):
        for name in names:
            _check_number(name, settings.get(name), read, kind)
    for names, convert, kind in (
        (kinds.LISTS_OF_WHOLE_NUMBERS, int, "whole numbers with commas between them"),
        (kinds.LISTS_OF_NUMBERS, float, "numbers with commas between them"),
    ):
        for name in names:
            _check_list(name, settings, convert, kind)
    for name in kinds.CLASSES:
        _check_class(name, settings.get(name))
    for name in kinds.ENCODINGS:
        _check_encoding(name, settings.get(name))
    for name in kinds.LOG_LEVELS:
        _check_log_level(name, settings.get(name))
    for entry in settings.getlist("RETRY_EXCEPTIONS"):
        _check_class("RETRY_EXCEPTIONS", entry)
    for name in kinds.COMPONENTS:
        _check_components(name, settings)
    for text in settings.getlist("PRIVATE_ADDRESSES_ALLOWED"):
        _check_network("PRIVATE_ADDRESSES_ALLOWED", text)
    _check_contact(settings.get("USER_AGENT_CONTACT"))
    _check_log_format(settings.get("LOG_FORMAT"))
    _check_log_file(settings.get("LOG_FILE"))
    _check_job_folder(settings.get("JOBDIR"))


def _check_number(name: str, value: Any, read: Callable[[str], Any], kind: str) -> None:
    try:
        number = read(name)
    except (TypeError, ValueError, OverflowError):
        raise SettingError(f"{name}={value}: not {kind}") from None
    if not math.isfinite(number):
        raise SettingError(f"{name}={value}: must be finite")
    if number < 0 and name not in kinds.MAY_BE_NEGATIVE:
        raise SettingError(f"{name}={value}: must not be negative")
    if number == 0 and name in kinds.MUST_BE_POSITIVE:
        raise SettingError(f"{name}={value}: must be greater than 0")


def _check_list(
    name: str, settings: "BaseSettings", convert: Callable[[Any], float], kind: str
) -> None:
    value = settings.get(name)
    try:
        numbers = [convert(entry) for entry in settings.getlist(name)]
    except (TypeError, ValueError, OverflowError):
        raise SettingError(f"{name}={value}: not {kind}") from None
    if not all(0 <= number < math.inf for number in numbers):
        raise SettingError(f"{name}={value}: must be finite and not negative")


def _check_class(name: str, path: Any) -> None:
    """Whether a dotted path leads to a class; Scrapy's own are believed, and not imported here."""
    from scrapy.settings import default_settings
    from scrapy.utils.misc import load_object

    if path == getattr(default_settings, name, None):
        return
    try:
        loaded = load_object(path)
    except Exception as error:  # the module may be anyone's: whatever it raises is the reason
        raise SettingError(f"{name}={path}: no such class ({error})") from error
    if not isinstance(loaded, type):
        raise SettingError(f"{name}={path}: not a class")


def _check_components(name: str, settings: "BaseSettings") -> None:
    """The project's own are believed: each is a library that a page alone does not wait for."""
    from crawler import settings as own

    for path in settings.getdict(name):
        if path not in getattr(own, name, {}):
            _check_class(name, path)


def _check_network(name: str, text: Any) -> None:
    try:
        read_network(str(text))
    except ValueError:
        raise SettingError(f"{name}={text}: not an IP address or network (10.0.0.0/8)") from None


def _check_contact(value: Any) -> None:
    from crawler.contact import read_contact

    try:
        read_contact(str(value)) if value else None
    except ValueError as error:
        raise SettingError(f"USER_AGENT_CONTACT={value}: {error}") from None


def _check_log_format(value: Any) -> None:
    try:
        logging.Formatter(value)
    except (TypeError, ValueError) as error:
        raise SettingError(f"LOG_FORMAT={value}: {error}") from None


def _check_encoding(name: str, value: Any) -> None:
    if value is None or value == "":
        return
    try:
        "".encode(value)
    except (LookupError, TypeError, ValueError):
        raise SettingError(f"{name}={value}: not a text encoding") from None


def _check_log_level(name: str, value: Any) -> None:
    level = str(value).upper()
    if not level.isdecimal() and level not in logging.getLevelNamesMapping():
        raise SettingError(f"{name}={value}: not a log level")


def _check_log_file(log: Any) -> None:
    if log and not Path(log).absolute().parent.is_dir():
        raise SettingError(f"LOG_FILE={log}: there is no folder {Path(log).parent}")
    if log and Path(log).is_dir():
        raise SettingError(f"LOG_FILE={log}: is a folder")


def _check_job_folder(value: Any) -> None:
    """Whether the folder is there or can be made; it is made when the crawl begins."""
    if not value:
        return
    try:
        folder = Path(value).absolute()
        while not folder.exists() and folder != folder.parent:
            folder = folder.parent
        if not folder.is_dir():
            raise SettingError(f"JOBDIR={value}: {folder} is a file, not a folder")
        try_part_file(folder / "jobs")
    except OSError as error:
        raise SettingError(f"JOBDIR={value}: cannot be written to ({error.strerror})") from error
