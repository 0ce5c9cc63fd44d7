"""Similarity of two pieces of Markdown: as a whole, their tables, their code."""

from dataclasses import dataclass
from typing import Final

from rapidfuzz.distance import Levenshtein

from benchmarks.markdown_form import write_form

# Product of two lengths above which lines are compared and not characters. The time is in
# proportion: 8e10 takes 17 s, this about one. One page of the boards lies above, a book's list of
# chapters; the next longest is at 5e9.
MAX_PRODUCT: Final = 6_000_000_000


@dataclass(frozen=True, slots=True)
class MarkdownScore:
    """1 less the edit distance over the longer length, each 0 to 1; in characters.

    `tables` and `code` are None where the truth has none.
    """

    whole: float
    tables: float | None = None
    code: float | None = None


def score_markdown(truth: str, output: str, base_url: str) -> MarkdownScore:
    """Compare two pieces of Markdown, each written the one way of `write_form`.

    The tables of a page are compared as one text, in page order, and so is its code: pairing
    them one by one would make of one table split in two a miss of both.
    """
    wanted, got = write_form(truth, base_url), write_form(output, base_url)
    return MarkdownScore(
        whole=_similarity(wanted.whole, got.whole),
        tables=_similarity(wanted.tables, got.tables) if wanted.tables else None,
        code=_similarity(wanted.code, got.code) if wanted.code else None,
    )


def _similarity(truth: str, output: str) -> float:
    if len(truth) * len(output) > MAX_PRODUCT:
        return Levenshtein.normalized_similarity(truth.split("\n"), output.split("\n"))
    return Levenshtein.normalized_similarity(truth, output)
