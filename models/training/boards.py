"""Reading the boards that models may be trained on."""

import hashlib
import json
import lzma
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from zlib import crc32

from crawler.page import UnreadablePageError, read_page
from crawler.suffixes import find_domain
from models.page import Page

# What a model that ships may be trained on, by the start of the licence's name.
LICENCES: Final = ("CC-BY-4.0", "MIT", "Apache-2.0")

INDEX: Final = "index.json"


class BoardError(Exception):
    """A board is missing, damaged, or may not be trained on; the message names it."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board's file, what may be done with it, and the digest of its bytes."""

    name: str
    path: Path
    licence: str
    digest: str


@dataclass(frozen=True, slots=True)
class ReviewedPage:
    """A page of a board and what its reviewers say.

    `domain` is what pages are grouped by, see `find_fold`. `page_type` is empty where none was
    said. `comments` is text that is content for those who want comments. `is_suspect` pages are
    scored and never trained on.
    """

    board: str
    id: str
    domain: str
    page_type: str
    language: str
    text: str
    comments: str
    is_suspect: bool
    page: Page


def find_boards(folder: Path, names: Iterable[str], *, to_train: bool = True) -> list[Board]:
    """Find boards by name in the folder that has their index; `to_train`: not only to score.

    Raises:
        BoardError: no index, no such board, or a licence that training does not allow.
    """
    index = _read_index(folder / INDEX)
    boards = []
    for name in names:
        licence = str(index.get(name, {}).get("license", ""))
        path = folder / f"{name}.jsonl.xz"
        if to_train and not licence.startswith(LICENCES):
            raise BoardError(f"{path}: may not be trained on (licence: {licence or 'none'})")
        try:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise BoardError(f"{path}: {error.strerror or error}") from error
        boards.append(Board(name, path, licence, digest))
    return boards


def read_pages(board: Board) -> Iterator[ReviewedPage]:
    """Read the pages of a board in file order; those that cannot be read as HTML are left out.

    Raises:
        BoardError: a line is not a row of a board.
    """
    number = 0
    try:
        with lzma.open(board.path, "rt", encoding="utf-8") as lines:
            for line in lines:
                number += 1
                page = _read_row(board.name, json.loads(line))
                if page:
                    yield page
    except (lzma.LZMAError, EOFError, ValueError, KeyError, TypeError, OSError) as error:
        raise BoardError(f"{board.path}, line {number}: not a board's row: {error!r}") from error


def find_fold(domain: str, folds: int, salt: str = "") -> int:
    """The fold of a domain: the same in every run, whatever other pages there are."""
    return crc32(f"{salt}{domain}".encode()) % folds


def _read_index(path: Path) -> Mapping[str, Any]:
    try:
        index = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise BoardError(f"{path}: no index of boards: {error}") from error
    if not isinstance(index, dict):
        raise BoardError(f"{path}: no index of boards")
    return index


def _read_row(board: str, row: Mapping[str, Any]) -> ReviewedPage | None:
    url = row["url"] or ""
    try:
        page = read_page(row["html"], url)
    except UnreadablePageError:
        return None
    site = str((row.get("meta") or {}).get("site") or row["id"])
    return ReviewedPage(
        board=board,
        id=str(row["id"]),
        domain=_find_domain(url) or f"{board}/{site}",
        page_type=row.get("page_type") or "",
        language=row.get("lang") or "",
        text=row["text"] or "",
        comments=row.get("comments") or "",
        is_suspect=bool(row.get("suspect")),
        page=page,
    )


def _find_domain(url: str) -> str:
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return find_domain(host) or host
