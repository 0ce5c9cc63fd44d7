"""`fidelity`: does the whole-page Markdown hold every word that a browser shows?"""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.boards import Row, board_name, read_rows
from benchmarks.markdown import strip_syntax
from benchmarks.metrics import mean
from benchmarks.report import Report, Table
from benchmarks.workers import Outcome, run_jobs

REQUIRED_KEYS: Final = ("id", "url", "html", "visible_text")

# Pages of the board fidelity-dev that its makers leave out: the browser's text of the first five
# is near empty, the last hides its text with `content-visibility`.
LEFT_OUT: Final = ("0235", "0585", "4020", "4147", "4314", "0028")

# Recall under which a page is listed with its missing words; from the board's own definition.
LISTED_BELOW: Final = 0.98
# Unmeasured: enough words to see what kind of text is missing.
SHOWN_WORDS: Final = 12
# Words in a row that may make up one: enough for a line of short links without spaces.
MAX_JOINED_WORDS: Final = 16
# Failed pages named in the table; the JSON object names all.
SHOWN_FAILURES: Final = 20

_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Fidelity:
    """Counts of words of one page, as multisets.

    `shown` by the browser and `kept` of those in the Markdown; `visible` in blocks not marked
    hidden and `extra` of those that the browser does not show; `hidden` in the other blocks.
    `parted` of the missing words stand in the Markdown as several in a row (a browser without
    the site's style sheet glues neighbouring elements); `glued` are words of the Markdown that
    the browser shows as several.
    """

    shown: int
    kept: int
    visible: int
    extra: int
    hidden: int
    parted: int = 0
    glued: int = 0
    missing_words: tuple[str, ...] = ()
    extra_words: tuple[str, ...] = ()

    @property
    def recall(self) -> float:
        """Share of the shown words that are kept; 1 when nothing is shown."""
        return self.kept / self.shown if self.shown else 1.0

    @property
    def recall_if_parted(self) -> float:
        """Recall if a word that stands there in several pieces counted as kept."""
        return (self.kept + self.parted) / self.shown if self.shown else 1.0

    @property
    def extra_share(self) -> float:
        """Share of the visible blocks' words that no browser shows."""
        return self.extra / self.visible if self.visible else 0.0

    @property
    def hidden_share(self) -> float:
        """Share of all blocks' words that stand in hidden blocks."""
        total = self.visible + self.hidden
        return self.hidden / total if total else 0.0


# What a page that failed keeps of what a browser shows.
NOTHING_KEPT: Final = Fidelity(1, 0, 0, 0, 0)


def run_fidelity(
    file: Path,
    *,
    draw: Callable[[Iterator[Row]], Iterable[Row]],
    leave_out: Sequence[str],
    processes: int,
    timeout_s: float,
    worst: int,
) -> Report:
    """Measure every page of a board with `visible_text`, those of `leave_out` excepted."""
    results = measure_board(
        file, draw=draw, leave_out=leave_out, processes=processes, timeout_s=timeout_s
    )
    return _report(board_name(file), results, worst)


def measure_board(
    file: Path,
    *,
    draw: Callable[[Iterator[Row]], Iterable[Row]],
    leave_out: Sequence[str] = LEFT_OUT,
    processes: int,
    timeout_s: float,
) -> list[tuple[Row, Outcome[Fidelity]]]:
    """Measure the pages of a board; rows by their id, which is their order."""
    rows = read_rows(file, REQUIRED_KEYS)
    kept_rows = draw(row for row in rows if row["id"] not in leave_out)
    results = run_jobs(_measure_page, kept_rows, processes=processes, timeout_s=timeout_s)
    return sorted(results, key=lambda result: str(result[0]["id"]))


def measure_fidelity(
    shown_text: str, markdown: str, visible_text: str, hidden_text: str
) -> Fidelity:
    """Compare the browser's text with the Markdown and with the texts of the blocks."""
    stripped = strip_syntax(markdown)
    shown, kept = count_plain_words(shown_text), count_plain_words(stripped)
    visible, hidden = count_plain_words(visible_text), count_plain_words(hidden_text)
    missing, extra = shown - kept, visible - shown
    return Fidelity(
        shown=shown.total(),
        kept=(shown & kept).total(),
        visible=visible.total(),
        extra=extra.total(),
        hidden=hidden.total(),
        parted=count_joined(missing, stripped),
        glued=count_joined(kept - shown, shown_text, made_of=missing),
        missing_words=_most_common(missing),
        extra_words=_most_common(extra),
    )


def count_plain_words(text: str) -> Counter[str]:
    r"""Count the words `[^\W_]+` of the lower-cased text."""
    return Counter(_plain_words(text))


def count_joined(words: Counter[str], text: str, *, made_of: Container[str] | None = None) -> int:
    """Count those of the words that neighbouring words of a text make up when written as one.

    With `made_of` only by neighbours that are all in it: `it` and `s` make no `its` by chance.
    """
    longest = max(map(len, words), default=0)
    tokens = _plain_words(text)
    joined: Counter[str] = Counter()
    for start in range(len(tokens)):
        word = ""
        for token in tokens[start : start + MAX_JOINED_WORDS]:
            if len(word + token) > longest or (made_of is not None and token not in made_of):
                break
            joined[word + token] += bool(word)
            word += token
    return (words & joined).total()


def _plain_words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _measure_page(row: Row) -> Fidelity:
    from crawler import extract

    content = extract(row["html"], row["url"] or "")
    visible = "\n".join(d.text for d in content.decisions if not d.hidden)
    hidden = "\n".join(d.text for d in content.decisions if d.hidden)
    return measure_fidelity(row["visible_text"], content.markdown, visible, hidden)


def _most_common(words: Counter[str]) -> tuple[str, ...]:
    return tuple(
        f"{word}×{count}" if count > 1 else word for word, count in words.most_common(SHOWN_WORDS)
    )


_Page = tuple[str, Fidelity]
"""A page of the board by its id, and its measure."""


def _report(name: str, results: Sequence[tuple[Row, Outcome[Fidelity]]], worst: int) -> Report:
    pages = [(str(row["id"]), out.value or NOTHING_KEPT) for row, out in results]
    read = [(str(row["id"]), out.value) for row, out in results if out.value]
    under = sorted(
        ((id_, page) for id_, page in read if page.recall < LISTED_BELOW),
        key=lambda entry: entry[1].recall,
    )
    most_extra = sorted(pages, key=lambda entry: -entry[1].extra_share)[:worst]
    failures = [(str(row["id"]), out.failure) for row, out in results if out.failure]
    figures = {
        "command": "fidelity",
        "board": name,
        **_means([page for _, page in pages]),
        "ms_per_page": 1000 * mean([outcome.seconds for _, outcome in results]),
        **_lists(under, most_extra),
        "failures": [{"id": id_, "reason": reason} for id_, reason in failures],
    }
    return Report(figures, _tables(figures, under, most_extra, failures))


def _means(pages: Sequence[Fidelity]) -> dict[str, Any]:
    return {
        "pages": len(pages),
        "recall": mean([page.recall for page in pages]),
        "recall_if_parted": mean([page.recall_if_parted for page in pages]),
        "glued_words": sum(page.glued for page in pages),
        "extra": mean([page.extra_share for page in pages]),
        "hidden": mean([page.hidden_share for page in pages]),
    }


def _lists(under: Sequence[_Page], most_extra: Sequence[_Page]) -> dict[str, Any]:
    return {
        "under_0_98": [
            {
                "id": id_,
                "recall": page.recall,
                "recall_if_parted": page.recall_if_parted,
                "missing": list(page.missing_words),
            }
            for id_, page in under
        ],
        "most_extra": [
            {"id": id_, "extra": page.extra_share, "words": list(page.extra_words)}
            for id_, page in most_extra
        ],
    }


def _tables(
    figures: dict[str, Any],
    under: Sequence[_Page],
    most_extra: Sequence[_Page],
    failures: Sequence[tuple[str, str]],
) -> list[Table]:
    keys = ("board", "pages", "recall", "recall_if_parted", "glued_words", "extra", "hidden")
    summary = tuple(figures[key] for key in keys)
    headings = ("board", "pages", "recall", "if parted", "glued", "extra", "hidden words")
    return [
        Table(
            "Fidelity of the whole-page Markdown, mean over pages",
            (*headings, "ms/page", "failed"),
            [(*summary, figures["ms_per_page"], len(failures))],
        ),
        Table(
            f"Pages with recall under {LISTED_BELOW}",
            ("id", "recall", "if parted", "shown", "missing words"),
            [
                (i, p.recall, p.recall_if_parted, p.shown, " ".join(p.missing_words))
                for i, p in under
            ],
        ),
        Table(
            "Pages with most extra",
            ("id", "extra", "visible", "extra words"),
            [(i, p.extra_share, p.visible, " ".join(p.extra_words)) for i, p in most_extra],
        ),
        Table(
            f"{len(failures)} failed pages (recall 0)",
            ("id", "reason"),
            failures[:SHOWN_FAILURES],
        ),
    ]
