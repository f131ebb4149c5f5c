"""The parser as a torch module, its loss on a batch of sentences, and its parameters as the package's kernels read them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from parser_training.examples import Example, Names
from parser_training.exploring import ACTION_COLUMNS, LABEL_COLUMNS, walk
from sumtrace.array_types import Singles
from sumtrace.text.parsing.features import BOUNDARY, COLUMNS, UNKNOWN
from sumtrace.text.parsing.weights import Scorers, Weights


@dataclass(frozen=True, slots=True)
class Shape:
    """Sizes and rates of the network."""

    recurrent: int = 128
    scorer: int = 128
    word: int = 32
    spelling: int = 48
    spelling_rows: int = 8192
    dropout: float = 0.35
    word_dropout: float = 0.25
    """How often a word of the treebank is hidden, so that its spelling and vector must do."""
    vector_dropout: float = 0.075
    own_steps: float = 0.5
    """How often a sentence is walked by the model's own actions, and labelled by its own labels."""
    tag_loss: float = 0.5


class Network(nn.Module):
    """Word vectors, two bidirectional LSTM layers, a tagger, a scorer of actions and one of labels."""

    def __init__(self, shape: Shape, names: Names, vectors: Singles, words: int) -> None:
        super().__init__()
        self.shape = shape
        symbols = len(names.tags) + len(names.labels) + 1
        wide, scorer = 2 * shape.recurrent, shape.scorer
        self.vectors = nn.Embedding.from_pretrained(torch.from_numpy(vectors), freeze=True)
        self.vector_bias = nn.Parameter(torch.zeros(2, vectors.shape[1]))
        self.words = nn.Embedding(words, shape.word)
        self.spellings = nn.Embedding(shape.spelling_rows, shape.spelling)
        for table in (self.words, self.spellings):
            nn.init.normal_(table.weight, 0, 0.1)
        self.layers = nn.LSTM(
            vectors.shape[1] + shape.word + shape.spelling,
            shape.recurrent,
            num_layers=2,
            bidirectional=True,
            batch_first=True,
            dropout=shape.dropout,
        )
        self.tagger = nn.Linear(wide, len(names.tags))
        self.action_between = nn.Linear(wide, 4 * scorer)
        self.action_missing = nn.Parameter(torch.zeros(4, scorer))
        self.action_symbols = nn.Parameter(torch.randn(3, symbols, scorer) * 0.1)
        self.action_output = nn.Linear(scorer, 2)
        self.label_between = nn.Linear(wide, 3 * scorer)
        self.label_missing = nn.Parameter(torch.zeros(3, scorer))
        self.label_symbols = nn.Parameter(torch.randn(2, symbols, scorer) * 0.1)
        self.label_output = nn.Linear(scorer, len(names.labels))
        self.dropout = nn.Dropout(shape.dropout)

    def encode(self, rows: Tensor, lengths: list[int]) -> tuple[Tensor, Tensor, Tensor]:
        """Return the scores of tags, and what each place between two tokens says to the two scorers."""
        vector, word = rows[..., 0], rows[..., 1]
        if self.training:
            vector = self._hidden(vector, self.shape.vector_dropout)
            word = self._hidden(word, self.shape.word_dropout)
        known = (vector > UNKNOWN).long()
        spelling = self.spellings(rows[..., 2:]).sum(-2)
        tokens = torch.cat([self.vectors(vector) + self.vector_bias[known], self.words(word), spelling], -1)
        packed = nn.utils.rnn.pack_padded_sequence(
            self.dropout(tokens), lengths, batch_first=True, enforce_sorted=False
        )
        states, _ = nn.utils.rnn.pad_packed_sequence(self.layers(packed)[0], batch_first=True)
        width = self.shape.recurrent
        places = self.dropout(torch.cat([states[:, :-1, :width], states[:, 1:, width:]], -1))
        return self.tagger(self.dropout(states[:, 1:-1])), self.action_between(places), self.label_between(places)

    def loss(self, batch: Sequence[Example]) -> Tensor:
        """Return the mean cross-entropy a token of tags, actions and labels."""
        lengths = [len(item.rows) for item in batch]
        rows = np.zeros((len(batch), max(lengths), COLUMNS), np.int64)
        gold_tags = torch.full((len(batch), max(lengths) - 2), -100)
        for place, item in enumerate(batch):
            rows[place, : lengths[place]] = item.rows
            gold_tags[place, : len(item.tags)] = torch.from_numpy(item.tags)
        tags, actions, labels = self.encode(torch.from_numpy(rows), lengths)
        seen = self._walks(batch, tags, actions, labels)
        scorer = self.shape.scorer
        said = torch.cat([actions.reshape(-1, 4 * scorer), self.action_missing.view(1, -1)]).view(-1, 4, scorer)
        hidden = _summed(said, self.action_symbols, seen.actions)
        total = functional.cross_entropy(
            self.action_output(self.dropout(functional.relu(hidden))), seen.right_actions, reduction="sum"
        )
        said = torch.cat([labels.reshape(-1, 3 * scorer), self.label_missing.view(1, -1)]).view(-1, 3, scorer)
        hidden = _summed(said, self.label_symbols, seen.labels)
        total = total + functional.cross_entropy(
            self.label_output(self.dropout(functional.relu(hidden))), seen.right_labels, reduction="sum"
        )
        total = total + self.shape.tag_loss * functional.cross_entropy(
            tags.reshape(-1, tags.shape[-1]), gold_tags.reshape(-1), ignore_index=-100, reduction="sum"
        )
        return total / sum(lengths)

    def scorers(self) -> Scorers:
        """Return the parameters that a walk through a sentence asks for."""
        return Scorers(**{name: _array(value) for name, value in self._scorers().items()})

    def weights(self) -> Weights:
        """Return all parameters for the kernels."""
        found = self._scorers() | {
            "vectors": self.vectors.weight,
            "vector_bias": self.vector_bias,
            "words": self.words.weight,
            "spellings": self.spellings.weight,
            "tagger": self.tagger.weight.T,
            "tagger_bias": self.tagger.bias,
            "action_between": self.action_between.weight.T,
            "action_bias": self.action_between.bias,
            "action_missing": self.action_missing,
            "label_between": self.label_between.weight.T,
            "label_bias": self.label_between.bias,
            "label_missing": self.label_missing,
        }
        for layer in (0, 1):
            parts = {
                name: torch.stack([getattr(self.layers, f"{name}_l{layer}{way}") for way in ("", "_reverse")])
                for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
            }
            found[f"input_{layer + 1}"] = parts["weight_ih"].transpose(1, 2)
            found[f"recurrent_{layer + 1}"] = parts["weight_hh"].transpose(1, 2)
            found[f"bias_{layer + 1}"] = parts["bias_ih"] + parts["bias_hh"]
        return Weights(**{name: _array(value) for name, value in found.items()})

    def _scorers(self) -> dict[str, Tensor]:
        return {
            "action_symbols": self.action_symbols,
            "action_output": self.action_output.weight[1] - self.action_output.weight[0],
            "action_output_bias": (self.action_output.bias[1] - self.action_output.bias[0])[None],
            "label_symbols": self.label_symbols,
            "label_output": self.label_output.weight.T,
            "label_output_bias": self.label_output.bias,
        }

    @staticmethod
    def _hidden(rows: Tensor, rate: float) -> Tensor:
        """Return the rows with some words made unknown."""
        hides = (torch.rand(rows.shape) < rate) & (rows > BOUNDARY)
        return torch.where(hides, torch.full_like(rows, UNKNOWN), rows)

    def _walks(self, batch: Sequence[Example], tags: Tensor, actions: Tensor, labels: Tensor) -> _Seen:
        """Walk through every sentence of the batch with the model as it is now."""
        scorers = self.scorers()
        best_tags = _array(tags).argmax(-1)
        said_actions, said_labels = _array(actions), _array(labels)
        missing_action, missing_label = (
            _array(self.action_missing).reshape(1, -1),
            _array(self.label_missing).reshape(1, -1),
        )
        places = actions.shape[1]
        seen: list[list[NDArray[np.int64]]] = [[], [], [], []]
        for number, item in enumerate(batch):
            count = len(item.tags)
            room = 2 * count
            action_states = np.zeros((room, ACTION_COLUMNS), np.int32)
            label_states = np.zeros((room, LABEL_COLUMNS), np.int32)
            right_actions, right_labels = np.zeros(room, np.int64), np.zeros(room, np.int64)
            action_count, label_count = walk(
                scorers,
                np.concatenate([said_actions[number, : count + 1], missing_action]),
                np.concatenate([said_labels[number, : count + 1], missing_label]),
                best_tags[number, :count],
                tags.shape[-1],
                item.labels,
                item.spans,
                random.random() < self.shape.own_steps,
                random.random() < self.shape.own_steps,
                action_states,
                label_states,
                right_actions,
                right_labels,
            )
            for bounds in (action_states[:, :4], label_states[:, :3]):  # places of the sentence to places of the batch
                bounds[:] = np.where(bounds == count + 1, len(batch) * places, bounds + number * places)
            seen[0].append(action_states[:action_count].astype(np.int64))
            seen[1].append(right_actions[:action_count])
            seen[2].append(label_states[:label_count].astype(np.int64))
            seen[3].append(right_labels[:label_count])
        return _Seen(*(torch.from_numpy(np.concatenate(parts)) for parts in seen))


@dataclass(frozen=True, slots=True)
class _Seen:
    """The states that a batch's walks met, and what was right there."""

    actions: Tensor
    right_actions: Tensor
    labels: Tensor
    right_labels: Tensor


def _summed(said: Tensor, symbols: Tensor, states: Tensor) -> Tensor:
    """Return the sum of what a state's places and symbols say."""
    places = said.shape[1]
    by_place = sum(said[states[:, role], role] for role in range(places))
    by_symbol = sum(symbols[role][states[:, places + role]] for role in range(len(symbols)))
    return by_place + by_symbol


def _array(values: Tensor) -> Singles:
    return np.ascontiguousarray(values.detach().numpy(), np.float32)
