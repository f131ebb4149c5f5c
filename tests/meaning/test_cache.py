"""Vectors on disk: encoded once, the same bits again, and never the reason why work stops or goes wrong."""

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
import time
import warnings
from dataclasses import replace

import numpy as np
import pytest

from sumtrace import Aligner, datasets, load
from sumtrace.errors import ModelError, SumtraceWarning
from sumtrace.meaning import WordVectors, cache, caching, load_encoder, plug_in, remove_vectors, vector_cache_use
from sumtrace.meaning.cache import DiskCache
from sumtrace.meaning.caching import CachedEncoder

DOG, CAT = ("The", "dog", "barked", "."), ("Nobody", "slept", ".")


class Counting:
    """Makes random vectors, always the same for a sentence, and remembers what it was asked."""

    name = "mine"

    def __init__(self, signature="mine-1", width=5):
        self.signature = signature
        self.width = width
        self.asked = []

    def encode(self, sentences):
        self.asked += sentences
        return [self.vectors(words) for words in sentences]

    def vectors(self, words):
        random = np.random.default_rng(len(words))
        return WordVectors(*(random.normal(size=(len(words), self.width)).astype(np.float32) for _ in "ab"))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "vectors.sqlite"


def encoded(file, sentences, inner=None):
    """Encode with a connection of its own, as another process would; return the vectors and what was encoded anew."""
    inner = inner or Counting()
    kept = DiskCache(file)
    vectors = CachedEncoder(inner, kept).encode(sentences)
    kept.close()
    return vectors, inner.asked


def same_bits(first, second):
    return all(
        a.tobytes() == b.tobytes()
        for one, other in zip(first, second, strict=True)
        for a, b in zip(one, other, strict=True)
    )


class TestEncodedOnce:
    def test_equal_sentences_are_encoded_once(self, file):
        vectors, asked = encoded(file, [DOG, CAT, DOG, list(DOG)])
        assert asked == [DOG, CAT] or asked == [list(DOG), CAT]
        assert same_bits(vectors[:1], vectors[2:3])

    def test_the_next_run_encodes_nothing_and_has_the_same_bits(self, file):
        first, _ = encoded(file, [DOG, CAT])
        again, asked = encoded(file, [CAT, DOG])
        assert asked == []
        assert same_bits(first, again[::-1])

    def test_vectors_are_the_encoders_but_for_rounding(self, file):
        (vectors,), _ = encoded(file, [DOG])
        for rows, made in zip(vectors, Counting().vectors(DOG), strict=True):
            np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, rtol=1e-6)
            assert ((rows * made).sum(axis=1) / np.linalg.norm(made, axis=1) > 0.9999).all()

    def test_another_encoder_or_another_split_of_the_words_has_entries_of_its_own(self, file):
        encoded(file, [DOG])
        assert encoded(file, [DOG], Counting("mine-2"))[1] == [DOG]
        assert len(encoded(file, [("The dog", "barked", "."), ("The", "dog", "barked .")])[1]) == 2

    def test_more_sentences_than_are_kept_at_a_time(self, file, monkeypatch):
        monkeypatch.setattr(caching, "_AT_ONCE", 2)
        many = [("word",) * count for count in range(1, 8)]
        vectors, asked = encoded(file, many)
        assert asked == many
        assert [len(rows.words) for rows in vectors] == list(range(1, 8))
        assert encoded(file, many)[1] == []

    def test_a_sentence_without_words(self, file):
        for _ in range(2):
            assert encoded(file, [()])[0][0].words.shape == (0, 5)

    def test_words_with_half_a_surrogate_pair(self, file):
        assert len(encoded(file, [("\ud800",)])[0][0].words) == 1


class TestPluggedIn:
    def test_an_encoder_that_changes_its_width_is_refused(self, file):
        inner = Counting()
        encoder = CachedEncoder(inner, DiskCache(file))
        encoder.encode([DOG])
        inner.width = 6
        with pytest.raises(ModelError, match=r"'mine' gives vectors of lengths \(6, 6\), earlier \(5, 5\)"):
            encoder.encode([CAT])

    def test_vectors_that_are_wrong_are_not_kept(self, file):
        inner = Counting()
        inner.vectors = lambda words: WordVectors(*(np.full((len(words), 5), np.nan) for _ in "ab"))
        with pytest.raises(Exception, match="not finite"):
            encoded(file, [DOG], inner)
        assert encoded(file, [DOG])[1] == [DOG]


@pytest.fixture
def user_folder(tmp_path, monkeypatch):
    """The user's cache folder, an empty one."""
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "kernels")
    caching.vector_cache.cache_clear()
    load_encoder.cache_clear()
    yield tmp_path
    caching.vector_cache().close()
    caching.vector_cache.cache_clear()
    load_encoder.cache_clear()


def test_the_users_cache_can_be_looked_at_and_removed(user_folder):
    assert vector_cache_use().entries == vector_cache_use().size == 0
    plug_in(Counting()).encode([DOG, CAT])
    use = vector_cache_use()
    assert (use.file.parent, use.entries) == (user_folder, 2)
    assert use.size > 0
    remove_vectors()
    assert vector_cache_use().size == 0


def test_a_corpus_aligned_twice_is_encoded_once(user_folder):
    inner, pairs = Counting(), datasets.examples()[:2]
    aligners = [Aligner.of(replace(load().model, encoder=""), encoder=inner) for _ in range(2)]
    first, again = ([*aligner.align_many(pairs, threads=1)] for aligner in aligners)
    texts = [text for pair in pairs for text in (pair.document, pair.summary)]
    sentences = {text.words[start:end] for text in texts for start, end in text.sentences}
    assert sorted(inner.asked) == sorted(sentences)
    assert first == again


def test_the_shipped_encoder_keeps_its_vectors_and_is_not_read_when_all_are_kept(user_folder, monkeypatch):
    first = load_encoder().encode([DOG, CAT])
    load_encoder.cache_clear()
    monkeypatch.setattr("sumtrace.meaning.shipped.read_file", lambda *_: pytest.fail("read the encoder"))
    assert same_bits(load_encoder().encode([DOG, CAT]), first)


class TestBounds:
    def test_the_oldest_entries_make_room(self, file):
        limit = 1 << 20
        kept = DiskCache(file, limit)
        keys = [number.to_bytes(2) for number in range(400)]
        for key in keys:
            kept.put({key: key * 5000})
        found = kept.get(keys)
        assert keys[-1] in found
        assert keys[0] not in found
        assert list(found) == keys[-len(found) :]
        assert len(found) > 50
        kept.close()
        assert vector_cache_use(file).size < 1.3 * limit

    def test_one_entry_larger_than_the_cache_is_not_kept(self, file):
        kept = DiskCache(file, 1 << 16)
        kept.put({b"key": bytes(1 << 17)})
        assert kept.get([b"key"]) == {}


class TestDamage:
    def test_an_entry_that_fails_its_checksum_is_made_again(self, file):
        first, _ = encoded(file, [DOG, CAT])
        with sqlite3.connect(file) as database:
            database.execute(
                "UPDATE vectors SET entry = substr(entry, 1, 40) || x'55' || substr(entry, 42) WHERE number = 1"
            )
        again, asked = encoded(file, [DOG, CAT])
        assert asked == [DOG]
        assert same_bits(first, again)
        assert encoded(file, [DOG, CAT])[1] == []

    @pytest.mark.parametrize("damaged", ["x'00'", "NULL", "7", "'text'"])
    def test_an_entry_of_another_kind_is_made_again(self, file, damaged):
        encoded(file, [DOG])
        with sqlite3.connect(file) as database:
            database.execute(f"UPDATE vectors SET entry = {damaged}")
        assert encoded(file, [DOG])[1] == [DOG]

    @pytest.mark.parametrize("damage", ["no database", "cut", "zeros", "noise"])
    def test_a_damaged_file_gives_way_to_a_new_one_in_silence(self, file, damage):
        many = [("word",) * count for count in range(1, 200)]
        first, _ = encoded(file, many)
        contents = bytearray(file.read_bytes())
        if damage == "no database":
            contents = b"no database at all" * 1000
        elif damage == "cut":
            contents = contents[: len(contents) // 3]
        elif damage == "zeros":
            contents[4096:] = bytes(len(contents) - 4096)
        else:
            random = np.random.default_rng(0)
            for place in random.integers(100, len(contents), 3000):
                contents[place] = random.integers(256)
        file.write_bytes(contents)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for _ in range(3):  # damage may show when reading or only when writing
                assert same_bits(encoded(file, many)[0], first)
            assert encoded(file, many)[1] == []


class TestTrouble:
    def test_a_folder_in_the_place_of_the_file(self, file):
        file.mkdir()
        with pytest.warns(SumtraceWarning, match=r"vectors\.sqlite: cannot be written") as told:
            vectors, asked = encoded(file, [DOG])
        assert len(told) == 1
        assert asked == [DOG]
        assert same_bits(vectors, encoded(file.with_name("other"), [DOG])[0])

    def test_a_full_disk(self, file):
        code = """
            import resource, signal, warnings
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            kept = DiskCache(FILE)
            kept.put({b"first": bytes(100)})
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))  # no file may grow beyond
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                for number in range(100):
                    kept.put({bytes([number]): bytes(50_000)})
            print(len(told), told[0].category.__name__, kept.get([b"first"]))
        """
        assert run(code, file) == "1 SumtraceWarning {}\n"
        assert DiskCache(file).get([b"first"]) == {b"first": bytes(100)}

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
    def test_a_folder_that_cannot_be_written_to(self, file):
        file.parent.chmod(0o500)
        with pytest.warns(SumtraceWarning):
            assert encoded(file, [DOG])[1] == [DOG]

    def test_another_process_is_killed_while_it_writes(self, file):
        code = """
            kept = DiskCache(FILE)
            print("ready", flush=True)
            number = 0
            while True:
                kept.put({number.to_bytes(8): number.to_bytes(8) * 5000})
                number += 1
        """
        writer = started(code, file)
        assert writer.stdout.readline() == "ready\n"
        time.sleep(0.1)
        writer.kill()
        writer.wait()
        kept = DiskCache(file)
        found = kept.get(number.to_bytes(8) for number in range(100))
        assert found
        assert all(contents == key * 5000 for key, contents in found.items())
        kept.put({b"more": b"more"})
        assert kept.get([b"more"]) == {b"more": b"more"}

    def test_several_processes_write_at_once(self, file):
        code = """
            import os
            kept = DiskCache(FILE)
            for number in range(100):
                kept.put({f"{os.getpid()} {number}".encode(): bytes(5000), f"all {number}".encode(): bytes([number])})
            print(os.getpid())
        """
        writers = [started(code, file) for _ in range(2)]
        names = [writer.communicate()[0].strip() for writer in writers]
        found = DiskCache(file).get(f"{name} {number}".encode() for name in [*names, "all"] for number in range(100))
        assert len(found) == 300
        assert found[b"all 7"] == bytes([7])

    def test_waits_for_a_process_that_is_making_the_file(self, file):
        # SQLite itself waits for a writer, but not where the file is about to become one that several may use
        with contextlib.closing(sqlite3.connect(file, check_same_thread=False, isolation_level=None)) as maker:
            maker.execute("CREATE TABLE begun (by)")
            maker.execute("BEGIN IMMEDIATE")
            done = threading.Timer(0.3, maker.execute, ["COMMIT"])
            done.start()
            kept = DiskCache(file)
            done.join()
        kept.put({b"key": b"entry"})
        assert kept.get([b"key"]) == {b"key": b"entry"}


def started(code, file):
    head = f"from pathlib import Path\nfrom sumtrace.meaning.cache import DiskCache\nFILE = Path({str(file)!r})\n"
    body = "\n".join(line.removeprefix("            ") for line in code.splitlines())
    return subprocess.Popen([sys.executable, "-W", "error", "-c", head + body], stdout=subprocess.PIPE, text=True)


def run(code, file):
    process = started(code, file)
    printed, _ = process.communicate()
    assert process.returncode == 0
    return printed
