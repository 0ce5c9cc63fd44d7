"""`gate`: no board falls below its floor."""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, floor
from pathlib import Path
from typing import Any, Final

from benchmarks.boards import BadInputError
from benchmarks.floors import (
    SCALE,
    Floor,
    PageScores,
    digest_file,
    page_key,
    read_floors,
    read_scores,
    scores_file,
    write_floors,
    write_scores,
)
from benchmarks.gate_boards import LOWER_IS_BETTER, MEASURES, Effort, Measured
from benchmarks.report import Cell, Report, Table

FLOORS: Final = Path(__file__).with_name("floors.toml")
# Folders below that of shared data in which a board may lie.
_FOLDERS: Final = ("", "boards", "sites", "cases")
# Digits of a floor after the point: finer than any tolerance.
_DIGITS: Final = 10_000

OK: Final = "ok"
LOW: Final = "LOW"
SKIPPED: Final = "skipped"
ALTERED: Final = "ALTERED"
NO_FLOOR: Final = "NO FLOOR"
OTHER_PAGES: Final = "OTHER PAGES"
SET: Final = "set"

# Pages named for a figure that fell, unless told otherwise; the JSON object names all.
SHOWN_PAGES: Final = 10
_HEADINGS: Final = ("board", "pages", "figure", "floor", "now", "change", "better", "worse", "")


@dataclass(frozen=True, slots=True)
class Move:
    """A page whose score is another than when the floor was taken; `change` below 0 is worse."""

    id: str
    before: float
    now: float
    change: float


@dataclass(frozen=True, slots=True)
class Check:
    """One figure of a board against its floor; `moves` begin with the page that fell most."""

    figure: str
    floor: float | None
    now: float
    verdict: str
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardCheck:
    """What became of one board: its figures, or why it was not scored."""

    floor: Floor
    verdict: str
    note: str = ""
    checks: tuple[Check, ...] = ()
    pages: int = 0
    seconds: float = 0.0
    failures: dict[str, str] = field(default_factory=dict)


def run_gate(
    folder: Path,
    *,
    floors: Path = FLOORS,
    only: Sequence[str] = (),
    update: bool = False,
    processes: int,
    timeout_s: float,
    worst: int,
) -> Report:
    """Score every board of the floors and say which fell; `update` takes new floors instead.

    A board that is missing is skipped; one whose file is another than the floors were taken
    with fails, as its figures would say nothing.

    Raises:
        BadInputError: no board is there at all, or the floors cannot be read or written.
    """
    held = _choose(read_floors(floors, tuple(MEASURES)), only, floors)
    files = {entry.name: _find(folder, entry.file) for entry in held}
    if not any(files.values()):
        raise BadInputError(f"{folder}: holds no board of {floors}")
    scores = read_scores(scores_file(floors))
    done: list[BoardCheck] = []
    fresh: dict[str, tuple[Floor, PageScores]] = {}
    for entry in held:
        file = files[entry.name]
        if file is None:
            done.append(BoardCheck(entry, SKIPPED, f"no {entry.file} in {folder}"))
        elif not update and (fault := _find_fault(entry, file)):
            done.append(fault)
        else:
            effort = Effort(entry.sample, processes, timeout_s)
            started = time.monotonic()
            measured = MEASURES[entry.kind](file, effort)
            seconds = time.monotonic() - started
            done.append(_compare(entry, measured, scores.get(entry.name, {}), seconds, update))
            if update:
                fresh[entry.name] = _take(entry, file, measured)
        print(f"{entry.name}: {done[-1].verdict}", file=sys.stderr)
    if update:
        _write(floors, scores, fresh)
    return _report(done, worst)


def _choose(held: Sequence[Floor], only: Sequence[str], floors: Path) -> list[Floor]:
    unknown = set(only) - {entry.name for entry in held}
    if unknown:
        raise BadInputError(f"{floors}: no {', '.join(sorted(unknown))}")
    return [entry for entry in held if not only or entry.name in only]


def _find(folder: Path, name: str) -> Path | None:
    paths = (folder / below / name for below in _FOLDERS)
    return next((path for path in paths if path.is_file()), None)


def _find_fault(entry: Floor, file: Path) -> BoardCheck | None:
    """Say why a board cannot be held to its floors, if it cannot."""
    if not entry.floors:
        return BoardCheck(entry, NO_FLOOR, "gate --update takes one")
    if digest_file(file) != entry.sha256:
        return BoardCheck(entry, ALTERED, f"{file} is not the file its floors were taken with")
    return None


def _compare(
    entry: Floor, measured: Measured, before: PageScores, seconds: float, update: bool
) -> BoardCheck:
    figures = dict.fromkeys(measured.figures if update else [*entry.floors, *measured.figures])
    if not figures:
        raise BadInputError(f"{entry.file}: no page that is scored as {entry.kind}")
    checks = tuple(
        _check(entry, figure, measured, before.get(figure, {}), update) for figure in figures
    )
    return BoardCheck(
        floor=entry,
        verdict=next((c.verdict for c in checks if c.verdict != OK), OK),
        checks=checks,
        pages=max((len(pages) for pages in measured.pages.values()), default=0),
        seconds=seconds,
        failures=measured.failures,
    )


def _check(
    entry: Floor, figure: str, measured: Measured, before: Mapping[str, float], update: bool
) -> Check:
    held, now = entry.floors.get(figure), measured.figures.get(figure, 0.0)
    pages = measured.pages.get(figure, {})
    moves = tuple(_list_moves(figure, pages, before))
    if update:
        return Check(figure, held, now, SET, moves)
    if held is None:
        return Check(figure, held, now, NO_FLOOR, moves)
    if before.keys() != set(map(page_key, pages)):
        return Check(figure, held, now, OTHER_PAGES, moves)
    verdict = OK if _gain(figure, held, now) >= -entry.tolerance else LOW
    return Check(figure, held, now, verdict, moves)


def _list_moves(figure: str, pages: Mapping[str, float], before: Mapping[str, float]) -> list[Move]:
    """List the pages that moved, the one that fell most first."""
    moves = []
    for id_, now in pages.items():
        then = before.get(page_key(id_))
        # Scores of before are rounded: what is the same rounded has not moved.
        if then is not None and round(SCALE * now) != round(SCALE * then):
            moves.append(Move(id_, then, now, _gain(figure, then, now)))
    return sorted(moves, key=lambda move: move.change)


def _gain(figure: str, before: float, now: float) -> float:
    return before - now if figure in LOWER_IS_BETTER else now - before


def _take(entry: Floor, file: Path, measured: Measured) -> tuple[Floor, PageScores]:
    """Take new floors, rounded to where they hold for the very figures they were taken from."""
    figures = {
        figure: (ceil if figure in LOWER_IS_BETTER else floor)(_DIGITS * value) / _DIGITS
        for figure, value in measured.figures.items()
    }
    scores = {
        figure: {page_key(id_): score for id_, score in pages.items()}
        for figure, pages in measured.pages.items()
    }
    return replace(entry, sha256=digest_file(file), floors=figures), scores


def _write(
    floors: Path, scores: dict[str, PageScores], fresh: Mapping[str, tuple[Floor, PageScores]]
) -> None:
    """Put what was taken in place of what was held; boards that were not scored stay."""
    entries = read_floors(floors, tuple(MEASURES))
    taken = {name: pages for name, (_, pages) in fresh.items()}
    known = scores | taken
    write_scores(
        scores_file(floors),
        {entry.name: known[entry.name] for entry in entries if entry.name in known},
    )
    write_floors(
        floors, [fresh[entry.name][0] if entry.name in fresh else entry for entry in entries]
    )


def _report(done: Sequence[BoardCheck], worst: int) -> Report:
    failed = [board.floor.name for board in done if board.verdict not in (OK, SKIPPED, SET)]
    seconds = sum(board.seconds for board in done)
    title = f"{len(failed)} of {len(done)} boards failed" if failed else "No board failed"
    if any(board.verdict == SET for board in done):
        title = "Floors taken anew"
    skipped = sum(board.verdict == SKIPPED for board in done)
    title += f"; {skipped} skipped" * bool(skipped) + f" ({seconds:.0f} s)"
    rows = [row for board in done for row in _rows(board)]
    return Report(
        {"command": "gate", "failed": failed, "boards": [_figures(board) for board in done]},
        [Table(title, _HEADINGS, rows), *_detail_tables(done, worst)],
        failed=bool(failed),
    )


def _rows(board: BoardCheck) -> Iterator[Sequence[Cell]]:
    if not board.checks:
        yield (board.floor.name, *[None] * 7, f"{board.verdict}: {board.note}")
    for check in board.checks:
        change = "" if check.floor is None else f"{check.now - check.floor:+.4f}"
        better = sum(move.change > 0 for move in check.moves)
        yield (
            board.floor.name,
            board.pages,
            check.figure,
            check.floor,
            check.now,
            change,
            better,
            len(check.moves) - better,
            _describe(check),
        )


def _describe(check: Check) -> str:
    if check.verdict == OTHER_PAGES:
        return f"{OTHER_PAGES}: not those of the floor: gate --update"
    return check.verdict


def _detail_tables(done: Sequence[BoardCheck], worst: int) -> Iterator[Table]:
    for board in done:
        for check in board.checks:
            shown = worst or (SHOWN_PAGES if check.verdict == LOW else 0)
            fell = [move for move in check.moves if move.change < 0][:shown]
            yield Table(
                f"{board.floor.name}, {check.figure}: pages that fell most",
                ("id", "before", "now"),
                [(move.id, move.before, move.now) for move in fell],
            )
        yield Table(
            f"{board.floor.name}: {len(board.failures)} failed pages (they score 0)",
            ("id", "reason"),
            list(board.failures.items())[:SHOWN_PAGES],
        )


def _figures(board: BoardCheck) -> dict[str, Any]:
    return {
        "board": board.floor.name,
        "verdict": board.verdict,
        "note": board.note,
        "pages": board.pages,
        "seconds": board.seconds,
        "checks": [
            {
                "figure": check.figure,
                "floor": check.floor,
                "now": check.now,
                "verdict": check.verdict,
                "moved": [{"id": m.id, "before": m.before, "now": m.now} for m in check.moves],
            }
            for check in board.checks
        ],
        "failures": [{"id": id_, "reason": why} for id_, why in board.failures.items()],
    }
