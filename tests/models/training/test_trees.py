"""Trees as they ship say what the library's own trees say."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

from models.artefacts import Ensemble, load_model, write_model
from models.training.trees import convert_booster, floor_to_float32

RNG = np.random.default_rng(7)
NAMES = [f"f{number}" for number in range(6)]


def make_rows(count: int) -> np.ndarray:
    rows = RNG.normal(size=(count, len(NAMES)))
    rows[:, 1] = RNG.integers(0, 5, count)
    rows[:, 2] *= 1e6
    return rows.astype(np.float32)


def ship(folder: Path, booster: object) -> Ensemble:
    write_model(folder, NAMES, {"trees.onnx": convert_booster(booster)}, {})
    return Ensemble(load_model(folder, NAMES), "trees.onnx")


@pytest.mark.parametrize("classes", [2, 7])
def test_a_shipped_classifier_gives_the_values_of_the_trained_one(
    tmp_path: Path, classes: int
) -> None:
    rows = make_rows(600)
    types = (np.abs(rows[:, 0]) * classes + rows[:, 1]).astype(int) % classes
    booster = HistGradientBoostingClassifier(max_iter=20).fit(rows, types)

    unseen = make_rows(400)
    expected = booster.decision_function(unseen).reshape(len(unseen), -1)

    assert np.abs(ship(tmp_path, booster).predict(unseen) - expected).max() < 1e-5
    assert np.ptp(expected) > 1


def test_a_shipped_regressor_gives_the_values_of_the_trained_one(tmp_path: Path) -> None:
    rows = make_rows(600)
    booster = HistGradientBoostingRegressor(max_iter=20).fit(rows, rows[:, 0] * rows[:, 1])

    unseen = make_rows(400)

    shipped = ship(tmp_path, booster).predict(unseen)[:, 0]
    assert np.abs(shipped - booster.predict(unseen)).max() < 1e-5


def test_a_missing_value_goes_where_the_trained_trees_send_it(tmp_path: Path) -> None:
    rows = make_rows(600)
    rows[::3, 0] = np.nan
    booster = HistGradientBoostingRegressor(max_iter=20).fit(rows, np.isnan(rows[:, 0]) * 3.0)

    unseen = make_rows(100)
    unseen[::2, 0] = np.nan

    shipped = ship(tmp_path, booster).predict(unseen)[:, 0]
    assert np.abs(shipped - booster.predict(unseen)).max() < 1e-5
    assert shipped[0] > 2 > 1 > shipped[1]


def test_a_value_at_a_threshold_goes_the_same_way_as_before() -> None:
    thresholds = RNG.normal(size=1000)
    floored = floor_to_float32(thresholds)
    at = thresholds.astype(np.float32)

    assert ((at <= floored) == (at.astype(np.float64) <= thresholds)).all()
    assert (at > thresholds).any()
