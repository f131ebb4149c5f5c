"""The rewrite mixture written out over words: no numbers, no tables, every sum over the whole summary vocabulary."""

import math
from dataclasses import dataclass, field

from sumtrace.rewrites.spelling import Spelling
from sumtrace.rewrites.wordnet import WordNetDistance
from sumtrace.text import fold, is_ignored, stem
from sumtrace.text.wordnet import load
from twins.spelling import spelling_distance

LEXICAL = "lexical"


@dataclass
class Rewrites:
    """``rewrite(s | d)`` for phrases as tuples of words, given all summaries, the settings and the parameters.

    ``counts[d, s]`` are the lexical table's expected counts, ``d = None`` standing for null; ``weights`` go by name.
    """

    summaries: list
    settings: object
    weights: dict
    counts: dict
    wordnet: WordNetDistance
    lexicon: frozenset = frozenset()
    spelling: Spelling = field(default_factory=Spelling)

    def __post_init__(self):
        folded = [tuple(fold(word) for word in summary) for summary in self.summaries]
        self.vocabulary = self.lexicon | {word for summary in folded for word in summary}
        self.sums, self.near = {}, {}
        longest = self.settings.max_summary_phrase
        self.phrases = {(word,) for word in self.vocabulary} | {
            summary[t : t + n] for summary in folded for n in range(2, longest + 1) for t in range(len(summary) - n + 1)
        }

    def same_stems(self, d):
        """The summary phrases that are stem-identical to a document phrase."""
        return [s for s in self.phrases if stems(s) == stems(d)]

    def fake(self, s, d):
        """The prior's fake count of a pair of phrases; null has only that of any word for any word."""
        settings = self.settings
        count = settings.fake_word if len(s) == 1 and (d is None or len(d) == 1) else 0.0
        if d is not None:
            count += settings.fake_identical * (s == d) + settings.fake_stem * (stems(s) == stems(d))
        return count

    def lexical(self, s, d):
        """``theta(s | d)``: the row runs over every summary phrase."""
        below = self.below(d)
        if below == 0.0:
            return float(s == d)
        return (self.counts.get((d, s), 0.0) + self.fake(s, d)) / below

    def below(self, d):
        """What a row's counts and fake counts sum to."""
        if d not in self.sums:
            fakes = math.fsum(self.fake(v, d) for v in self.phrases)
            self.sums[d] = fakes + math.fsum(count for (row, _), count in self.counts.items() if row == d)
        return self.sums[d]

    def distance(self, component, d, s):
        """The distance of two words by WordNet or spelling, None where the component does not relate them."""
        if len(d) != 1 or len(s) != 1 or is_ignored(d[0]) or is_ignored(s[0]):
            return None
        if component.only_other_stems and stems(d) == stems(s):
            return None
        if component is self.spelling:
            return spelling_distance(d[0], s[0])
        steps = load().distance(d[0], s[0], component.senses)
        return steps if steps is not None and steps <= component.reach else None

    def neighbours(self, component, d):
        """``exp(-eta * distance)`` of each word that a component by distance relates to d."""
        key = component.name, d
        if key not in self.near:
            steps = {v: self.distance(component, d, v) for v in self.phrases if len(v) == 1}
            self.near[key] = {v: math.exp(-component.eta * step) for v, step in steps.items() if step is not None}
        return self.near[key]

    def by_component(self, s, d):
        """``p_c(s | d)`` of each component that knows d."""
        found = {"identity": float(s == d)}
        same = self.same_stems(d)
        if same:
            found["stem"] = (s in same) / len(same)
        for component in (self.wordnet, self.spelling):
            near = self.neighbours(component, d)
            if near:
                found[component.name] = near.get(s, 0.0) / math.fsum(near.values())
        return {name: value for name, value in found.items() if name in self.settings.components}

    def parts(self, s, d):
        """Each component's part of ``rewrite(s | d)``, and that of the lexical table."""
        found = self.by_component(s, d)
        parts = {name: self.weights[name] * value for name, value in found.items()}
        return parts | {LEXICAL: self.lexical_weight(d) * self.lexical(s, d)}

    def lexical_weight(self, d):
        """The lexical table's own weight and that of the components that do not know d."""
        known = self.by_component(d, d)
        return math.fsum(weight for name, weight in self.weights.items() if name not in known)

    def score(self, s, d):
        """``rewrite(s | d)``."""
        return math.fsum(self.parts(s, d).values())

    def null(self, word):
        """``rewrite(s | null)``."""
        return self.lexical((word,), None)

    def log_prior(self, documents):
        """``sum of fake * log theta`` over the rows of all document words and phrases, and of null."""
        longest = min(self.settings.max_document_phrase, self.settings.max_summary_phrase)
        rows = {
            tuple(map(fold, document[j : j + n]))
            for document in documents
            for n in range(1, longest + 1)
            for j in range(len(document) - n + 1)
        }
        return math.fsum(
            self.fake(s, d) * math.log(self.lexical(s, d))
            for d in [None, *rows]
            for s in self.phrases
            if self.fake(s, d) > 0
        )


def stems(phrase):
    """The stems of a phrase's words."""
    return tuple(stem(word) for word in phrase)
