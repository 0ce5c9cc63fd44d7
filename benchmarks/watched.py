"""A process watched from outside: its CPU time and memory as its work goes on."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from benchmarks.boards import BadInputError

_LOOKED_EVERY_S: Final = 0.02
_TICKS_A_SECOND: Final = os.sysconf("SC_CLK_TCK")
_PAGE_BYTES: Final = os.sysconf("SC_PAGE_SIZE")
_MB: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Look:
    """Where a process stood: the work it had asked for, and its times since it began."""

    done: int
    wall_s: float
    cpu_s: float
    rss_mb: float


def watch(
    command: Sequence[str], folder: Path, log: IO[str], count: Callable[[], int]
) -> tuple[Look, ...]:
    """Run a command in a folder, and look at it and at what it has done until it ends.

    Raises:
        BadInputError: there is no `/proc`, which only Linux has, or the command failed.
    """
    if not Path("/proc/self/stat").exists():
        raise BadInputError("crawl: a process can be watched on Linux alone, by /proc")
    started = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    looks = []
    try:
        while process.poll() is None:
            if (look := _look(process.pid, count(), started)) is not None:
                looks.append(look)
            time.sleep(_LOOKED_EVERY_S)
    finally:
        process.kill()  # nothing where it has ended
        process.wait()
    if process.returncode:
        said = last_line(log)
        raise BadInputError(f"crawl: exit code {process.returncode} of {' '.join(command)}{said}")
    return tuple(looks)


def last_line(log: IO[str]) -> str:
    """What a command said last, to be put behind an error; nothing where it said nothing."""
    lines = Path(log.name).read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return f"; it said: {lines[-1]}" if lines else ""


def find_steps(looks: Sequence[Look], step: int) -> Iterator[Look]:
    """The first look at which each full `step` of work was done."""
    due = step
    for look in looks:
        if look.done >= due:
            yield look
            due = look.done - look.done % step + step


def _look(pid: int, done: int, started: float) -> Look | None:
    """The state of a process; nothing when it has just ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    cpu_s = (int(fields[11]) + int(fields[12])) / _TICKS_A_SECOND
    if not (memory := int(fields[21])):  # it has given back what it had
        return None
    return Look(done, time.monotonic() - started, cpu_s, memory * _PAGE_BYTES / _MB)
