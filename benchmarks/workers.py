"""Running a function over many pages in processes that may crash or hang."""

import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Generic, TypeVar

Job = TypeVar("Job")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Value]):
    """What became of one job: a value, or the failure that took its place."""

    value: Value | None
    seconds: float
    failure: str = ""


@dataclass(slots=True)
class _Worker(Generic[Job]):
    process: SpawnProcess
    pipe: Connection
    job: Job
    deadline: float


def run_jobs(
    function: Callable[[Job], Value],
    jobs: Iterable[Job],
    *,
    processes: int = 2,
    timeout_s: float = 60.0,
) -> Iterator[tuple[Job, Outcome[Value]]]:
    """Call an importable function on each job, in several processes, and yield as they end.

    A job that raises, kills its process or takes too long ends as a failure; no other job is
    lost by it.
    """
    todo = iter(jobs)
    busy: dict[Connection, _Worker[Job]] = {}
    idle: list[tuple[SpawnProcess, Connection]] = []
    try:
        while True:
            for job in islice(todo, processes - len(busy)):
                given = _give(function, job, idle, timeout_s)
                busy[given.pipe] = given
            if not busy:
                return
            for pipe in _wait_for_some(busy):
                worker = busy.pop(pipe)
                outcome: Outcome[Value] = _collect(worker, timeout_s)
                if worker.process.is_alive():
                    idle.append((worker.process, pipe))
                yield worker.job, outcome
    finally:
        for process, _ in idle:
            process.terminate()
        for worker in busy.values():
            worker.process.terminate()


def _give(
    function: Callable[[Job], Value],
    job: Job,
    idle: list[tuple[SpawnProcess, Connection]],
    timeout_s: float,
) -> _Worker[Job]:
    process, pipe = idle.pop() if idle else _start(function)
    pipe.send(job)
    return _Worker(process, pipe, job, time.monotonic() + timeout_s)


def _start(function: Callable[[Job], Value]) -> tuple[SpawnProcess, Connection]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(function, theirs), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def _serve(function: Callable[[Job], Value], pipe: Connection) -> None:
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        started = time.perf_counter()
        try:
            outcome = Outcome(function(job), time.perf_counter() - started)
        # A benchmark reports every failure of the code it measures as that page's result.
        except Exception as error:
            outcome = Outcome(None, time.perf_counter() - started, _describe(error))
        pipe.send(outcome)


def _describe(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})" if trace else ""
    return f"{type(error).__name__}: {error}{where}"


def _wait_for_some(busy: dict[Connection, _Worker[Job]]) -> list[Connection]:
    """Wait for answers, ended processes or the next deadline."""
    while True:
        now = time.monotonic()
        late = [pipe for pipe, worker in busy.items() if worker.deadline <= now]
        remaining = min(worker.deadline for worker in busy.values()) - now
        ready = wait(list(busy), timeout=max(0.0, remaining))
        found = [pipe for pipe in busy if pipe in ready or pipe in late]
        if found:
            return found


def _collect(worker: _Worker[Job], timeout_s: float) -> Outcome[Value]:
    if not worker.pipe.poll():
        worker.process.kill()
        worker.process.join()
        return Outcome(None, timeout_s, f"took more than {timeout_s:g} s")
    try:
        outcome: Outcome[Value] = worker.pipe.recv()
    except (EOFError, OSError):
        worker.process.join()
        return Outcome(None, 0.0, f"its process ended with code {worker.process.exitcode}")
    return outcome
