"""What a crawl comes to, in lines for people."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from crawler.terminal import strip_controls
from crawler.traps.bounds import REASONS

_PREFIX: Final = "sitewinnow/"
# Reasons for which Scrapy ends a crawl that has nothing left to fetch.
_FINISHED: Final = "finished"
_SHOWN_REASONS: Final = 12


def summarise(stats: Mapping[str, Any]) -> list[str]:
    """Say how a crawl ended, from its stats: pages, chrome, failures, where the output is."""
    return [strip_controls(line) for line in _lines(stats)]


def has_failed(stats: Mapping[str, Any]) -> bool:
    """Whether the crawl brought nothing because of its starts, or an output lacks something."""
    starts = _group(stats, "failed_starts/")
    committed = stats.get(f"{_PREFIX}pages_committed", 0)
    lacks_something = _group(stats, "outputs_failed/") or stats.get(f"{_PREFIX}export_failed", 0)
    return bool(lacks_something) or bool(starts and not committed)


def describe_rows(
    target: str, rows: int, *, stored: int = 0, folded: int = 0, lost: int = 0
) -> str:
    """Say how many rows came out, and where there are fewer than stored pages, why."""
    parts = [f"{count_noun(rows, 'row')} in {target}"]
    if folded:
        parts.append(f"{count_noun(folded, 'address', 'es')} led to a page already there")
    if lost:
        parts.append(f"{count_noun(lost, 'page')} failed")
    elif stored > rows + folded:
        parts.append(f"{count_noun(stored - rows - folded, 'page')} left out by a flag")
    if len(parts) > 1:
        parts.insert(0, f"{count_noun(stored, 'page')} stored")
    return ", ".join(parts)


def count_noun(count: int, noun: str, plural: str = "s") -> str:
    """A number with its noun: `1 page`, `1,200 pages`."""
    return f"{count:,} {noun}{'' if count == 1 else plural}"


def _lines(stats: Mapping[str, Any]) -> Iterator[str]:
    yield from _describe_starts(stats)
    yield from _describe_sites(stats)
    yield from _describe_rules(stats)
    yield from _describe_probes(stats)
    yield from _describe_refusals(stats)
    yield from _describe_traps(stats)
    yield from _describe_counts("failed", _group(stats, "errors/") | _crashes(stats))
    yield from _describe_counts("unreadable", _group(stats, "unreadable/"))
    yield from _describe_end(stats)
    yield from _describe_outputs(stats)
    for uri, message in _group(stats, "outputs_failed/").items():
        yield f"NOT WRITTEN: {uri}: {message}"


def _describe_outputs(stats: Mapping[str, Any]) -> Iterator[str]:
    stored = sum(_group(stats, "site_pages/").values())
    folded = _group(stats, "outputs_folded/")
    lost = stats.get(f"{_PREFIX}export_failed", 0)
    for uri, rows in _group(stats, "outputs/").items():
        target = "standard output" if uri == "stdout:" else uri
        described = describe_rows(target, rows, stored=stored, folded=folded.get(uri, 0), lost=lost)
        yield f"output: {described}"


def _describe_starts(stats: Mapping[str, Any]) -> Iterator[str]:
    for url, message in _group(stats, "failed_starts/").items():
        yield f"START FAILED: {url}: {message}"
    for url in _group(stats, "bare_starts/"):
        yield (
            f"NEEDS JAVASCRIPT: {url}: as it is sent the page has no link to another and next to "
            "no text, and its scripts are not run"
        )


def _describe_rules(stats: Mapping[str, Any]) -> Iterator[str]:
    first = _group(stats, "include_css_unmatched_first/")
    for site, pages in _group(stats, "include_css_unmatched/").items():
        yield (
            f"{site}: include_css matches nothing on {count_noun(pages, 'page')}, the first "
            f"{first[site]}: there it takes nothing out"
        )
    for site, pages in _group(stats, "read_by_new_rules/").items():
        yield f"{site}: other CSS rules than before: {count_noun(pages, 'stored page')} read again"


def _describe_probes(stats: Mapping[str, Any]) -> Iterator[str]:
    hosts = list(_group(stats, "makes_pages_up/"))
    for host in hosts[:_SHOWN_REASONS]:
        yield f"{host} serves a page at any address: those that say nearly the same are soft_404"
    if len(hosts) > _SHOWN_REASONS:
        yield f"{len(hosts) - _SHOWN_REASONS} more hosts serve a page at any address"


def _describe_refusals(stats: Mapping[str, Any]) -> Iterator[str]:
    """Each reason on a line of its own, with the first address it was given to."""
    counts, first = _group(stats, "turned_away/"), _group(stats, "turned_away_first/")
    ranked = _rank({name: counts[name] for name in counts if name.upper() not in REASONS})
    for reason, count in ranked[:_SHOWN_REASONS]:
        named = f", the first {first[reason]}" if reason in first else ""
        yield f"not followed: {reason} {count:,}{named}"
    if len(ranked) > _SHOWN_REASONS:
        yield f"not followed: {len(ranked) - _SHOWN_REASONS} more reasons, named in the log"


def _describe_traps(stats: Mapping[str, Any]) -> Iterator[str]:
    """Each place that was closed, those that cost the most addresses first."""
    ranked = _rank(_group(stats, "traps/"))
    for name, count in ranked[:_SHOWN_REASONS]:
        setting, _, place = name.partition("/")
        bound = stats.get(f"{_PREFIX}trap_bounds/{setting}", 0)
        yield (
            f"trap closed: {place}: {bound:,} {REASONS[setting]}; "
            f"{count_noun(count, 'address', 'es')} left out; {setting} raises the bound"
        )
    if len(ranked) > _SHOWN_REASONS:
        yield f"trap closed: {len(ranked) - _SHOWN_REASONS} more places, named in the log"


def _describe_sites(stats: Mapping[str, Any]) -> Iterator[str]:
    texts, slots = _group(stats, "chrome_texts/"), _group(stats, "chrome_slots/")
    for site, pages in _group(stats, "site_pages/").items():
        chrome = "no chrome learned"
        if texts.get(site) or slots.get(site):
            repeated = count_noun(texts.get(site, 0), "text")
            chrome = f"chrome: {repeated} and {count_noun(slots.get(site, 0), 'slot')} that repeat"
        yield f"{site}: {count_noun(pages, 'page')} stored; {chrome}"


def _describe_counts(title: str, counts: Mapping[str, int]) -> Iterator[str]:
    if not counts:
        return
    ranked = _rank(counts)
    shown = [f"{reason} {count}" for reason, count in ranked[:_SHOWN_REASONS]]
    if len(ranked) > _SHOWN_REASONS:
        shown.append(f"{len(ranked) - _SHOWN_REASONS} more reasons")
    yield f"{title}: {', '.join(shown)}"


def _rank(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _describe_end(stats: Mapping[str, Any]) -> Iterator[str]:
    reason = stats.get("finish_reason", _FINISHED)
    if reason != _FINISHED:
        yield (
            f"stopped early ({reason}): pages are missing, "
            "and which ones depends on the order in which they came"
        )

    if reason == _FINISHED and _group(stats, "traps/"):
        yield "traps closed: which of their pages came depends on the order in which they came"


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
