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
from sumtrace.files import checksum, decoded, writing
from sumtrace.locks import working_in
from sumtrace.model.door import admitted
from sumtrace.model.history import from_records, to_records
from sumtrace.model.model import Model
from sumtrace.model.parameters import to_arrays
from sumtrace.rewrites.component import Component, Kept
from sumtrace.settings import Settings, checked, recorded

FORMAT = "sumtrace-model"
VERSION = 1
CONFIG, VOCABULARY, PARAMETERS = "config.json", "vocabulary.txt", "parameters.safetensors"
CHECKPOINT = "checkpoint.safetensors"
CHECKSUMS = "sha256"
KEPT_ROWS, KEPT_COUNTS = "known.rows", "known.histogram"

REMEDY = "copy it again or train it again"

UNREADABLE = (KeyError, ValueError, TypeError, OSError, RecursionError, SafetensorError, msgspec.MsgspecError)
"""What is raised by files that are not what they should be."""


class _Config(msgspec.Struct):
    """What config.json says of a model of this version; one of an earlier release has no such checksums."""

    name: str
    signature: str
    summary_words: int
    words: int
    jump: str
    components: list[str]
    settings: dict[str, Any]
    history: list[Any]
    encoder: str = ""
    sha256: dict[str, str] = {}


def save_model(model: Model, folder: str | Path) -> None:
    """Write a model folder; config.json comes last, so a folder with one is complete."""
    path = Path(folder)
    arrays = to_arrays(model.parameters)
    for component in model.components:
        if component.kept is not None:
            rows = [model.numbers[word] for word in component.kept.places]
            arrays[f"{component.name}.{KEPT_ROWS}"] = np.array(rows, np.int32)
            counts = component.kept.counts if rows else np.zeros((0, 0))
            arrays[f"{component.name}.{KEPT_COUNTS}"] = counts.astype(np.int32)
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
    contents = {
        # one entry only: safetensors writes several in any order, and the same model should be the same bytes
        PARAMETERS: save(arrays, {"signature": model.signature}),
        VOCABULARY: "".join(f"{_escaped(word)}\n" for word in model.words).encode(),
    }
    config[CHECKSUMS] = {name: checksum(data) for name, data in contents.items()} | {CONFIG: _checksum_of(config)}
    contents[CONFIG] = (json.dumps(config, indent=1, ensure_ascii=False) + "\n").encode()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot create the folder {path}: {error.strerror}") from error
    with working_in(path):
        # an earlier model in the folder goes as a whole: its config.json never stands beside the new numbers
        (path / CONFIG).unlink(missing_ok=True)
        for name, data in contents.items():
            with writing(path / name) as file:
                file.write(data)


def load_model(folder: str | Path) -> Model:
    """Read a model folder, or raise an error that says what is wrong with it."""
    path = Path(folder)
    if not path.is_dir():
        what = "is a file" if path.exists() else "does not exist"
        raise ModelError(f"{path} {what}; a model is a folder, made by: sumtrace train ... -o FOLDER")
    if not (path / CONFIG).is_file():
        unfinished = (path / CHECKPOINT).is_file()
        what = "contains unfinished training" if unfinished else f"has no {CONFIG}, so it is not a model folder"
        todo = " Finish it with: sumtrace train ... --resume" if unfinished else ""
        raise ModelError(f"{path} {what}.{todo}")
    try:
        config = _config(path)
        raw = {name: _contents(path / name) for name in (VOCABULARY, PARAMETERS)}
        for name, data in raw.items():
            if config.sha256 and config.sha256[name] != checksum(data):
                raise ModelError(f"{path / name} is damaged (its checksum differs); {REMEDY}")
        words = _words(decoded(raw[VOCABULARY], path / VOCABULARY))
        if len(words) != config.words:
            raise ModelError(f"{path / VOCABULARY} has {len(words)} words, {CONFIG} says {config.words}")
        if len(set(words)) < len(words):
            raise ValueError(f"{VOCABULARY} has a word twice")
        if not 0 <= config.summary_words <= len(words):
            raise ValueError("there are more summary words than words")
        arrays = load(raw[PARAMETERS])
        if len(arrays.get("table.at", ())) not in (0, len(words) + 2):
            raise ModelError(f"{path / PARAMETERS} does not belong to this vocabulary")
        settings = checked(msgspec.convert(config.settings, Settings))
        parameters = admitted(arrays, config.jump, config.components, settings, len(words))
        components = tuple(_recalled(component, arrays, words) for component in parameters.components)
        return Model(
            settings=settings,
            words=words,
            in_summary=np.arange(len(words)) < config.summary_words,
            parameters=dataclasses.replace(parameters, components=components),
            history=tuple(from_records(config.history)),
            signature=config.signature,
            name=config.name,
            encoder=config.encoder,
        )
    except (*UNREADABLE, InputError) as error:
        raise ModelError(f"{path} is damaged ({error}); {REMEDY}") from error


def _config(path: Path) -> _Config:
    """Return what config.json says, once it is known to be whole and of this version."""
    plain = msgspec.json.decode(decoded(_contents(path / CONFIG), path / CONFIG))
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise ModelError(f"{path / CONFIG} does not belong to a Sumtrace model")
    kept = plain.get(CHECKSUMS, {})
    if kept != {} and (set(kept) != {CONFIG, VOCABULARY, PARAMETERS} or kept[CONFIG] != _checksum_of(plain)):
        raise ModelError(f"{path / CONFIG} is damaged or was changed (its checksum differs); {REMEDY}")
    if plain.get("version") != VERSION:
        raise ModelError(
            f"{path} is a version {plain.get('version')} model; this release reads version {VERSION}. "
            "Train it again, or install the release that made it."
        )
    return msgspec.convert(plain, _Config)


def _checksum_of(config: dict[str, Any]) -> str:
    """Return the checksum of all of a config but its checksums."""
    plain = {name: value for name, value in config.items() if name != CHECKSUMS}
    return checksum(json.dumps(plain, sort_keys=True).encode())


def _contents(file: Path) -> bytes:
    """Return the bytes of a file that is one: a device never ends."""
    if file.exists() and not file.is_file():
        raise ValueError(f"{file.name} is not a file")
    return file.read_bytes()


def _recalled(component: Component, arrays: dict[str, Any], words: list[str]) -> Component:
    """Return a component with the memory that was kept of it, if any was."""
    rows = arrays.get(f"{component.name}.{KEPT_ROWS}")
    if rows is None:
        return component
    counts = arrays[f"{component.name}.{KEPT_COUNTS}"]
    width = component.kept_width
    if rows.dtype != np.int32 or rows.ndim != 1:
        raise ValueError(f"the words of {component.name} are not word numbers")
    if len(rows) and not 0 <= rows.min() <= rows.max() < len(words):
        raise ValueError(f"{component.name} has words that are not in the vocabulary")
    if counts.dtype != np.int32 or (len(rows) and counts.shape != (len(rows), width)) or (counts < 0).any():
        raise ValueError(f"the values of {component.name} are not counts")
    places = dict(zip(map(words.__getitem__, rows.tolist()), range(len(rows)), strict=True))
    if len(places) < len(rows):
        raise ValueError(f"{component.name} has a word twice")
    return component.with_kept(Kept(places, counts.astype(float).reshape(len(rows), width)))


def _escaped(word: str) -> str:
    """A word may hold anything where the user's own tokens do: line breaks are written as in JSON."""
    return word if word.isprintable() and "\\" not in word else json.dumps(word)[1:-1]


def _words(vocabulary: str) -> list[str]:
    """Return the words of a vocabulary file, one a line; of the few lines with a backslash, what they mean in JSON."""
    words = vocabulary.split("\n")[:-1]
    place = begin = 0
    while (escape := vocabulary.find("\\", begin)) >= 0 and (end := vocabulary.find("\n", escape)) >= 0:
        place += vocabulary.count("\n", begin, escape)
        words[place] = str(json.loads(f'"{words[place]}"'))
        place, begin = place + 1, end + 1
    return words
