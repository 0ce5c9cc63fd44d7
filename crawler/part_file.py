"""The file beside a target that is written first, and whether it can be made."""

import os
import tempfile
from pathlib import Path
from typing import Final

# Characters of the target's name that its part bears: names have 255 bytes, a letter has up to 4.
_NAME_CHARS: Final = 40


def make_part_file(path: Path) -> tuple[int, Path]:
    """Make an empty file beside `path` that can take its place; its handle and its name.

    Raises:
        OSError: there is no such folder, or nothing can be made in it.
    """
    prefix = f".{path.name[:_NAME_CHARS]}."
    handle, name = tempfile.mkstemp(prefix=prefix, suffix=".part", dir=path.parent)
    return handle, Path(name)


def try_part_file(path: Path) -> None:
    """Make such a file and remove it: whether a folder takes files is told by nothing less.

    Raises:
        OSError: as `make_part_file`.
    """
    handle, part = make_part_file(path)
    os.close(handle)
    part.unlink()
