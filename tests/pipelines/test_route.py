"""Routing by the trained router, and by the rules where its files cannot be used."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from crawler import extract
from crawler.page import read_page
from models.page import Page
from models.page_types import KNOWN_TYPES, PageType
from models.router import predict
from pipelines import route as routing
from pipelines.route import MIN_CONFIDENCE, choose_type, find_route, route
from pipelines.route_rules import share_weights, weigh_types

ARTICLE = (
    '<title>A walk along the canal</title><meta property="og:type" content="article">'
    '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "A walk"}</script>'
    "<article><h1>A walk along the canal</h1>"
    + "<p>The towpath bends where the old kiln stood; from there the water is still.</p>" * 12
    + "</article>"
)
ADDRESS = "https://paper.example/news/2024/05/a-walk-along-the-old-canal"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the router's files, used instead of those that ship."""
    copy = tmp_path / "router"
    shutil.copytree(predict.ARTEFACTS, copy)
    monkeypatch.setattr(predict, "ARTEFACTS", copy)
    forget()
    yield copy
    forget()


def forget() -> None:
    predict.load_router.cache_clear()
    routing._find_fault.cache_clear()


def test_a_plain_article_is_one_and_all_types_share_the_probability() -> None:
    found = find_route(read_page(ARTICLE, ADDRESS))

    assert found.page_type is PageType.ARTICLE
    assert found.confidence == max(found.probabilities) > 0.8
    assert len(found.probabilities) == len(KNOWN_TYPES)
    assert sum(found.probabilities) == pytest.approx(1)
    assert route(read_page(ARTICLE, ADDRESS)) == (PageType.ARTICLE, found.confidence)


def test_the_likeliest_type_is_unknown_below_the_least_confidence() -> None:
    even = [1 / 7] * 7
    enough = [0.0, MIN_CONFIDENCE, *[(1 - MIN_CONFIDENCE) / 5] * 5]

    assert choose_type(even).page_type is PageType.UNKNOWN
    assert choose_type(enough).page_type is KNOWN_TYPES[1]


def test_a_page_without_blocks_is_unknown() -> None:
    assert route(Page("", ()))[0] is PageType.UNKNOWN


@pytest.mark.parametrize("url", ["", "not a url", "http://[::1", "mailto:x@y.example", "\ud800"])
def test_any_string_may_be_an_address(url: str) -> None:
    found = find_route(read_page(ARTICLE, url))

    assert sum(found.probabilities) == pytest.approx(1)


@pytest.mark.parametrize("name", ["manifest.json", "trees.onnx", "tokens.json", "weights.f32"])
@pytest.mark.parametrize("content", [None, b"", b"{}", b"cos\nsystem\n(S'echo'\ntR."])
def test_without_its_files_the_rules_decide_and_one_line_says_why(
    folder: Path, name: str, content: bytes | None, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_bytes(content)
    page = read_page(ARTICLE, ADDRESS)

    assert find_route(page) == choose_type(share_weights(weigh_types(page)))
    assert extract(ARTICLE, ADDRESS).page_type == "article"
    (said,) = caplog.messages
    assert str(folder / name) in said


def test_with_its_files_the_rules_do_not_decide_and_nothing_is_said(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    page = read_page(ARTICLE, ADDRESS)

    assert find_route(page) != choose_type(share_weights(weigh_types(page)))
    assert not caplog.messages
