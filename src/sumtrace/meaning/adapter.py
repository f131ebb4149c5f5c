"""Any model of sentence-transformers as an encoder: ``pip install 'sumtrace[sentence-transformers]'``.

A word's vector is the mean over the tokens that end inside the word. A sentence longer than the model takes is encoded
in windows of words, each overlapping half of the next; a word is read off where it is most central.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from sumtrace.array_types import Booleans, Longs, Singles
from sumtrace.errors import InputError, MissingExtraError
from sumtrace.meaning.centring import Centring
from sumtrace.meaning.vectors import WordVectors, unit

_ENOUGH = 1000
"""Words; fewer say too little about what all words have in common."""


class SentenceTransformersEncoder:
    """Encodes by a transformer with a fast tokeniser: one layer for ``words``, centred, and the last for ``context``.

    ``model`` is a name, a folder or a ``SentenceTransformer``; ``ordinary`` are sentences of ordinary text, of a thousand
    words or more, from which the centring is learnt. ``layer`` counts from 1; by default it is two thirds of the way up.
    """

    def __init__(self, model: Any, ordinary: Sequence[Sequence[str]], *, layer: int | None = None) -> None:
        try:
            import sentence_transformers
            import torch
        except ImportError as error:
            raise MissingExtraError("a sentence-transformers encoder", "sentence-transformers") from error
        self._torch = torch
        loaded = sentence_transformers.SentenceTransformer(str(model)) if isinstance(model, str | Path) else model
        self._network = loaded[0].auto_model.eval()
        self._tokeniser = loaded.tokenizer
        self._longest = loaded.get_max_seq_length() or self._network.config.max_position_embeddings
        depth = self._network.config.num_hidden_layers
        self._layer = layer or max(1, 2 * depth // 3)
        if not 1 <= self._layer <= depth:
            raise InputError(f"no layer {layer}: the model has {depth}.")
        if sum(map(len, ordinary)) < _ENOUGH:
            raise InputError(f"the centring needs {_ENOUGH} words of ordinary text, not {sum(map(len, ordinary))}.")
        self._centring = Centring.learnt(np.concatenate([self._states(words)[0] for words in ordinary]))
        self.name = (
            model if isinstance(model, str) else str(self._network.config.name_or_path or "sentence-transformers")
        )
        self.signature = f"sentence-transformers-{self._layer}-{self._digest()}"

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[WordVectors]:
        """Return the vectors of each sentence's words, each sentence encoded by itself."""
        states = map(self._states, sentences)
        return [WordVectors(unit(self._centring.apply(chosen)), unit(last)) for chosen, last in states]

    def _digest(self) -> str:
        """Return what identifies the weights and the centring."""
        digest = hashlib.sha256()
        for name, values in self._network.state_dict().items():
            digest.update(name.encode())
            digest.update(values.detach().cpu().contiguous().view(-1).view(self._torch.uint8).numpy())
        for part in self._centring:
            digest.update(part.tobytes())
        return digest.hexdigest()[:16]

    def _states(self, words: Sequence[str]) -> tuple[Singles, Singles]:
        """Return the states ``[n, d]`` of the chosen and of the last layer; zeros for a word without a known token."""
        width = self._network.config.hidden_size
        chosen, last = (np.zeros((len(words), width), np.float32) for _ in range(2))
        for start, first, end, stop in self._windows(words):
            tokens, owners, known = self._tokens(words[start:stop])
            with self._torch.inference_mode():
                output = self._network(**tokens, output_hidden_states=True)
            kept = (owners >= 0) & known
            counts = np.bincount(owners[kept], minlength=stop - start)[:, None]
            for target, layer in ((chosen, output.hidden_states[self._layer]), (last, output.last_hidden_state)):
                sums = np.zeros((stop - start, width), np.float32)
                np.add.at(sums, owners[kept], layer[0].float().cpu().numpy()[kept])
                target[first:end] = (sums / np.maximum(counts, 1))[first - start : end - start]
        return chosen, last

    def _tokens(self, words: Sequence[str], *, whole: bool = False) -> tuple[dict[str, Any], Longs, Booleans]:
        """Return the model's input, the word that each token belongs to (-1 for marks), and which tokens are known."""
        made = self._tokeniser(
            " ".join(words),
            return_offsets_mapping=True,
            return_tensors="pt",
            truncation=not whole,
            max_length=None if whole else self._longest,
            verbose=False,
        )
        starts = list(accumulate((len(word) + 1 for word in words), initial=0))
        offsets = made.pop("offset_mapping")[0].tolist()
        owners = [-1 if start == end else bisect_right(starts, end - 1) - 1 for start, end in offsets]
        known = made["input_ids"][0].numpy() != self._tokeniser.unk_token_id
        return {name: part.to(self._network.device) for name, part in made.items()}, np.array(owners, np.int64), known

    def _windows(self, words: Sequence[str]) -> list[tuple[int, int, int, int]]:
        """Return windows of words [start, stop) that fit into the model, and the part [first, end) that each is read for."""
        if not words:
            return []
        _, owners, _ = self._tokens(words, whole=True)
        room = self._longest - self._tokeniser.num_special_tokens_to_add() - 1
        before = [0, *np.cumsum(np.maximum(np.bincount(owners[owners >= 0], minlength=len(words)), 1)).tolist()]
        bounds = []
        start = stop = 0
        while stop < len(words):
            stop = max(start + 1, bisect_right(before, before[start] + room) - 1)
            bounds.append((start, stop))
            start = max(start + 1, (start + stop) // 2)
        edges = [0, *((b + c) // 2 for (_, b), (c, _) in pairwise(bounds)), len(words)]
        return [(start, first, end, stop) for (start, stop), (first, end) in zip(bounds, pairwise(edges), strict=True)]
