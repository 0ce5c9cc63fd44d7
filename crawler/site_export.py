"""What is written of a site that was crawled before: its rows, and its blocks where asked for."""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

from crawler.atomic_file import AtomicFile
from crawler.outputs import Output, OutputError
from crawler.reconversion import read_marks_again, tell_failed
from crawler.row_files import LostPages, NoRowError, Written, write_lines, write_rows
from crawler.summary import describe_rows
from crawler.terminal import tell
from models.store import Store, StoreError
from pipelines.export import block_rows
from pipelines.select import Step, choose_steps


def export_site(
    store_url: str,
    site: str,
    output: Output,
    blocks: Output | None = None,
    *,
    include_flagged: bool = False,
    changed_since: str = "",
    cleans_markdown: bool = True,
) -> int:
    """Write a stored site's rows, and its blocks where `blocks` says so.

    With `changed_since`, as in `pipelines.export.site_rows`, only some of them.
    `cleans_markdown` is MARKDOWN_CLEANER_ENABLED.

    Returns:
        The number of pages of which no row could be made; standard error names each.

    Raises:
        OutputError: no such store or site, a file that cannot be written, or not one row.
    """
    lost = LostPages(tell)
    steps = choose_steps(cleans_markdown=cleans_markdown)
    try:
        with Store.open(store_url, create=False) as store:
            _check_site(store, site)
            read_marks_again(store, site, steps=steps, on_failed=tell_failed)
            _export_rows(store, site, output, lost, include_flagged, changed_since, steps)
            if blocks is not None:
                _export_blocks(store, site, blocks, lost, include_flagged, changed_since, steps)
    except BrokenPipeError:
        _close_stdout()
    except (OSError, StoreError, NoRowError) as error:
        raise OutputError(str(error)) from error
    return len(lost)


def _check_site(store: Store, site: str) -> None:
    known = store.sites()
    if site not in known:
        verb = "is" if len(known) == 1 else "are"
        there = f"there {verb} {', '.join(known)}" if known else "there is none yet"
        raise OutputError(f"no site {site!r} in the store: {there}")


def _export_rows(
    store: Store,
    site: str,
    output: Output,
    lost: LostPages,
    include_flagged: bool,
    changed_since: str,
    steps: Sequence[Step],
) -> None:
    def write(file: Any) -> Written:
        return write_rows(
            store,
            [site],
            file,
            lost,
            include_flagged=include_flagged,
            changed_since=changed_since,
            steps=steps,
        )

    written = _write(output, write)
    if output.path is not None:
        described = describe_rows(
            str(output.path),
            written.rows,
            stored=0 if changed_since else store.page_count(site),
            folded=written.folded,
            lost=len(lost),
        )
        tell(f"{site}: {described}")


def _export_blocks(
    store: Store,
    site: str,
    output: Output,
    lost: LostPages,
    include_flagged: bool,
    changed_since: str,
    steps: Sequence[Step],
) -> None:
    rows = block_rows(
        store,
        site,
        include_flagged=include_flagged,
        changed_since=changed_since,
        steps=steps,
        on_lost=lost.add,
    )
    written = _write(output, lambda file: write_lines(rows, file))
    if output.path is not None:
        tell(f"{site}: {written.rows:,} blocks in {output.path}")


def _write(output: Output, write: Callable[[Any], Written]) -> Written:
    if output.path is not None:
        with AtomicFile(output.path) as file:
            return write(file)
    written = write(sys.stdout.buffer)
    sys.stdout.buffer.flush()
    return written


def _close_stdout() -> None:
    """The reader went away (`| head`): that is no error, and no later flush may make it one."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
