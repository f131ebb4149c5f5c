"""Checkpoints: everything a training needs to go on, in one file that is replaced as a whole after each iteration."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import msgspec
import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from sumtrace.errors import InputError, ModelError
from sumtrace.files import writing
from sumtrace.jumps.registry import jump_from_arrays
from sumtrace.model import Progress
from sumtrace.rewrites.registry import COMPONENTS
from sumtrace.rewrites.sparse import Sparse
from sumtrace.training.em import Parameters

KIND = "sumtrace-checkpoint-1"


def save_checkpoint(path: Path, signature: str, parameters: Parameters, history: Sequence[Progress]) -> None:
    """Write the state after an iteration."""
    header = {
        "kind": KIND,
        "signature": signature,
        "jump": parameters.jump.name,
        "components": ",".join(component.name for component in parameters.components),
        "history": msgspec.json.encode(to_records(history)).decode(),
    }
    with writing(path) as file:
        file.write(save(to_arrays(parameters), header))


def load_checkpoint(path: Path, signature: str) -> tuple[Parameters, list[Progress]]:
    """Read the state back; an error where it belongs to other texts or settings."""
    try:
        with safe_open(path, "numpy") as file:
            header = file.metadata() or {}
            if header.get("kind") != KIND:
                raise ModelError(f"{path} is not a checkpoint of this version of sumtrace")
            if header["signature"] != signature:
                raise ModelError(
                    f"{path} is the checkpoint of another training: the texts or the settings differ. "
                    "Give the same corpus and options, or train into another folder."
                )
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  # not a dict
        history = from_records(msgspec.json.decode(header["history"]))
        return from_arrays(arrays, header["jump"], header["components"].split(",")), history
    except (KeyError, ValueError, OSError, SafetensorError, InputError, msgspec.MsgspecError) as error:
        raise ModelError(f"{path} is damaged ({error}); delete it to train from the start") from error


def to_records(history: Sequence[Progress]) -> list[dict[str, object]]:
    """Return a history for JSON, which has no infinite numbers: where a pair cannot be written at all, they are strings."""

    def plain(value: object) -> object:
        return str(value) if isinstance(value, float) and not math.isfinite(value) else value

    return [{name: plain(value) for name, value in asdict(line).items()} for line in history]


def from_records(records: object) -> list[Progress]:
    """Return the history that ``to_records`` described."""
    return msgspec.convert(records, list[Progress], strict=False)


def to_arrays(parameters: Parameters) -> dict[str, np.ndarray]:
    """Return all parameters as named arrays."""
    table = parameters.table
    arrays = {
        "table.at": table.at,
        "table.column": table.column,
        "table.counts": table.counts,
        "weights": parameters.weights,
        "null": np.array([parameters.null]),
        "lengths": parameters.lengths,
    }
    arrays |= {f"jump.{name}": array for name, array in parameters.jump.to_arrays().items()}
    for component in parameters.components:
        arrays |= {f"{component.name}.{name}": array for name, array in component.to_arrays().items()}
    return {name: np.ascontiguousarray(array) for name, array in arrays.items()}


def from_arrays(arrays: dict[str, np.ndarray], jump: str, components: Sequence[str]) -> Parameters:
    """Return the parameters that ``to_arrays`` described."""

    def part(prefix: str) -> dict[str, np.ndarray]:
        return {name[len(prefix) + 1 :]: array for name, array in arrays.items() if name.startswith(f"{prefix}.")}

    return Parameters(
        Sparse(arrays["table.at"], arrays["table.column"], arrays["table.counts"]),
        arrays["weights"],
        float(arrays["null"][0]),
        arrays["lengths"],
        jump_from_arrays(jump, part("jump")),
        tuple(COMPONENTS[name].from_arrays(part(name)) for name in components),
    )
