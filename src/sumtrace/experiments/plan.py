"""The settings of an experiment: what to train on, which gold to align, which systems to compare."""

from __future__ import annotations

import hashlib
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec

from sumtrace.alignment.alignment import Alignment
from sumtrace.alignment.formats import read_alignments
from sumtrace.baselines.bitext import Side
from sumtrace.baselines.names import Rival
from sumtrace.baselines.symmetrization import Symmetrization
from sumtrace.corpus.extracts import SENTENCES, Unit
from sumtrace.corpus.pair import Pair
from sumtrace.corpus.reading import read_pairs
from sumtrace.errors import InputError
from sumtrace.evaluation.merging import Merge
from sumtrace.files import read_text
from sumtrace.settings import Preset
from sumtrace.version import __version__

Use = Literal[Rival, "semi-hmm"]
EXAMPLES = "examples"


class SystemPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One system: which, and how it is set; ``settings`` are the semi-HMM's, by name.

    ``extracts`` lets it see extracts instead of documents: of ``k`` sentences for each summary sentence ("sentence"), or
    the union of these for the whole summary ("abstract").
    """

    name: str
    use: Use
    extracts: Unit | None = None
    k: Annotated[int, msgspec.Meta(ge=1)] = SENTENCES
    source: Side = "document"
    symmetrize: Symmetrization | None = None
    iterations: Annotated[int, msgspec.Meta(ge=1)] = 5
    cutoff: Annotated[int, msgspec.Meta(ge=1)] | None = None
    near: Annotated[int, msgspec.Meta(ge=0)] = 3
    preset: Literal[Preset, "shipped"] = "default"
    settings: dict[str, Any] = {}


class GoldPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One gold set: a file of alignments for each annotator."""

    name: str
    annotators: list[str]
    merge: Merge = "majority"


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole experiment; ``cutoffs`` are those of Cut & Paste to be compared on documents and on extracts."""

    title: str
    gold: list[GoldPlan]
    system: list[SystemPlan]
    corpus: list[str] = []
    cutoffs: list[Annotated[int, msgspec.Meta(ge=1)]] = []
    samples: Annotated[int, msgspec.Meta(ge=1)] = 2000
    seed: int = 0


def _said(message: str) -> str:
    """Return msgspec's message in the words of a plan, with what a system may use where it says something else."""
    said = message.replace("`$.", "`").replace("`", "'")
    names = ", ".join(name for part in get_args(Use) for name in (get_args(part) or (part,)))
    return f"{said}; choose one of {names}" if re.search(r"Invalid enum value .*\.use'$", said) else said


def read_plan(source: str | Path) -> tuple[Plan, Path]:
    """Return a plan and the folder its file names start from; ``article`` is the bundled one."""
    bundled = str(source) == "article"
    text = (
        (resources.files("sumtrace.experiments") / "plans" / "article.toml").read_text(encoding="utf-8")
        if bundled
        else read_text(source)
    )
    try:
        plan = msgspec.convert(tomllib.loads(text), Plan)
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        problem = "nested too deeply" if isinstance(error, RecursionError) else _said(str(error))
        raise InputError(f"not an experiment plan: {problem}", file=source) from error
    for what, names in (("systems", [one.name for one in plan.system]), ("gold sets", [one.name for one in plan.gold])):
        if not names or len(set(names)) < len(names):
            raise InputError(f"the {what} need at least one entry, with unique names", file=source)
    return plan, Path() if bundled else Path(source).parent


def corpus_pairs(plan: Plan, folder: Path) -> list[Pair]:
    """Return the pairs to train on, besides the gold's own texts."""
    pairs: list[Pair] = []
    for name in plan.corpus:
        if name == EXAMPLES:
            from sumtrace.datasets import examples

            pairs += examples()
        else:
            pairs += read_pairs(folder / name)
    return pairs


def annotators_of(gold: GoldPlan, folder: Path) -> dict[str, list[Alignment]]:
    """Return every annotator's alignments by a short name."""
    found: dict[str, list[Alignment]] = {}
    for name in gold.annotators:
        if name.startswith(f"{EXAMPLES}:"):
            from sumtrace.datasets import gold as example_gold

            part = name.partition(":")[2]
            if part not in ("pass-1", "pass-2"):
                raise InputError(f"no {name!r}; choose examples:pass-1 or examples:pass-2")
            found[part] = example_gold(part)  # type: ignore[arg-type]  # mypy does not narrow by `in`
        else:
            found[Path(name).name.split(".")[0]] = list(read_alignments(folder / name))
    if len(found) < len(gold.annotators):
        raise InputError(f"gold {gold.name!r}: the annotators' files need different names")
    return found


def fingerprint(system: SystemPlan, pairs: list[Pair]) -> str:
    """Return a name for the result of a system on pairs: the same work has the same name, other work another."""
    digest = hashlib.sha256(__version__.encode())
    digest.update(msgspec.json.encode(msgspec.structs.replace(system, name="")))
    for pair in pairs:
        for text in (pair.document, pair.summary):
            digest.update("\0".join(text.words).encode() + b"\1")
    return digest.hexdigest()[:16]
