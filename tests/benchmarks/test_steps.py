import json

import pytest

from benchmarks.steps import run_steps, step_lists
from pipelines.select import STEPS

LEAD = "The ferry crosses the lake four times a day and carries bicycles for nothing at all."
PAGE = f"""<html><body>
<nav><a href="/a">Harbour</a> <a href="/b">Timetable</a></nav>
<main><h1>Ferry</h1><p>{LEAD}</p></main></body></html>"""


@pytest.fixture
def report(tmp_path):
    board = tmp_path / "ferries.jsonl"
    rows = [
        {"id": "menu", "url": "", "html": PAGE, "text": f"Ferry\n{LEAD}"},
        {"id": "plain", "url": "", "html": f"<p>{LEAD}</p>", "text": LEAD},
    ]
    board.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return run_steps([board], draw=iter, processes=1, timeout_s=60)


def entries(report, part):
    (board,) = report.figures["boards"]
    return {entry["step"].strip("+- "): entry for entry in board[part]}


def test_the_lists_are_made_of_the_steps_that_crawls_run():
    lists = step_lists()

    assert lists[0] == ()
    assert lists[len(STEPS)] == STEPS
    assert all(tuple(s for s in STEPS if s is not step) in lists for step in STEPS)


def test_a_step_that_takes_a_menu_away_is_worth_what_the_menu_cost(report):
    added = entries(report, "added")

    assert added["drop_landmarks"]["touched"] == added["drop_landmarks"]["better"] == 1
    assert added["drop_landmarks"]["change"] > 0
    assert added["drop_landmarks"]["f1"] == 1.0


def test_a_step_that_changes_no_page_touches_none(report):
    added, left_out = entries(report, "added"), entries(report, "left_out")

    assert [added["prune_product"][key] for key in ("touched", "better", "worse", "change")] == [
        0
    ] * 4
    assert left_out["prune_product"]["change"] == 0


def test_what_a_later_step_would_have_done_too_is_worth_nothing_when_left_out(report):
    left_out = entries(report, "left_out")

    # Without the landmark step the page is left to the others: never worth more than alone.
    assert (
        left_out["drop_landmarks"]["change"] <= entries(report, "added")["drop_landmarks"]["change"]
    )
    assert left_out["(all steps)"]["f1"] == 1.0


def test_each_list_of_steps_has_a_row_for_people(report):
    assert [len(table.rows) for table in report.tables] == [len(STEPS) + 1] * 2
