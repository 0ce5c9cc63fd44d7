"""The benchmark commands: argument parsing and nothing else."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.board import run_board
from benchmarks.boards import BadInputError, Row, find_file, sample_rows
from benchmarks.cases import run_cases
from benchmarks.crawl import run_crawl
from benchmarks.fidelity import LEFT_OUT, run_fidelity
from benchmarks.methods import EXTRACTORS, PEERS, find_peer_fault
from benchmarks.report import Report
from benchmarks.site_archive import VARIANTS
from benchmarks.sites import run_sites
from benchmarks.speed import run_speed
from benchmarks.steps import run_steps


def main(arguments: list[str] | None = None) -> int:
    """Run one command.

    Returns:
        0; 1 where the command's verdict is a failure; 2 for input that is not what it needs.
    """
    options = _parser().parse_args(arguments)
    try:
        report: Report = options.run(options)
    except BadInputError as error:
        print("benchmarks:", " ".join(str(error).split()), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("benchmarks: stopped", file=sys.stderr)
        return 130
    try:
        report.print(options.json)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough (`| head`); nothing more may be written, at exit neither.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1 if report.failed else 0


def _parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--json", action="store_true", help="print one JSON object")
    shared.add_argument("--processes", type=_positive, default=2, metavar="N")
    shared.add_argument("--timeout", type=_positive, default=60, metavar="S", help="per page")
    shared.add_argument("--worst", type=int, default=0, metavar="N", help="list the worst pages")
    sampled = argparse.ArgumentParser(add_help=False)
    sampled.add_argument("--sample", type=_positive, metavar="N", help="score N pages only")
    sampled.add_argument("--seed", type=int, default=0, help="of the sample")
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="A FILE is a path, or a name in the folder of the variable BOARDS.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    board = commands.add_parser("board", parents=[shared, sampled], help="word F1 of the content")
    board.add_argument("files", nargs="+", metavar="FILE")
    board.add_argument("--method", action="append", choices=sorted(EXTRACTORS), default=[])
    board.add_argument("--peer", action="append", choices=sorted(PEERS), default=[])
    board.add_argument("--by", choices=["language"], default="")
    board.set_defaults(run=_board)

    fidelity = commands.add_parser(
        "fidelity", parents=[shared, sampled], help="what the whole-page Markdown loses"
    )
    fidelity.add_argument("file", metavar="FILE")
    fidelity.add_argument("--leave-out", default=",".join(LEFT_OUT), metavar="ID,…")
    fidelity.set_defaults(run=_fidelity)

    cases = commands.add_parser("cases", parents=[shared], help="faults that users reported")
    cases.add_argument("file", metavar="FILE")
    cases.set_defaults(run=_cases)

    sites = commands.add_parser("sites", parents=[shared], help="whole sites, really crawled")
    sites.add_argument("file", metavar="TAR")
    sites.add_argument("--variant", action="append", choices=VARIANTS, default=[])
    sites.add_argument("--only", default="", metavar="NAME,…")
    sites.add_argument("--keep", metavar="DIR", help="keep outputs and stores there")
    sites.add_argument("--in-process", action="store_true", help="no crawl: read the files")
    sites.add_argument("--site-timeout", type=_positive, default=900, metavar="S")
    sites.set_defaults(run=_sites)

    markdown = commands.add_parser(
        "markdown", parents=[shared], help="the content's Markdown, its tables and its code"
    )
    markdown.add_argument("files", nargs="+", metavar="FILE")
    markdown.add_argument("--peer", action="append", choices=sorted(PEERS), default=[])
    markdown.add_argument("--alone", action="store_true", help="judge each page by itself")
    markdown.add_argument("--only", default="", metavar="NAME,…", help="sites of an archive")
    markdown.set_defaults(run=_markdown)

    steps = commands.add_parser(
        "steps", parents=[shared, sampled], help="what each step of the selection adds and costs"
    )
    steps.add_argument("files", nargs="+", metavar="FILE")
    steps.set_defaults(run=_steps)

    speed = commands.add_parser("speed", help="CPU time of extract as a multiple of lxml's parsing")
    speed.add_argument("--json", action="store_true", help="print one JSON object")
    speed.add_argument("--pages", type=_positive, default=300, metavar="N", help="of a sample")
    speed.add_argument("--seed", type=int, default=0, help="of the sample")
    speed.add_argument("--rounds", type=_positive, default=3, metavar="N")
    speed.add_argument("file", metavar="FILE")
    speed.set_defaults(run=_speed)

    crawl = commands.add_parser("crawl", help="pages a second beside a bare Scrapy spider; memory")
    crawl.add_argument("--json", action="store_true", help="print one JSON object")
    crawl.add_argument("--pages", type=_positive, default=1000, metavar="N", help="of the site")
    crawl.add_argument("--seed", type=int, default=0, help="of the site")
    crawl.add_argument("--rounds", type=_positive, default=3, metavar="N")
    crawl.set_defaults(run=_crawl)

    gate = commands.add_parser("gate", parents=[shared], help="no board falls below its floor")
    gate.add_argument("folder", nargs="?", metavar="FOLDER", help="of shared data; else BOARDS")
    gate.add_argument("--only", default="", metavar="NAME,…", help="boards of the floors")
    gate.add_argument("--floors", metavar="FILE", help="other floors than the project's own")
    gate.add_argument("--update", action="store_true", help="take the figures of now for floors")
    gate.set_defaults(run=_gate)
    return parser


def _board(options: argparse.Namespace) -> Report:
    methods = (options.method or ["content"]) + options.peer
    _require(*(PEERS.keys() & methods))
    return run_board(
        [find_file(name) for name in options.files],
        methods=list(dict.fromkeys(methods)),
        draw=_drawing(options),
        processes=options.processes,
        timeout_s=options.timeout,
        worst=options.worst,
        by=options.by,
    )


def _fidelity(options: argparse.Namespace) -> Report:
    return run_fidelity(
        find_file(options.file),
        draw=_drawing(options),
        leave_out=_names(options.leave_out),
        processes=options.processes,
        timeout_s=options.timeout,
        worst=options.worst or 10,
    )


def _cases(options: argparse.Namespace) -> Report:
    return run_cases(
        find_file(options.file), processes=options.processes, timeout_s=options.timeout
    )


def _sites(options: argparse.Namespace) -> Report:
    return run_sites(
        find_file(options.file),
        variants=options.variant or ["plain"],
        only=_names(options.only),
        keep=options.keep,
        in_process=options.in_process,
        processes=options.processes,
        timeout_s=options.site_timeout,
        worst=options.worst,
    )


def _markdown(options: argparse.Namespace) -> Report:
    _require("markdown_it", "rapidfuzz", *options.peer)
    from benchmarks.markdown_board import run_markdown

    return run_markdown(
        [find_file(name) for name in options.files],
        peers=list(dict.fromkeys(options.peer)),
        alone=options.alone,
        only=_names(options.only),
        processes=options.processes,
        timeout_s=options.timeout,
        worst=options.worst,
    )


def _steps(options: argparse.Namespace) -> Report:
    return run_steps(
        [find_file(name) for name in options.files],
        draw=_drawing(options),
        processes=options.processes,
        timeout_s=options.timeout,
    )


def _speed(options: argparse.Namespace) -> Report:
    return run_speed(
        find_file(options.file), pages=options.pages, seed=options.seed, rounds=options.rounds
    )


def _crawl(options: argparse.Namespace) -> Report:
    return run_crawl(pages=options.pages, seed=options.seed, rounds=options.rounds)


def _gate(options: argparse.Namespace) -> Report:
    _require("markdown_it", "rapidfuzz")
    from benchmarks.gate import FLOORS, run_gate

    folder = options.folder or os.environ.get("BOARDS")
    if not folder:
        raise BadInputError("gate: no FOLDER; BOARDS names none either")
    return run_gate(
        Path(folder),
        floors=Path(options.floors) if options.floors else FLOORS,
        only=_names(options.only),
        update=options.update,
        processes=options.processes,
        timeout_s=options.timeout,
        worst=options.worst,
    )


def _drawing(options: argparse.Namespace) -> Callable[[Iterator[Row]], Iterable[Row]]:
    if options.sample is None:
        return iter
    return partial(sample_rows, size=options.sample, seed=options.seed)


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _require(*modules: str) -> None:
    for module in modules:
        if fault := find_peer_fault(module):
            raise BadInputError(" ".join(fault.split()))


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


if __name__ == "__main__":
    sys.exit(main())
