import json
import lzma
from pathlib import Path

import pytest

from benchmarks.boards import BadInputError, board_name, find_file, read_rows, sample_rows


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_rows_come_from_plain_and_from_compressed_files(tmp_path):
    plain = write(tmp_path / "a.jsonl", '{"id": "1"}', "", '{"id": "\u2028"}')
    packed = tmp_path / "a.jsonl.xz"
    packed.write_bytes(lzma.compress(plain.read_bytes()))

    assert list(read_rows(plain, ["id"])) == [{"id": "1"}, {"id": "\u2028"}]
    assert list(read_rows(packed, ["id"])) == list(read_rows(plain, ["id"]))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: not JSON"),
        ("[1]", "line 2: not a JSON object"),
        ('{"name": 1}', "line 2: no 'id'"),
    ],
)
def test_a_broken_line_is_named_by_file_and_number(tmp_path, line, message):
    path = write(tmp_path / "board.jsonl", '{"id": 1}', line)

    with pytest.raises(BadInputError, match=message) as raised:
        list(read_rows(path, ["id"]))

    assert str(path) in str(raised.value)


@pytest.mark.parametrize("content", [b"", b"not compressed", lzma.compress(b"{}" * 99)[:-9]])
def test_a_file_that_is_no_board_is_one_clear_error(tmp_path, content):
    path = tmp_path / "board.jsonl.xz"
    path.write_bytes(content)

    with pytest.raises(BadInputError, match=r"board\.jsonl\.xz"):
        list(read_rows(path, ["id"]))


def test_a_name_is_looked_up_in_the_folder_of_boards_with_and_without_suffix(tmp_path, monkeypatch):
    path = write(tmp_path / "news.jsonl", "{}")
    monkeypatch.setenv("BOARDS", str(tmp_path))

    assert find_file("news") == find_file("news.jsonl") == find_file(str(path)) == path
    assert board_name(path) == "news"


def test_a_name_that_is_nowhere_is_one_clear_error(tmp_path, monkeypatch):
    monkeypatch.setenv("BOARDS", str(tmp_path))
    with pytest.raises(BadInputError, match=r"news: no such file, nor in the folder"):
        find_file("news")
    monkeypatch.delenv("BOARDS")
    with pytest.raises(BadInputError, match="BOARDS names no folder"):
        find_file("news")


def test_a_sample_is_the_same_for_a_seed_and_keeps_the_order():
    first, again = (sample_rows(iter(range(100)), 10, seed=1) for _ in range(2))

    assert first == again == sorted(first)
    assert len(set(first)) == 10
    assert first != sample_rows(iter(range(100)), 10, seed=2)
    assert sample_rows(iter(range(3)), 10, seed=1) == [0, 1, 2]
    assert json.dumps(first)
