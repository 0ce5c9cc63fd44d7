"""Word scores: how much of a truth is in an output, and how much else is."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

# Scripts written without spaces whose characters count as one word each: kana, Han.
_CJK: Final = (
    "\u3041-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_WORD: Final = re.compile(f"[{_CJK}]|[^\\W{_CJK}]+")
_SPACE: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1, each 0 to 1."""

    precision: float
    recall: float
    f1: float


ZERO: Final = Score(0.0, 0.0, 0.0)
ONE: Final = Score(1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class SnippetCounts:
    """How many snippets that must (`wanted`) and must not (`unwanted`) occur were found."""

    wanted: int = 0
    wanted_found: int = 0
    unwanted: int = 0
    unwanted_found: int = 0


def count_words(text: str) -> Counter[str]:
    r"""Count the words (`\w+`, lower-cased) of a text; each CJK character is a word."""
    return Counter(_WORD.findall(text.lower()))


def score_words(truth: str, output: str) -> Score:
    """Compare two texts as multisets of words.

    An empty truth is met by an empty output alone: any other misses nothing and scores F1 0.
    """
    wanted, got = count_words(truth), count_words(output)
    if not wanted:
        return Score(0.0, 1.0, 0.0) if got else ONE
    return score_counts(sum((wanted & got).values()), sum(got.values()), sum(wanted.values()))


def score_counts(shared: int, got: int, wanted: int) -> Score:
    """Score `shared` right ones among `got`, out of `wanted`."""
    if not shared:
        return ZERO
    precision, recall = shared / got, shared / wanted
    return Score(precision, recall, 2 * precision * recall / (precision + recall))


def mean_score(scores: Sequence[Score]) -> Score:
    """Mean of each figure by itself; F1 is the mean of F1, not that of the mean P and R."""
    if not scores:
        return ZERO
    count = len(scores)
    return Score(
        sum(score.precision for score in scores) / count,
        sum(score.recall for score in scores) / count,
        sum(score.f1 for score in scores) / count,
    )


def mean(values: Sequence[float]) -> float:
    """Arithmetic mean, 0 for nothing."""
    return sum(values) / len(values) if values else 0.0


def fold_space(text: str) -> str:
    """Make every run of white space one space, none at the ends."""
    return _SPACE.sub(" ", text).strip()


def count_snippets(output: str, wanted: Iterable[str], unwanted: Iterable[str]) -> SnippetCounts:
    """Look for snippets in an output, white space folded on both sides."""
    folded = fold_space(output)
    found = [fold_space(snippet) in folded for snippet in wanted]
    found_unwanted = [fold_space(snippet) in folded for snippet in unwanted]
    return SnippetCounts(len(found), sum(found), len(found_unwanted), sum(found_unwanted))


def add_snippets(counts: Iterable[SnippetCounts]) -> SnippetCounts:
    """Sum the counts of many pages."""
    columns = [(c.wanted, c.wanted_found, c.unwanted, c.unwanted_found) for c in counts]
    return SnippetCounts(*(sum(column) for column in zip(*columns, strict=True)))


def score_snippets(counts: SnippetCounts) -> Score:
    """Score found snippets: a wanted one found is right, an unwanted one found is wrong."""
    found = counts.wanted_found + counts.unwanted_found
    return score_counts(counts.wanted_found, found, counts.wanted)
