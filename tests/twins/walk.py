"""The skip-or-enter walk followed step by step over nested trees, every walk written out; and random trees for it."""

from dataclasses import dataclass, field

import numpy as np

from sumtrace.jumps.structure import CONTENT, LABELS, OTHER_PHRASE, PHRASES, SENTENCE
from sumtrace.jumps.walk import FLOOR

TAGS = {"NN": "noun", "NNP": "name", "DT": "determiner", "IN": "preposition", "VBD": "verb", ",": "punctuation"}
TAGS |= {"ODD": "other word"}


@dataclass(eq=False)
class Node:
    """A phrase or, without children, a word; ``span`` is filled in by ``numbered``."""

    label: str
    children: list = field(default_factory=list)
    parent: object = None
    span: tuple = (0, 0)


def numbered(sentences):
    """Set the parents and the word spans of a document's nodes; return its words and all its nodes."""
    words, nodes = [], []

    def visit(node, parent):
        node.parent = parent
        nodes.append(node)
        first = len(words)
        if not node.children:
            words.append(node)
        for child in node.children:
            visit(child, node)
        node.span = (first, len(words))

    for sentence in sentences:
        visit(sentence, None)
    return words, nodes


def beside(sentences, node, step):
    """The siblings of a node on one side (+1 right, -1 left), the nearest first, then its parent's, and so on."""
    found = []
    while node is not None:
        row = node.parent.children if node.parent else sentences
        place = next(i for i, other in enumerate(row) if other is node)
        found += row[place + 1 :] if step > 0 else row[:place][::-1]
        node = node.parent
    return found


@dataclass(frozen=True)
class Walk:
    """One walk: where it leads (None: past everything), its probability, what it skipped, and what it chose to do."""

    word: object
    chance: float
    skipped: tuple
    choices: tuple


def walks(offered, sigma, step, must_end_inside):
    """Every walk over nodes that are offered in turn; with ``must_end_inside`` the last of them must be entered."""
    chance, skipped, choices = 1.0, (), ()
    for number, node in enumerate(offered):
        forced = must_end_inside and number == len(offered) - 1
        enter = 1.0 if forced else 1.0 - sigma[node.label]
        chosen = () if forced else (("enter", node.label),)
        for walk in walks(node.children[::step], sigma, step, True) if node.children else [Walk(node, 1.0, (), ())]:
            yield Walk(
                walk.word, chance * enter * walk.chance, skipped + walk.skipped, (*choices, *chosen, *walk.choices)
            )
        if forced:
            return
        chance *= sigma[node.label]
        skipped += (node,)
        choices += (("skip", node.label),)
    yield Walk(None, chance, skipped, choices)


def all_walks(model, sentences):
    """Yield (e, j, direction, probability within the row, walk) for every walk of a document."""
    words, _ = numbered(sentences)
    place = {id(word): j for j, word in enumerate(words)}
    m = len(words)
    sigmas = [dict(zip(LABELS, row.tolist(), strict=True)) for row in model.skip]
    for e in range(m + 1):
        ahead = float(model.forward[min(e, 1)])
        offered = beside(sentences, words[e - 1], +1) if e > 0 else sentences
        for walk in walks(offered, sigmas[0], +1, False):
            yield e, m if walk.word is None else place[id(walk.word)], 0, ahead * walk.chance, walk
        offered = beside(sentences, words[e + 1], -1) if e + 1 < m else sentences[::-1]
        for walk in walks(offered, sigmas[1], -1, True):
            yield e, place[id(walk.word)], 1, (1 - ahead) * walk.chance, walk


def dense_walk(model, sentences, best=False):
    """``jump(j | e)``; with ``best`` the likeliest of forward walk, backward walk and anywhere."""
    m = len(numbered(sentences)[0])
    parts = np.zeros((3, m + 1, m + 1))
    for e, j, direction, chance, _ in all_walks(model, sentences):
        parts[direction, e, j] += (1 - FLOOR) * chance
    parts[2] = FLOOR / (m + 1)
    return parts.max(axis=0) if best else parts.sum(axis=0)


def walk_statistics(model, sentences, x, y):
    """Expected skips and enters, and walks by direction, of the jumps ``x[e] * jump(j | e) * y[j]``."""
    chosen = {"skip": np.zeros((2, len(LABELS))), "enter": np.zeros((2, len(LABELS)))}
    taken = np.zeros((2, 2))
    for e, j, direction, chance, walk in all_walks(model, sentences):
        used = x[e] * (1 - FLOOR) * chance * y[j]
        taken[direction, min(e, 1)] += used
        for what, label in walk.choices:
            chosen[what][direction, LABELS.index(label)] += used
    return np.concatenate([chosen["skip"].ravel(), chosen["enter"].ravel(), taken.ravel()])


def fewest_nodes(nodes, first, last):
    """All smallest sets of nodes that together hold exactly the words ``first..last - 1``, by trying every tiling."""
    if first >= last:
        return [()]
    tilings = [
        (node, *rest)
        for node in nodes
        if node.span[0] == first and node.span[1] <= last
        for rest in fewest_nodes(nodes, node.span[1], last)
    ]
    fewest = min(map(len, tilings))
    return [tiling for tiling in tilings if len(tiling) == fewest]


def random_brackets(words, random, depth=0):
    """A random tree over so many words, in brackets and (chains over the same words merged) as a node."""
    chain = [str(random.choice([*PHRASES, "ODDP"])) for _ in range(random.integers(0, 3))]
    if words == 1:
        tag = str(random.choice(list(TAGS)))
        text, label, children = f"({tag} w)", TAGS[tag], []
    else:
        parts = 2 if depth > 30 else int(random.integers(2, min(words, 5) + 1))
        borders = np.sort(random.choice(np.arange(1, words), parts - 1, replace=False))
        sizes = np.diff([0, *borders.tolist(), words]).tolist()
        inside = [random_brackets(size, random, depth + 1) for size in sizes]
        chain = chain or ["X"]
        text, label, children = " ".join(part for part, _ in inside), None, [node for _, node in inside]
    for name in reversed(chain):
        text = f"({name} {text})"
        label = name if name in PHRASES else OTHER_PHRASE
    return text, Node(label, children)


def random_document(m, random):
    """Random sentences of m words together, as brackets and as nodes."""
    borders = random.integers(1, m, size=int(random.integers(0, m // 4 + 1))).tolist() if m > 1 else []
    sizes = np.diff(sorted({0, m, *borders})).tolist()
    made = [random_brackets(size, random) for size in sizes]
    for _, node in made:
        node.label = SENTENCE
    return [f"(ROOT {text})" for text, _ in made], [node for _, node in made]


def flat_document(bounds):
    """Sentences of words of which nothing else is known."""
    sizes = np.diff(bounds).tolist()
    return [Node(SENTENCE, [Node(CONTENT) for _ in range(size)] if size > 1 else []) for size in sizes]
