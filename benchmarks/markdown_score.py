"""Similarity of two pieces of Markdown: as a whole, their tables, their code."""

from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from benchmarks.markdown_form import write_form


@dataclass(frozen=True, slots=True)
class MarkdownScore:
    """1 less the edit distance over the longer length, each 0 to 1.

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
    return Levenshtein.normalized_similarity(truth, output)
