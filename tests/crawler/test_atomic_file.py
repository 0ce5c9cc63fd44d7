"""A file is whole under its name, or what was there before is."""

import gzip
from pathlib import Path

import pytest
import zstandard

from crawler.atomic_file import AtomicFile


def test_nothing_shows_before_all_is_written(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "rows.jsonl"
    with AtomicFile(target) as file:
        file.write(b"one\n")
        assert not target.exists()

    assert target.read_bytes() == b"one\n"
    assert [path.name for path in target.parent.iterdir()] == ["rows.jsonl"]


def test_a_failure_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "rows.jsonl"
    target.write_bytes(b"before\n")

    file = AtomicFile(target)
    file.write(b"half")
    with pytest.raises(RuntimeError, match="in between"), file:
        raise RuntimeError("in between")

    assert target.read_bytes() == b"before\n"
    assert [path.name for path in tmp_path.iterdir()] == ["rows.jsonl"]


def test_the_suffix_chooses_the_compression_and_equal_rows_give_equal_bytes(
    tmp_path: Path,
) -> None:
    for name in ("a.gz", "b.gz", "c.zst"):
        with AtomicFile(tmp_path / name) as file:
            file.write(b"rows\n" * 1000)

    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"rows\n" * 1000
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    unpacked = zstandard.ZstdDecompressor().stream_reader((tmp_path / "c.zst").read_bytes()).read()
    assert unpacked == b"rows\n" * 1000


def test_the_mode_is_that_of_the_file_replaced_or_of_any_new_file(tmp_path: Path) -> None:
    plain, kept = tmp_path / "plain", tmp_path / "kept"
    plain.touch()
    kept.touch(mode=0o640)
    kept.chmod(0o640)

    for target in (tmp_path / "new", kept):
        with AtomicFile(target) as file:
            file.write(b"rows\n")

    assert (tmp_path / "new").stat().st_mode == plain.stat().st_mode
    assert kept.stat().st_mode & 0o777 == 0o640
