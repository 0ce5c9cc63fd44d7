import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.boards import BadInputError
from benchmarks.floors import (
    digest_file,
    page_key,
    read_floors,
    read_scores,
    scores_file,
    write_floors,
)
from benchmarks.gate import FLOORS, run_gate
from benchmarks.gate_boards import MEASURES

PROJECT = Path(__file__).parents[2]
LEAD = "The kiln is fired twice a week and cools for two days before anyone opens its door."
PAGE = f"<html><body><main><h1>Kiln</h1><p>{LEAD}</p></main></body></html>"
TABLE = "<table><tr><th>Cone</th><th>Heat</th></tr><tr><td>6</td><td>1222</td></tr></table>"


@pytest.fixture
def shared(tmp_path):
    """A folder of shared data with one board, and the floors for it, not yet taken."""
    folder = tmp_path / "shared"
    (folder / "boards").mkdir(parents=True)
    write_board(folder, {"good": f"Kiln\n{LEAD}", "fair": LEAD})
    write_floor_file(tmp_path, tolerance=0.01)
    return folder


def write_board(folder: Path, truths: dict[str, str], name: str = "kilns") -> None:
    rows = [{"id": id_, "url": "", "html": PAGE, "text": text} for id_, text in truths.items()]
    lines = "\n".join(map(json.dumps, rows))
    (folder / "boards" / f"{name}.jsonl").write_text(lines, encoding="utf-8")


def write_floor_file(folder: Path, tolerance: float, more: str = "") -> None:
    (folder / "floors.toml").write_text(
        f'[kilns]\nkind = "words"\nfile = "kilns.jsonl"\ntolerance = {tolerance}\n{more}'
    )


def gate(shared: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", "gate", str(shared), "--processes", "1"]
    command += ["--floors", str(shared.parent / "floors.toml"), *options]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=120)


def raise_floor(shared: Path, by: float) -> None:
    """Pretend that the floor was taken when one page scored more."""
    floors = shared.parent / "floors.toml"
    (held,) = read_floors(floors, tuple(MEASURES))
    raised = f"{held.floors['f1'] + by}"
    floors.write_text(floors.read_text().replace(str(held.floors["f1"]), raised))
    file = scores_file(floors)
    scores = json.loads(file.read_text())
    scores["kilns"]["f1"][page_key("fair")] = 1000
    file.write_text(json.dumps(scores))


def test_floors_just_taken_hold(shared):
    assert gate(shared, "--update").returncode == 0

    done = gate(shared)

    assert done.returncode == 0
    assert "No board failed" in done.stdout


def test_a_missed_floor_fails_and_names_the_page_that_fell(shared):
    gate(shared, "--update")
    raise_floor(shared, by=0.02)

    done = gate(shared)

    assert done.returncode == 1
    assert "LOW" in done.stdout
    (fell,) = [line for line in done.stdout.splitlines() if line.startswith("fair ")]
    assert "1.000" in fell
    assert not any(line.startswith("good ") for line in done.stdout.splitlines())


def test_a_floor_missed_by_no_more_than_its_tolerance_holds(shared):
    gate(shared, "--update")
    raise_floor(shared, by=0.009)

    done = gate(shared)

    assert done.returncode == 0
    assert "LOW" not in done.stdout


def test_a_board_that_is_another_file_fails_and_is_not_scored(shared):
    gate(shared, "--update")
    write_board(shared, {"good": f"Kiln\n{LEAD}", "fair": f"{LEAD} "})

    done = gate(shared)

    assert done.returncode == 1
    assert "ALTERED" in done.stdout
    assert "kilns.jsonl is not the file" in done.stdout
    assert "LOW" not in done.stdout


def test_a_board_that_is_missing_is_said_and_skipped(shared):
    more = '[urns]\nkind = "words"\nfile = "urns.jsonl"\ntolerance = 0.0\n'
    write_floor_file(shared.parent, 0.01, more)

    done = gate(shared, "--update"), gate(shared)

    assert [run.returncode for run in done] == [0, 0]
    assert "skipped: no urns.jsonl" in done[1].stdout
    assert "1 skipped" in done[1].stdout


def test_a_folder_without_any_board_is_one_clear_error(shared, tmp_path):
    (tmp_path / "empty").mkdir()

    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "gate", str(tmp_path / "empty")],
        cwd=PROJECT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip

    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "holds no board" in done.stderr


def test_a_board_without_a_floor_yet_fails(shared):
    done = gate(shared)

    assert done.returncode == 1
    assert "NO FLOOR" in done.stdout


def test_a_sample_changed_by_hand_fails_until_its_floor_is_taken_anew(shared):
    gate(shared, "--update")
    floors = shared.parent / "floors.toml"
    floors.write_text(floors.read_text().replace("\ntolerance", "\nsample = 1\ntolerance"))

    changed, updated, after = gate(shared), gate(shared, "--update"), gate(shared)

    assert (changed.returncode, updated.returncode, after.returncode) == (1, 0, 0)
    assert "OTHER PAGES" in changed.stdout


def test_what_is_not_scored_keeps_its_floor_through_an_update(shared):
    write_board(shared, {"only": LEAD}, name="urns")
    more = '[urns]\nkind = "words"\nfile = "urns.jsonl"\ntolerance = 0.0\n'
    write_floor_file(shared.parent, 0.01, more)
    gate(shared, "--update")
    floors = shared.parent / "floors.toml"
    before = {held.name: held for held in read_floors(floors, tuple(MEASURES))}
    scores = read_scores(scores_file(floors))
    write_board(shared, {"good": "Nothing of the kind"})

    gate(shared, "--update", "--only", "kilns")

    after = {held.name: held for held in read_floors(floors, tuple(MEASURES))}
    assert after["urns"] == before["urns"]
    assert after["kilns"].floors["f1"] < before["kilns"].floors["f1"]
    assert read_scores(scores_file(floors))["urns"] == scores["urns"]


def test_a_table_that_is_lost_fails_the_tables_of_the_markdown_board(tmp_path):
    truth = "| Cone | Heat |\n|-|-|\n| 6 | 1222 |"
    floors, run = tmp_path / "floors.toml", {"processes": 1, "timeout_s": 60, "worst": 0}
    floors.write_text('[cones]\nkind = "markdown"\nfile = "cones.jsonl"\ntolerance = 0.0\n')

    def put(html: str) -> None:
        row = {"id": "cones", "url": "", "html": f"<main>{html}</main>", "markdown": truth}
        (tmp_path / "cones.jsonl").write_text(json.dumps(row))

    put(TABLE)
    run_gate(tmp_path, floors=floors, update=True, **run)
    (held,) = read_floors(floors, tuple(MEASURES))
    assert held.floors["tables"] == 1
    # A page that is read worse, as if the change were in the reading.
    put("<p>Cone Heat 6 1222</p>")
    digest = digest_file(tmp_path / "cones.jsonl")
    write_floors(floors, [replace(held, sha256=digest)])

    report = run_gate(tmp_path, floors=floors, **run)

    verdicts = {c["figure"]: c["verdict"] for c in report.figures["boards"][0]["checks"]}
    assert report.failed
    assert verdicts == {"whole": "LOW", "tables": "LOW"}


def test_more_extra_is_worse_and_less_is_not(tmp_path):
    row = {"id": "kiln", "url": "", "html": PAGE, "visible_text": "Kiln"}
    (tmp_path / "seen.jsonl").write_text(json.dumps(row))
    floors = tmp_path / "floors.toml"
    floors.write_text('[seen]\nkind = "fidelity"\nfile = "seen.jsonl"\ntolerance = 0.0\n')
    run = {"floors": floors, "processes": 1, "timeout_s": 60, "worst": 0}
    taken = run_gate(tmp_path, update=True, **run)
    (extra,) = [c["now"] for c in taken.figures["boards"][0]["checks"] if c["figure"] == "extra"]
    assert extra > 0.5
    text = floors.read_text()
    (held,) = read_floors(floors, tuple(MEASURES))

    floors.write_text(text.replace(str(held.floors["extra"]), "0.5"))
    assert run_gate(tmp_path, **run).failed
    floors.write_text(text.replace(str(held.floors["extra"]), "1.0"))
    assert not run_gate(tmp_path, **run).failed


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[kilns", "cannot be read"),
        ("kilns = 1", "kilns is not a table"),
        ('[kilns]\nkind = "words"', "kilns: no file, tolerance"),
        ('[kilns]\nkind = "pots"\nfile = "a"\ntolerance = 0', "'pots' is none of words"),
        ('[kilns]\nkind = "words"\nfile = 3\ntolerance = 0', "file is 3"),
        ('[kilns]\nkind = "words"\nfile = "a"\ntolerance = 0\nglaze = 1', "glaze is not known"),
        ('[kilns]\nkind = "words"\nfile = "a"\ntolerance = 0\nsample = 0', "at least 1"),
    ],
)
def test_floors_that_are_none_are_one_clear_error(tmp_path, content, message):
    floors = tmp_path / "floors.toml"
    floors.write_text(content)

    with pytest.raises(BadInputError, match=message) as raised:
        read_floors(floors, tuple(MEASURES))

    assert str(floors) in str(raised.value)


def test_floors_are_read_as_they_were_written(tmp_path):
    held = read_floors(FLOORS, tuple(MEASURES))

    write_floors(tmp_path / "floors.toml", held)

    assert read_floors(tmp_path / "floors.toml", tuple(MEASURES)) == held
    assert all(entry.floors and entry.sha256 for entry in held)


def test_the_committed_page_scores_name_no_page():
    boards = read_scores(scores_file(FLOORS))

    keys = [key for figures in boards.values() for pages in figures.values() for key in pages]
    assert boards.keys() == {entry.name for entry in read_floors(FLOORS, tuple(MEASURES))}
    assert all(len(key) == 10 and int(key, 16) >= 0 for key in keys)
