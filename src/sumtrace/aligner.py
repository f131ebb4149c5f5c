"""The public face of the model: train it, load it, align with it."""

from __future__ import annotations

import contextlib
import functools
import os
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar, get_args

import numpy as np

from sumtrace.alignment import Alignment
from sumtrace.alignment.moving import moved
from sumtrace.cluster import Cluster
from sumtrace.corpus import Pair
from sumtrace.corpus.documents import in_canonical_order, pair_of_documents
from sumtrace.corpus.reading import pairs_from
from sumtrace.errors import InputError, ModelError, SumtraceError, SumtraceWarning
from sumtrace.inference.calibration import calibrated
from sumtrace.inference.decoding import shown_posteriors
from sumtrace.inference.paths import Story, best_stories
from sumtrace.inference.sampling import Sampled, check_proper, sampled
from sumtrace.meaning import Encoder, load_encoder, plug_in, unknown_share
from sumtrace.memory import check_memory, room_for
from sumtrace.model import Model, prepare
from sumtrace.model.beliefs import believe
from sumtrace.model.folder import load_model, save_model
from sumtrace.model.links import links_of, passages_of
from sumtrace.rewrites.batches import Remembering, batches
from sumtrace.rewrites.in_context import PairVectors, vectors_of
from sumtrace.settings import PRESETS, Decoding, Preset, Settings, changed
from sumtrace.text import Text
from sumtrace.training.compiled import compiled
from sumtrace.training.executors import Workers
from sumtrace.training.monitor import Tell
from sumtrace.training.trainer import train

AnyText = str | Sequence[str] | Text
Documents = AnyText | Mapping[str, AnyText]
"""A document, or several by id."""

Item = TypeVar("Item")
Result = TypeVar("Result")

MOST_UNKNOWN = 0.5
"""If more than this share of a text's words is unknown to the encoder, it is not used."""


class Aligner:
    """Learns alignments from unlabelled pairs and aligns new ones.

    ``preset`` is "default", "strings" (without an encoder) or "article"; any field of ``Settings`` can be changed by
    name. ``encoder`` replaces the shipped one (sumtrace.meaning.Encoder).
    """

    def __init__(self, preset: Preset = "default", *, encoder: Encoder | None = None, **changes: Any) -> None:
        if preset not in PRESETS:
            raise InputError(f"no preset {preset!r}", hint=f"Choose one of {', '.join(PRESETS)}.")
        unknown = sorted(set(changes) - set(Settings.__dataclass_fields__))
        if unknown:
            raise InputError(
                f"no setting {unknown[0]!r}", hint=f"Settings: {', '.join(Settings.__dataclass_fields__)}."
            )
        self.settings = changed(PRESETS[preset], **changes)
        self.encoder = _encoder(self.settings, encoder)
        self._model: Model | None = None

    @classmethod
    def _made(cls, model: Model, encoder: Encoder | None) -> Aligner:
        aligner = cls.__new__(cls)
        aligner.settings, aligner.encoder, aligner._model = model.settings, encoder, model
        return aligner

    @classmethod
    def of(cls, model: Model, *, encoder: Encoder | None = None) -> Aligner:
        """Return an aligner for a trained model, with the encoder it was trained with."""
        used = _encoder(model.settings, encoder)
        if used is not None and model.encoder not in ("", used.signature):
            raise ModelError(
                f"the model {model.name!r} compares words by another encoder ({model.encoder}) than "
                f"{used.name!r} ({used.signature}): give that one, or train the model again"
            )
        return cls._made(model, used)

    def with_model(self, model: Model) -> Aligner:
        """Return an aligner for another model of the same kind, with this one's encoder."""
        return self._made(model, self.encoder)

    def without_meaning(self) -> Aligner:
        """Return an aligner with the same model that compares only strings: faster, but blind to meaning."""
        return self._made(self.model, None)

    def __repr__(self) -> str:
        known = "no model yet" if self._model is None else f"model {self._model.name!r}"
        return f"Aligner({known}, jump={self.settings.jump!r}, decoding={self.settings.decoding!r})"

    @property
    def model(self) -> Model:
        """The trained model."""
        if self._model is None:
            raise ModelError("this aligner has no model yet: call fit(pairs), or use sumtrace.load()")
        return self._model

    def fit(
        self,
        pairs: Any,
        *,
        document_field: str | None = None,
        summary_field: str | None = None,
        threads: int | None = None,
        start_from: Aligner | None = None,
        memory: float | None = None,
        client: Any = None,
        progress: Tell = lambda status: None,
    ) -> Aligner:
        """Learn from document/summary pairs (``Pair``, dicts, tuples, a DataFrame, a dataset); no labels needed.

        ``document_field`` and ``summary_field`` name the fields if they cannot be detected.
        The pairs are read once and need not fit in memory. ``memory``, in bytes, limits the lexical table;
        ``client`` (a dask.distributed Client) runs the work on its workers, with the same result.
        """
        start = None if start_from is None else start_from.model
        read = functools.partial(pairs_from, pairs, document_field=document_field, summary_field=summary_field)
        with compiled(read, self.settings, threads=threads) as corpus:
            self._model = train(
                corpus,
                self.settings,
                threads=threads,
                executor=None if client is None else Workers(client),
                encoder=self.encoder,
                start_from=start,
                memory=memory,
                tell=progress,
            )
        return self

    def align(
        self, document: Documents, summary: AnyText, *, pair_id: str = "pair", decoding: Decoding | None = None
    ) -> Alignment:
        """Align one summary with its document; texts may be strings, lists of words, or ``Text``.

        Pass several documents as a mapping, ``{"minutes.txt": ..., "letter.txt": ...}``; their order does not matter.
        """
        if isinstance(document, Mapping):
            documents = {name: _text(text) for name, text in document.items()}
            pair = pair_of_documents(pair_id, documents, _text(summary))
        else:
            pair = Pair(pair_id, _text(document), _text(summary))
        return self.align_pair(pair, decoding=decoding)

    def align_pair(self, pair: Pair, *, decoding: Decoding | None = None) -> Alignment:
        """Align one pair."""
        return self._align_ordered(pair, decoding, (None,), self.encoder)[0]

    def align_at(self, pair: Pair, thresholds: Sequence[float]) -> list[Alignment]:
        """Align one pair at several thresholds; the expensive recursions run only once."""
        return self._align_ordered(pair, "threshold", thresholds, self.encoder)

    def _align_ordered(
        self, pair: Pair, decoding: Decoding | None, thresholds: Sequence[float | None], encoder: Encoder | None
    ) -> list[Alignment]:
        if len(pair.documents) < 2:
            return self._align(pair, decoding, thresholds, encoder)
        ordered, positions = in_canonical_order(pair)
        return [moved(alignment, pair, positions) for alignment in self._align(ordered, decoding, thresholds, encoder)]

    def _align(
        self, pair: Pair, decoding: Decoding | None, thresholds: Sequence[float | None], encoder: Encoder | None
    ) -> list[Alignment]:
        """Return the alignment at each threshold; None is the model's own."""
        model = self.model
        decoding = decoding or model.settings.decoding
        if decoding not in get_args(Decoding):
            raise InputError(f"no decoding {decoding!r}", hint=f"Choose one of {', '.join(get_args(Decoding))}.")
        words = len(pair.summary)
        blank = Alignment(
            pair.id, (), pair, null_prob=(1.0,) * words, posteriors=(), model=model.name, passages=(None,) * words
        )
        if not len(pair.document) or not len(pair.summary):
            return [blank] * len(thresholds)
        with room_for(pair, model.settings.longest_phrase, in_context=self.encoder is not None):
            beliefs = believe(model, pair, _vectors(encoder, pair))
            if not beliefs.are_possible:
                return [blank] * len(thresholds)
            believed = replace(
                blank,
                null_prob=tuple(float(p) for p in beliefs.posteriors.null),
                posteriors=shown_posteriors(beliefs.posteriors),
                passages=passages_of(beliefs, pair),
            )
            linked = [links_of(model, beliefs, pair, decoding, threshold) for threshold in thresholds]
            return [calibrated(replace(believed, links=tuple(links)), model.settings) for links in linked]

    def check_pair(self, pair: Pair) -> None:
        """Reject a pair that is too large to align."""
        check_memory(pair, self.model.settings.longest_phrase, in_context=self.encoder is not None)

    def align_many(
        self,
        pairs: Any,
        *,
        document_field: str | None = None,
        summary_field: str | None = None,
        threads: int | None = None,
        decoding: Decoding | None = None,
        client: Any = None,
        progress: Callable[[int], None] = lambda done: None,
    ) -> Iterator[Alignment]:
        """Align pairs, in order, several at a time; ``progress`` is called after each.

        Pairs are as in ``fit``: ``Pair``, dicts, tuples, a DataFrame, a dataset, or a file name.
        ``client`` (a dask.distributed Client) aligns them on its workers, with the same result.
        """
        found = pairs_from(pairs, document_field=document_field, summary_field=summary_field)
        if client is not None:
            shared = functools.partial(_on_worker, self.model, self._encoder_sent())
            align_there = functools.partial(_aligned_there, decoding)
            for alignment in Cluster(client).map(align_there, found, shared):
                progress(1)
                yield alignment
            return
        threads = threads or os.cpu_count() or 1
        align = functools.partial(self._align_batch, decoding)
        pool = ThreadPoolExecutor(threads)
        try:
            for outcome in _in_order(pool, align, batches(found), 2 * threads):
                if isinstance(outcome, SumtraceError):
                    raise outcome
                progress(1)
                yield outcome
        finally:
            # one who stops half-way does not wait for what is under way
            pool.shutdown(wait=False, cancel_futures=True)

    def _align_batch(self, decoding: Decoding | None, batch: Sequence[Pair]) -> list[Alignment | SumtraceError]:
        """Return the alignments of some pairs, whose sentences are encoded together, up to the first that fails."""
        encoder = self.encoder
        if encoder is not None and len(batch) > 1:
            with contextlib.suppress(SumtraceError):  # then each pair by itself, so that the error names the right one
                encoder = Remembering(encoder, batch)
        found: list[Alignment | SumtraceError] = []
        for pair in batch:
            try:
                found += self._align_ordered(pair, decoding, (None,), encoder)
            except SumtraceError as error:
                return [*found, error]
        return found

    def _encoder_sent(self) -> bool:
        """Whether workers compare words by the encoder, which they must have themselves."""
        if self.encoder is not None and self.encoder is not load_encoder():
            raise InputError(
                f"the encoder {self.encoder.name!r} cannot be sent to workers",
                hint="Align in threads, without a client.",
            )
        return self.encoder is not None

    def log_likelihood(self, document: AnyText, summary: AnyText) -> float:
        """Return the log probability of the summary given the document, by strings only: scores in context have none."""
        pair = Pair("pair", _text(document), _text(summary))
        with room_for(pair, self.model.settings.longest_phrase):
            return float(believe(self.model, pair).posteriors.log_likelihood)

    def stories(self, pair: Pair, k: int = 1) -> list[Story]:
        """Return the ``k`` likeliest ways in which the model could have written the summary, best first.

        Several documents are read in the pair's order: jumps between them are part of a story.
        """
        if not len(pair.document) or not len(pair.summary):
            raise InputError("a story needs words on both sides", pair=pair.id)
        with room_for(pair, self.model.settings.longest_phrase, in_context=self.encoder is not None):
            return best_stories(prepare(self.model, pair, _vectors(self.encoder, pair)).problem, k)

    def sample(self, document: AnyText, *, seed: int = 0, longest: int = 1000) -> Sampled:
        """Draw a summary of a document from the model, which must be proper; the same seed gives the same summary."""
        settings = self.model.settings
        check_proper(settings, self.model.jump.is_proper)
        text, vocabulary = _text(document), sorted(self.model.vocabulary.words)
        if not len(text):
            raise InputError("the document has no words")
        pair = Pair("sample", text, Text.from_words(vocabulary))
        with room_for(pair, settings.longest_phrase):
            problem = prepare(self.model, pair).problem
            return sampled(text.words, vocabulary, problem, np.random.default_rng(seed), longest)

    def save(self, folder: str | Path) -> None:
        """Write the model folder."""
        save_model(self.model, folder)

    @staticmethod
    def load(folder: str | Path, *, encoder: Encoder | None = None) -> Aligner:
        """Read a model folder."""
        return Aligner.of(load_model(folder), encoder=encoder)


def load(folder: str | Path | None = None, *, encoder: Encoder | None = None) -> Aligner:
    """Return an aligner for a model folder, or for the built-in model.

    A model trained with your own encoder needs it again: pass it as ``encoder``.
    """
    return Aligner.of(load_model(folder) if folder else _default_model(), encoder=encoder)


def _vectors(encoder: Encoder | None, pair: Pair) -> PairVectors | None:
    """Return the vectors of a pair's words; None where the encoder knows too few of them to go by."""
    if encoder is None or not len(pair.document) or not len(pair.summary):
        return None
    vectors = vectors_of(encoder, pair)
    unknown = max(unknown_share(side) for side in vectors)
    if unknown > MOST_UNKNOWN:
        warnings.warn(
            f"the encoder does not know {unknown:.0%} of the words in a text of pair {pair.id!r}, so its words are "
            "compared as strings",
            SumtraceWarning,
            stacklevel=2,
        )
        return None
    return vectors


def _encoder(settings: Settings, own: Encoder | None) -> Encoder | None:
    if not settings.uses_meaning:
        return None
    return load_encoder() if own is None else plug_in(own)


@functools.cache
def _default_model() -> Model:
    return load_model(default_model_folder())


def default_model_folder() -> Path:
    """Return the folder of the built-in model."""
    return Path(str(resources.files("sumtrace"))) / "default_model"


def _on_worker(model: Model, meaning: bool) -> Aligner:
    aligner = Aligner.of(model)
    return aligner if meaning else aligner.without_meaning()


def _aligned_there(decoding: Decoding | None, pair: Pair, aligner: Aligner) -> Alignment:
    return aligner.align_pair(pair, decoding=decoding)


def _text(text: AnyText) -> Text:
    if isinstance(text, Text):
        return text
    if isinstance(text, str):
        return Text.from_string(text)
    if isinstance(text, Sequence) and all(isinstance(word, str) for word in text):
        return Text.from_words(text)
    raise InputError(f"a text is of type {type(text).__name__}", hint="Give a string, a list of words, or a Text.")


def _in_order(
    pool: ThreadPoolExecutor, work: Callable[[Item], Iterable[Result]], items: Iterable[Item], ahead: int
) -> Iterator[Result]:
    """Yield all results in order with only ``ahead`` items under way, so that a stream stays a stream."""
    waiting: deque[Future[Iterable[Result]]] = deque()
    for item in items:
        waiting.append(pool.submit(work, item))
        while waiting and (len(waiting) >= ahead or waiting[0].done()):
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()
