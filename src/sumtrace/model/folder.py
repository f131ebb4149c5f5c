"""The model folder: config.json for people and programs, the vocabulary one word a line, the numbers in safetensors."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

from sumtrace.errors import InputError, ModelError, OutputError
from sumtrace.files import read_text, write_text, writing
from sumtrace.jumps.registry import start_jump
from sumtrace.model.history import from_records, to_records
from sumtrace.model.model import Model
from sumtrace.model.parameters import Parameters, from_arrays, to_arrays
from sumtrace.rewrites.component import Component
from sumtrace.settings import Settings, checked, recorded

FORMAT = "sumtrace-model"
VERSION = 1
CONFIG, VOCABULARY, PARAMETERS = "config.json", "vocabulary.txt", "parameters.safetensors"
CHECKPOINT = "checkpoint.safetensors"
MEMORY_ROWS, MEMORY_COUNTS = "known.rows", "known.histogram"


def save_model(model: Model, folder: str | Path) -> None:
    """Write a model folder; config.json comes last, so a folder with one is complete."""
    path = Path(folder)
    arrays = to_arrays(model.parameters)
    for component in model.components:
        if component.memory is not None:
            rows = [model.numbers[word] for word in component.memory]
            arrays[f"{component.name}.{MEMORY_ROWS}"] = np.array(rows, np.int32)
            counts = np.array(list(component.memory.values()) or np.zeros((0, 0)))
            arrays[f"{component.name}.{MEMORY_COUNTS}"] = counts.astype(np.int32)
    config = {
        "format": FORMAT,
        "version": VERSION,
        "name": model.name,
        "signature": model.signature,
        "summary_words": int(model.in_summary.sum()),
        "words": len(model.words),
        "jump": model.jump.name,
        "components": [component.name for component in model.components],
        **({"encoder": model.encoder} if model.encoder else {}),
        "settings": recorded(model.settings),
        "history": to_records(model.history),
    }
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder {path}: {error.strerror}") from error
    # an earlier model in the folder goes as a whole: its config.json never stands beside the new numbers
    (path / CONFIG).unlink(missing_ok=True)
    with writing(path / PARAMETERS) as file:
        # one entry only: safetensors writes several in any order, and the same model should be the same bytes
        file.write(save(arrays, {"signature": model.signature}))
    write_text(path / VOCABULARY, "".join(f"{_escaped(word)}\n" for word in model.words))
    write_text(path / CONFIG, json.dumps(config, indent=1, ensure_ascii=False) + "\n")


def load_model(folder: str | Path) -> Model:
    """Read a model folder, or say what is wrong with it."""
    path = Path(folder)
    if not path.is_dir():
        what = "is a file" if path.exists() else "does not exist"
        raise ModelError(f"{path} {what}; a model is a folder, made by: sumtrace train ... -o FOLDER")
    if not (path / CONFIG).is_file():
        unfinished = (path / CHECKPOINT).is_file()
        what = "holds a training that did not finish" if unfinished else f"has no {CONFIG}, so it is no model folder"
        todo = " Finish it with: sumtrace train ... --resume" if unfinished else ""
        raise ModelError(f"{path} {what}.{todo}")
    try:
        config: dict[str, Any] = msgspec.json.decode(read_text(path / CONFIG))
        if not isinstance(config, dict) or config.get("format") != FORMAT:
            raise ModelError(f"{path / CONFIG} is not a sumtrace model's")
        if config.get("version") != VERSION:
            raise ModelError(
                f"{path} is a model of version {config.get('version')}; this release reads version {VERSION}. "
                "Train it again, or install the release that made it."
            )
        words = [_unescaped(line) for line in read_text(path / VOCABULARY).split("\n")[:-1]]
        arrays = load((path / PARAMETERS).read_bytes())
        if len(words) != config["words"]:
            raise ModelError(f"{path / VOCABULARY} has {len(words)} words, {CONFIG} says {config['words']}")
        settings = checked(msgspec.convert(config["settings"], Settings))
        parameters = from_arrays(arrays, config["jump"], config["components"])
        if len(parameters.table.at) != len(words) + 2:
            raise ModelError(f"{path / PARAMETERS} does not belong to this vocabulary")
        problem = _problem(arrays, parameters, settings, len(words))
        if problem is None and not 0 <= config["summary_words"] <= len(words):
            problem = "there are more summary words than words"
        if problem is not None:
            raise ValueError(problem)
        components = tuple(_recalled(component, arrays, words) for component in parameters.components)
        return Model(
            settings=settings,
            words=words,
            in_summary=np.arange(len(words)) < config["summary_words"],
            parameters=dataclasses.replace(parameters, components=components),
            history=tuple(from_records(config["history"])),
            signature=config["signature"],
            name=config["name"],
            encoder=str(config.get("encoder", "")),
        )
    except (KeyError, ValueError, TypeError, OSError, SafetensorError, InputError, msgspec.MsgspecError) as error:
        raise ModelError(f"{path} is damaged ({error}); copy it again or train it again") from error


def _problem(arrays: dict[str, Any], parameters: Parameters, settings: Settings, words: int) -> str | None:
    """Return what is wrong with parameters that the kernels would trust blindly; None where nothing is."""
    table = parameters.table
    infinite = [name for name, array in arrays.items() if not np.isfinite(array).all()]
    if infinite:
        return f"{infinite[0]} holds numbers that are not finite"
    if table.at[0] != 0 or (np.diff(table.at) < 0).any() or table.at[-1] != len(table.column):
        return "the rows of the table overlap or break off"
    if len(table.column) != len(table.counts) or (table.counts < 0).any():
        return "the counts of the table do not fit its columns"
    if len(table.column) and not 0 <= table.column.min() <= table.column.max() < words:
        return "the table has words that the vocabulary has not"
    shapes = [
        {name: array.shape for name, array in jump.to_arrays().items()}
        for jump in (parameters.jump, start_jump(parameters.jump.name, near=settings.jump_near))
    ]
    if shapes[0] != shapes[1]:
        return "the tables of the jump model have other sizes than it needs"
    weights, lengths = parameters.weights, parameters.lengths
    if len(weights) != len(parameters.components) + 1 or (weights < 0).any() or not np.isclose(weights.sum(), 1.0):
        return "the mixture weights are none"
    if len(lengths) != settings.max_document_phrase or (lengths < 0).any() or not 0 <= parameters.null <= 1:
        return "the lengths or P(null) are no probabilities"
    return None


def _recalled(component: Component, arrays: dict[str, Any], words: list[str]) -> Component:
    """Return a component with the memory that was kept of it, if any was."""
    rows = arrays.get(f"{component.name}.{MEMORY_ROWS}")
    if rows is None:
        return component
    counts = arrays[f"{component.name}.{MEMORY_COUNTS}"].astype(float)
    return component.recalling({words[row]: count for row, count in zip(rows.tolist(), counts, strict=True)})


def _escaped(word: str) -> str:
    """A word may hold anything where the user's own tokens do: line breaks are written as in JSON."""
    return word if word.isprintable() and "\\" not in word else json.dumps(word)[1:-1]


def _unescaped(line: str) -> str:
    return str(json.loads(f'"{line}"')) if "\\" in line else line
