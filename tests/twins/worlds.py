"""Worlds of tiny pairs for every reading of the model."""

from itertools import product

import numpy as np

from twins.random_jumps import jump_settings
from twins.toys import confined, plain, random_toy, random_world, with_token_scores

SHAPES = list(product(range(1, 5), range(1, 5)))
READINGS = list(product(("none", "uniform", "learnt"), (True, False), (True, False)))
PHRASES = [(1, 1), (2, 2), (3, 3), (2, 3), (3, 1)]
BY_TYPE_ALONE = ("sentence", "relative+laplace")
"""Jumps without scores token by token. Scores know of no jump, and sentence jumps and mixtures meet them in
relative+sentence; each further meeting is compiled for half a minute."""
COMPONENTS = [(), ("identity",), ("identity", "stem"), ("identity", "stem", "wordnet")]


def worlds(jump):
    """A world for every reading of the model, and among them every shape of pair twice and more."""
    random = np.random.default_rng(7)
    for number, (reading, phrases) in enumerate(product(READINGS, PHRASES)):
        lengths, by_word, stop = reading
        settings = plain(
            **jump_settings(jump),
            components=COMPONENTS[-1 - number % 7 % len(COMPONENTS)],
            max_document_phrase=phrases[0],
            max_summary_phrase=phrases[1],
            lengths=lengths,
            null_by_word=by_word,
            stop=stop,
            wordnet_other_stems=number % 2 == 0,
        )
        few = ["car", "Car", "cars", "automobile", "zzyzx"]
        shape = SHAPES[number % len(SHAPES)]
        toys = [random_toy(*shape, random, few), random_toy(3, 2, random, few)]
        if number % 3 == 0:
            toys = [confined(one, random) for one in toys]
        world = random_world(toys, settings, random)
        yield world
        if number % 2 and jump not in BY_TYPE_ALONE:
            yield with_token_scores(world, random)
