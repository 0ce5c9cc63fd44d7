"""Real `scrapy` processes for tests, and what they wrote."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
FAST = ("DOWNLOAD_DELAY=0", "AUTOTHROTTLE_ENABLED=False", "STATS_DUMP=False")
VOLATILE = ("fetched_at", "first_seen_at", "changed_at", "crawl_id")


@dataclass(frozen=True)
class Run:
    """A finished process."""

    code: int
    stdout: bytes
    stderr: str


@dataclass(frozen=True)
class Workplace:
    """A folder with a store and outputs of its own."""

    folder: Path

    @property
    def output(self) -> Path:
        return self.folder / "pages.jsonl"

    @property
    def store_url(self) -> str:
        return f"sqlite:///{self.folder / 'sites.db'}"

    def command(self, *arguments: str, settings: tuple[str, ...] = ()) -> list[str]:
        command = [sys.executable, "-m", "crawler.console", *arguments]
        for setting in (*FAST, f"STORE_URL={self.store_url}", *settings):
            command += ["-s", setting]
        return command

    def start(self, *arguments: str, settings: tuple[str, ...] = ()) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.command(*arguments, settings=settings),
            cwd=self.folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *arguments: str, settings: tuple[str, ...] = ()) -> Run:
        return finish(self.start(*arguments, settings=settings))

    def crawl(self, url: str, *arguments: str, settings: tuple[str, ...] = ()) -> Run:
        """Crawl one site into the store and `output`; fails the test when the crawl fails."""
        output = ("-O", str(self.output))
        run = self.run("crawl", "site", "-a", f"url={url}", *output, *arguments, settings=settings)
        assert run.code == 0, run.stderr
        assert "Traceback" not in run.stderr, run.stderr
        return run

    def rows(self) -> list[dict[str, Any]]:
        return read_rows(self.output.read_bytes())

    def paths(self) -> list[str]:
        """The paths of the pages written, in order."""
        return [row["url"].split("/", 3)[3] for row in self.rows()]


def finish(process: "subprocess.Popen[bytes]", timeout: float = 60) -> Run:
    stdout, stderr = process.communicate(timeout=timeout)
    return Run(process.returncode, stdout, stderr.decode("utf-8", "replace"))


def read_rows(data: bytes) -> list[dict[str, Any]]:
    """Rows without what may differ between two crawls of the same pages."""
    rows = [json.loads(line) for line in data.decode().split("\n") if line]
    return [{name: row[name] for name in row if name not in VOLATILE} for row in rows]


def environment(**changes: str) -> dict[str, str]:
    """This process's environment, the project importable from anywhere."""
    path = os.pathsep.join(filter(None, (str(PROJECT), os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path, **changes}
