"""What may be loaded by whom; the directions of imports are a contract in pyproject.toml."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from scrapy.cmdline import _get_commands_dict
from scrapy.settings import Settings

PROJECT = Path(__file__).resolve().parents[1]


def loaded_by(statement: str) -> set[str]:
    """The top-level packages that are in memory after a statement, in a process of its own."""
    code = f"{statement}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_reading_a_page_in_python_loads_neither_the_crawler_nor_the_database() -> None:
    loaded = loaded_by("from crawler import extract\nextract('<p>A kite wants wind.</p>', '')")

    assert "lxml" in loaded
    assert loaded.isdisjoint({"scrapy", "twisted", "sqlalchemy", "sklearn", "rich"})


@pytest.mark.parametrize("module", ["crawler.spiders.site", "crawler.commands.crawl"])
def test_a_crawl_needs_no_library_of_training(module: str) -> None:
    loaded = loaded_by(f"import {module}")

    assert "scrapy" in loaded
    assert "sklearn" not in loaded


def test_no_entry_point_takes_the_name_of_a_scrapy_command() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    commands = _get_commands_dict(Settings(), inproject=True)

    assert "crawl" in commands
    assert commands.keys().isdisjoint(project["scripts"])
    assert "entry-points" not in project
