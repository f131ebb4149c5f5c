"""A document's structure for the jumps that look at what they jump over: its sentences, phrases and words as one tree.

The nodes are numbered in pre-order, sentence after sentence, and held in one array of 2n numbers: n labels, then n
parents (-1 above a sentence). A node over the same words as its parent is left out (its parent is always skipped or
entered in its place), so that a node is a word exactly where it has no children, and there are fewer than twice as many
nodes as words.

Labels are a fixed list, so that a model serves documents it has never seen: sentences, the Treebank's phrases, and words
by their kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from sumtrace.array_types import Ints
from sumtrace.text import Span, is_ignored
from sumtrace.text.trees import Tree

StructureKind = Literal["trees", "chunks"]

SENTENCE, CHUNK, OTHER_PHRASE, OTHER_WORD = "SENT", "CHUNK", "other phrase", "other word"
CONTENT, FUNCTION, PUNCTUATION = "content word", "function word", "punctuation"
PHRASES = (
    "ADJP ADVP CONJP FRAG INTJ LST NAC NML NP NX PP PRN PRT QP RRC S SBAR SBARQ SINV SQ UCP VP WHADJP WHADVP WHNP WHPP"
).split()
_WORDS = {
    "noun": "NN NNS",
    "name": "NNP NNPS",
    "number": "CD $ #",
    "verb": "VB VBD VBG VBN VBP VBZ",
    "auxiliary": "MD TO",
    "adjective": "JJ JJR JJS",
    "adverb": "RB RBR RBS RP",
    "determiner": "DT PDT WDT EX",
    "pronoun": "PRP PRP$ WP WP$ WRB",
    "preposition": "IN",
    "conjunction": "CC",
    "possessive": "POS",
    PUNCTUATION: ", . : `` '' -LRB- -RRB- HYPH NFP",
}
LABELS = (SENTENCE, *PHRASES, OTHER_PHRASE, *_WORDS, OTHER_WORD, CHUNK, FUNCTION, CONTENT)
"""All labels; a node's label is its place in this list."""
_NUMBER = {label: number for number, label in enumerate(LABELS)}
_BY_TAG = {tag: _NUMBER[kind] for kind, tags in _WORDS.items() for tag in tags.split()}


def sentence_structure(tree: Tree) -> Ints:
    """Return the structure of one parsed sentence; its root is a sentence, whatever the tree calls it."""
    labels, parents = [_NUMBER[SENTENCE]], [-1]
    above = [(0, len(tree))]
    path = [0]
    inner = 0
    for token, tag in enumerate(tree.tags):
        while above[-1][1] <= token:
            above.pop()
            path.pop()
        while inner < len(tree.spans) and tree.spans[inner][0] == token:
            if tree.spans[inner] != above[-1]:
                parents.append(path[-1])
                path.append(len(labels))
                above.append(tree.spans[inner])
                labels.append(_NUMBER.get(tree.labels[inner], _NUMBER[OTHER_PHRASE]))
            inner += 1
        if above[-1] != (token, token + 1):
            parents.append(path[-1])
            labels.append(_BY_TAG.get(tag, _NUMBER[OTHER_WORD]))
    return np.array([*labels, *parents], np.int32)


def chunk_structure(words: Sequence[str]) -> Ints:
    """Return the structure of one sentence in chunks, which needs no parser.

    Function words (the ignore-list's) and punctuation marks delimit chunks: a maximal run of content words is one, together
    with the function words right before it ("of the old house" after "the roof"); a punctuation mark stands alone, and so
    do function words that no content word follows. A chunk of one word is that word.
    """
    kinds = [word_kind(word) for word in words]
    labels, parents = [_NUMBER[SENTENCE]], [-1]
    start = 0
    while start < len(words):
        end = start
        while end < len(words) and kinds[end] == FUNCTION:
            end += 1
        content = end
        while end < len(words) and kinds[end] == CONTENT:
            end += 1
        if end == content:
            end = max(content, start + 1)
        parent = 0
        if end > content and end - start > 1 and end - start < len(words):
            parent = len(labels)
            labels.append(_NUMBER[CHUNK])
            parents.append(0)
        labels += [_NUMBER[kind] for kind in kinds[start:end]]
        parents += [parent] * (end - start)
        start = end
    if len(words) == 1:
        labels, parents = labels[:1], parents[:1]
    return np.array([*labels, *parents], np.int32)


def word_kind(word: str) -> str:
    """Return whether a word is a content word, a function word or punctuation."""
    if not any(character.isalnum() for character in word):
        return PUNCTUATION
    return FUNCTION if is_ignored(word) else CONTENT


def is_sound(structure: Ints, words: int) -> bool:
    """Whether an array is a valid structure of one sentence of ``words`` words, safe for the kernels."""
    nodes = len(structure) // 2
    labels, parents = structure[:nodes], structure[nodes:]
    if nodes == 0 or len(parents) != nodes or not 0 <= labels.min() <= labels.max() < len(LABELS) or parents[0] != -1:
        return False
    # in pre-order a node's parent is the node before it or one above that
    path = [0]
    for node, parent in enumerate(parents[1:].tolist(), start=1):
        while path and path[-1] != parent:
            path.pop()
        if not path:
            return False
        path.append(node)
    return nodes - len(np.unique(parents)) + 1 == words


def joined(sentences: Sequence[Ints]) -> Ints:
    """Return the structure of a document from those of its sentences, in order."""
    sizes = [len(sentence) // 2 for sentence in sentences]
    firsts = np.cumsum([0, *sizes])
    labels = [sentence[:size] for sentence, size in zip(sentences, sizes, strict=True)]
    parents = [
        np.where(sentence[size:] < 0, -1, sentence[size:] + first)
        for sentence, size, first in zip(sentences, sizes, firsts[:-1].tolist(), strict=True)
    ]
    return np.concatenate([np.zeros(0, np.int32), *labels, *parents]).astype(np.int32)


def structure_of_trees(trees: Sequence[Tree]) -> Ints:
    """Return the structure of a document from its sentences' trees."""
    return joined([sentence_structure(tree) for tree in trees if len(tree)])


def structure_of_chunks(words: Sequence[str], sentences: Sequence[Span]) -> Ints:
    """Return the structure of a document in chunks."""
    return joined([chunk_structure(words[start:end]) for start, end in sentences if end > start])
