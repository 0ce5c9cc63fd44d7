"""The version of the engine that read a page."""

from importlib.metadata import PackageNotFoundError, version
from typing import Final


def _find_version() -> str:
    try:
        return version("sitewinnow")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "0+checkout"


ENGINE_VERSION: Final = _find_version()
