"""Where output may go is known before anything is crawled."""

from pathlib import Path

import pytest

from crawler.outputs import OutputError, read_output


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
