"""Toy corpora with random parameters, given both to the program and to its slow twins."""

import itertools
from dataclasses import dataclass, replace

import numpy as np

from sumtrace.rewrites.encoding import Encoded, TokenNumbers, encode
from sumtrace.rewrites.registry import COMPONENTS, start_components
from sumtrace.rewrites.sparse import added_up
from sumtrace.rewrites.types import Lexicon
from sumtrace.training.em import Parameters, Problem, arrays, pose
from sumtrace.training.settings import Settings
from twins.random_jumps import OPEN, random_bounds, random_jump
from twins.rewrites import LEXICAL, Rewrites
from twins.story import Teller

# identical words and cases, words of the same stem, words near in WordNet, function words, a stranger and its other spelling
WORDS = "car cars Car automobile vehicle dog dogs run runs running the of zzyzx zzyxz".split()
NAMES = (*COMPONENTS, LEXICAL)
"""All parts of the rewrite mixture, in the program's order."""
WRITTEN_OUT = ("identity", "stem", "wordnet")
"""Those that the slow twin knows."""


@dataclass(frozen=True)
class Toy:
    """One pair of word lists; ``bounds`` are the document's sentence borders.

    ``reach``, if any, lists for each summary word the document spans that it may come from.
    """

    document: tuple
    summary: tuple
    bounds: np.ndarray
    reach: tuple | None = None


def plain(**changes):
    """Settings whose components the slow twin knows."""
    return Settings(**{"components": WRITTEN_OUT} | changes)


def toy(document, summary, bounds=None):
    """A pair from two strings."""
    words = tuple(document.split())
    return Toy(words, tuple(summary.split()), np.array([0, len(words)] if bounds is None else bounds, np.int32))


def random_toy(m, t_end, random, words=WORDS):
    """A pair of m and T random words."""
    document, summary = (tuple(words[i] for i in random.integers(len(words), size=size)) for size in (m, t_end))
    return Toy(document, summary, random_bounds(m, random))


def confined(one, random):
    """The same pair with each summary word confined to two random spans of the document, the second maybe empty."""
    m = len(one.document)
    places = (sorted(random.integers(m + 1, size=4).tolist()) for _ in one.summary)
    return replace(one, reach=tuple(((a, b), (c, d)) for a, b, c, d in places))


@dataclass(frozen=True)
class World:
    """A corpus posed to the program, with parameters."""

    toys: list
    settings: Settings
    encoded: Encoded
    problem: Problem
    parameters: Parameters
    lexicon: frozenset = frozenset()

    def arguments(self):
        """What the kernels are called with: pairs, entries, table, shares, jump parameters."""
        entries, table, shares = arrays(self.problem, self.parameters)
        return self.problem.pairs, entries, table, shares, self.parameters.jump.parameters(self.problem.longest)

    def spelt(self, number):
        """The words of a type as a tuple; None for null's row."""
        types = self.encoded.types
        if number == len(types):
            return None
        if number < len(types.words):
            return (types.words[number],)
        return tuple(types.words[word] for word in types.phrases[number - len(types.words)])

    def counts(self):
        """The lexical table's counts by words."""
        table = self.parameters.table
        return {
            (self.spelt(row), self.spelt(int(table.column[i]))): float(table.counts[i])
            for row in range(len(table.at) - 1)
            for i in range(table.at[row], table.at[row + 1])
        }

    def rewrites(self):
        """The slow twin of the rewrite mixture."""
        weights = dict(zip(NAMES, self.parameters.weights.tolist(), strict=True))
        summaries = [toy.summary for toy in self.toys]
        _, _, wordnet, spelling = self.parameters.components
        return Rewrites(summaries, self.settings, weights, self.counts(), wordnet, self.lexicon, spelling)

    def teller(self, p):
        """The slow twin of inference over pair p."""
        parameters, one = self.parameters, self.toys[p]
        return Teller(
            one.document,
            one.summary,
            one.bounds,
            self.settings,
            self.rewrites(),
            parameters.jump,
            parameters.null,
            parameters.lengths.tolist(),
            one.reach,
        )


def number_of(world, phrase):
    """The type of a phrase; null's row for None."""
    if phrase is None:
        return world.problem.rows
    return next(number for number in range(world.problem.rows) if world.spelt(number) == phrase)


def posed(toys, settings, lexicon=frozenset()):
    """A corpus as the program sees it, and its untrained components."""
    tokens = TokenNumbers()
    for one in toys:
        borders = one.bounds.tolist()
        tokens.add(one.document, one.summary, list(itertools.pairwise(borders)), None, one.reach)
    known = Lexicon(lexicon) if lexicon else None
    encoded = encode(tokens, settings.max_document_phrase, settings.max_summary_phrase, known)
    components = start_components(settings)
    return encoded, pose(encoded, settings, components), components


def random_world(toys, settings, random, lexicon=frozenset()):
    """A corpus with random parameters: a half-filled lexical table, weights, P(null), lengths, jumps and eta."""
    encoded, problem, components = posed(toys, settings, lexicon)
    components[2:] = [replace(component, eta=float(random.uniform(0.2, 2))) for component in components[2:]]
    used = np.array([name in settings.components or name == LEXICAL for name in NAMES])
    weights = np.zeros(len(NAMES))
    weights[used] = random.dirichlet(np.ones(used.sum()))
    longest = settings.max_document_phrase
    lengths = {
        "none": np.zeros(longest),
        "uniform": np.full(longest, 1 / longest),
        "learnt": random.dirichlet(np.ones(longest)),
    }[settings.lengths]
    table = random_table(encoded, problem, random)
    jump = random_jump(OPEN if settings.jump_open_ended else settings.jump, random)
    parameters = Parameters(table, weights, float(random.uniform(0.1, 0.6)), lengths, jump, tuple(components))
    return World(list(toys), settings, encoded, problem, parameters, lexicon)


def random_table(encoded, problem, random):
    """Random counts for half of the word pairs and cells, and half of null's row."""
    types, pairs = encoded.types, problem.pairs
    words = range(len(types.words))
    wanted = [(d, s) for d in words if types.in_document[d] for s in words if types.in_summary[s]]
    wanted += [(problem.rows, s) for s in words if types.in_summary[s]]
    wanted += sorted(set(zip(pairs.cell_row.tolist(), pairs.cell_column.tolist(), strict=True)))
    kept = [pair for pair in wanted if random.random() < 0.5]
    row, column = (np.array([pair[side] for pair in kept], np.int32) for side in (0, 1))
    size = problem.rows + 1
    return added_up(row, column, random.gamma(1.0, size=len(kept)), size, size)
