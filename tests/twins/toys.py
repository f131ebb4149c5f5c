"""Toy corpora with random parameters, given both to the program and to its slow twins."""

import itertools
from dataclasses import dataclass, replace

import numpy as np

from sumtrace.encoding.block import Block, pair_at
from sumtrace.encoding.encode import Encoded, encode
from sumtrace.encoding.tokens import TokenNumbers
from sumtrace.encoding.types import SummaryVocabulary
from sumtrace.inference.problem import Problem
from sumtrace.kernels import kernel
from sumtrace.model.parameters import Parameters
from sumtrace.rewrites.by_token import TokenRewrites
from sumtrace.rewrites.lexical import Triples, by_rows, summed
from sumtrace.rewrites.mixture import Mixture, mixed, with_relations
from sumtrace.rewrites.registry import COMPONENTS, start_components
from sumtrace.settings import Settings
from sumtrace.training.counting import Counting, count_block
from twins.random_jumps import OPEN, random_bounds, random_jump
from twins.rewrites import LEXICAL, Rewrites
from twins.story import Teller, TokenScores

# identical words and cases, words of the same stem, words near in WordNet, function words, a stranger and its other spelling
WORDS = "car cars Car automobile vehicle dog dogs run runs running the of zzyzx zzyxz".split()
NAMES = (*COMPONENTS, LEXICAL)
"""All parts of the rewrite mixture, in the program's order."""
WRITTEN_OUT = ("identity", "stem", "wordnet")
"""Those that the slow twin knows."""


@kernel
def pair_of(block, p):
    """Return a pair of a block as the kernels see it."""
    return pair_at(block, p)


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
    """A corpus as the program sees it, with parameters; ``scores`` are the token-level ones of each pair, if any."""

    toys: list
    settings: Settings
    encoded: Encoded
    mixture: Mixture
    block: Block
    parameters: Parameters
    vocabulary: frozenset = frozenset()
    scores: tuple = ()

    @property
    def type_count(self):
        """The number of types."""
        return self.mixture.type_count

    def model(self):
        """What the kernels see of the model."""
        longest = max(len(one.document) for one in self.toys)
        model = self.parameters.for_kernels(self.mixture, self.settings, longest)
        return model._replace(rewrites=TokenRewrites(model.rewrites)) if self.scores else model

    def problem(self, p=0):
        """What the kernels are called with for pair p."""
        return Problem(pair_of(self.block, p), self.model())

    def counted(self, beam=1.0, least=0.0):
        """The expected counts of all pairs."""
        steps = 1 + int(self.mixture.relations.unscored.steps.max(initial=0))
        rows, words, size = self.type_count + 1, len(self.encoded.types.words), self.parameters.jump.size
        return count_block(self.block, Counting(self.model(), rows, words, size, steps, beam, least))

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
        return Rewrites(summaries, self.settings, weights, self.counts(), wordnet, self.vocabulary, spelling)

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
            self.scores[p] if self.scores else None,
        )


def number_of(world, phrase):
    """The type of a phrase; null's row for None."""
    if phrase is None:
        return world.type_count
    return next(number for number in range(world.type_count) if world.spelt(number) == phrase)


def tokens_of(toys):
    """A corpus as word numbers."""
    tokens = TokenNumbers()
    for one in toys:
        borders = one.bounds.tolist()
        tokens.add(one.document, one.summary, list(itertools.pairwise(borders)), None, one.reach)
    return tokens


def related(toys, settings, vocabulary=frozenset()):
    """A corpus as the program sees it: types, mixture, block, and the untrained components."""
    known = SummaryVocabulary(vocabulary) if vocabulary else None
    encoded = encode(tokens_of(toys), settings.max_document_phrase, settings.max_summary_phrase, known)
    components = start_components(settings)
    mixture = mixed(encoded, settings, components)
    (block,) = encoded.blocks
    return encoded, mixture, with_relations(block, mixture.relations.unscored), components


def random_world(toys, settings, random, vocabulary=frozenset()):
    """A corpus with random parameters: a half-filled lexical table, weights, P(null), lengths, jumps and eta."""
    encoded, mixture, block, components = related(toys, settings, vocabulary)
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
    table = random_table(encoded, mixture.type_count, block, random)
    jump = random_jump(OPEN if settings.jump_open_ended else settings.jump, random)
    parameters = Parameters(table, weights, float(random.uniform(0.1, 0.6)), lengths, jump, tuple(components))
    return World(list(toys), settings, encoded, mixture, block, parameters, vocabulary)


def random_table(encoded, rows, block, random):
    """Random counts for half of the word pairs and cells, and half of null's row."""
    types = encoded.types
    words = range(len(types.words))
    wanted = [(d, s) for d in words if types.in_document[d] for s in words if types.in_summary[s]]
    wanted += [(rows, s) for s in words if types.in_summary[s]]
    wanted += sorted(set(zip(block.cell_row.tolist(), block.cell_column.tolist(), strict=True)))
    kept = [pair for pair in wanted if random.random() < 0.5]
    row, column = (np.array([pair[side] for pair in kept], np.int32) for side in (0, 1))
    counts = Triples(row, column, random.gamma(1.0, size=len(kept)))
    return by_rows(summed(counts, rows + 1, rows + 1), rows + 1)


def with_token_scores(world, random):
    """The same world with random token-level scores: some word pairs weighed down to nothing, some added."""
    block, factors, added = world.block, [], []
    sizes = [len(one.summary) * len(one.document) for one in world.toys]
    for size in sizes:
        factors.append(random.gamma(1.0, size=size) * (random.random(size) < 0.8))
        added.append(random.gamma(1.0, size=size) * (random.random(size) < 0.5))
    cells = random.gamma(1.0, size=len(block.cell_sum)).astype(np.float32)
    block = block._replace(
        factor=np.concatenate(factors).astype(np.float32),
        added=np.concatenate(added).astype(np.float32),
        scores_at=np.cumsum([0, *sizes]),
        cell_factor=cells,
    )
    scores = []
    for p, one in enumerate(world.toys):
        here = slice(block.scores_at[p], block.scores_at[p + 1])
        shape = len(one.summary), len(one.document)
        by_place = {
            (int(block.cell_sum[c]), int(block.cell_doc[c]), int(block.cell_doc_length[c])): float(cells[c])
            for c in range(block.cells_at[p], block.cells_at[p + 1])
        }
        factor, extra = (array[here].reshape(shape).astype(float) for array in (block.factor, block.added))
        scores.append(TokenScores(factor, extra, by_place))
    return replace(world, block=block, scores=tuple(scores))
