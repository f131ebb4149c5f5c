"""From a corpus to a model: the loop with its report, its convergence rule and its checkpoints."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import numpy as np

from sumtrace.corpus import Pair
from sumtrace.errors import InputError
from sumtrace.jumps.registry import start_jump, structure_needed
from sumtrace.jumps.structure import Structure
from sumtrace.jumps.structuring import structured
from sumtrace.memory import check_memory
from sumtrace.model import Model, Progress
from sumtrace.rewrites.component import Floats
from sumtrace.rewrites.encoding import Encoded, TokenNumbers, encode
from sumtrace.rewrites.registry import start_components
from sumtrace.rewrites.sparse import Sparse, narrowed, with_rows
from sumtrace.training.checkpoint import load_checkpoint, save_checkpoint
from sumtrace.training.em import Parameters, Problem, e_step, log_prior, m_step, pose, start
from sumtrace.training.settings import Settings, checked


@dataclass(frozen=True, slots=True)
class Report:
    """Where training stands: the last finished iteration, or how many pairs of the present one are done."""

    iteration: int
    iterations: int
    pairs_done: int
    pairs: int
    last: Progress | None


def gather(pairs: Iterable[Pair], structure: Structure | None = None, *, threads: int | None = None) -> TokenNumbers:
    """Turn pairs into numbers one by one, so that a corpus larger than memory's share of texts can be trained on.

    ``structure`` is what the jump model needs to know of the documents (``structure_needed``).
    """
    tokens = TokenNumbers()
    for pair, nodes in structured(pairs, structure, threads or os.cpu_count() or 1):
        check_trainable(pair)
        tokens.add(pair.document.words, pair.summary.words, pair.document.sentences, nodes, pair.reach())
    if not len(tokens):
        raise InputError("the corpus has no pairs", hint="Give at least one document/summary pair.")
    return tokens


def check_trainable(pair: Pair) -> None:
    """Refuse a pair from which nothing can be learnt, or that is too large."""
    if not len(pair.document) or not len(pair.summary):
        side = "document" if not len(pair.document) else "summary"
        raise InputError(f"the {side} has no words", pair=pair.id, hint="Leave the pair out, or use --skip-bad.")
    check_memory(pair)


def train(
    tokens: TokenNumbers,
    settings: Settings,
    *,
    threads: int | None = None,
    start_from: Model | None = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    report: Callable[[Report], None] = lambda report: None,
) -> Model:
    """Run EM until it converges or the iterations are used up; with ``checkpoint``, after each iteration all is kept."""
    threads = threads or os.cpu_count() or 1
    checked(settings)
    if structure_needed(settings.jump) and not any(map(len, tokens.structures)):
        raise InputError(f"{settings.jump} jumps need the documents' structure", hint="Gather the pairs with it.")
    encoded = encode(tokens, settings.max_document_phrase, settings.max_summary_phrase)
    components = start_components(settings)
    problem = pose(encoded, settings, components)
    signature = signature_of(tokens, settings, start_from)
    history: list[Progress] = []
    parameters = start(
        problem,
        start_jump(settings.jump, settings.jump_count, open_ended=settings.jump_open_ended, near=settings.jump_near),
        components,
    )
    if start_from is not None:
        parameters = continued(parameters, start_from, encoded, problem)
    if resume and checkpoint is not None and checkpoint.exists():
        parameters, history = load_checkpoint(checkpoint, signature)
    elif settings.model1:
        parameters = replace(parameters, table=model1_table(tokens, settings, problem, threads))
    pairs = len(tokens)
    while not is_done(history, settings, tokens):
        begun = time.perf_counter()
        done = 0

        def counted(number: int) -> None:
            nonlocal done
            done += number
            report(Report(len(history), settings.iterations, done, pairs, history[-1] if history else None))

        expectation = e_step(problem, parameters, threads, counted)
        log_likelihood = float(sum(part.sum() for part in expectation.log_likelihood))
        log_posterior = log_likelihood + log_prior(problem, parameters)
        parameters = m_step(problem, parameters, expectation)
        names = [component.name for component in components] + ["lexical"]
        history.append(
            Progress(
                iteration=len(history) + 1,
                log_likelihood=log_likelihood,
                log_posterior=log_posterior,
                null=parameters.null,
                weights=dict(zip(names, parameters.weights.tolist(), strict=True)),
                seconds=time.perf_counter() - begun,
            )
        )
        if checkpoint is not None:
            save_checkpoint(checkpoint, signature, parameters, history)
        report(Report(len(history), settings.iterations, 0, pairs, history[-1]))
    return finished(encoded, problem, settings, parameters, history, signature)


def is_done(history: Sequence[Progress], settings: Settings, tokens: TokenNumbers) -> bool:
    """Whether the iterations are used up, or the last raised the log posterior by less than the tolerance for each word."""
    if len(history) >= settings.iterations or len(history) < 2:
        return len(history) >= settings.iterations
    words = sum(map(len, tokens.summaries))
    return history[-1].log_posterior - history[-2].log_posterior < settings.tolerance * words


def signature_of(tokens: TokenNumbers, settings: Settings, start_from: Model | None) -> str:
    """Return a digest of all that decides a training's outcome: the texts, the settings, the model it starts from."""
    digest = hashlib.sha256(msgspec.json.encode(replace(settings, iterations=0, tolerance=0.0)))
    digest.update("\n".join(tokens.numbers.words).encode("utf-8", "surrogatepass"))
    structures = [nodes for nodes in tokens.structures if len(nodes)]
    for arrays in (tokens.documents, tokens.summaries, tokens.bounds, structures):
        for array in arrays:
            digest.update(len(array).to_bytes(8, "little"))
            digest.update(array.tobytes())
    if start_from is not None:
        digest.update(start_from.signature.encode())
    return digest.hexdigest()[:32]


def model1_table(tokens: TokenNumbers, settings: Settings, problem: Problem, threads: int) -> Sparse:
    """Return the lexical counts of IBM Model 1: single words, and jumps that never favour any place."""
    plain = replace(settings, max_document_phrase=1, max_summary_phrase=1, jump="relative", lengths="none")
    components = start_components(settings)
    encoded = encode(tokens, 1, 1)
    words_only = pose(encoded, plain, components)
    flat = start_jump("relative", 0.0)
    parameters = start(words_only, flat, components)
    for _ in range(settings.model1):
        parameters = replace(m_step(words_only, parameters, e_step(words_only, parameters, threads)), jump=flat)
    return with_rows(parameters.table, words_only.rows, problem.rows)


def continued(parameters: Parameters, model: Model, encoded: Encoded, problem: Problem) -> Parameters:
    """Return the starting parameters with what an earlier model knows in their place, where the two are of one kind."""
    same_jump = parameters.jump.name == model.jump.name
    same_lengths = len(parameters.lengths) == len(model.parameters.lengths)
    known = np.array([model.numbers.get(word, -1) for word in encoded.types.words], np.int64)
    return replace(
        parameters,
        table=narrowed(model.parameters.table, known, problem.rows),
        weights=continued_weights(parameters, model),
        null=model.parameters.null,
        jump=model.jump if same_jump else parameters.jump,
        lengths=model.parameters.lengths if same_lengths else parameters.lengths,
    )


def continued_weights(parameters: Parameters, model: Model) -> Floats:
    """Return an earlier model's weights for the components in use; one that it did not use keeps its starting share."""
    names = [component.name for component in model.components]
    learnt = dict(zip([*names, "lexical"], model.parameters.weights.tolist(), strict=True))
    names = [component.name for component in parameters.components]
    present = parameters.weights
    weights = np.array([learnt.get(name, 0.0) for name in [*names, "lexical"]])
    weights = np.where(present > 0, np.where(weights > 0, weights, present), 0.0)
    return np.asarray(weights / weights.sum())


def finished(
    encoded: Encoded,
    problem: Problem,
    settings: Settings,
    parameters: Parameters,
    history: Sequence[Progress],
    signature: str,
) -> Model:
    """Return the model: summary words first, the table's rows of phrases dropped."""
    types = encoded.types
    count = len(types.words)
    in_summary = types.in_summary[:count]
    order = np.concatenate([np.flatnonzero(in_summary), np.flatnonzero(~in_summary)])
    table = narrowed(with_rows(parameters.table, problem.rows, count), order, count)
    components = [
        component.remembering(relations, types)
        for component, relations in zip(parameters.components, problem.merged.relations, strict=True)
    ]
    return Model(
        settings=settings,
        words=[types.words[number] for number in order.tolist()],
        in_summary=in_summary[order],
        parameters=replace(parameters, table=table, components=tuple(components)),
        history=tuple(history),
        signature=signature,
    )
