"""What is read off the beliefs in a pair: its links, by the decoding that is asked for, and the passages it draws on."""

from __future__ import annotations

import numpy as np

from sumtrace.alignment import Link, Passage
from sumtrace.array_types import Booleans, Floats
from sumtrace.corpus import Pair
from sumtrace.inference.decoding import MEANING, Explained, likeliest_places, places_over, story_links
from sumtrace.inference.filling import filled
from sumtrace.inference.growing import Places, grown, one_occurrence
from sumtrace.inference.mentions import at_best_mentions, with_likeliest
from sumtrace.inference.names import at_one_mention
from sumtrace.inference.paths import best_stories
from sumtrace.inference.phrases import completed
from sumtrace.inference.sources import found_sources, sentence_scores
from sumtrace.inference.wording import likeness, numbered_stems
from sumtrace.model.beliefs import Beliefs
from sumtrace.model.model import Model
from sumtrace.model.parameters import LEXICAL
from sumtrace.rewrites.contextual import ignored_words
from sumtrace.rewrites.in_context import InContext, bounds_of
from sumtrace.settings import Decoding
from sumtrace.text import Span


def links_of(model: Model, beliefs: Beliefs, pair: Pair, decoding: Decoding, threshold: float | None) -> list[Link]:
    """Return the links; a threshold of None is the model's own."""
    settings, found, context = model.settings, beliefs.posteriors, beliefs.context
    names = [*(component.name for component in model.components), MEANING, LEXICAL]
    explained = Explained(found, names, None if context is None else context.cosine)
    if decoding == "viterbi":
        return story_links(best_stories(beliefs.problem, 1)[0], explained)
    if decoding == "posterior":
        return explained.word_links(likeliest_places(found))
    if context is None:
        return explained.word_links(places_over(found, settings.threshold if threshold is None else threshold))
    places = places_over(found, settings.agreed_threshold if threshold is None else threshold)
    if not settings.growing:
        return explained.word_links(places)
    return _links_in_context(places, beliefs, context, pair, explained)


def passages_of(beliefs: Beliefs, pair: Pair) -> tuple[Passage | None, ...]:
    """Return what each summary word draws on, by the beliefs and, where words were compared in context, the evidence."""
    belief, context, ignored = beliefs.posteriors.link, beliefs.context, ignored_words(pair.summary.words)
    bounds = bounds_of(pair.summary), bounds_of(pair.document)
    if context is None or len(pair.document.sentences) == 1:
        found = found_sources(belief, None, *bounds, ignored)
        # evidence for the only sentence matters to the words alone that the beliefs leave without a source
        if context is None or found.is_drawn.all():
            return found.passages()
    return found_sources(belief, context.evidence, *bounds, ignored).passages()


def _links_in_context(
    places: Places, beliefs: Beliefs, context: InContext, pair: Pair, explained: Explained
) -> list[Link]:
    """Return the links that the places over the threshold lead to: at the right mentions, grown, and filled up."""
    link, reach = beliefs.posteriors.link, pair.reach()
    if len(pair.document.sentences) < 2:
        begun = one_occurrence(places, link, context.cosine, beliefs.problem.pair.doc_slots)
        return explained.word_links(_within(_grown(begun, context, pair), reach), begun)
    content = ~ignored_words(pair.summary.words), ~ignored_words(pair.document.words)
    bounds = context.summary_bounds, context.document_bounds
    _, score = sentence_scores(link, context.evidence, *bounds)
    places = with_likeliest(places, link, content[0])
    begun = one_occurrence(places, link, context.cosine, beliefs.problem.pair.doc_slots)
    grown_places = _grown(_at_mentions(begun, link, score, content[0], context, pair), context, pair)
    added, probs = filled(grown_places, score, context.cosine, content, *bounds)
    allowed = _is_within(added, reach)
    links = explained.word_links(_within(grown_places, reach), begun)
    links += explained.links_with(added[allowed], probs[allowed])
    return sorted(links, key=lambda one: (one.sum, one.doc))


def _at_mentions(
    places: Places, link: Floats, score: Floats, is_content: Booleans, context: InContext, pair: Pair
) -> Places:
    """Return the places moved to the mentions that the summary draws on."""
    summary, document = pair.summary.words, pair.document.words
    stems = numbered_stems(summary, document)
    score = score + likeness(stems, context.summary_bounds, context.document_bounds)
    sentence = np.repeat(np.arange(score.shape[1]), np.diff(context.document_bounds))
    places = at_best_mentions(places, link, score, is_content, stems, sentence)
    return at_one_mention(places, score, context.identical, summary, document, sentence)


def _grown(places: Places, context: InContext, pair: Pair) -> Places:
    """Return the places with the neighbours that join them."""
    vectors = context.vectors
    places = grown(places, context.identical, context.cosine, vectors.summary.words, vectors.document.words)
    return completed(places, context.identical, context.cosine, pair.summary.words, pair.document.words)


def _within(places: Places, reach: list[list[Span]] | None) -> Places:
    """Return the places that the pair's own extracts allow."""
    return np.asarray(places[_is_within(places, reach)])


def _is_within(places: Places, reach: list[list[Span]] | None) -> Booleans:
    if reach is None:
        return np.ones(len(places), bool)
    return np.array([any(start <= j < end for start, end in reach[t]) for t, j in places.tolist()], bool)
