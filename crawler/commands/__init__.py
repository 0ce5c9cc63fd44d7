"""The project's own Scrapy commands, and how they turn down a command line."""

import sys
from typing import Final, NoReturn

BAD_ARGUMENTS: Final = 2


def refuse(command: str, message: str) -> NoReturn:
    """End the process with one clear line and exit code 2."""
    line = " ".join(message.split())
    print(f"scrapy {command}: {line}", file=sys.stderr)
    raise SystemExit(BAD_ARGUMENTS)
