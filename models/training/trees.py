"""From scikit-learn's histogram gradient boosting to an ONNX tree ensemble."""

from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

OPSET: Final = 3
IR_VERSION: Final = 8

Booster: TypeAlias = "HistGradientBoostingClassifier | HistGradientBoostingRegressor"


def convert_booster(booster: Booster) -> bytes:
    """Write the trees of a fitted booster, without categorical features, as an ONNX graph.

    Its output are the raw values, shape (rows, outputs): one output, or one a class where there
    are more than two.
    """
    nodes: dict[str, list[Any]] = {name: [] for name in _NODE_KEYS}
    leaves: dict[str, list[Any]] = {name: [] for name in _LEAF_KEYS}
    tree = 0
    for iteration in booster._predictors:
        for output, predictor in enumerate(iteration):
            _add_tree(nodes, leaves, tree, output, predictor.nodes)
            tree += 1
    base = np.ravel(booster._baseline_prediction)
    attributes: dict[str, Any] = {
        "n_targets": len(base),
        "aggregate_function": "SUM",
        "post_transform": "NONE",
        "base_values": [float(value) for value in base],
        **nodes,
        **leaves,
    }
    node = helper.make_node(
        "TreeEnsembleRegressor", ["features"], ["values"], domain="ai.onnx.ml", **attributes
    )
    graph = helper.make_graph(
        [node],
        "trees",
        [
            helper.make_tensor_value_info(
                "features", TensorProto.FLOAT, [None, booster.n_features_in_]
            )
        ],
        [helper.make_tensor_value_info("values", TensorProto.FLOAT, [None, len(base)])],
    )
    model = helper.make_model(
        graph,
        opset_imports=[helper.make_opsetid("ai.onnx.ml", OPSET), helper.make_opsetid("", 17)],
        ir_version=IR_VERSION,
    )
    written: bytes = model.SerializeToString()
    return written


_NODE_KEYS: Final = (
    "nodes_treeids", "nodes_nodeids", "nodes_featureids", "nodes_values", "nodes_modes",
    "nodes_truenodeids", "nodes_falsenodeids", "nodes_missing_value_tracks_true",
)  # fmt: skip
_LEAF_KEYS: Final = ("target_treeids", "target_nodeids", "target_ids", "target_weights")


def _add_tree(
    nodes: dict[str, list[Any]],
    leaves: dict[str, list[Any]],
    tree: int,
    output: int,
    rows: NDArray[Any],
) -> None:
    is_leaf = rows["is_leaf"].astype(bool)
    count = len(rows)
    nodes["nodes_treeids"] += [tree] * count
    nodes["nodes_nodeids"] += range(count)
    nodes["nodes_featureids"] += np.where(is_leaf, 0, rows["feature_idx"]).tolist()
    thresholds = floor_to_float32(np.where(is_leaf, 0, rows["num_threshold"]))
    nodes["nodes_values"] += thresholds.tolist()
    nodes["nodes_modes"] += np.where(is_leaf, "LEAF", "BRANCH_LEQ").tolist()
    nodes["nodes_truenodeids"] += np.where(is_leaf, 0, rows["left"]).tolist()
    nodes["nodes_falsenodeids"] += np.where(is_leaf, 0, rows["right"]).tolist()
    nodes["nodes_missing_value_tracks_true"] += np.where(
        is_leaf, 0, rows["missing_go_to_left"]
    ).tolist()
    indices = np.flatnonzero(is_leaf)
    leaves["target_treeids"] += [tree] * len(indices)
    leaves["target_nodeids"] += indices.tolist()
    leaves["target_ids"] += [output] * len(indices)
    leaves["target_weights"] += rows["value"][indices].tolist()


def floor_to_float32(thresholds: NDArray[np.float64]) -> NDArray[np.float32]:
    """Round down, so that `x <= threshold` holds for the same single-precision x as before."""
    rounded = thresholds.astype(np.float32)
    lower = np.nextafter(rounded, np.float32(-np.inf))
    return np.where(rounded > thresholds, lower, rounded)
