"""Corpora compiled on disk: the same bits as in memory, compiled once, and never silently damaged or changed."""

import errno
import json

import numpy as np
import pytest
from typer.testing import CliRunner

from making import pair_of
from sumtrace import InputError
from sumtrace.cli import app
from sumtrace.encoding import block as blocks
from sumtrace.encoding.array_file import ArrayFile
from sumtrace.errors import OutputError
from sumtrace.rewrites.lexical import Triples
from sumtrace.settings import ARTICLE, STRINGS, changed
from sumtrace.training import adding
from sumtrace.training import compiled as compiling
from sumtrace.training.budget import entries_within
from sumtrace.training.compiled import BLOCKS, MANIFEST, compiled, files_of, kept_corpora, remove_corpus
from sumtrace.training.corpus import corpus_of, signature_of
from sumtrace.training.gathering import gather
from sumtrace.training.leases import Lease
from sumtrace.training.trainer import train
from training.test_trainer import PAIRS, bits, trained

FEW = changed(STRINGS, iterations=3, tolerance=-1.0)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty cache, and blocks of a pair or two."""
    monkeypatch.setattr(compiling, "corpora_folder", lambda: tmp_path / "corpora")
    monkeypatch.setattr(blocks, "WORD_PAIRS", 150)
    return tmp_path / "corpora"


@pytest.fixture
def file(tmp_path):
    """The pairs as a file."""
    path = tmp_path / "pairs.jsonl"
    records = ({"document": list(p.document.words), "summary": list(p.summary.words)} for p in PAIRS)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def never():
    raise AssertionError("it was compiled again")


class TestBits:
    @pytest.mark.parametrize(
        "settings",
        [
            FEW,
            changed(FEW, model1=2),
            changed(ARTICLE, iterations=3),
            changed(FEW, jump="chunk", fake_mass="co-occurring"),
        ],
        ids=["strings", "model1", "article", "chunk"],
    )
    def test_are_those_of_training_in_memory(self, settings, file):
        in_memory = trained(settings)
        sources = files_of([file], settings, {})
        for pairs in (lambda: PAIRS, never):  # made, then found again
            with compiled(pairs, settings, sources) as corpus:
                assert len(corpus.encoded.blocks) > 2
                model = train(corpus, settings)
            assert bits(model) == bits(in_memory)
            assert (model.signature, list(model.words)) == (in_memory.signature, list(in_memory.words))


class TestReuse:
    def test_is_of_unchanged_files_only(self, file):
        before = files_of([file], FEW, {})
        assert before == files_of([file], FEW, {})
        others = [
            files_of([file], changed(FEW, max_document_phrase=2), {}),
            files_of([file], changed(FEW, jump="chunk"), {}),
            files_of([file], FEW, {"sample": 3}),
        ]
        file.write_text(file.read_text().replace("storm", "stormy"))
        others.append(files_of([file], FEW, {}))
        assert len({before.name, *(other.name for other in others)}) == 5

    def test_is_impossible_without_a_file(self, folder):
        assert files_of(["-"], FEW, {}).name == ""
        with compiled(lambda: PAIRS, FEW) as corpus:
            assert corpus.pairs == len(PAIRS)
        assert list(folder.iterdir()) == []

    def test_a_file_that_changes_while_it_is_read_is_refused(self, file, folder):
        def pairs():
            yield from PAIRS
            file.write_text("")

        with (
            pytest.raises(InputError, match="changed while it was being read"),
            compiled(pairs, FEW, files_of([file], FEW, {})),
        ):
            pass
        assert not list(kept_corpora())


class TestDamage:
    def test_of_a_block_is_noticed(self, file, folder):
        sources = files_of([file], FEW, {})
        with compiled(lambda: PAIRS, FEW, sources):
            pass
        path = folder / sources.name / BLOCKS
        raw = bytearray(path.read_bytes())
        raw[len(raw) // 2] ^= 1
        path.write_bytes(raw)
        with (
            pytest.raises(
                InputError, match=rf"blocks.bin: the compiled corpus is damaged .* cache remove {sources.name}"
            ),
            compiled(never, FEW, sources) as corpus,
        ):
            train(corpus, FEW)

    @pytest.mark.parametrize("name", ["blocks.bin", "types.bin", "corpus.json"])
    def test_of_a_file_that_breaks_off_is_noticed(self, name, file, folder):
        sources = files_of([file], FEW, {})
        with compiled(lambda: PAIRS, FEW, sources):
            pass
        path = folder / sources.name / name
        path.write_bytes(path.read_bytes()[:40])
        with pytest.raises(InputError, match="the compiled corpus is damaged"), compiled(never, FEW, sources) as corpus:
            signature_of(corpus, FEW, None)

    def test_a_full_disk_leaves_nothing_behind(self, file, folder, monkeypatch):
        class Full:
            def write(self, part):
                raise OSError(errno.ENOSPC, "No space left on device")

            def __getattr__(self, name):
                return getattr(self.file, name)

        def filled(self, path, kind, places=None, begin=ArrayFile.__init__):
            begin(self, path, kind, places)
            full = Full()
            full.file, self._file = self._file, full

        monkeypatch.setattr(ArrayFile, "__init__", filled)
        with (
            pytest.raises(OutputError, match="No space left on device; nothing was kept"),
            compiled(lambda: PAIRS, FEW, files_of([file], FEW, {})),
        ):
            pass
        assert [path.suffix for path in folder.iterdir()] == [".lock"]


class TestLeases:
    def test_a_corpus_that_is_being_compiled_is_refused(self, file, folder):
        sources = files_of([file], FEW, {})
        folder.mkdir()
        with Lease(folder / f"{sources.name}.lock") as other:
            other.own("")
            with (
                pytest.raises(OutputError, match="another process is compiling the corpus"),
                compiled(never, FEW, sources),
            ):
                pass

    def test_many_may_read_and_none_may_remove_meanwhile(self, file):
        sources = files_of([file], FEW, {})
        with (
            compiled(lambda: PAIRS, FEW, sources),
            compiled(never, FEW, sources),
            pytest.raises(OutputError, match="is in use by a training run"),
        ):
            remove_corpus(sources.name)
        remove_corpus(sources.name)
        assert not list(kept_corpora())

    def test_what_a_killed_process_left_is_removed(self, file, folder):
        sources = files_of([file], FEW, {})
        left = folder / f".{sources.name}.abc.part"
        left.mkdir(parents=True)
        with compiled(lambda: PAIRS, FEW, sources):
            assert not left.exists()


class TestMemory:
    def test_a_budget_that_is_large_enough_changes_nothing(self):
        corpus = corpus_of(gather(PAIRS, FEW), FEW)
        assert bits(train(corpus, FEW, memory=1e9)) == bits(train(corpus, FEW))

    def test_the_smallest_counts_go_first(self, monkeypatch):
        corpus = corpus_of(gather(PAIRS, FEW), FEW)
        monkeypatch.setattr("sumtrace.training.trainer.entries_within", lambda budget, rows: 20)
        model = train(corpus, FEW, memory=1.0)
        assert len(model.parameters.table.counts) <= 20
        row, column = np.arange(5, dtype=np.int32), np.arange(5, dtype=np.int32)
        kept = adding.largest(Triples(row, column, np.array([3.0, 1.0, 2.0, 1.0, 5.0])), 4)
        assert kept.row.tolist() == [0, 1, 2, 4]

    def test_a_budget_that_is_too_small_says_what_is_needed(self):
        with pytest.raises(InputError, match=r"100 MB is too small: 1,000 words .* Use at least \d+ MB"):
            entries_within(100e6, 1000)

    def test_another_budget_is_another_training(self):
        corpus = corpus_of(gather(PAIRS, FEW), FEW)
        assert signature_of(corpus, FEW, None, 1000) != signature_of(corpus, FEW, None)


def test_the_cache_is_listed_and_emptied(file, folder, tmp_path):
    run = CliRunner().invoke
    trained = run(app, ["train", str(file), "-o", str(tmp_path / "model"), "--preset", "strings", "--iterations", "1"])
    assert trained.exit_code == 0
    assert "Compiling the corpus once (about 0.0 MB) into " in trained.stderr
    (corpus,) = json.loads(run(app, ["cache", "--json"]).stdout)["corpora"]
    assert (corpus["pairs"], corpus["sources"]) == (len(PAIRS), [str(file)])
    again = run(app, ["train", str(file), "-o", str(tmp_path / "model"), "--preset", "strings", "--iterations", "1"])
    assert "Compiling" not in again.stderr
    (folder / corpus["name"] / MANIFEST).write_text('{"format": "sumtrace-corpus-0"}')
    assert "another version: remove it" in " ".join(run(app, ["cache"]).stdout.split())
    assert run(app, ["cache", "remove", corpus["name"]]).exit_code == 0
    assert json.loads(run(app, ["cache", "--json"]).stdout)["corpora"] == []
    assert "no compiled corpus 'x'" in str(run(app, ["cache", "remove", "x"]).exception)


def test_a_pair_of_one_word_is_compiled():
    with compiled(lambda: [pair_of("dam", "dam")], FEW) as corpus:
        assert train(corpus, FEW).history
