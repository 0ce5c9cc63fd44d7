"""The training command, over a board made for it, and the router that comes out."""

from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

from crawler.page import read_page
from models.page_types import KNOWN_TYPES
from models.router.predict import FEATURE_NAMES, TOKENS, Router, soften
from models.training.__main__ import main
from models.training.boards import find_boards, find_fold, read_pages
from models.training.router import fit_router, measure_page, raw_values, stack_features
from models.training.router_files import CARD, make_router
from pipelines.route_rules import weigh_types
from tests.models.training.made_board import make_board


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_board(tmp_path_factory.mktemp("boards"))


@pytest.fixture(scope="module")
def shipped(board: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("router")
    make_router(board, target, ["made"])
    return target


def test_a_router_trained_again_is_the_same_to_the_bit(
    board: Path, shipped: Path, tmp_path: Path
) -> None:
    make_router(board, tmp_path, ["made"])

    first = {path.name: path.read_bytes() for path in shipped.iterdir()}
    assert first == {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(first) == 5


def test_the_router_that_ships_says_what_the_trained_one_says(board: Path, shipped: Path) -> None:
    reviewed = list(read_pages(find_boards(board, ["made"])[0]))
    measured = [measure_page(page) for page in reviewed]
    linear, trees = fit_router([page for page in measured if not page.is_suspect])
    rows = stack_features(measured, linear)
    router = Router(shipped)
    expected = soften(raw_values(trees, rows), router.temperature)

    got = [router.predict(page.page, weigh_types(page.page)) for page in reviewed]

    assert np.abs(np.array(got) - expected).max() < 1e-5
    assert rows.shape[1] == len(FEATURE_NAMES)


def test_it_knows_pages_it_has_not_seen_by_what_tells_their_type(shipped: Path) -> None:
    router = Router(shipped)
    for page_type in KNOWN_TYPES:
        html = f'<title>{page_type}</title><div class="label">{page_type} here</div>' + (
            f'<p class="{page_type}-part">a word or two of no use</p>' * 9
        )
        page = read_page(html, f"https://other.example.org/{page_type}/x")
        shares = router.predict(page, weigh_types(page))

        assert KNOWN_TYPES[int(shares.argmax())] is page_type
        assert shares.sum() == pytest.approx(1)


def test_words_of_one_site_alone_are_not_in_the_files(shipped: Path) -> None:
    tokens = (shipped / TOKENS).read_text()

    assert '"product-part"' in tokens
    assert "site7" not in tokens


def test_pages_of_one_domain_are_in_one_fold_whatever_the_salt_is_for() -> None:
    assert find_fold("example.com", 5) == crc32(b"example.com") % 5
    assert len({find_fold(f"site{n}.example", 5) for n in range(50)}) == 5
    assert any(find_fold(f"s{n}", 5) != find_fold(f"s{n}", 5, "inner:") for n in range(50))


def test_the_card_says_what_the_data_is_and_how_good_the_router(board: Path, shipped: Path) -> None:
    card = (shipped / CARD).read_text()

    (made,) = find_boards(board, ["made"])
    for part in (made.digest, "MIT", "macro F1", "Expected calibration error", "## Limits"):
        assert part in card


@pytest.mark.parametrize(
    ("licence", "says"), [("none stated", "none stated"), ("GPL-3.0 (repo)", "GPL-3.0")]
)
def test_a_board_whose_licence_does_not_allow_it_is_refused(
    tmp_path: Path, licence: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_board(tmp_path, name="wcxb-dev", licence=licence, pages=1)

    assert main(["router", str(tmp_path), "--to", str(tmp_path)]) == 2
    assert says in capsys.readouterr().err


def test_a_folder_without_an_index_and_a_torn_board_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["router", str(tmp_path / "none")]) == 2
    assert "no index of boards" in capsys.readouterr().err

    make_board(tmp_path, name="wcxb-dev", pages=3)
    (tmp_path / "wcxb-dev.jsonl.xz").write_bytes(b"torn")
    with pytest.raises(Exception, match="not a board's row"):
        list(read_pages(find_boards(tmp_path, ["wcxb-dev"])[0]))
