"""Checkpoints: everything a training needs to go on, in one file that is replaced as a whole after each iteration.

Its checksum covers the numbers and all that the header says, so that damage is told from a checkpoint of another version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from safetensors import safe_open
from safetensors.numpy import save

from sumtrace.errors import InputError, ModelError
from sumtrace.files import checksum, writing
from sumtrace.model.door import Arrays, admitted
from sumtrace.model.folder import UNREADABLE
from sumtrace.model.history import Progress, from_records, to_records
from sumtrace.model.parameters import Parameters, to_arrays
from sumtrace.settings import Settings

KIND = "sumtrace-checkpoint-2"
CHECKSUM = "checksum"


def save_checkpoint(path: Path, signature: str, parameters: Parameters, history: Sequence[Progress]) -> None:
    """Write the state after an iteration."""
    header = {
        "kind": KIND,
        "signature": signature,
        "jump": parameters.jump.name,
        "components": ",".join(component.name for component in parameters.components),
        "history": msgspec.json.encode(to_records(history)).decode(),
    }
    arrays = to_arrays(parameters)
    with writing(path) as file:
        file.write(save(arrays, header | {CHECKSUM: _checksum_of(arrays, header)}))


def load_checkpoint(
    path: Path, signature: str, settings: Settings, type_count: int
) -> tuple[Parameters, list[Progress]]:
    """Read the state back, for so many types; an error where it belongs to other texts or settings."""
    try:
        if path.exists() and not path.is_file():
            raise ValueError("it is not a file")
        with safe_open(path, "numpy") as file:
            header = file.metadata() or {}
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118  # not a dict
        has_checksum = CHECKSUM in header or header.get("kind") == KIND  # earlier kinds had none
        if has_checksum and header.get(CHECKSUM) != _checksum_of(arrays, header):
            raise ValueError("its checksum differs")
        if header.get("kind") != KIND:
            raise ModelError(
                f"{path} is not a checkpoint of this version of sumtrace; delete it to train from the start"
            )
        if header["signature"] != signature:
            raise ModelError(
                f"{path} is a checkpoint from different texts or settings. "
                "Use the same corpus and options, or choose another folder."
            )
        history = from_records(msgspec.json.decode(header["history"]))
        return admitted(arrays, header["jump"], header["components"].split(","), settings, type_count), history
    except (*UNREADABLE, InputError) as error:
        raise ModelError(f"{path} is damaged ({error}); delete it to train from the start") from error


def _checksum_of(arrays: Arrays, header: Mapping[str, str]) -> str:
    described = sorted((name, value) for name, value in header.items() if name != CHECKSUM)
    return checksum(save(dict(arrays)), msgspec.json.encode(described))
