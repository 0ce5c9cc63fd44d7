"""Files that are whole or not there."""

import os
import stat
from contextlib import suppress
from gzip import GzipFile
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self, cast

import zstandard

from crawler.part_file import make_part_file

# Unmeasured: the libraries' own middle grounds between time and size.
_GZIP_LEVEL: Final = 6
_ZSTD_LEVEL: Final = 3


class AtomicFile:
    """A file that appears under its name when all of it is written, and else not at all.

    Compressed when the name ends in `.gz` or `.zst`; missing folders are made. `commit` makes it
    appear, `discard` leaves what was there before; a `with` block ends in one of the two.
    `OSError` where it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, self._part = make_part_file(path)
        self._raw: IO[bytes] = os.fdopen(handle, "wb")
        self._file = _compress(self._raw, path.suffix)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.commit()
        else:
            self.discard()

    def write(self, data: bytes) -> int:
        return self._file.write(data)

    def commit(self) -> None:
        try:
            if self._file is not self._raw:
                self._file.close()
            self._raw.flush()
            os.fsync(self._raw.fileno())
            self._raw.close()
            self._part.chmod(_usual_mode(self._path))
            self._part.replace(self._path)
            _sync_folder(self._path.parent)
        except OSError:
            self.discard()
            raise

    def discard(self) -> None:
        self._raw.close()
        self._part.unlink(missing_ok=True)


def _compress(raw: IO[bytes], suffix: str) -> IO[bytes]:
    match suffix:
        case ".gz":
            # No name and no time inside: the same rows give the same bytes.
            return cast("IO[bytes]", GzipFile("", "wb", _GZIP_LEVEL, raw, mtime=0))
        case ".zst":
            compressor = zstandard.ZstdCompressor(_ZSTD_LEVEL, write_checksum=True)
            return cast("IO[bytes]", compressor.stream_writer(raw, closefd=False))
    return raw


def _usual_mode(path: Path) -> int:
    """The mode of the file that is replaced, else that of a new one: mkstemp gives 0600."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut; not every system can open a folder."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
