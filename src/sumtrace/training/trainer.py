"""From a corpus to a model: expectation-maximisation under the prior, with checkpoints."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.errors import InputError
from sumtrace.jumps.registry import start_jump, structure_needed
from sumtrace.meaning import Encoder, load_encoder
from sumtrace.model.history import Progress
from sumtrace.model.model import Model
from sumtrace.model.parameters import Parameters, start
from sumtrace.rewrites.lexical import Sparse, narrowed, with_types
from sumtrace.rewrites.registry import start_components
from sumtrace.settings import Settings, checked
from sumtrace.training.budget import entries_within
from sumtrace.training.checkpoint import load_checkpoint, save_checkpoint
from sumtrace.training.corpus import Corpus, signature_of, words_only
from sumtrace.training.counting import counts_of_words
from sumtrace.training.e_step import e_step
from sumtrace.training.executors import Executor, Threads
from sumtrace.training.m_step import log_prior, m_step
from sumtrace.training.monitor import Monitor, Tell
from sumtrace.training.problem import TrainingProblem, problem_of
from sumtrace.training.readings import with_readings


def train(
    corpus: Corpus,
    settings: Settings,
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    encoder: Encoder | None = None,
    start_from: Model | None = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    memory: float | None = None,
    tell: Tell = lambda status: None,
) -> Model:
    """Run EM until it converges or the iterations are used up; with ``checkpoint``, after each iteration all is kept.

    EM learns from strings. Where the settings compare words by meaning, ``encoder`` (or the shipped one) then
    reads the kept texts in context. With ``memory``, in bytes, the lexical table keeps only as many entries as fit.
    """
    executor = executor or Threads(threads or os.cpu_count() or 1)
    checked(settings)
    if structure_needed(settings.jump) and not corpus.has_structure:
        raise InputError(f"{settings.jump} jumps need the documents' structure", hint="Gather the pairs with it.")
    components = start_components(settings)
    problem = problem_of(corpus, settings, components)
    most = None if memory is None else entries_within(memory, problem.mixture.type_count)
    signature = signature_of(corpus, settings, start_from, most)
    parameters = start(settings, problem.mixture.type_count, components)
    monitor = Monitor(settings, corpus.pairs, corpus.summary_words, tell)
    if start_from is not None:
        parameters = continued(parameters, start_from, problem)
    if resume and checkpoint is not None and checkpoint.exists():
        parameters, monitor.history = load_checkpoint(checkpoint, signature, settings, problem.mixture.type_count)
    elif settings.model1:
        parameters = replace(parameters, table=model1_table(corpus, settings, problem, executor, most))
    while not monitor.is_done:
        monitor.begin()
        counting = problem.counting(parameters)
        expected = e_step(problem.blocks, counting, executor, monitor.counted, most=most)
        prior = log_prior(problem.mixture, settings, parameters, counting.model.rewrites)
        log_posterior = expected.log_likelihood + prior
        parameters = m_step(problem.mixture, settings, parameters, expected.counts)
        monitor.finish(expected.log_likelihood, log_posterior, parameters)
        if checkpoint is not None:
            save_checkpoint(checkpoint, signature, parameters, monitor.history)
        monitor.told()
    model = finished(problem, parameters, monitor.history, signature)
    return with_readings(model, corpus.texts, encoder or load_encoder()) if settings.uses_meaning else model


def model1_table(
    corpus: Corpus, settings: Settings, problem: TrainingProblem, executor: Executor, most: int | None
) -> Sparse:
    """Return the lexical counts of IBM Model 1: single words, and jumps that never favour any place."""
    plain = replace(settings, max_document_phrase=1, max_summary_phrase=1, jump="relative", lengths="none")
    components = start_components(settings)
    single = problem_of(words_only(corpus), plain, components)
    mixture, flat = single.mixture, start_jump("relative", 0.0)
    parameters = start(plain, mixture.type_count, components, flat)
    for _ in range(settings.model1):
        expected = e_step(single.blocks, single.counting(parameters), executor, count=counts_of_words, most=most)
        parameters = replace(m_step(mixture, plain, parameters, expected.counts), jump=flat)
    return with_types(parameters.table, problem.mixture.type_count)


def continued(parameters: Parameters, model: Model, problem: TrainingProblem) -> Parameters:
    """Return the starting parameters with what an earlier model knows in their place, where the two are of one kind."""
    same_jump = parameters.jump.name == model.jump.name and parameters.jump.size == model.jump.size
    same_lengths = len(parameters.lengths) == len(model.parameters.lengths)
    known = np.array([model.numbers.get(word, -1) for word in problem.types.words], np.int64)
    return replace(
        parameters,
        table=narrowed(model.parameters.table, known, problem.mixture.type_count),
        weights=continued_weights(parameters, model),
        null=model.parameters.null,
        jump=model.jump if same_jump else parameters.jump,
        lengths=model.parameters.lengths if same_lengths else parameters.lengths,
    )


def continued_weights(parameters: Parameters, model: Model) -> Floats:
    """Return an earlier model's weights for the components in use; one that it did not use keeps its starting share."""
    learnt = dict(zip(model.parameters.names, model.parameters.weights.tolist(), strict=True))
    present = parameters.weights
    weights = np.array([learnt.get(name, 0.0) for name in parameters.names])
    weights = np.where(present > 0, np.where(weights > 0, weights, present), 0.0)
    return np.asarray(weights / weights.sum())


def finished(problem: TrainingProblem, parameters: Parameters, history: Sequence[Progress], signature: str) -> Model:
    """Return the model: summary words first, the table's rows of phrases dropped."""
    types = problem.types
    count = len(types.words)
    in_summary = types.in_summary[:count]
    order = np.concatenate([np.flatnonzero(in_summary), np.flatnonzero(~in_summary)])
    table = narrowed(with_types(parameters.table, count), order, count)
    components = [
        component.keeping(relations, types)
        for component, relations in zip(parameters.components, problem.mixture.relations.by_component, strict=True)
    ]
    return Model(
        settings=problem.settings,
        words=[types.words[number] for number in order.tolist()],
        in_summary=in_summary[order],
        parameters=replace(parameters, table=table, components=tuple(components)),
        history=tuple(history),
        signature=signature,
    )
