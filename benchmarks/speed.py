"""`speed`: CPU time of the whole `extract` as a multiple of lxml's own parsing."""

import gc
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from lxml import html as lxml_html
from lxml.etree import ParserError

from benchmarks.boards import BadInputError, Row, board_name, read_rows, sample_rows
from benchmarks.methods import MARKDOWN_PEERS, find_peer_fault
from benchmarks.report import Report, Table
from benchmarks.stages import Stopwatch, timed_stages

REQUIRED_KEYS: Final = ("id", "url", "html")
YARDSTICK: Final = "lxml.html.fromstring"
EXTRACT: Final = "extract"

_Work = Callable[[str, str], object]
_Round = dict[str, float]
"""CPU seconds of one pass over all pages, by what was timed."""


def run_speed(file: Path, *, pages: int, seed: int, rounds: int) -> Report:
    """Time `extract` and each peer that is installed beside lxml's parsing, on one core.

    All of them read a page before any reads the next, so that a slow moment of the machine
    falls on all; a multiple is the median over rounds of total over total. The garbage collector
    runs as it does in a crawl, but what one left behind is collected, untimed, before the next
    is timed. Stages are timed in passes of their own, as timing them takes time itself.
    """
    rows = sample_rows(read_rows(file, REQUIRED_KEYS), pages, seed)
    works = _list_works()
    # What is loaded by now is nobody's garbage: no collection has to look at it again.
    gc.collect()
    gc.freeze()
    readable = [row for row in rows if _warm_up(row, works)]
    if not readable:
        raise BadInputError(f"{file}: no page that can be read")
    timed = [_time_round(readable, works, number, rounds) for number in range(1, rounds + 1)]
    figures = {
        "command": "speed",
        "board": board_name(file),
        "pages": len(readable),
        "left_out": len(rows) - len(readable),
        "rounds": rounds,
        "times": _figures(timed, len(readable)),
        "stages": _time_stages(readable),
    }
    return Report(figures, _tables(figures))


def _list_works() -> dict[str, _Work]:
    from crawler import extract

    peers = {name: work for name, work in MARKDOWN_PEERS.items() if not find_peer_fault(name)}
    return {YARDSTICK: lambda html, _: lxml_html.fromstring(html), EXTRACT: extract, **peers}


def _warm_up(row: Row, works: dict[str, _Work]) -> bool:
    """Say whether lxml and `extract` can read a page at all; what they load once is loaded."""
    from crawler import UnreadablePageError

    try:
        for name in (YARDSTICK, EXTRACT):
            works[name](row["html"], row["url"] or "")
    except (ParserError, ValueError, UnreadablePageError):
        return False
    return True


def _time_round(rows: Sequence[Row], works: dict[str, _Work], number: int, rounds: int) -> _Round:
    seconds: _Round = defaultdict(float)
    for row in rows:
        for name, work in works.items():
            gc.collect()
            started = time.process_time()
            work(row["html"], row["url"] or "")
            seconds[name] += time.process_time() - started
    print(f"round {number} of {rounds}: done", file=sys.stderr)
    return seconds


def _time_stages(rows: Sequence[Row]) -> dict[str, float]:
    """CPU seconds by stage of one pass; `rest` is what no stage names."""
    from crawler.page import read_page
    from pipelines.content import select_content
    from pipelines.select import STEPS

    watch = Stopwatch()
    steps = [watch.time("steps", step) for step in STEPS]
    read_and_select = watch.time(
        "rest", lambda html, url: select_content(read_page(html, url), steps=steps)
    )
    with timed_stages(watch):
        for row in rows:
            gc.collect()
            read_and_select(row["html"], row["url"] or "")
    return dict(watch.seconds)


def _figures(rounds: Sequence[_Round], pages: int) -> list[dict[str, Any]]:
    multiples = {
        name: [seconds[name] / seconds[YARDSTICK] for seconds in rounds] for name in rounds[0]
    }
    return [
        {
            "what": name,
            "ms_per_page": 1000 * median(seconds[name] for seconds in rounds) / pages,
            "multiple": median(values),
            "lowest": min(values),
            "highest": max(values),
        }
        for name, values in multiples.items()
    ]


def _tables(figures: dict[str, Any]) -> list[Table]:
    pages, stages = figures["pages"], figures["stages"]
    title = f"CPU time over {pages} pages of {figures['board']}, {figures['rounds']} rounds"
    left_out = f"; {figures['left_out']} left out that lxml or extract refuses"
    headings = ("what", "ms/page", "times lxml", "lowest", "highest")
    total = sum(stages.values())
    rows = [
        (stage, 1000 * seconds / pages, seconds / total)
        for stage, seconds in sorted(stages.items(), key=lambda entry: -entry[1])
    ]
    return [
        Table(
            title + left_out * bool(figures["left_out"]),
            headings,
            [tuple(entry.values()) for entry in figures["times"]],
        ),
        Table(
            "Stages of extract, each without those inside it", ("stage", "ms/page", "share"), rows
        ),
    ]
