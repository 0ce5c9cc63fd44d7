"""A real `scrapy crawl` of one site in a process of its own."""

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.site_archive import Site
from benchmarks.site_server import serve_folder

PROJECT: Final = Path(__file__).resolve().parents[1]

# Polite defaults are for other people's servers; this one is ours and on loopback.
OWN_SERVER_SETTINGS: Final = {
    "DOWNLOAD_DELAY": "0",
    "AUTOTHROTTLE_ENABLED": "False",
    "CONCURRENT_REQUESTS_PER_DOMAIN": "8",
    "LOG_LEVEL": "WARNING",
}
# Lines of the crawl's error output shown when it fails.
_SHOWN_LINES: Final = 4


@dataclass(frozen=True, slots=True)
class Crawl:
    """The rows a crawl wrote, how long it took, and why it failed, if it did."""

    rows: list[dict[str, Any]]
    seconds: float
    failure: str = ""


def crawl_site(site: Site, folder: Path, timeout_s: float) -> Crawl:
    """Serve a site and crawl it from all its start pages; output and store go to `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    output = folder / "pages.jsonl"
    started = time.monotonic()
    with serve_folder(site.root) as address:
        failure = _run(_command(site, address, folder, output), folder / "log.txt", timeout_s)
    seconds = time.monotonic() - started
    rows, broken = _read_output(output)
    return Crawl(rows, seconds, "; ".join(filter(None, (failure, broken))))


def _command(site: Site, address: str, folder: Path, output: Path) -> list[str]:
    urls = ",".join(address + page for page in site.start_pages)
    store = f"sqlite:///{(folder / 'sites.db').resolve()}"
    settings = OWN_SERVER_SETTINGS | {"STORE_URL": store}
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url={urls}"]
    for name, value in settings.items():
        command += ["-s", f"{name}={value}"]
    return [*command, "-O", str(output.resolve())]


def _run(command: list[str], log: Path, timeout_s: float) -> str:
    with log.open("w", encoding="utf-8") as stream:
        try:
            done = subprocess.run(
                command, cwd=PROJECT, stdout=stream, stderr=stream, timeout=timeout_s
            )
        except subprocess.TimeoutExpired:
            return f"took more than {timeout_s:g} s"
    if done.returncode == 0:
        return ""
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return f"exit code {done.returncode}: " + " | ".join(lines[-_SHOWN_LINES:])


def _read_output(output: Path) -> tuple[list[dict[str, Any]], str]:
    if not output.is_file():
        return [], "no output file"
    rows: list[dict[str, Any]] = []
    # Not `splitlines`, which also ends a line at U+2028 inside a text.
    lines = output.read_text(encoding="utf-8").rstrip("\n").split("\n")
    for number, line in enumerate(filter(None, lines), start=1):
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            return rows, f"output line {number} is not JSON: {error}"
        rows.append(row)
    return rows, ""
