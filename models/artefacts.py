"""Model files: data only, checked when they are loaded.

A model is a folder with a `manifest.json` that names its format, its features and the digest of
every other file: tree ensembles as ONNX, tables as JSON. Nothing in them can run code.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MANIFEST: Final = "manifest.json"

# Raised when an older engine could not read what a newer one writes.
FORMAT: Final = 1

# Bytes of one model file. Unmeasured: three times the largest that ships.
MAX_FILE_BYTES: Final = 32 << 20


class ModelFileError(Exception):
    """A model file is missing, damaged, or made for another engine; the message names it."""


@dataclass(frozen=True, slots=True)
class Model:
    """A folder of model files as its manifest describes it."""

    folder: Path
    features: tuple[str, ...]
    digests: Mapping[str, str]
    settings: Mapping[str, Any]

    def read(self, name: str) -> bytes:
        """Read a file of the model.

        Raises:
            ModelFileError: the file is not there, too large, or not the one the manifest names.
        """
        path = self.folder / name
        content = _read_bounded(path)
        found = hashlib.sha256(content).hexdigest()
        if found != self.digests.get(name):
            raise ModelFileError(f"{path}: not the file that {MANIFEST} names (sha256 {found})")
        return content

    def read_lists(self, name: str) -> dict[str, list[str]]:
        """Read lists of words by name."""
        lists = _parse_object(self.read(name), self.folder / name)
        for words in lists.values():
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise ModelFileError(f"{self.folder / name}: lists of words were expected")
        return lists

    def read_array(self, name: str, shape: tuple[int, int]) -> NDArray[np.float32]:
        """Read a table of single-precision numbers, row by row, little-endian."""
        content = self.read(name)
        if len(content) != shape[0] * shape[1] * 4:
            raise ModelFileError(f"{self.folder / name}: {len(content)} bytes, expected {shape}")
        array: NDArray[np.float32] = np.frombuffer(content, "<f4").reshape(shape)
        if not np.isfinite(array).all():
            raise ModelFileError(f"{self.folder / name}: finite numbers were expected")
        return array

    def read_tables(self, name: str) -> dict[str, dict[str, float]]:
        """Read tables of numbers by token."""
        tables = _parse_object(self.read(name), self.folder / name)
        for table in tables.values():
            if not isinstance(table, dict) or not all(
                isinstance(value, int | float) for value in table.values()
            ):
                raise ModelFileError(f"{self.folder / name}: a table of numbers was expected")
        return tables


def load_model(folder: Path, features: Sequence[str]) -> Model:
    """Load the manifest of a model.

    Args:
        folder: where its files are.
        features: what the engine measures, in order; the model has to have been trained on them.

    Raises:
        ModelFileError: no manifest, not one of this format, or trained on other features.
    """
    path = folder / MANIFEST
    manifest = _parse_object(_read_bounded(path), path)
    if manifest.get("format") != FORMAT:
        raise ModelFileError(f"{path}: format {manifest.get('format')!r}, expected {FORMAT}")
    if manifest.get("features") != list(features):
        raise ModelFileError(f"{path}: trained on other features than this engine measures")
    digests, settings = manifest.get("files"), manifest.get("settings")
    if not isinstance(digests, dict) or not isinstance(settings, dict):
        raise ModelFileError(f"{path}: 'files' and 'settings' have to be objects")
    return Model(folder, tuple(features), digests, settings)


def write_model(
    folder: Path,
    features: Sequence[str],
    files: Mapping[str, bytes],
    settings: Mapping[str, Any],
) -> None:
    """Write the files of a model and the manifest that names them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    manifest = {
        "format": FORMAT,
        "features": list(features),
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in files.items()},
        "settings": dict(settings),
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1, sort_keys=True) + "\n")


class Ensemble:
    """A boosted ensemble of trees; its raw values are sums of leaves, before any link."""

    def __init__(self, model: Model, name: str) -> None:
        """Load an ensemble.

        Raises:
            ModelFileError: no ONNX graph, or one for another number of features.
        """
        import onnxruntime  # some 100 ms that only a page with blocks to judge pays

        content = model.read(name)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            self._session = onnxruntime.InferenceSession(
                content, options, providers=["CPUExecutionProvider"]
            )
            (given,) = self._session.get_inputs()
            (values,) = self._session.get_outputs()
        except Exception as error:  # onnxruntime has no common class for its errors
            raise ModelFileError(f"{model.folder / name}: no ONNX graph: {error}") from error
        if given.shape[-1] != len(model.features):
            raise ModelFileError(
                f"{model.folder / name}: made for {given.shape[-1]} features, "
                f"expected {len(model.features)}"
            )
        self._input, self.outputs = given.name, values.shape[-1]

    def predict(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """Give the raw values, shape (rows, outputs), of features of shape (rows, features)."""
        rows = np.ascontiguousarray(features, np.float32)
        result: NDArray[np.float32] = self._session.run(None, {self._input: rows})[0]
        return result


def _read_bounded(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise ModelFileError(f"{path}: {error.strerror or error}") from error
    if len(content) > MAX_FILE_BYTES:
        raise ModelFileError(f"{path}: more than {MAX_FILE_BYTES} bytes")
    return content


def _parse_object(content: bytes, path: Path) -> dict[str, Any]:
    try:
        value = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ModelFileError(f"{path}: no JSON: {error}") from error
    if not isinstance(value, dict):
        raise ModelFileError(f"{path}: an object was expected")
    return value
