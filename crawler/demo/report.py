"""Show on a terminal, or in a pipe, what a crawl brought."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from crawler.demo.results import SITE_CHROME, DroppedText, PageResult
from crawler.terminal import shorten, strip_controls

# Lines of a page that are shown from its beginning and from its end.
LINES_SHOWN: Final = (14, 9)


def show_pages(console: Console, pages: Sequence[PageResult]) -> None:
    """One line per page: path, title, words of the whole and of the content, and what was done."""
    aliases = sum(page.aliases for page in pages)
    _title(console, f"{len(pages)} pages; {aliases} more addresses led to one of them")
    table = _table()
    table.add_column("page", no_wrap=True, ratio=24)
    table.add_column("title", no_wrap=True, ratio=18)
    table.add_column("words", justify="right", width=5)
    table.add_column("content", justify="right", width=7)
    table.add_column("removed by", ratio=22, min_width=23)
    for page in pages:
        counts = (str(page.words), str(page.content_words))
        table.add_row(_plain(page.path), _plain(page.title), *counts, _plain(page.methods))
    console.print(table)


def show_chrome(console: Console, chrome: Sequence[DroppedText]) -> None:
    """One line per text that the site repeats, with the reason it was taken for chrome."""
    _title(
        console, f"Chrome learned across the pages, where nothing declares it: {len(chrome)} texts"
    )
    table = _table()
    table.add_column("text", ratio=37)
    table.add_column("pages", justify="right", width=5)
    table.add_column("why", ratio=34)
    for one in chrome:
        table.add_row(_plain(one.text), str(one.pages), _plain(one.reason))
    console.print(table)


def show_other_steps(console: Console, pages: Sequence[PageResult]) -> None:
    """Say how many blocks the other steps dropped."""
    dropped = (one.step for page in pages for one in page.decisions if not one.kept)
    counts = Counter(step for step in dropped if step != SITE_CHROME)
    parts = [f"{step} {count}" for step, count in counts.most_common()]
    _title(console, "Blocks dropped by other steps: " + (", ".join(parts) or "none"))


def show_before_and_after(console: Console, page: PageResult) -> None:
    """The beginning and the end of one page, whole and as content."""
    for name, words, markdown in (
        ("before: markdown, the whole page", page.words, page.markdown),
        ("after: content_markdown", page.content_words, page.content_markdown),
    ):
        console.print()
        console.print(Rule(_plain(f"{page.path} {name}, {words} words"), align="left"))
        for line in trim_lines(markdown, console.width):
            console.print(Text(line), soft_wrap=True)


def trim_lines(markdown: str, width: int) -> list[str]:
    """The first and the last lines that hold text, each cut to `width` characters."""
    lines = [shorten(line, width) for line in markdown.splitlines() if line.strip()]
    first, last = LINES_SHOWN
    if len(lines) <= first + last + 1:
        return lines
    left_out = len(lines) - first - last
    return [*lines[:first], f"… {left_out} more lines …", *lines[-last:]]


def _table() -> Table:
    return Table(box=None, padding=(0, 1, 0, 0), expand=True, header_style="underline")


def _title(console: Console, text: str) -> None:
    console.print()
    console.print(Text(text, style="bold"))


def _plain(text: str) -> Text:
    """Text that is shown as it is: no markup in a page's own words is obeyed."""
    return Text(" ".join(strip_controls(text).split()), overflow="ellipsis")
