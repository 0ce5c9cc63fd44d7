"""Model files are data, and what is wrong with one is said in one sentence."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from models.artefacts import MANIFEST, Ensemble, ModelFileError, load_model, write_model

FEATURES = ("words", "links")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "weights.f32": np.arange(6, dtype="<f4").tobytes(),
        "tokens.json": b'{"address": ["blog", "shop"]}',
        "trees.onnx": b"no graph",
    }
    write_model(tmp_path, FEATURES, files, {"temperature": 1.0})
    return tmp_path


def read_all(folder: Path) -> None:
    model = load_model(folder, FEATURES)
    model.read_array("weights.f32", (3, 2))
    model.read_lists("tokens.json")


def change_manifest(folder: Path, **fields: object) -> None:
    path = folder / MANIFEST
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


def test_what_was_written_is_read_again(folder: Path) -> None:
    model = load_model(folder, FEATURES)

    assert model.settings == {"temperature": 1.0}
    assert model.read_array("weights.f32", (3, 2)).tolist() == [[0, 1], [2, 3], [4, 5]]
    assert model.read_lists("tokens.json") == {"address": ["blog", "shop"]}


FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "no manifest": (lambda f: (f / MANIFEST).unlink(), MANIFEST),
    "a manifest that is no JSON": (lambda f: (f / MANIFEST).write_text("{"), "no JSON"),
    "a list for a manifest": (lambda f: (f / MANIFEST).write_text("[]"), "object"),
    "another format": (lambda f: change_manifest(f, format=99), "format 99"),
    "other features": (lambda f: change_manifest(f, features=["words"]), "features"),
    "no digests": (lambda f: change_manifest(f, files=[]), "objects"),
    "a missing file": (lambda f: (f / "weights.f32").unlink(), "weights.f32"),
    "one bit turned": (lambda f: (f / "weights.f32").write_bytes(b"\1" + bytes(23)), "sha256"),
    "a pickle": (lambda f: (f / "tokens.json").write_bytes(pickle.dumps({"a": ["b"]})), "sha256"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_error_that_names_the_file(folder: Path, fault: str) -> None:
    break_it, says = FAULTS[fault]
    read_all(folder)
    break_it(folder)

    with pytest.raises(ModelFileError, match=says) as raised:
        read_all(folder)
    assert str(folder) in str(raised.value)


@pytest.mark.parametrize("content", [bytes(20), np.array([np.nan] * 6, "<f4").tobytes()])
def test_numbers_of_another_shape_and_such_that_are_none_are_faults(
    folder: Path, content: bytes
) -> None:
    write_model(folder, FEATURES, {"weights.f32": content}, {})

    with pytest.raises(ModelFileError, match=r"weights\.f32"):
        load_model(folder, FEATURES).read_array("weights.f32", (3, 2))


def test_what_is_no_graph_is_a_fault_and_nothing_is_printed(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ModelFileError, match=r"trees\.onnx"):
        Ensemble(load_model(folder, FEATURES), "trees.onnx")
    assert capfd.readouterr() == ("", "")
