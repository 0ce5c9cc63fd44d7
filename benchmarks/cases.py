"""`cases`: single pages with what must and must not come out of them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from benchmarks.boards import Row, board_name, read_rows
from benchmarks.markdown import find_link_targets, plain_text
from benchmarks.report import Cell, Report, Table
from benchmarks.site_pages import learn_site
from benchmarks.workers import Outcome, run_jobs
from models.content import Content

REQUIRED_KEYS: Final = ("id", "area", "expect")

_EXPECTATIONS: Final = (
    "expect_metadata",
    "expect_page_type",
    "expect_flags",
    "expect_links",
    "expect_counts",
)
_BLANKS: Final = re.compile(r"[ \t\u00a0]+")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was checked of one case, by kind of check, with what failed; empty is right."""

    checks: dict[str, list[str]] = field(default_factory=dict)

    def passed(self, kind: str) -> bool | None:
        """Whether a kind of check passed; None where the case has none of that kind."""
        return not self.checks[kind] if kind in self.checks else None

    @property
    def faults(self) -> list[str]:
        """All that failed."""
        return [fault for faults in self.checks.values() for fault in faults]


def run_cases(file: Path, *, processes: int, timeout_s: float) -> Report:
    """Check every case that is a page or a few pages; crawls are listed as not run."""
    rows = list(read_rows(file, REQUIRED_KEYS))
    entries = check_rows(rows, processes=processes, timeout_s=timeout_s)
    return _report(board_name(file), entries, [row for row in rows if not _pages(row)])


def check_rows(rows: Iterable[Row], *, processes: int, timeout_s: float) -> list[dict[str, Any]]:
    """Check each case that is a page or a few pages.

    Returns:
        A dict a case, by id: `id`, `area`, `pages` (how many), whether `content`, `markdown` and
        what `other` things are asked are right (None where nothing is), and the `faults`.
    """
    runnable = [row for row in rows if _pages(row)]
    results = run_jobs(_check_row, runnable, processes=processes, timeout_s=timeout_s)
    return sorted((_entry(*result) for result in results), key=lambda entry: str(entry["id"]))


def check(content: Content, row: Row) -> Verdict:
    """Check one page's content against a case."""
    checks: dict[str, list[str]] = {"content": _check_content(content, row["expect"])}
    expect = row["expect"]
    if expect.get("markdown_contains") or expect.get("markdown_lacks"):
        alternatives = row.get("markdown_alternatives", ())
        checks["markdown"] = _check_markdown(content.content_markdown, expect, alternatives)
    for key in _EXPECTATIONS:
        if key in row:
            checks[key] = _check_expectation(content, key, row[key])
    return Verdict(checks)


def _pages(row: Row) -> list[dict[str, str]]:
    """The pages of a case: one, those of a small site, or none for a crawl."""
    described = row.get("input")
    if isinstance(described, dict) and "pages" in described:
        return list(described["pages"])
    if "input_html" in row:
        return [{"url": row["url"], "html": row["input_html"]}]
    return []


def _check_row(row: Row) -> Verdict:
    from crawler import extract

    pages = _pages(row)
    if len(pages) > 1:
        return _check_site(pages, row)
    html, url = pages[0]["html"], pages[0]["url"]
    if "encoding" not in row:
        return check(extract(html, url), row)
    headers = {key.lower(): value for key, value in row.get("headers", {}).items()}
    body = html.encode(row["encoding"])
    return check(extract(body, url, content_type=headers.get("content-type")), row)


def _check_site(pages: Sequence[dict[str, str]], row: Row) -> Verdict:
    """Learn the chrome of all pages; the first must hold the content, none the chrome."""
    from crawler.page import read_page
    from pipelines.content import select_content

    read = [read_page(page["html"], page["url"]) for page in pages]
    profile = learn_site(read)
    contents = [select_content(page, profile) for page in read]
    verdict = check(contents[0], row)
    lacks = {"content_contains": [], "content_lacks": row["expect"]["content_lacks"]}
    for number, content in enumerate(contents[1:], start=2):
        faults = _check_content(content, lacks)
        verdict.checks["content"] += [f"page {number}: {fault}" for fault in faults]
    return verdict


def _check_content(content: Content, expect: Row) -> list[str]:
    text = plain_text(content.content_markdown)
    wanted, unwanted = expect["content_contains"], expect["content_lacks"]
    missing = [f"lacks {s!r}" for s in wanted if plain_text(s) not in text]
    return missing + [f"contains {s!r}" for s in unwanted if plain_text(s) in text]


def _check_markdown(markdown: str, expect: Row, alternatives: Sequence[list[str]]) -> list[str]:
    holds = partial(_holds, f"\n{markdown}\n")
    faults = []
    for snippet in expect["markdown_contains"]:
        spellings = {snippet}.union(*(group for group in alternatives if snippet in group))
        if not any(holds(spelling) for spelling in spellings):
            faults.append(f"Markdown lacks {snippet!r}")
    unwanted = [snippet for snippet in expect["markdown_lacks"] if holds(snippet)]
    return faults + [f"Markdown contains {snippet!r}" for snippet in unwanted]


def _holds(markdown: str, snippet: str) -> bool:
    """Find a snippet as written; one on a single line with any number of blanks."""
    if "\n" in snippet:
        return snippet in markdown
    return _BLANKS.sub(" ", snippet) in _BLANKS.sub(" ", markdown)


def _check_expectation(content: Content, key: str, expected: Any) -> list[str]:
    if key == "expect_metadata":
        found = {name: getattr(content, name, None) for name in expected}
        return [
            f"{name} is {found[name]!r}, not {value!r}"
            for name, value in expected.items()
            if found[name] != value
        ]
    if key == "expect_page_type":
        wrong = content.page_type not in expected
        return [f"page type is {content.page_type!r}, not {' or '.join(expected)}"] if wrong else []
    if key == "expect_flags":
        return [f"flag {flag} is missing" for flag in expected if flag not in content.flags]
    if key == "expect_links":
        # Percent-encoding a parenthesis is one of the right ways to write it.
        targets = {unquote(target) for target in find_link_targets(content.content_markdown)}
        return [f"no link to {link}" for link in expected if unquote(link) not in targets]
    counts = {text: content.content_markdown.count(text) for text in expected}
    return [
        f"{text!r} occurs {counts[text]} times, not {number}"
        for text, number in expected.items()
        if counts[text] != number
    ]


def _report(name: str, entries: Sequence[dict[str, Any]], crawls: Sequence[Row]) -> Report:
    single = [entry for entry in entries if entry["pages"] == 1]
    with_markdown = [entry for entry in single if entry["markdown"] is not None]
    figures = {
        "command": "cases",
        "file": name,
        "single_pages": len(single),
        "content_right": sum(bool(entry["content"]) for entry in single),
        "with_markdown": len(with_markdown),
        "markdown_right": sum(bool(entry["markdown"]) for entry in with_markdown),
        "all_right": sum(not entry["faults"] for entry in single),
        "cases": entries,
        "not_run": [row["id"] for row in crawls],
    }
    total = (
        f"Content right in {figures['content_right']} of {len(single)} single pages, "
        f"Markdown right in {figures['markdown_right']} of {len(with_markdown)}, "
        f"everything right in {figures['all_right']}"
    )
    rows: list[Sequence[Cell]] = [
        (
            entry["id"],
            entry["area"],
            _mark(entry["content"]),
            _mark(entry["markdown"]),
            _mark(entry["other"]),
            "; ".join(entry["faults"]),
        )
        for entry in entries
    ]
    headings = ("id", "area", "content", "Markdown", "other", "what failed")
    not_run = [(row["id"], row["area"], "crawl: not run here") for row in crawls]
    return Report(
        figures,
        [Table(total, headings, rows), Table("Crawls", ("id", "area", ""), not_run)],
    )


def _entry(row: Row, outcome: Outcome[Verdict]) -> dict[str, Any]:
    verdict = outcome.value
    if verdict is None:
        wanted = row["expect"].get("markdown_contains") or row["expect"].get("markdown_lacks")
        verdict = Verdict({"content": [outcome.failure]} | ({"markdown": [""]} if wanted else {}))
    others = [verdict.passed(key) for key in _EXPECTATIONS if key in verdict.checks]
    return {
        "id": row["id"],
        "area": row["area"],
        "pages": len(_pages(row)),
        "content": verdict.passed("content"),
        "markdown": verdict.passed("markdown"),
        "other": all(others) if others else None,
        "faults": [fault for fault in verdict.faults if fault],
    }


def _mark(passed: bool | None) -> str:
    return "" if passed is None else "ok" if passed else "NO"
