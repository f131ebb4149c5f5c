"""Where a document's structure comes from: the trees it carries, or a parser that reads each sentence once."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from making import pair_of
from sumtrace.corpus.trees import with_trees
from sumtrace.errors import InputError, SumtraceWarning
from sumtrace.jumps.structure import structure_of_chunks, structure_of_trees
from sumtrace.jumps.structuring import ParsedStructures, structure_of, structured
from sumtrace.meaning.cache import DiskCache
from sumtrace.text import Text
from sumtrace.text.trees import Tree

DOCUMENT = Text.from_words("The dog barked . Nobody slept .".split(), [(0, 4), (4, 7)])
TREES = (
    "(ROOT (S (NP (DT The) (NN dog)) (VP (VBD barked)) (. .)))",
    "(ROOT (S (NP (NN Nobody)) (VP (VBD slept)) (. .)))",
)


class CountingParser:
    """Makes flat trees and remembers what it was asked."""

    def __init__(self):
        self.asked = []
        self.lock = threading.Lock()

    def parse(self, sentences):
        with self.lock:
            self.asked += [" ".join(words) for words in sentences]
        return [Tree(tuple(words), ("NN",) * len(words)) for words in sentences]


class TestParsedOnce:
    def test_a_sentence_is_parsed_once_even_by_another_run(self, tmp_path):
        parser = CountingParser()
        first = ParsedStructures(lambda: parser, tmp_path / "trees.sqlite").structure_of(DOCUMENT)
        assert parser.asked == ["The dog barked .", "Nobody slept ."]
        again = ParsedStructures(lambda: pytest.fail("loaded a parser"), tmp_path / "trees.sqlite")
        np.testing.assert_array_equal(again.structure_of(DOCUMENT), first)
        np.testing.assert_array_equal(first, structure_of_trees(parser.parse([("a",) * 4, ("a",) * 3])))

    def test_only_new_sentences_are_parsed_and_case_matters(self, tmp_path):
        parser = CountingParser()
        parsed = ParsedStructures(lambda: parser, tmp_path / "trees.sqlite")
        parsed.structure_of(DOCUMENT)
        more = Text.from_words("nobody slept . Nobody slept .".split(), [(0, 3), (3, 6)])
        assert len(parsed.structure_of(more)) == 2 * 8
        assert parser.asked[2:] == ["nobody slept ."]

    def test_without_a_usable_cache_sentences_are_parsed_again(self, tmp_path):
        (tmp_path / "trees.sqlite").mkdir()
        parser = CountingParser()
        with pytest.warns(SumtraceWarning, match="cannot be written"):
            parsed = ParsedStructures(lambda: parser, tmp_path / "trees.sqlite")
        np.testing.assert_array_equal(parsed.structure_of(DOCUMENT), parsed.structure_of(DOCUMENT))
        assert len(parser.asked) == 4

    def test_a_damaged_cache_gives_way_to_a_new_one(self, tmp_path):
        (tmp_path / "trees.sqlite").write_bytes(b"no database at all" * 100)
        parser = CountingParser()
        parsed = ParsedStructures(lambda: parser, tmp_path / "trees.sqlite")
        np.testing.assert_array_equal(parsed.structure_of(DOCUMENT), parsed.structure_of(DOCUMENT))
        assert len(parser.asked) == 2

    @pytest.mark.parametrize("kept", [b"", b"x", b"\x00" * 8, np.array([0, 9, 9, -1, 0, 7], np.int16).tobytes()])
    def test_what_is_no_structure_of_the_sentence_is_parsed_again(self, tmp_path, kept):
        parsed = ParsedStructures(CountingParser, tmp_path / "trees.sqlite")
        right = parsed.structure_of(DOCUMENT)
        with sqlite3.connect(tmp_path / "trees.sqlite") as database:
            keys = [key for (key,) in database.execute("SELECT key FROM vectors")]
        database.close()
        DiskCache(tmp_path / "trees.sqlite").put(dict.fromkeys(keys, kept))
        np.testing.assert_array_equal(
            ParsedStructures(CountingParser, tmp_path / "trees.sqlite").structure_of(DOCUMENT), right
        )

    def test_many_threads_may_ask(self, tmp_path):
        parser = CountingParser()
        parsed = ParsedStructures(lambda: parser, tmp_path / "trees.sqlite")
        texts = [Text.from_words([f"w{i % 7}", "slept", "."]) for i in range(60)]
        with ThreadPoolExecutor(4) as pool:
            found = list(pool.map(parsed.structure_of, texts))
        assert all(len(structure) == 8 for structure in found)
        assert set(parser.asked) == {f"w{i} slept ." for i in range(7)}


class TestPairs:
    def test_trees_that_a_pair_carries_are_used_as_they_are(self):
        trees = tuple(Tree.from_brackets(text) for text in TREES)
        pair = replace(pair_of("x", "y"), document=DOCUMENT, trees=trees)
        np.testing.assert_array_equal(structure_of(pair, "trees"), structure_of_trees(trees))
        assert structure_of(pair, None) is None

    def test_trees_of_another_text_are_an_error(self):
        pair = replace(pair_of("x", "y", "odd"), document=DOCUMENT, trees=(Tree.from_brackets(TREES[0]),) * 2)
        with pytest.raises(InputError, match="odd"):
            structure_of(pair, "trees")

    def test_structures_come_in_the_order_of_the_pairs(self):
        pairs = [pair_of("the house " * (n % 5 + 1) + ".", "house", f"p{n}") for n in range(200)]
        trees = [(Tree(pair.document.words, ("NN",) * len(pair.document)),) for pair in pairs]
        pairs = [replace(pair, trees=tree) for pair, tree in zip(pairs, trees, strict=True)]
        for threads in (1, 3):
            found = list(structured(iter(pairs), "trees", threads))
            assert [pair.id for pair, _ in found] == [pair.id for pair in pairs]
            assert all(len(nodes) == 2 * (len(pair.document) + 1) for pair, nodes in found)

    def test_chunks_need_no_parser(self):
        pair = pair_of("the old house of the king .", "house")
        expected = structure_of_chunks(pair.document.words, pair.document.sentences)
        np.testing.assert_array_equal(structure_of(pair, "chunks"), expected)


class TestTreesFromAFile:
    def trees_file(self, tmp_path, *trees):
        file = tmp_path / "trees.ptb"
        file.write_text("\n".join(trees))
        return file

    def corpus(self):
        pairs = pair_of("x", "y", "first"), pair_of("x", "y", "second")
        return [replace(pair, document=DOCUMENT) for pair in pairs]

    def test_each_pair_gets_its_own(self, tmp_path):
        pairs = list(with_trees(self.corpus(), self.trees_file(tmp_path, *TREES, *TREES)))
        assert [pair.id for pair in pairs] == ["first", "second"]
        assert pairs[1].trees == tuple(Tree.from_brackets(text) for text in TREES)

    def test_trees_of_another_text_name_the_pair(self, tmp_path):
        file = self.trees_file(tmp_path, *TREES, TREES[0], "(ROOT (NP (NN Somebody)))")
        with pytest.raises(InputError, match="second") as caught:
            list(with_trees(self.corpus(), file))
        assert caught.value.pair == "second"
        assert "Somebody" in str(caught.value)

    @pytest.mark.parametrize(("trees", "problem"), [(TREES + TREES[:1], "1 trees for 2"), (TREES * 3, "more trees")])
    def test_too_few_or_too_many_trees_are_an_error(self, tmp_path, trees, problem):
        with pytest.raises(InputError, match=problem):
            list(with_trees(self.corpus(), self.trees_file(tmp_path, *trees)))
