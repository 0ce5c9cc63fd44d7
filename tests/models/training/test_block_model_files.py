"""The training command of the block model, over a board made for it."""

from pathlib import Path

import numpy as np
import pytest

from models.artefacts import ModelFileError
from models.block_model.predict import TOKENS, TREES, BlockModel
from models.training import block_model
from models.training.block_model_files import CARD, make_block_model
from models.training.boards import find_boards, read_pages
from pipelines.content import run_steps
from pipelines.route import find_route
from pipelines.select import RULES
from pipelines.select.block_model import verdicts_of
from tests.models.training.made_board import make_board


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_board(tmp_path_factory.mktemp("boards"))


@pytest.fixture(scope="module")
def shipped(board: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("block-model")
    make_block_model(board, target, names=["made"], routed=["made"])
    return target


def test_a_model_trained_again_is_the_same_to_the_bit(
    board: Path, shipped: Path, tmp_path: Path
) -> None:
    make_block_model(board, tmp_path, names=["made"], routed=["made"])

    first = {path.name: path.read_bytes() for path in shipped.iterdir()}
    assert first == {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert {TREES, TOKENS, CARD} < first.keys()


def test_the_model_that_ships_says_what_the_trained_one_says(
    board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted = []
    convert = block_model.convert_booster
    monkeypatch.setattr(
        block_model, "convert_booster", lambda booster: fitted.append(booster) or convert(booster)
    )
    make_block_model(board, tmp_path, names=["made"], routed=["made"])
    model = BlockModel(tmp_path)

    for reviewed in list(read_pages(find_boards(board, ["made"])[0]))[:12]:
        selection = run_steps(reviewed.page, find_route(reviewed.page), None, RULES)
        features = model.measure(reviewed.page, verdicts_of(selection))
        expected = fitted[0].predict_proba(features)[:, 1]

        got = model.value(reviewed.page, verdicts_of(selection))

        assert np.abs(got - expected).max() < 1e-5


def test_it_tells_the_label_that_no_reviewer_took_from_the_text(board: Path, shipped: Path) -> None:
    model = BlockModel(shipped)
    reviewed = next(read_pages(find_boards(board, ["made"])[0]))
    selection = run_steps(reviewed.page, find_route(reviewed.page), None, RULES)

    values = model.value(reviewed.page, verdicts_of(selection))
    evidence = model.explain(reviewed.page, verdicts_of(selection))

    assert values[0] < 0.1 < 0.8 < values[1:].min()
    assert all(len(parts) == 3 for parts in evidence)
    assert evidence[0][0][1] < 0


def test_the_card_names_the_data_and_the_figures(board: Path, shipped: Path) -> None:
    card = (shipped / CARD).read_text()

    (made,) = find_boards(board, ["made"])
    for part in (made.digest, "MIT", "made (out of fold)", "| made, en | 84 |", "## Limits"):
        assert part in card


@pytest.mark.parametrize("name", [TREES, TOKENS, "manifest.json"])
def test_a_file_that_was_changed_is_one_clear_error(
    shipped: Path, tmp_path: Path, name: str
) -> None:
    for path in shipped.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    changed = (tmp_path / name).read_bytes()
    (tmp_path / name).write_bytes(changed[:-20])

    with pytest.raises(ModelFileError, match=name):
        BlockModel(tmp_path)
