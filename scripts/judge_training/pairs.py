"""Pairs of evidence and claim with what people say about them, read from the entailment sets that may be shipped from."""

from __future__ import annotations

import gzip
import random
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

import msgspec

LABELS = {"entailment": 0, "neutral": 1, "contradiction": 2, "not_entailment": 3}
"""The judge's three classes; ``not_entailment`` is either of the last two."""
ENTAILED, NEUTRAL, CONTRADICTED, NOT_ENTAILED = range(4)

CAPS = {
    "fever_dev": 13000,
    "cannot_wikifactcheck": 9000,
    "cad_snli": 8000,
    "breaking_nli": 2700,
    "fever_symmetric": 1416,
    "fool_me_twice": 2548,
    "negation_nli": 4494,
    "equate": 4500,
    "mnli": 10000,
    "mnli_taxinli": 5000,
    "mnli_binary": 1500,
    "snli": 3500,
    "conjnli": 3000,
    "impli": 1500,
    "hans_gen": 1500,
    "help": 1500,
    "contractnli": 800,
    "med": 1500,
    "entailmentbank": 2500,
    "ambient_disambig": 2273,
}
"""Pairs taken from each set: what is like claims about evidence whole, what templates made in part."""
TEMPLATES = {"equate": ("StressTest", 1800)}
"""Kinds within a set that templates made, and how many pairs of them are taken."""
HELD_OUT = 0.04
"""Share of each set's evidence that is never trained on."""
ALIKE = 0.6
"""Evidence and claim this much alike (share of matching words) are read as an edit of one another."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Evidence, a claim, and whether the one follows from the other."""

    evidence: str
    claim: str
    label: int
    source: str
    wrong: tuple[int, ...] | None = None
    """Words of the claim, cut at blanks, that the evidence contradicts; None where nobody knows."""


class _Row(msgspec.Struct):
    premise: str
    hypothesis: str
    label: str
    kind: str | None = None


def read_sets(folder: Path, chance: random.Random) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs to train on and those held out, split by evidence."""
    train: list[Pair] = []
    held_out: list[Pair] = []
    for source, cap in CAPS.items():
        rows = _sample(_read(folder / f"{source}.jsonl.gz"), source, cap, chance)
        premises = sorted({row.premise for row in rows})
        chance.shuffle(premises)
        kept = set(premises[: int(HELD_OUT * len(premises))])
        for row in rows:
            (held_out if row.premise in kept else train).append(_pair(row, source))
    return train, held_out


def read_set(file: Path) -> list[Pair]:
    """Return all pairs of one set, to measure on."""
    return [_pair(row, file.name.removesuffix(".jsonl.gz")) for row in _read(file)]


def edited_words(before: Sequence[str], after: Sequence[str]) -> tuple[int, ...] | None:
    """Return which words of ``after`` are not in ``before``; None where the two are too unlike, or words only left."""
    matcher = SequenceMatcher(None, [word.lower() for word in before], [word.lower() for word in after], autojunk=False)
    if matcher.ratio() < ALIKE:
        return None
    changed = [
        place for kind, _, _, start, end in matcher.get_opcodes() if kind != "equal" for place in range(start, end)
    ]
    return tuple(changed) or None


def _read(file: Path) -> list[_Row]:
    decoder = msgspec.json.Decoder(_Row)
    with gzip.open(file) as lines:
        return [decoder.decode(line) for line in lines]


def _sample(rows: list[_Row], source: str, cap: int, chance: random.Random) -> list[_Row]:
    """Return up to ``cap`` rows in random order."""
    chance.shuffle(rows)
    if source in TEMPLATES:
        kind, most = TEMPLATES[source]
        rows = [row for row in rows if row.kind != kind] + [row for row in rows if row.kind == kind][:most]
    if source == "breaking_nli":  # 88% contradictions: keep all of the rest
        rows.sort(key=lambda row: row.label == "contradiction")
    return rows[:cap]


def _pair(row: _Row, source: str) -> Pair:
    label = LABELS[row.label]
    wrong: tuple[int, ...] | None = None
    if label == ENTAILED:
        wrong = ()
    elif label == CONTRADICTED:
        wrong = edited_words(row.premise.split(), row.hypothesis.split())
    return Pair(row.premise, row.hypothesis, label, source, wrong)
