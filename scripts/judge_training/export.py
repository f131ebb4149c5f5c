"""The trained judge as an ONNX model in bytes, its layers made as those of the encoder are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from build_encoder import BYTE, EPSILON, FUSED, LAYERS, Graph, transformed
from numpy.typing import NDArray
from onnx import TensorProto, helper
from torch import Tensor

from sumtrace.checking.judge.network import LONGEST

Array = NDArray[Any]


def exported(state: Mapping[str, Tensor]) -> bytes:
    """Return the judge as an ONNX model of one pair: logits of the classes, and one for each piece of the claim.

    ``pieces`` and ``segments`` are ``[1, length]``; the claim's pieces end before ``claim_end`` ``[1]``.
    """
    values = {name: value.numpy() for name, value in state.items()}
    graph = Graph(rounded=True)
    weights = _as_encoder(values)
    rows = _embedded(graph, values)
    for layer in range(LAYERS):
        rows = transformed(graph, weights, f"encoder.layer.{layer}.", rows, None)
    axis = graph.constant("pieces axis", np.array([1]))
    first = graph.constant("claim start", np.array([1]))
    claim = graph.add("Slice", rows, first, "claim_end", axis)
    mean = graph.add("ReduceMean", claim, axis, keepdims=1)
    whole = graph.add("Slice", rows, graph.constant("zeroth", np.array([0])), first, axis)
    both = graph.add("Concat", whole, mean, axis=-1)
    hidden = graph.product(both, "pooled", values["pooled.weight"].T)
    hidden = graph.add("Tanh", graph.add("Add", hidden, graph.constant("pooled.bias", values["pooled.bias"])))
    classes = graph.add("MatMul", hidden, graph.constant("classes", values["classes.weight"].T))
    classes = graph.add("Add", classes, graph.constant("classes.bias", values["classes.bias"]))
    words = graph.add("MatMul", claim, graph.constant("words.weight", values["words.weight"].T))
    words = graph.add("Add", words, graph.constant("words.bias", values["words.bias"]), output="words")
    worst = graph.add("ReduceLogSumExp", words, axis, keepdims=1)
    share = np.array([0, 0, values["share"]], np.float32)
    graph.add("Add", classes, graph.add("Mul", worst, graph.constant("share", share)), output="classes_out")
    made = helper.make_graph(
        graph.nodes,
        "judge",
        [
            helper.make_tensor_value_info("pieces", TensorProto.INT64, [1, "length"]),
            helper.make_tensor_value_info("segments", TensorProto.INT64, [1, "length"]),
            helper.make_tensor_value_info("claim_end", TensorProto.INT64, [1]),
        ],
        [
            helper.make_tensor_value_info("classes_out", TensorProto.FLOAT, [1, 1, 3]),
            helper.make_tensor_value_info("words", TensorProto.FLOAT, [1, "claim", 1]),
        ],
        list(graph.constants.values()),
    )
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(FUSED, 1)]
    model = helper.make_model(made, opset_imports=opsets, ir_version=9, producer_name="sumtrace")
    return bytes(model.SerializeToString(deterministic=True))


def _embedded(graph: Graph, values: Mapping[str, Array]) -> str:
    """Look up the pieces' embeddings and add those of their positions and segments."""
    table = values["pieces.weight"]
    scale = np.abs(table).max(axis=1, keepdims=True) / BYTE
    numbers = graph.add("Gather", graph.constant("embeddings", np.rint(table / scale).astype(np.int8)), "pieces")
    scales = graph.add("Gather", graph.constant("embeddings.scale", scale.astype(np.float32)), "pieces")
    rows = graph.add("Mul", graph.add("Cast", numbers, to=TensorProto.FLOAT), scales)
    positions = graph.add(
        "Slice",
        graph.constant("positions", values["positions.weight"][:LONGEST]),
        graph.constant("first", np.array([0])),
        graph.add("Shape", "pieces", start=1),
    )
    segments = graph.add("Gather", graph.constant("segments.weight", values["segments.weight"]), "segments")
    return graph.add(
        "LayerNormalization",
        graph.add("Add", graph.add("Add", rows, positions), segments),
        graph.constant("embeddings.gain", values["norm.weight"]),
        graph.constant("embeddings.bias", values["norm.bias"]),
        axis=-1,
        epsilon=EPSILON,
    )


def _as_encoder(values: Mapping[str, Array]) -> dict[str, Array]:
    """Return the layers' weights under the names that the encoder's have."""
    names = {
        "seen": "attention.output.dense",
        "seen_norm": "attention.output.LayerNorm",
        "wide": "intermediate.dense",
        "narrow": "output.dense",
        "narrow_norm": "output.LayerNorm",
    }
    found = {}
    for layer in range(LAYERS):
        for kind in ("weight", "bias"):
            parts = np.split(values[f"layers.{layer}.looking.{kind}"], 3)
            for part, rows in zip(("query", "key", "value"), parts, strict=True):
                found[f"encoder.layer.{layer}.attention.self.{part}.{kind}"] = rows
            for ours, theirs in names.items():
                found[f"encoder.layer.{layer}.{theirs}.{kind}"] = values[f"layers.{layer}.{ours}.{kind}"]
    return found
