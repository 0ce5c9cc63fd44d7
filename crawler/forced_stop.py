"""A crawl that a second signal ended before its end: what was not written, and what to do."""

from collections.abc import Iterable, Mapping
from typing import Any


def was_forced(stats: Mapping[str, Any]) -> bool:
    """Whether a crawl that began never came to its end, at which its reason is noted."""
    return "start_time" in stats and "finish_reason" not in stats


def describe_forced_stop(
    stats: Mapping[str, Any], outputs: Iterable[str], sites: Iterable[str]
) -> str:
    """One line: which of the asked outputs are not written, and how to get them."""
    told = ("sitewinnow/outputs/", "sitewinnow/outputs_failed/")
    missing = [uri for uri in outputs if not any(prefix + uri in stats for prefix in told)]
    if not missing:
        return "stopped by a second signal: the pages that came are stored"
    named = ", ".join("standard output" if uri == "stdout:" else uri for uri in missing)
    commands = " and ".join(f"scrapy export {site} -O FILE" for site in sites)
    return f"NOT WRITTEN: {named}: stopped by a second signal; crawl again, or run {commands}"
