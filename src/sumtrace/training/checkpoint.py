"""Checkpoints: everything a training needs to go on, in one file that is replaced as a whole after each iteration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from sumtrace.errors import InputError, ModelError
from sumtrace.files import writing
from sumtrace.model.history import Progress, from_records, to_records
from sumtrace.model.parameters import Parameters, from_arrays, to_arrays

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
