"""A folder with its own store for each test that crawls."""

from pathlib import Path

import pytest

from tests.crawler.crawling import Workplace


@pytest.fixture
def workplace(tmp_path: Path) -> Workplace:
    return Workplace(tmp_path)
