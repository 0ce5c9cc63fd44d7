import json
import time
from importlib import import_module

import pytest

from benchmarks.boards import BadInputError
from benchmarks.speed import EXTRACT, YARDSTICK, run_speed
from benchmarks.stages import STAGES, Stopwatch, timed_stages

PAGE = "<html><body><main><h1>Tide</h1><p>High water at six.</p><pre>a</pre></main></body></html>"


def write(path, *pages: str):
    rows = [{"id": str(n), "url": "", "html": html} for n, html in enumerate(pages)]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def test_a_multiple_is_what_extract_takes_over_what_lxml_takes(tmp_path):
    report = run_speed(write(tmp_path / "tides.jsonl", PAGE, PAGE), pages=2, seed=0, rounds=1)

    times = {entry["what"]: entry for entry in report.figures["times"]}
    assert times[YARDSTICK]["multiple"] == 1
    ratio = times[EXTRACT]["ms_per_page"] / times[YARDSTICK]["ms_per_page"]
    assert times[EXTRACT]["multiple"] == pytest.approx(ratio)
    assert ratio > 1


def test_a_page_that_nobody_can_read_is_left_out_and_said(tmp_path):
    report = run_speed(write(tmp_path / "tides.jsonl", PAGE, ""), pages=2, seed=0, rounds=1)

    assert (report.figures["pages"], report.figures["left_out"]) == (1, 1)
    assert "1 left out" in report.tables[0].title


def test_a_board_without_a_readable_page_is_one_clear_error(tmp_path):
    with pytest.raises(BadInputError, match=r"tides\.jsonl: no page"):
        run_speed(write(tmp_path / "tides.jsonl", ""), pages=1, seed=0, rounds=1)


def test_every_stage_is_timed_on_a_page_that_needs_all(tmp_path):
    report = run_speed(write(tmp_path / "tides.jsonl", PAGE), pages=1, seed=0, rounds=1)

    assert {*STAGES, "steps", "rest"} == report.figures["stages"].keys()


def test_after_timing_the_functions_are_the_products_own_again():
    functions = [getattr(import_module(m), n) for uses in STAGES.values() for m, n in uses]

    with timed_stages(Stopwatch()):
        inside = [getattr(import_module(m), n) for uses in STAGES.values() for m, n in uses]

    after = [getattr(import_module(m), n) for uses in STAGES.values() for m, n in uses]
    assert after == functions
    assert all(one is not other for one, other in zip(inside, functions, strict=True))


def test_a_stage_inside_another_counts_for_itself_alone():
    watch = Stopwatch()

    def work() -> None:
        until = time.process_time() + 0.02
        while time.process_time() < until:
            pass

    inner = watch.time("inner", work)
    watch.time("outer", lambda: (inner(), inner()))()

    assert watch.seconds["inner"] >= 0.04
    assert watch.seconds["outer"] < 0.02
