"""What is written of a site that was crawled before: its rows, and its blocks where asked for."""

import os
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from crawler.atomic_file import AtomicFile
from crawler.feeds import write_lines
from crawler.outputs import Output, OutputError
from models.store import Store, StoreError
from pipelines.export import block_rows, site_rows


def export_site(
    store_url: str,
    site: str,
    output: Output,
    blocks: Output | None = None,
    *,
    include_flagged: bool = False,
) -> None:
    """Write a stored site's rows, and its blocks where `blocks` says so.

    Raises:
        OutputError: no such store or site, or a file that cannot be written.
    """
    try:
        with Store.open(store_url, create=False) as store:
            _check_site(store, site)
            _write(site, site_rows(store, site, include_flagged=include_flagged), "rows", output)
            if blocks is not None:
                rows = block_rows(store, site, include_flagged=include_flagged)
                _write(site, rows, "blocks", blocks)
    except BrokenPipeError:
        _close_stdout()
    except (OSError, StoreError) as error:
        raise OutputError(str(error)) from error


def _check_site(store: Store, site: str) -> None:
    known = store.sites()
    if site not in known:
        verb = "is" if len(known) == 1 else "are"
        there = f"there {verb} {', '.join(known)}" if known else "there is none yet"
        raise OutputError(f"no site {site!r} in the store: {there}")


def _write(site: str, rows: Iterable[Mapping[str, Any]], noun: str, output: Output) -> None:
    if output.path is None:
        write_lines(rows, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    with AtomicFile(output.path) as file:
        count = write_lines(rows, file)
    print(f"{site}: {count:,} {noun} in {output.path}", file=sys.stderr)


def _close_stdout() -> None:
    """The reader went away (`| head`): that is no error, and no later flush may make it one."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
