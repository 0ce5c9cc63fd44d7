"""The floors that a change must not fall below, and the page scores they were taken with."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, Final

from benchmarks.boards import BadInputError

_HEADER: Final = """\
# What `python -m benchmarks gate` holds. `sha256`, `floors` and the page scores beside this file
# are written by `gate --update`; the rest is chosen by hand: `kind` (words, fidelity, cases,
# markdown), `file` (a name in the folder of shared data), `sample` (pages drawn, where the whole
# takes too long) and `tolerance` (how far below its floor a figure may fall, 0 to 1; of `extra`
# how far above).
"""
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "kind": (str,),
    "file": (str,),
    "sample": (int,),
    "tolerance": (float, int),
    "sha256": (str,),
    "floors": (dict,),
}
# Page scores are kept in thousandths: what moves less is no page to look at.
SCALE: Final = 1000

PageScores = dict[str, dict[str, float]]
"""The scores of a board's pages, by figure and page key, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Floor:
    """What is held of one board. Without `sample` the whole is scored; `floors` are by figure."""

    name: str
    kind: str
    file: str
    tolerance: float
    sample: int | None = None
    sha256: str = ""
    floors: Mapping[str, float] = field(default_factory=dict)


def read_floors(path: Path, kinds: Sequence[str]) -> list[Floor]:
    """Read the floors of all boards, in the order of the file.

    Raises:
        BadInputError: the file is missing or an entry is not what it should be.
    """
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInputError(f"{path}: cannot be read: {error}") from error
    return [_read_floor(path, name, table, kinds) for name, table in tables.items()]


def write_floors(path: Path, floors: Sequence[Floor]) -> None:
    """Write floors so that reading gives them again."""
    entries = []
    for floor in floors:
        values = {key: getattr(floor, key) for key in _TYPES}
        lines = [
            f"{key} = {_toml(value)}" for key, value in values.items() if value not in ("", None)
        ]
        entries.append("\n".join([f"[{_toml_key(floor.name)}]", *lines]))
    _replace(path, "\n".join([_HEADER, "\n\n".join(entries), ""]))


def scores_file(path: Path) -> Path:
    """Name the file of page scores that belongs to a file of floors."""
    return path.with_name(f"{path.stem}_pages.json")


def read_scores(path: Path) -> dict[str, PageScores]:
    """Read page scores by board; none where the file is missing.

    Raises:
        BadInputError: the file is there but is not one of page scores.
    """
    if not path.is_file():
        return {}
    try:
        boards = json.loads(path.read_text(encoding="utf-8"))
        return {
            board: {
                figure: {key: score / SCALE for key, score in pages.items()}
                for figure, pages in figures.items()
            }
            for board, figures in boards.items()
        }
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise BadInputError(f"{path}: not a file of page scores: {error}") from error


def write_scores(path: Path, boards: Mapping[str, PageScores]) -> None:
    """Write page scores, one line for each figure of a board."""
    entries = []
    for board, figures in boards.items():
        lines = [f"  {json.dumps(figure)}: {_write_pages(p)}" for figure, p in figures.items()]
        entries.append(f" {json.dumps(board)}: {{\n" + ",\n".join(lines) + "\n }")
    _replace(path, "{\n" + ",\n".join(entries) + "\n}\n")


def page_key(page_id: str) -> str:
    """Stand for a page in the committed file: ids of boards are other people's data."""
    return blake2b(page_id.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()


def digest_file(path: Path) -> str:
    """SHA-256 of a file, hexadecimal."""
    digest = sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def _read_floor(path: Path, name: str, table: Any, kinds: Sequence[str]) -> Floor:
    if not isinstance(table, dict):
        raise BadInputError(f"{path}: {name} is not a table")
    for key, value in table.items():
        if key not in _TYPES:
            raise BadInputError(f"{path}: {name}: {key} is not known; {', '.join(_TYPES)} are")
        if not isinstance(value, _TYPES[key]) or isinstance(value, bool):
            raise BadInputError(f"{path}: {name}: {key} is {value!r}")
    if missing := {"kind", "file", "tolerance"} - table.keys():
        raise BadInputError(f"{path}: {name}: no {', '.join(sorted(missing))}")
    if table["kind"] not in kinds:
        raise BadInputError(f"{path}: {name}: kind {table['kind']!r} is none of {', '.join(kinds)}")
    if table.get("sample", 1) < 1:
        raise BadInputError(f"{path}: {name}: sample must be at least 1")
    if not all(isinstance(value, float | int) for value in table.get("floors", {}).values()):
        raise BadInputError(f"{path}: {name}: floors must be numbers")
    return Floor(name=name, **table)


def _write_pages(pages: Mapping[str, float]) -> str:
    scores = {key: round(SCALE * score) for key, score in sorted(pages.items())}
    return json.dumps(scores, separators=(",", ":"))


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_toml(item)}' for key, item in value.items())} }}"
    # The strings, integers and floats of JSON are those of TOML.
    return json.dumps(value, ensure_ascii=False)


def _toml_key(name: str) -> str:
    return (
        name if name.replace("-", "").replace("_", "").isalnum() and name.isascii() else _toml(name)
    )


def _replace(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    unfinished = path.with_name(f".{path.name}.new")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise BadInputError(f"{path}: cannot be written: {error}") from error
