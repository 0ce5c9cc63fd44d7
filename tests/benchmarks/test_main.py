import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PAGE = "<html><body><main><h1>Slate path</h1><p>The path is open again.</p></main></body></html>"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", *arguments]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=120)


def write_board(path: Path, *rows: dict[str, object]) -> str:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return str(path)


@pytest.fixture
def board(tmp_path):
    common = {"url": "", "html": PAGE, "page_type": "article", "with": ["open again"]}
    right = common | {"id": "a", "text": "Slate path\nThe path is open again."}
    wrong = common | {"id": "b", "text": "", "suspect": True}
    return write_board(tmp_path / "small.jsonl", right, wrong)


def test_a_board_gives_one_json_object_and_nothing_else(board):
    done = run("board", board, "--json")

    (figures,) = json.loads(done.stdout)["boards"]
    assert done.returncode == 0
    assert (figures["board"], figures["pages"], figures["f1"]) == ("small", 2, 0.5)
    assert figures["without_suspects"] == {"pages": 1, "precision": 1, "recall": 1, "f1": 1}
    assert figures["by_page_type"]["article"]["pages"] == 2
    assert figures["with_found"] == 1.0


def test_a_board_gives_a_table_to_people(board):
    done = run("board", board, "--worst", "1")

    assert done.stdout.startswith("Word F1")
    assert "small, content: worst pages" in done.stdout


def test_a_reader_that_leaves_early_meets_no_traceback(board):
    command = f"'{sys.executable}' -m benchmarks board '{board}' | true"

    done = subprocess.run(command, shell=True, cwd=PROJECT, capture_output=True, text=True)

    assert "Error" not in done.stderr


def test_fidelity_sees_every_word_of_a_plain_page(tmp_path):
    row = {
        "id": "a",
        "url": "",
        "html": PAGE,
        "visible_text": "Slate path\nThe path is open again.",
    }

    figures = json.loads(run("fidelity", write_board(tmp_path / "f.jsonl", row), "--json").stdout)

    assert (figures["pages"], figures["recall"], figures["extra"]) == (1, 1.0, 0.0)


def test_a_folder_to_keep_that_cannot_be_made_is_one_clear_error(tmp_path):
    archive = tmp_path / "sites.tar"
    archive.write_bytes(b"")

    done = run("sites", str(archive), "--keep", str(archive / "below"))

    assert (done.returncode, done.stdout) == (2, "")
    assert "--keep" in done.stderr


@pytest.mark.parametrize("command", ["board", "fidelity", "cases", "sites", "steps", "markdown"])
@pytest.mark.parametrize("content", [None, "", "{", '{"id": 1}'])
def test_bad_input_is_one_line_and_exit_code_2(tmp_path, command, content):
    path = tmp_path / "input.jsonl"
    if content is not None:
        path.write_text(content)

    done = run(command, str(path))

    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert str(path) in done.stderr


def test_a_peer_that_cannot_be_imported_is_named_with_the_reason(board, tmp_path):
    (tmp_path / "trafilatura.py").write_text("raise ImportError('its cleaner is missing')\n")
    command = [sys.executable, "-m", "benchmarks", "board", board, "--peer", "trafilatura"]
    paths = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        command, cwd=PROJECT, env=paths, capture_output=True, text=True, timeout=120
    )

    assert done.returncode == 2
    assert "trafilatura cannot be used: its cleaner is missing" in done.stderr
    assert "Traceback" not in done.stderr
