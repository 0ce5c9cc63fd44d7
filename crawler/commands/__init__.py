"""The project's own Scrapy commands, and how they turn down a command line."""

from typing import Final, NoReturn

from crawler.terminal import tell

BAD_ARGUMENTS: Final = 2
STOPPED: Final = 130


def refuse(command: str, message: str) -> NoReturn:
    """End the process with one clear line and exit code 2."""
    line = " ".join(message.split())
    tell(f"scrapy {command}: {line}")
    raise SystemExit(BAD_ARGUMENTS)
