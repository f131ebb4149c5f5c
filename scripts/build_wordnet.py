"""Build the compact WordNet table that the package ships, from WordNet 3.0's own files.

    python scripts/build_wordnet.py [folder]

The folder holds index.*, data.* and *.exc, as Debian's package `wordnet-base` installs them. The same files
always give the same bytes. Layout of the table (`sumtrace.text.wordnet` reads it; n synsets, E entries, an
entry being a lemma in one part of speech):

    text             the entries' keys, one letter for the part of speech and the lemma, in order of bucket
    text_sizes       [E] length of each key
    bucket_sizes     [E] how many entries fall into each of E hash buckets
    sense_counts     [E] how many senses each entry has
    senses           synsets of the entries, each entry's in WordNet's order of frequency
    hypernym_counts  [n] how many hypernyms each synset has
    hypernyms        synsets, kinds and instances alike
    irregular        lines "part form lemma lemma ...", the exception lists

Synsets are numbered in the order noun, verb, adjective, adverb, then as in the data file.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save

from sumtrace.text.wordnet import TABLE, bucket_of

PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
HYPERNYM_SYMBOLS = {"@", "@i"}

# A synset as WordNet names it: part of speech and byte offset into the data file.
Name = tuple[str, str]


def build(folder: Path) -> dict[str, NDArray[Any]]:
    """The table's arrays, from a folder of WordNet's files."""
    hypernyms = {name: above for part in PARTS for name, above in read_synsets(folder, part)}
    number = {name: position for position, name in enumerate(hypernyms)}
    senses = {
        (part + lemma).encode(): [number[part, offset] for offset in offsets]
        for part in PARTS
        for lemma, offsets in read_index(folder, part)
    }
    keys = sorted(senses, key=lambda key: (bucket_of(key, len(senses)), key))
    buckets = [bucket_of(key, len(senses)) for key in keys]
    return {
        "text": np.frombuffer(b"".join(keys), np.uint8),
        "text_sizes": small([len(key) for key in keys]),
        "bucket_sizes": small(np.bincount(buckets, minlength=len(keys)).tolist()),
        "sense_counts": small([len(senses[key]) for key in keys]),
        "senses": np.array([synset for key in keys for synset in senses[key]], np.int32),
        "hypernym_counts": small([len(above) for above in hypernyms.values()]),
        "hypernyms": np.array([number[name] for above in hypernyms.values() for name in above], np.int32),
        "irregular": np.frombuffer("".join(irregular_lines(folder)).encode(), np.uint8),
    }


def read_synsets(folder: Path, part: str) -> Iterator[tuple[Name, list[Name]]]:
    """Each synset of one part of speech with its hypernyms.

    Line: offset file type w_cnt (word id)* p_cnt (symbol offset part source/target)* ... | gloss
    """
    for fields in lines(folder / f"data.{PARTS[part]}"):
        pointers_at = 4 + 2 * int(fields[3], 16)
        pointers = fields[pointers_at + 1 : pointers_at + 1 + 4 * int(fields[pointers_at])]
        above = [
            (pointers[place + 2], pointers[place + 1])
            for place in range(0, len(pointers), 4)
            if pointers[place] in HYPERNYM_SYMBOLS
        ]
        yield (part, fields[0]), list(dict.fromkeys(above))


def read_index(folder: Path, part: str) -> Iterator[tuple[str, list[str]]]:
    """Each lemma of one part of speech with its synsets' offsets, most frequent sense first.

    Line: lemma part synset_cnt p_cnt symbol* sense_cnt tagsense_cnt offset*
    """
    for fields in lines(folder / f"index.{PARTS[part]}"):
        yield fields[0], fields[-int(fields[2]) :]


def lines(path: Path) -> Iterator[list[str]]:
    """The fields of a file's lines, without the licence at its head and the glosses."""
    for line in path.read_text("utf-8").splitlines():
        if not line.startswith("  "):
            yield line.partition(" | ")[0].split()


def irregular_lines(folder: Path) -> Iterator[str]:
    """The exception lists as one: irregular forms with the lemmas they may belong to."""
    for part, name in PARTS.items():
        for fields in lines(folder / f"{name}.exc"):
            yield " ".join([part, *fields]) + "\n"


def licence(folder: Path) -> str:
    """The licence, which stands with line numbers at the head of every data file."""
    head = [line for line in (folder / "data.noun").read_text("utf-8").splitlines() if line.startswith("  ")]
    return "".join(re.sub(r"^ +\d+ ?", "", line).rstrip() + "\n" for line in head)


def small(numbers: list[int]) -> NDArray[np.uint8]:
    """Counts as bytes; numpy raises where one does not fit."""
    return np.array(numbers, np.uint8)


def write(folder: Path, table: Path) -> None:
    """Write the table, and WordNet's licence beside it."""
    table.parent.mkdir(parents=True, exist_ok=True)
    table.write_bytes(save(build(folder)))  # save_file would make it readable to its owner alone
    (table.parent / "WORDNET-LICENSE").write_text(licence(folder), "utf-8")


def main() -> None:
    """Read the arguments and build."""
    parser = argparse.ArgumentParser(description="Build the compact WordNet table.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("/usr/share/wordnet"))
    parser.add_argument("--output", type=Path, default=TABLE)
    arguments = parser.parse_args()
    write(arguments.folder, arguments.output)


if __name__ == "__main__":
    main()
