"""The training loop: two halves of a step side by side, a running mean of the weights, a checkpoint to go on from.

The learning rate rises, stays, and falls at the end; a run that has to stop earlier goes on from its checkpoint with fewer
`steps`, of which the last `falling` are the fall.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from judge_training.batches import Batch, Example, batch, grouped
from judge_training.network import Judge
from judge_training.pairs import NOT_ENTAILED

WORDS_SHARE = 0.5
"""Weight of the loss for single pieces."""
WRONG_WEIGHT = 3.0
"""Weight of a piece that is contradicted; most are not."""
REPORT, SAVE = 20, 100


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast to learn."""

    steps: int
    falling: int
    warm_up: int = 60
    body_rate: float = 1e-4
    head_rate: float = 6e-4
    room: int = 640
    """Pieces in half a step."""
    mean_decay: float = 0.996
    seed: int = 1

    def rate(self, step: int) -> float:
        """Return the share of the full rate at a step."""
        return min(1.0, (step + 1) / self.warm_up, max(0.02, (self.steps - step) / self.falling))


def losses(judge: Judge, given: Batch) -> tuple[Tensor, Tensor]:
    """Return the mean loss of the pairs' labels and that of single pieces."""
    logits, words = judge(given.pieces, given.segments, given.claims)
    scores = functional.log_softmax(logits, 1)
    two_way = given.labels == NOT_ENTAILED
    exact = functional.nll_loss(scores, given.labels.masked_fill(two_way, 0), reduction="none")
    either = -torch.logsumexp(scores[:, 1:], 1)
    known = given.wrong >= 0
    weight = torch.where(given.wrong > 0, WRONG_WEIGHT, 1.0) * known
    single = functional.binary_cross_entropy_with_logits(words, given.wrong.clamp(min=0), reduction="none")
    return torch.where(two_way, either, exact).mean(), (single * weight).sum() / known.sum().clamp(min=1)


def train(judge: Judge, examples: Sequence[Example], held_out: Sequence[Example], plan: Plan, folder: Path) -> None:
    """Train from the checkpoint in the folder, or from the beginning; `judge` ends with the running mean of its weights."""
    learnt = {name: parameter for name, parameter in judge.named_parameters() if parameter.requires_grad}
    heads = [value for name, value in learnt.items() if not name.startswith("layers.")]
    body = [value for name, value in learnt.items() if name.startswith("layers.")]
    rates = plan.body_rate, plan.head_rate
    optimiser = torch.optim.AdamW(
        [{"params": body}, {"params": heads}], betas=(0.9, 0.98), weight_decay=0.01, fused=True
    )
    mean = {name: value.detach().clone() for name, value in learnt.items()}
    checkpoint, first = folder / "checkpoint.pt", 0
    if checkpoint.exists():
        state = torch.load(checkpoint)
        judge.load_state_dict(state["judge"])
        optimiser.load_state_dict(state["optimiser"])
        mean, first = state["mean"], state["step"]
        print(f"going on from step {first}", flush=True)
    dev = [batch(group) for group in grouped(held_out, 2 * plan.room, random.Random(plan.seed))]
    started, seen, running = time.perf_counter(), 0, [0.0, 0.0]
    with ThreadPoolExecutor(2, initializer=torch.set_num_threads, initargs=(1,)) as pool:

        def half(given: Batch) -> tuple[float, float, tuple[Tensor, ...]]:
            pairs, words = losses(judge, given)
            gradients = torch.autograd.grad(pairs + WORDS_SHARE * words, list(learnt.values()))
            return float(pairs.detach()), float(words.detach()), gradients

        for step, halves in enumerate(_steps(examples, plan)):
            if step < first:
                continue
            if step == plan.steps:
                break
            results = list(pool.map(half, map(batch, halves)))
            for value, *gradients in zip(learnt.values(), *(result[2] for result in results), strict=True):
                value.grad = sum(gradients[1:], gradients[0]) / len(gradients)
            nn.utils.clip_grad_norm_(learnt.values(), 1.0)
            for group, rate in zip(optimiser.param_groups, rates, strict=True):
                group["lr"] = rate * plan.rate(step)
            optimiser.step()
            decay = min(plan.mean_decay, (step + 1) / (step + 10))
            torch._foreach_lerp_(list(mean.values()), [value.detach() for value in learnt.values()], 1 - decay)
            seen += sum(map(len, halves))
            for place, lost in enumerate(zip(*(result[:2] for result in results), strict=True)):
                running[place] += sum(lost) / len(results) / REPORT
            if (step + 1) % REPORT == 0:
                speed = seen / (time.perf_counter() - started)
                print(
                    f"step {step + 1}: pairs {running[0]:.3f}, words {running[1]:.3f}, {speed:.1f} pairs/s", flush=True
                )
                running = [0.0, 0.0]
            if (step + 1) % SAVE == 0 or step + 1 == plan.steps:
                _save(
                    checkpoint,
                    {"judge": judge.state_dict(), "optimiser": optimiser.state_dict(), "mean": mean, "step": step + 1},
                )
                print(f"step {step + 1}: held-out {evaluate(judge, mean, dev, pool)}", flush=True)
    judge.load_state_dict(mean, strict=False)


def evaluate(judge: Judge, mean: dict[str, Tensor], dev: Sequence[Batch], pool: ThreadPoolExecutor) -> str:
    """Return loss and accuracy of the mean weights on held-out pairs, as text."""
    state = judge.state_dict()
    kept = {name: state[name].clone() for name in mean}
    judge.load_state_dict(mean, strict=False)

    def measured(given: Batch) -> tuple[float, int, int]:
        with torch.no_grad():
            logits, _ = judge(given.pieces, given.segments, given.claims)
            best = logits.argmax(1)
            right = torch.where(given.labels == NOT_ENTAILED, best > 0, best == given.labels).sum()
            return float(losses(judge, given)[0]) * len(best), int(right), len(best)

    loss, right, count = map(sum, zip(*pool.map(measured, dev), strict=True))
    judge.load_state_dict(kept, strict=False)
    return f"loss {loss / count:.3f}, accuracy {right / count:.3f} of {count} pairs"


def _steps(examples: Sequence[Example], plan: Plan) -> Iterator[list[list[Example]]]:
    """Yield two groups for each step, pass after pass."""
    passes = 0
    while True:
        groups = grouped(examples, plan.room, random.Random(f"{plan.seed} {passes}"))
        for place in range(0, len(groups) - 1, 2):
            yield groups[place : place + 2]
        passes += 1


def _save(file: Path, state: dict[str, Any]) -> None:
    beside = file.with_suffix(".new")
    torch.save(state, beside)
    beside.replace(file)
