"""Train the parser that the package ships: `python scripts/train_parser.py --data ../shared/data`.

Needs torch and scipy (`pip install torch scipy`), which the package itself does not. Learns from gum-train only; gum-dev
is looked at after every epoch, gum-test and wsj-sample never. The word vectors come from the openly licensed corpora
(scisummnet, scitldr). About seven minutes on one core; the same seed gives the same model on the same machine.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).parent))

from parser_training.examples import Example, Names, example
from parser_training.network import Network, Shape
from parser_training.vectors import open_sentences, word_vectors

from sumtrace.evaluation.brackets import score_trees
from sumtrace.text.parsing.features import FIRST_WORD, Features, word_key
from sumtrace.text.parsing.shipped import ShippedParser
from sumtrace.text.parsing.weights import ParserModel, save_model
from sumtrace.text.tree_matching import join_hyphens
from sumtrace.text.trees import read_trees

ROOT = Path(__file__).parents[1]
BATCH = 16
LEARNING_RATE = 2e-3
WARM_UP = 200


class Trainer:
    """What all training runs share: the treebank, the features, the names of tags and labels."""

    def __init__(self, data: Path, unlabelled: Sequence[Sequence[str]], vector_size: int) -> None:
        self.shape = Shape()
        self.gold = [join_hyphens(tree) for tree in read_trees(data / "trees" / "gum-train.ptb.gz")]
        self.dev = [join_hyphens(tree) for tree in read_trees(data / "trees" / "gum-dev.ptb.gz")]
        rows, self.vectors = word_vectors(unlabelled, [tree.words for tree in self.gold], size=vector_size)
        counts = Counter(word_key(word) for tree in self.gold for word in tree.words)
        frequent = [word for word, count in counts.most_common() if count >= 3]
        words = {word: FIRST_WORD + place for place, word in enumerate(frequent)}
        self.features = Features(rows, words, self.shape.spelling_rows)
        self.names = Names.of(self.gold)

    def train(self, seed: int, epochs: int) -> ParserModel:
        """Train a parser on the treebank."""
        for seeded in (random.seed, np.random.seed, torch.manual_seed):
            seeded(seed)
        network = Network(self.shape, self.names, self.vectors, FIRST_WORD + len(self.features.words))
        learnt = [parameter for parameter in network.parameters() if parameter.requires_grad]
        optimiser = torch.optim.Adam(learnt, lr=LEARNING_RATE, betas=(0.9, 0.98))
        examples = [example(tree, self.names, self.features) for tree in self.gold]
        steps = epochs * -(-len(examples) // BATCH)
        step = 0
        started = time.perf_counter()
        for epoch in range(1, epochs + 1):
            network.train()
            losses = []
            for batch in _batches(examples):
                step += 1
                rate = LEARNING_RATE * min(1.0, step / WARM_UP) * (1 - 0.95 * step / steps)
                for group in optimiser.param_groups:
                    group["lr"] = rate
                loss = network.loss(batch)
                optimiser.zero_grad()
                (4 * loss).backward()
                torch.nn.utils.clip_grad_norm_(learnt, 3.0)
                optimiser.step()
                losses.append(float(loss.detach()))
            model = self._model(network)
            dev = score_trees(self.dev, ShippedParser(model).parse([tree.words for tree in self.dev]))
            print(
                f"  epoch {epoch:2d}: loss {np.mean(losses):.4f}, gum-dev F1 {dev.f1:.4f}, tags {dev.tag_accuracy:.4f}, "
                f"{time.perf_counter() - started:.0f} s",
                flush=True,
            )
        return model

    def _model(self, network: Network) -> ParserModel:
        network.eval()
        return ParserModel(network.weights(), self.features, self.names.tags, self.names.labels)


def _batches(examples: Sequence[Example]) -> list[list[Example]]:
    """Return the sentences in batches of like length, in random order."""
    ordered = sorted(examples, key=lambda item: len(item.rows) + 6 * random.random())
    batches = [ordered[first : first + BATCH] for first in range(0, len(ordered), BATCH)]
    random.shuffle(batches)
    return batches


def main() -> None:
    """Train and write the model."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of the data sets")
    options.add_argument("--output", type=Path, default=ROOT / "src/sumtrace/text/data/parser.safetensors")
    options.add_argument("--epochs", type=int, default=16)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    torch.set_num_threads(1)
    unlabelled = list(open_sentences(chosen.data / "corpora"))
    print(f"{len(unlabelled):,} unlabelled sentences", flush=True)
    trainer = Trainer(chosen.data, unlabelled, vector_size=100)
    print(f"{len(trainer.features.vectors):,} word vectors", flush=True)
    save_model(trainer.train(chosen.seed, chosen.epochs), chosen.output)
    print(f"{chosen.output}: {chosen.output.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
