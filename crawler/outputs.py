"""Where output goes: `-O` values checked before anything is crawled."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from w3lib.url import file_uri_to_path

from crawler.part_file import try_part_file

FORMATS: Final = ("jsonlines", "jsonl", "jl")
SUFFIXES: Final = (".jsonl", ".jl", ".jsonlines", ".json-lines", ".ndjson")
COMPRESSIONS: Final = (".gz", ".zst")
_STDOUT: Final = ("-", "stdout:")


class OutputError(ValueError):
    """An output that cannot be written; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class Output:
    """A place for JSON lines: an address as Scrapy's feeds take it. `path` is None for stdout."""

    uri: str
    path: Path | None = None


def read_output(value: str, option: str = "-O") -> Output:
    """Read the value of `-O` or another option: `FILE`, `FILE:FORMAT` or `-`.

    Raises:
        OutputError: another format than JSON lines, or a file that cannot be written.
    """
    named = f"{option} {value}"
    uri, asked_format = _split_format(value)
    if asked_format and asked_format not in FORMATS:
        raise OutputError(f"{named}: format {asked_format} is not written; {_SUPPORTED}")
    if uri in _STDOUT:
        return Output("stdout:")
    scheme = urlsplit(uri).scheme
    if scheme not in ("", "file") and len(scheme) > 1:
        raise OutputError(f"{named}: {scheme}: is no place for output; give a file or -")
    name = file_uri_to_path(uri) if scheme == "file" else uri
    if name.endswith(("/", "/.", os.sep)):
        raise OutputError(f"{named}: names a folder, not a file")
    path = Path(name)
    if not asked_format:
        _check_suffix(named, path)
    _check_writable(named, path)
    return Output(str(path), path)


def require_distinct(outputs: Iterable[tuple[str, Output]]) -> None:
    """Check that no output takes the place of another; each comes with the option it was given by.

    Raises:
        OutputError: two of them are one file, or both standard output.
    """
    seen: dict[str, str] = {}
    for option, output in outputs:
        place = _find_place(output)
        if place in seen:
            both = option if seen[place] == option else f"{seen[place]} and {option}"
            raise OutputError(f"{both}: {place} is named twice, and one would replace the other")
        seen[place] = option


def _find_place(output: Output) -> str:
    """Where the file will stand: a link is replaced, not followed, but its folder may be one."""
    if output.path is None:
        return "standard output"
    return str(Path(os.path.realpath(output.path.parent), output.path.name))


_SUPPORTED: Final = (
    "JSON lines are: FILE.jsonl, FILE.jsonl.gz, FILE.jsonl.zst, FILE:jsonlines or - for stdout"
)
_OTHER_FORMATS: Final = ("json", "csv", "xml", "marshal", "pickle", "parquet")


def _split_format(value: str) -> tuple[str, str]:
    uri, colon, asked = value.rpartition(":")
    if colon and uri and (asked in FORMATS or asked in _OTHER_FORMATS):
        return uri, asked
    return value, ""


def _check_suffix(named: str, path: Path) -> None:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in COMPRESSIONS:
        suffixes.pop()
    if not suffixes or suffixes[-1] not in SUFFIXES:
        raise OutputError(f"{named}: format not known from the name; {_SUPPORTED}")


def _check_writable(named: str, path: Path) -> None:
    if "\0" in named:
        raise OutputError(f"{named!r}: not a file name")
    try:
        _check_place(named, path)
        try_part_file(path)
    except OSError as error:
        reason = f"nothing can be written to {path.parent} ({error.strerror})"
        raise OutputError(f"{named}: {reason}") from error


def _check_place(named: str, path: Path) -> None:
    if path.is_dir():
        raise OutputError(f"{named}: is a folder")
    if path.exists() and not path.is_file():
        raise OutputError(f"{named}: is no regular file; give - for stdout")
    folder = path.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir():
        raise OutputError(f"{named}: {folder} is a file, not a folder")
    if folder != path.parent:
        raise OutputError(f"{named}: there is no folder {path.parent}")
