"""Pairs and alignments in few words, any trees, and the shared gold sets, for tests of every stage."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import strategies as st

from sumtrace import Alignment, Link, Pair, Text
from sumtrace.alignment.expansion import from_word_pairs
from sumtrace.text.trees import Tree

SHARED = Path(__file__).parents[1] / "../shared/data"


def pair_of(document, summary, name="p"):
    return Pair(name, Text.from_words(document.split()), Text.from_words(summary.split()))


def words(pair, sure, possible=(), **more):
    return Alignment(pair.id, from_word_pairs(sure, possible), pair, **more)


def phrase(doc, summary, label="S"):
    return Link((doc,), (summary,), label)


@st.composite
def trees(draw):
    """Any tree whose words do not look like Treebank's escapes."""
    words = draw(
        st.lists(
            st.text(
                st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"], exclude_characters="-\\"), min_size=1
            ),
            max_size=8,
        )
    )
    tags = [draw(st.sampled_from(["NN", "VB", "-LRB-", ",", "``"])) for _ in words]
    labels, spans = [], []

    def grow(start, end, depth):
        for _ in range(draw(st.integers(0, 2))):
            labels.append(draw(st.sampled_from(["S", "NP", "VP", "PP", "ADJP"])))
            spans.append((start, end))
        if end - start > 1 and depth < 5:
            cut = draw(st.integers(start + 1, end - 1))
            grow(start, cut, depth + 1)
            grow(cut, end, depth + 1)

    if words:
        grow(0, len(words), 0)
    return Tree(tuple(words), tuple(tags), tuple(labels), tuple(spans))


def shared_gold(name):
    """The alignments of one of the shared gold sets; the test is skipped where they are absent."""
    path = SHARED / "gold" / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"the gold set {name} is not beside the project")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [_alignment(json.loads(line)) for line in file]


def _alignment(record):
    document = Text.from_words(record["document"], [tuple(s) for s in record["doc_sents"]])
    summary = Text.from_words(record["summary"], [tuple(s) for s in record["sum_sents"]])
    links = from_word_pairs(map(tuple, record["sure"]), map(tuple, record["possible"]))
    covered, null = (None if record[key] is None else tuple(record[key]) for key in ("covered", "null"))
    return Alignment(record["id"], links, Pair(record["id"], document, summary), covered=covered, null=null)
