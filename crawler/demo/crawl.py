"""Crawl the shipped site for real: the command a reader would type, in a process of its own."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

# Seconds. The crawl takes about five; a machine that needs longer than this is stuck.
TIMEOUT_S: Final = 120
# The server is ours and on this machine, so nothing is gained by being gentle with it.
HURRY: Final = {
    "DOWNLOAD_DELAY": "0",
    "AUTOTHROTTLE_ENABLED": "False",
    "CONCURRENT_REQUESTS_PER_DOMAIN": "4",
}
_PROJECT: Final = Path(__file__).resolve().parents[2]


class DemoError(Exception):
    """The crawl of the shipped site failed; the message says how and where its log is."""


@dataclass(frozen=True, slots=True)
class DemoFiles:
    """What a crawl of the shipped site leaves behind."""

    folder: Path
    rows: Path

    @property
    def log(self) -> Path:
        """The log of the crawl, overwritten by the next."""
        return self.folder / "crawl.log"

    @property
    def store_url(self) -> str:
        """The address of the store beside it, as the setting `STORE_URL` takes it."""
        return f"sqlite:///{self.folder / 'sites.db'}"


def crawl(start_url: str, files: DemoFiles) -> None:
    """Run `scrapy crawl site` on an address of this machine and wait for its end.

    Raises:
        DemoError: it failed or did not end in time.
    """
    files.log.unlink(missing_ok=True)
    command = [sys.executable, "-m", "scrapy", *_arguments(start_url, files)]
    try:
        done = subprocess.run(
            command,
            cwd=files.folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise DemoError(f"the crawl did not end within {TIMEOUT_S} s; see {files.log}") from None
    if done.returncode != 0 or not files.rows.is_file():
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise DemoError(f"the crawl failed: {lines[-1]}; see {files.log}")


def _arguments(start_url: str, files: DemoFiles) -> list[str]:
    settings = {**HURRY, "STORE_URL": files.store_url}
    return [
        *("crawl", "site", "-a", f"url={start_url}", "-O", str(files.rows)),
        *("--logfile", str(files.log)),
        *(part for name, value in settings.items() for part in ("-s", f"{name}={value}")),
    ]


def _environment() -> dict[str, str]:
    """The caller's environment, with this project's settings and no proxy before the loopback."""
    inherited = os.environ.get("PYTHONPATH", "")
    return os.environ | {
        "SCRAPY_SETTINGS_MODULE": "crawler.settings",
        "PYTHONPATH": os.pathsep.join(filter(None, (str(_PROJECT), inherited))),
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }
