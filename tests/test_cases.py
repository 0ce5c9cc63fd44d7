"""docs/cases.md names tests that are there, and every case once."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent
TEXT = (TESTS.parent / "docs" / "cases.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (c\d{3}) \| .+ \| (.+) \|$", re.MULTILINE)


def test_every_test_named_for_a_case_is_there() -> None:
    proved, _ = TEXT.split("\n## Not yet\n")
    rows = ROW.findall(proved)

    assert len(rows) == 18
    for case, cell in rows:
        file, name = re.fullmatch(r"`(\S+)` `(\S+)`", cell).groups()  # type: ignore[union-attr]
        source = (TESTS / file).read_text(encoding="utf-8")
        assert re.search(rf"^def test_{name}\(", source, re.MULTILINE), case


def test_tests_named_beside_what_is_not_there_yet_are_there_too() -> None:
    _, missing = TEXT.split("\n## Not yet\n")
    sources = "".join(path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    names = re.findall(r"`([a-z_0-9]{20,})`", missing)

    assert names
    assert [name for name in names if f"def test_{name}(" not in sources] == []


def test_every_case_has_one_row() -> None:
    cases = [case for case, _ in ROW.findall(TEXT)]

    assert len(cases) == len(set(cases)) == 23
