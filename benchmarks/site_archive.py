"""The archive of sites with known content: unpacking it, reading what it holds."""

import json
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from benchmarks.boards import BadInputError, read_rows

VARIANTS: Final = ("plain", "blind", "redesign", "redesign-blind")

_TRUTH_FOLDERS: Final = {
    "plain": "truth",
    "blind": "truth",
    "redesign": "truth-redesign",
    "redesign-blind": "truth-redesign",
}


@dataclass(frozen=True, slots=True)
class TruePage:
    """A page of a site and the text and Markdown it should give, empty where not known.

    `path` is percent-decoded.
    """

    path: str
    text: str
    markdown: str = ""


@dataclass(frozen=True, slots=True)
class Site:
    """One site in one variant: where its files lie, where to start, what should come out.

    `baselines` are F1 scores of other ways on the same pages, by name.
    """

    name: str
    variant: str
    root: Path
    start_pages: tuple[str, ...]
    truth: tuple[TruePage, ...]
    reachable: int
    baselines: dict[str, float]


def unpack(archive: Path, target: Path) -> None:
    """Unpack a tar file below a folder.

    Raises:
        BadInputError: no tar file, or a member that would land elsewhere or is no plain file.
    """
    try:
        with tarfile.open(archive) as tar:
            tar.extractall(target, members=_plain_members(archive, tar), filter="data")
    except (tarfile.TarError, EOFError, OSError) as error:
        raise BadInputError(f"{archive}: cannot be unpacked: {error}") from error


def read_sites(folder: Path, archive: Path, variant: str) -> list[Site]:
    """Read the sites that have a variant, in the order of the index.

    Raises:
        BadInputError: the index or a truth file is missing or broken; the message names it
            inside the archive.
    """
    index = folder / "index.json"
    try:
        entries = json.loads(index.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadInputError(f"{archive}: index.json cannot be read: {error}") from error
    if not isinstance(entries, list) or not all(_is_entry(entry) for entry in entries):
        raise BadInputError(f"{archive}: index.json is no list of sites with name and start_pages")
    found = [entry for entry in entries if (folder / variant / entry["name"]).is_dir()]
    return [_read_site(folder, variant, entry) for entry in found]


def page_path(url: str) -> str:
    """Reduce an address or a path to what names a page: decoded, `index.html` left off."""
    path = unquote(urlsplit(url).path) or "/"
    return path.removesuffix("index.html") if path.endswith("/index.html") else path


def page_file(root: Path, path: str) -> Path:
    """Name the file of a page, which may not exist."""
    relative = page_path(path).lstrip("/")
    return root / (relative + "index.html" if path_is_folder(relative) else relative)


def path_is_folder(path: str) -> bool:
    """Say whether a path names a folder, whose page is its `index.html`."""
    return path == "" or path.endswith("/")


def _plain_members(archive: Path, tar: tarfile.TarFile) -> list[tarfile.TarInfo]:
    members = tar.getmembers()
    for member in members:
        outside = member.name.startswith(("/", "\\")) or ".." in Path(member.name).parts
        if outside or not (member.isfile() or member.isdir()):
            raise BadInputError(f"{archive}: unsafe member {member.name!r}")
    return members


def _is_entry(entry: Any) -> bool:
    return isinstance(entry, dict) and {"name", "start_pages"} <= entry.keys()


def _read_site(folder: Path, variant: str, entry: dict[str, Any]) -> Site:
    name = str(entry["name"])
    truth_file = folder / _TRUTH_FOLDERS[variant] / f"{name}.jsonl"
    rows = read_rows(truth_file, ("path", "text"))
    truth = tuple(
        TruePage(page_path(row["path"]), row["text"], row.get("markdown") or "") for row in rows
    )
    redesigned = variant.startswith("redesign")
    return Site(
        name=name,
        variant=variant,
        root=folder / variant / name,
        start_pages=tuple(entry["start_pages"]),
        truth=truth,
        reachable=len(truth)
        if redesigned
        else int(entry.get("reachable_from_start_pages", len(truth))),
        baselines=entry.get("baselines", {}).get(variant, {}),
    )
