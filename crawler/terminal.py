"""Text of strangers' pages made safe to print."""

import re
import sys
from typing import Final

# What moves a cursor, rings, colours or renames a window: C0 but tab and newline, DEL and C1.
_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# Halves of characters that stand for no byte of a file's name.
_HALVES: Final = re.compile("[\ud800-\udc7f\udd00-\udfff]")


def strip_controls(text: str) -> str:
    """Leave out the control characters that a terminal acts on, escape sequences' start among them.

    Tabs and newlines stay; a carriage return goes, since it lets one line overwrite another.
    """
    return _CONTROLS.sub("", text)


def shorten(text: str, width: int) -> str:
    """One line of at most `width` characters, ending in `…` where something was cut."""
    line = " ".join(strip_controls(text).split())
    return line if len(line) <= width else line[: width - 1].rstrip() + "…"


def tell(line: str) -> None:
    """Print a line to standard error, in UTF-8 whatever the locale says.

    A locale without UTF-8 hands over names of files with their bytes in disguise; they come out
    as the bytes they are.
    """
    data = _HALVES.sub("?", f"{strip_controls(line)}\n").encode("utf-8", "surrogateescape")
    sys.stderr.flush()
    sys.stderr.buffer.write(data)
    sys.stderr.buffer.flush()
