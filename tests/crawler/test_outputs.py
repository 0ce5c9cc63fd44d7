"""Where output may go is known before anything is crawled."""

from pathlib import Path

import pytest

from crawler.atomic_file import AtomicFile
from crawler.outputs import OutputError, read_output, require_distinct


@pytest.mark.parametrize(
    "name",
    [
        "a.jsonl",
        "a.jl",
        "a.jsonl.gz",
        "a.jsonl.zst",
        "a.json-lines",
        "a b.JSONL",
        "a.txt:jsonlines",
    ],
)
def test_json_lines_go_to_a_file(tmp_path: Path, name: str) -> None:
    output = read_output(str(tmp_path / name))

    assert output.path == tmp_path / name.removesuffix(":jsonlines")


@pytest.mark.parametrize("value", ["-", "-:jsonlines", "stdout:"])
def test_a_dash_is_standard_output(value: str) -> None:
    assert read_output(value).path is None


@pytest.mark.parametrize(
    "name", ["a.csv", "a.json", "a.xml", "a", "a.gz", "a.jsonl.bz2", "a.jsonl:csv"]
)
def test_another_format_is_refused_with_those_there_are(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match=r"FILE\.jsonl\.gz"):
        read_output(str(tmp_path / name))


@pytest.mark.parametrize("value", ["s3://bucket/a.jsonl", "ftp://example.com/a.jsonl"])
def test_a_remote_place_is_refused(value: str) -> None:
    with pytest.raises(OutputError, match="no place for output"):
        read_output(value)


def test_a_path_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(OutputError, match="is a file, not a folder"):
        read_output(str(tmp_path / "file" / "a.jsonl"))
    with pytest.raises(OutputError, match="is a file, not a folder"):
        read_output(str(tmp_path / "file" / "deeper" / "a.jsonl"))


def test_a_missing_folder_and_a_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").mkdir()

    with pytest.raises(OutputError, match="is a folder"):
        read_output(str(tmp_path / "a.jsonl"))
    with pytest.raises(OutputError, match="there is no folder"):
        read_output(str(tmp_path / "missing" / "a.jsonl"))


@pytest.mark.parametrize("value", ["a.jsonl/", "a.jsonl/.", "a.jsonl/:jsonlines"])
def test_a_name_that_ends_as_a_folder_is_no_file(tmp_path: Path, value: str) -> None:
    with pytest.raises(OutputError, match="names a folder"):
        read_output(f"{tmp_path}/{value}")


def test_whether_a_folder_takes_files_is_tried_and_leaves_nothing(tmp_path: Path) -> None:
    read_output(str(tmp_path / "a.jsonl"))

    assert list(tmp_path.iterdir()) == []
    if Path("/proc/self").exists():  # where not even root makes a file
        with pytest.raises(OutputError, match="nothing can be written to /proc"):
            read_output("/proc/a.jsonl")


def test_a_long_name_has_room_for_its_part(tmp_path: Path) -> None:
    name = "河" * 80 + ".jsonl"

    with AtomicFile(tmp_path / name) as file:
        file.write(b"whole")

    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert read_output(str(tmp_path / name)).path == tmp_path / name


def test_two_outputs_that_are_one_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "folder")
    rows = read_output(str(tmp_path / "folder" / "a.jsonl"))
    same = read_output(str(tmp_path / "link" / "a.jsonl"), "--blocks")
    other = read_output(str(tmp_path / "link" / "b.jsonl"), "--blocks")

    with pytest.raises(OutputError, match=r"-O and --blocks: .*a\.jsonl is named twice"):
        require_distinct([("-O", rows), ("--blocks", same)])
    require_distinct([("-O", rows), ("--blocks", other)])
