"""The judge as a torch module: MiniLM over ``[CLS] claim [SEP] evidence [SEP]``, a head for the pair and one for each piece.

The head for pieces says how likely it is that the evidence contradicts a piece of the claim; its logits z are pooled as
odds, log sum exp z, and raise the logit of contradiction. Minimal edits teach it word by word, which a label for the
whole pair does not.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

LAYERS, HEADS, WIDTH, INNER = 6, 12, 384, 1536
EPSILON = 1e-12
FROZEN_LAYERS = 1
"""Layers above the embeddings that stay as they are; the lowest learn little and cost as much as the others."""


class Layer(nn.Module):
    """Attention, then two matrices with a GELU between them, each added to its input and normalised."""

    def __init__(self) -> None:
        super().__init__()
        self.looking = nn.Linear(WIDTH, 3 * WIDTH)
        self.seen = nn.Linear(WIDTH, WIDTH)
        self.seen_norm = nn.LayerNorm(WIDTH, EPSILON)
        self.wide = nn.Linear(WIDTH, INNER)
        self.narrow = nn.Linear(INNER, WIDTH)
        self.narrow_norm = nn.LayerNorm(WIDTH, EPSILON)

    def forward(self, rows: Tensor, hidden: Tensor) -> Tensor:
        """Return the layer's states ``[n, length, width]``; ``hidden`` is added to the attention's logits."""
        count, length, _ = rows.shape
        parts = self.looking(rows).view(count, length, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
        query, key, value = parts.unbind(0)
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=hidden)
        seen = self.seen(seen.transpose(1, 2).reshape(count, length, WIDTH))
        rows = self.seen_norm(rows + seen)
        narrow = self.narrow(functional.gelu(self.wide(rows)))
        return self.narrow_norm(rows + narrow)


class Judge(nn.Module):
    """Three logits for each pair (entailed, neutral, contradicted) and one for each piece of its claim."""

    def __init__(self, weights: Mapping[str, Tensor]) -> None:
        super().__init__()
        self.pieces = nn.Embedding.from_pretrained(weights["embeddings.word_embeddings.weight"])
        self.positions = nn.Embedding.from_pretrained(weights["embeddings.position_embeddings.weight"])
        self.segments = nn.Embedding.from_pretrained(weights["embeddings.token_type_embeddings.weight"])
        self.norm = nn.LayerNorm(WIDTH, EPSILON)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.pooled = nn.Linear(2 * WIDTH, WIDTH)
        self.classes = nn.Linear(WIDTH, 3)
        self.words = nn.Linear(WIDTH, 1)
        self.share = nn.Parameter(torch.tensor(0.5))
        self._load(weights)
        nn.init.normal_(self.pooled.weight, 0, 0.02)
        nn.init.normal_(self.classes.weight, 0, 0.02)
        nn.init.normal_(self.words.weight, 0, 0.02)
        nn.init.constant_(self.words.bias, -3.0)  # few words are wrong
        for part in (self.norm, *self.layers[:FROZEN_LAYERS]):
            part.requires_grad_(False)

    def forward(self, pieces: Tensor, segments: Tensor, claims: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits of pairs ``[n, 3]`` and of pieces ``[n, length]``.

        ``segments`` is 0 for the claim, 1 for the evidence and 2 for padding; ``claims`` is 1 on the claim's own pieces.
        """
        hidden = torch.zeros(segments.shape).masked_fill(segments == 2, float("-inf"))[:, None, None, :]
        with torch.no_grad():
            places = torch.arange(pieces.shape[1])
            rows = self.norm(self.pieces(pieces) + self.positions(places) + self.segments(segments.clamp(max=1)))
        for number, layer in enumerate(self.layers):
            with torch.set_grad_enabled(torch.is_grad_enabled() and number >= FROZEN_LAYERS):
                rows = layer(rows, hidden)
        words = self.words(rows).squeeze(-1)
        mean = (rows * claims[..., None]).sum(1) / claims.sum(1, keepdim=True)
        pooled = torch.tanh(self.pooled(torch.cat([rows[:, 0], mean], -1)))
        logits = self.classes(pooled)
        worst = torch.logsumexp(words.masked_fill(claims == 0, -1e4), 1)
        return torch.cat([logits[:, :2], logits[:, 2:] + self.share * worst[:, None]], 1), words

    def _load(self, weights: Mapping[str, Tensor]) -> None:
        state: dict[str, Tensor] = {}

        def copy(target: str, source: str) -> None:
            for kind in ("weight", "bias"):
                state[f"{target}.{kind}"] = weights[f"{source}.{kind}"]

        copy("norm", "embeddings.LayerNorm")
        for layer in range(LAYERS):
            inside, outside = f"layers.{layer}", f"encoder.layer.{layer}"
            for kind in ("weight", "bias"):
                state[f"{inside}.looking.{kind}"] = torch.cat(
                    [weights[f"{outside}.attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
                )
            copy(f"{inside}.seen", f"{outside}.attention.output.dense")
            copy(f"{inside}.seen_norm", f"{outside}.attention.output.LayerNorm")
            copy(f"{inside}.wide", f"{outside}.intermediate.dense")
            copy(f"{inside}.narrow", f"{outside}.output.dense")
            copy(f"{inside}.narrow_norm", f"{outside}.output.LayerNorm")
        self.load_state_dict(state, strict=False)
