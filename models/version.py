"""The version of the engine that read a page."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final

from packaging.version import InvalidVersion, Version


def _find_version() -> str:
    try:
        return version("sitewinnow")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "0+checkout"


_UNKNOWN: Final = Version("0.dev0")
ENGINE_VERSION: Final = _find_version()


def is_older(engine_version: str, than: str = ENGINE_VERSION) -> bool:
    """Whether an engine came before another; one whose version cannot be read did."""
    return _order(engine_version) < _order(than)


def _order(engine_version: str) -> Version:
    try:
        return Version(engine_version)
    except InvalidVersion:
        return _UNKNOWN
