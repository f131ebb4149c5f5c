"""Whether two commits compute the same bits: alignments by the shipped model, and models trained from msr-dev.

    python benchmarks/bits.py HEAD~3                              # the working tree against a commit
    python benchmarks/bits.py v0.1 HEAD --keep ../bits            # two commits; the next run reuses what is in ../bits
    python benchmarks/bits.py v0.1 --only align train/sentence --ignore-by
    python benchmarks/bits.py v0.1 --only none --compile          # the time of compiling all kernels, and nothing else

Both trees are driven through the command line only, so names inside the library may change. Prints SAME or DIFFERENT for
each item; exit code 1: something differs or fails.
"""

from __future__ import annotations

import argparse
import gzip
import itertools
import json
import resource
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import load_file
from trees import ROOT, CommandError, digest_of, has_meaning, run, source_of

ALIGNED = ("msr-dev", "poc-dev", "spark-dev")
TRAINED = {
    "default": [],  # relative jumps
    "article": ["--preset", "article"],
    **{jump: ["--jump", jump] for jump in "gaussian laplace sentence syntax chunk syntax+relative".split()},
}
ITEMS = [*(f"align/{name}" for name in ALIGNED), *(f"train/{name}" for name in TRAINED)]
BASELINES = ("model1", "hmm", "model4", "jing", "cut-and-paste")
WORKING_TREE = "working tree"
TURNS = 2
SHORT = 0.5
"""Seconds of compiling below which a command is not named."""


@dataclass(frozen=True, slots=True)
class Tree:
    """One version of the sources, and the folder of what it computed."""

    name: str
    source: Path
    results: Path
    align_options: tuple[str, ...] = ()
    train_options: tuple[str, ...] = ()

    def run(self, *arguments: str | Path, cache: Path) -> None:
        """Run the command line of this tree."""
        run(self.source, arguments, cache)

    def compute(self, item: str, gold: Path, iterations: int, cache: Path) -> Path:
        """Return the file or folder of an item, computed unless it is there already."""
        kind, name = item.split("/")
        made = self.results / (f"{name}.jsonl" if kind == "align" else f"{name}-{iterations}")
        if made.exists():
            return made
        with tempfile.TemporaryDirectory(dir=self.results) as folder:
            unfinished = Path(folder) / made.name
            if kind == "align":
                pairs = gold / f"{name}.jsonl.gz"
                self.run("align", pairs, "-q", "-o", unfinished, "--to", "native", *self.align_options, cache=cache)
            else:
                options = ["-q", "--iterations", str(iterations), *TRAINED[name], *self.train_options]
                self.run("train", gold / "msr-dev.jsonl.gz", "-o", unfinished, *options, cache=cache)
            unfinished.rename(made)
        return made


@contextmanager
def tree_of(commit: str | None, keep: Path, **options: tuple[str, ...]) -> Iterator[Tree]:
    """Yield the tree of a commit, or the working tree; what a commit computed is kept, unless options changed it."""
    if commit is None:
        with tempfile.TemporaryDirectory(dir=keep) as folder:
            yield Tree(WORKING_TREE, ROOT, Path(folder), **options)
        return
    digest, source = digest_of(commit), source_of(commit, keep)
    name = f"{commit} ({digest[:10]})"
    if any(options.values()):
        with tempfile.TemporaryDirectory(dir=keep) as folder:
            yield Tree(name, source, Path(folder), **options)
        return
    results = keep / digest
    results.mkdir(exist_ok=True)
    yield Tree(name, source, results)


def without_by(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record whose links do not say what explains them, nor the cosine that is shown where it is meaning."""
    links = [{key: value for key, value in link.items() if key not in ("by", "cosine")} for link in record["links"]]
    return {**record, "links": links}


def differing_pairs(base: Path, head: Path, ignore_by: bool) -> tuple[list[str], str]:
    """Return what differs between two files of alignments, and how many links differ in ``by`` alone."""
    lines = [file.read_bytes().splitlines() for file in (base, head)]
    if len(lines[0]) != len(lines[1]):
        return [f"{len(lines[0])} pairs, {len(lines[1])} pairs"], ""
    differing: list[str] = []
    changed_by = 0
    for old_line, new_line in zip(*lines, strict=True):
        if old_line == new_line:
            continue
        old, new = json.loads(old_line), json.loads(new_line)
        if without_by(old) == without_by(new):
            changed = sum(a != b for a, b in zip(old["links"], new["links"], strict=True))
            changed_by += changed
            if ignore_by and changed:
                continue
        fields = [key for key in old | new if old.get(key) != new.get(key)]
        differing.append(f"pair {old['id']}: {', '.join(fields) or 'written differently'}{links_apart(old, new)}")
    return differing, f"{changed_by} links differ only in by" if changed_by else ""


def links_apart(old: dict[str, Any], new: dict[str, Any]) -> str:
    """Say how two lists of links differ."""
    places = [{(*link["doc"], *link["sum"]): link for link in record["links"]} for record in (old, new)]
    shared = places[0].keys() & places[1].keys()
    apart = max((abs(places[0][at].get("prob", 0.0) - places[1][at].get("prob", 0.0)) for at in shared), default=0.0)
    only = [len(one.keys() - shared) for one in places]
    return f" ({only[0]} links only before, {only[1]} only after, probabilities up to {apart:.1e} apart)"


def differing_models(base: Path, head: Path) -> list[str]:
    """Return what differs between two model folders: arrays, vocabulary, and config but for times and version."""
    differing = []
    old, new = (load_file(folder / "parameters.safetensors") for folder in (base, head))
    for name in sorted(old.keys() | new.keys()):
        if name not in old or name not in new:
            differing.append(f"{name}: only {'after' if name in new else 'before'}")
        elif old[name].shape != new[name].shape or old[name].dtype != new[name].dtype:
            differing.append(f"{name}: {old[name].dtype}{old[name].shape}, {new[name].dtype}{new[name].shape}")
        elif old[name].tobytes() != new[name].tobytes():
            apart = np.abs(old[name].astype(float) - new[name]).max()
            differing.append(f"{name}: up to {apart:.1e} apart")
    if (base / "vocabulary.txt").read_bytes() != (head / "vocabulary.txt").read_bytes():
        differing.append("vocabulary.txt")
    before, after = (json.loads((folder / "config.json").read_text("utf-8")) for folder in (base, head))
    for config in (before, after):
        for key in ("version", "checksums", "sha256"):  # the files themselves are compared
            config.pop(key, None)
        for iteration in config["history"]:
            iteration.pop("seconds")
    differing += [f"config.json: {key}" for key in before | after if before.get(key) != after.get(key)]
    return differing


def is_same(item: str, base: Tree, head: Tree, gold: Path, cache: Path, options: argparse.Namespace) -> bool:
    """Compute an item in both trees, print whether it is the same, and return it."""
    remark = ""
    try:
        before, after = (tree.compute(item, gold, options.iterations, cache) for tree in (base, head))
    except CommandError as error:
        verdict, differing = "FAILED", str(error).splitlines()
    else:
        if item.startswith("align/"):
            differing, remark = differing_pairs(before, after, options.ignore_by)
        else:
            differing = differing_models(before, after)
        verdict = "DIFFERENT" if differing else "SAME"
    print(f"{verdict:10} {item:24} {remark}".rstrip(), flush=True)
    for line in differing[:8]:
        print(f"{'':11}{line}")
    if len(differing) > 8:
        print(f"{'':11}... {len(differing)} lines")
    return verdict == "SAME"


def commands(tree: Tree, pairs: Path, folder: Path) -> Iterator[tuple[str, list[str | Path]]]:
    """Yield commands that need all kernels, and their names; those that compare strings, which all trees can."""
    own = has_meaning(tree.source)
    yield "align", ["align", pairs, "-q", "-o", folder / "aligned.jsonl", *(["--no-meaning"] if own else [])]
    for name, options in TRAINED.items():
        strings = ["--preset", "strings"] if own and "--preset" not in options else []
        yield f"train {name}", ["train", pairs, "-q", "-o", folder / "model", "--iterations", "2", *options, *strings]
    for name in BASELINES:
        yield f"baseline {name}", ["baseline", name, pairs, "-q", "-o", folder / f"{name}.jsonl"]
    yield "extract", ["extract", pairs, "-q", "-o", folder / "extracts.jsonl"]


def compiling(tree: Tree, gold: Path) -> dict[str, float]:
    """Return the CPU seconds of each command with an empty cache, one after another, less those of the second time."""
    with tempfile.TemporaryDirectory() as folder:
        pairs = Path(folder) / "pairs.jsonl"
        with gzip.open(gold / "msr-dev.jsonl.gz", "rt", encoding="utf-8") as file:
            pairs.write_text("".join(itertools.islice(file, 5)), "utf-8")
        spent: dict[str, list[float]] = {}
        for _ in range(2):
            with tempfile.TemporaryDirectory(dir=folder) as results:
                for name, arguments in commands(tree, pairs, Path(results)):
                    before = resource.getrusage(resource.RUSAGE_CHILDREN)
                    tree.run(*arguments, cache=Path(folder) / "cache")
                    after = resource.getrusage(resource.RUSAGE_CHILDREN)
                    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                    spent.setdefault(name, []).append(seconds)
                    shutil.rmtree(Path(results) / "model", ignore_errors=True)
    return {name: cold - warm for name, (cold, warm) in spent.items()}


def compare_compiling(trees: Sequence[Tree], gold: Path) -> None:
    """Print the time that each tree takes to compile: the least of each command, since both take turns on a busy machine."""
    turns = [[compiling(tree, gold) for tree in trees] for _ in range(TURNS)]
    totals = []
    for tree, own in zip(trees, zip(*turns, strict=True), strict=True):
        least = {name: min(turn[name] for turn in own) for name in own[0]}
        print(f"{tree.name}: {', '.join(f'{name} {least[name]:.1f}' for name in least if least[name] >= SHORT)}")
        totals.append(sum(least.values()))
    print(f"compiling: {totals[0]:.1f} CPU s before, {totals[1]:.1f} after, {totals[1] / totals[0]:.2f} times")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", help="a commit")
    parser.add_argument("head", nargs="?", help="another commit; the working tree where there is none")
    parser.add_argument("--gold", type=Path, default=ROOT.parent / "shared" / "data" / "gold", metavar="FOLDER")
    parser.add_argument("--only", nargs="+", metavar="ITEM", help=f"how the items wanted begin: {', '.join(ITEMS)}")
    parser.add_argument("--iterations", type=int, default=2, help="of each training (default: 2)")
    parser.add_argument(
        "--ignore-by", action="store_true", help="links may differ in by, and so in cosine; how many do is printed"
    )
    parser.add_argument("--compile", action="store_true", help="print the time of compiling all kernels")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep what commits compute, and the compiled kernels")
    parser.add_argument("--align-options", default="", metavar="OPTIONS", help='of head alone: "--option value ..."')
    parser.add_argument("--train-options", default="", metavar="OPTIONS", help='of head alone: "--option value ..."')
    options = parser.parse_args()
    wanted = [item for item in ITEMS if not options.only or item.startswith(tuple(options.only))]
    gold = options.gold.resolve()
    with tempfile.TemporaryDirectory() as folder:
        keep = (options.keep or Path(folder)).resolve()
        keep.mkdir(parents=True, exist_ok=True)
        own = {name: tuple(shlex.split(getattr(options, name))) for name in ("align_options", "train_options")}
        with tree_of(options.base, keep) as base, tree_of(options.head, keep, **own) as head:
            same = [is_same(item, base, head, gold, keep / "kernels", options) for item in wanted]
            if options.compile:
                compare_compiling([base, head], gold)
    sys.exit(not all(same))


if __name__ == "__main__":
    main()
