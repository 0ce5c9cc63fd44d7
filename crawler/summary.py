"""What a crawl comes to, in lines for people."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from crawler.terminal import strip_controls

_PREFIX: Final = "sitewinnow/"
# Reasons for which Scrapy ends a crawl that has nothing left to fetch.
_FINISHED: Final = "finished"
_SHOWN_REASONS: Final = 12


def summarise(stats: Mapping[str, Any]) -> list[str]:
    """Say how a crawl ended, from its stats: pages, chrome, failures, where the output is."""
    return [strip_controls(line) for line in _lines(stats)]


def has_failed(stats: Mapping[str, Any]) -> bool:
    """Whether the crawl brought nothing because of its starts, or an output is missing."""
    starts = _group(stats, "failed_starts/")
    committed = stats.get(f"{_PREFIX}pages_committed", 0)
    return bool(_group(stats, "outputs_failed/")) or bool(starts and not committed)


def _lines(stats: Mapping[str, Any]) -> Iterator[str]:
    yield from _describe_starts(stats)
    yield from _describe_sites(stats)
    yield from _describe_counts("not followed", _group(stats, "turned_away/"))
    yield from _describe_counts("failed", _group(stats, "errors/") | _crashes(stats))
    yield from _describe_counts("unreadable", _group(stats, "unreadable/"))
    yield from _describe_end(stats)
    for uri, count in _group(stats, "outputs/").items():
        target = "standard output" if uri == "stdout:" else uri
        yield f"output: {_number(count, 'row')} in {target}"
    for uri, message in _group(stats, "outputs_failed/").items():
        yield f"NOT WRITTEN: {uri}: {message}"


def _describe_starts(stats: Mapping[str, Any]) -> Iterator[str]:
    for url, message in _group(stats, "failed_starts/").items():
        yield f"START FAILED: {url}: {message}"


def _describe_sites(stats: Mapping[str, Any]) -> Iterator[str]:
    texts, slots = _group(stats, "chrome_texts/"), _group(stats, "chrome_slots/")
    for site, pages in _group(stats, "site_pages/").items():
        chrome = "no chrome learned"
        if texts.get(site) or slots.get(site):
            repeated = _number(texts.get(site, 0), "text")
            chrome = f"chrome: {repeated} and {_number(slots.get(site, 0), 'slot')} that repeat"
        yield f"{site}: {_number(pages, 'page')} stored; {chrome}"


def _describe_counts(title: str, counts: Mapping[str, int]) -> Iterator[str]:
    if not counts:
        return
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = [f"{reason} {count}" for reason, count in ranked[:_SHOWN_REASONS]]
    if len(ranked) > _SHOWN_REASONS:
        shown.append(f"{len(ranked) - _SHOWN_REASONS} more reasons")
    yield f"{title}: {', '.join(shown)}"


def _describe_end(stats: Mapping[str, Any]) -> Iterator[str]:
    reason = stats.get("finish_reason", _FINISHED)
    if reason != _FINISHED:
        yield (
            f"stopped early ({reason}): pages are missing, "
            "and which ones depends on the order in which they came"
        )


def _crashes(stats: Mapping[str, Any]) -> dict[str, int]:
    """Pages on which the crawler itself failed; the log has what happened."""
    crashes = stats.get("spider_exceptions/count", 0)
    return {"crashed (see the log)": crashes} if crashes else {}


def _group(stats: Mapping[str, Any], name: str) -> dict[str, Any]:
    prefix = _PREFIX + name
    return {
        key.removeprefix(prefix): value
        for key, value in sorted(stats.items())
        if key.startswith(prefix)
    }


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
