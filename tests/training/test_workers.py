"""A Dask cluster counts the same bits as threads, whatever becomes of its workers."""

import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from sumtrace import Aligner, cluster, locks
from sumtrace.aligner import load
from sumtrace.encoding import block as blocks
from sumtrace.encoding.array_file import ArrayFile
from sumtrace.errors import ClusterError, MissingExtraError
from sumtrace.parcels import Filed
from sumtrace.settings import STRINGS, changed
from sumtrace.training import compiled as compiling
from sumtrace.training import e_step
from sumtrace.training.compiled import compiled
from sumtrace.training.executors import Workers
from sumtrace.training.trainer import train
from training.test_trainer import PAIRS, bits, trained

distributed = pytest.importorskip("distributed")

FEW = changed(STRINGS, iterations=3, tolerance=-1.0)


@pytest.fixture(scope="module")
def client():
    """Two workers of a real scheduler, in processes of their own."""
    with cluster.client_for(2, None) as client:
        yield client


@pytest.fixture(autouse=True)
def small(tmp_path, monkeypatch):
    monkeypatch.setattr(compiling, "corpora_folder", lambda: tmp_path / "corpora")
    monkeypatch.setattr(blocks, "WORD_PAIRS", 50)  # one pair a block
    monkeypatch.setattr(e_step, "FEWEST_STRETCHES", 2)  # and so two blocks a stretch


@pytest.fixture(scope="module")
def expected():
    """The bits of one process; those do not depend on threads (test_trainer.py)."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "WORD_PAIRS", 50)
        patch.setattr(e_step, "FEWEST_STRETCHES", 2)
        return bits(trained(FEW))


@pytest.fixture(params=["file", "wire"])
def road(request, monkeypatch, tmp_path):
    """How parameters reach the workers: in a file of this machine's, none of which stays, or over the wire."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    if request.param == "wire":
        monkeypatch.setattr(cluster, "_runs_here", lambda client: False)
    yield request.param
    assert not list(tmp_path.glob("sumtrace-shared-*"))


@pytest.mark.usefixtures("road")
def test_workers_count_the_bits_of_threads(client, expected):
    """From memory, and from the disk that they share."""
    assert bits(trained(FEW, executor=Workers(client))) == expected
    assert bits(Aligner("strings", iterations=3, tolerance=-1.0).fit(PAIRS, client=client).model) == expected


def test_blocks_travel_where_the_disk_is_not_shared(client, expected, monkeypatch):
    sent = []
    monkeypatch.setattr(
        ArrayFile, "raw", lambda self, number, raw=ArrayFile.raw: sent.append(number) or raw(self, number)
    )
    with compiled(lambda: PAIRS, FEW) as corpus:
        corpus.encoded.blocks.path = Path("/nowhere/corpus/blocks.bin")
        workers = Workers(client)
        sent.clear()
        assert bits(train(corpus, FEW, executor=workers)) == expected
    by_signature = len(corpus.encoded.blocks) * 4
    # each once, or twice where a worker took over a block from the other
    assert len(corpus.encoded.blocks) <= len(sent) - by_signature <= 2 * len(corpus.encoded.blocks)


@pytest.mark.usefixtures("road")
def test_a_worker_that_is_killed_is_replaced(client, expected):
    def kill(report):
        if report.pairs_done == 2:
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

    assert bits(trained(FEW, executor=Workers(client), tell=kill)) == expected


def _processes(client):
    """The processes of both workers, once a dead one is replaced and forgotten."""
    while True:
        client.wait_for_workers(2, timeout=60)
        found = [answer for answer in client.run(os.getpid, on_error="return").values() if isinstance(answer, int)]
        if len(found) == 2:
            return found


@pytest.mark.usefixtures("road")
def test_workers_killed_at_ten_random_moments_change_nothing(client, expected):
    chance = random.Random(1)
    for _ in range(10):
        victims = [chance.choice(_processes(client))]
        moment = chance.randrange(FEW.iterations * len(PAIRS))

        def kill(report, victims=victims, moment=moment):
            if victims and report.iteration * len(PAIRS) + report.pairs_done >= moment:
                os.kill(victims.pop(), signal.SIGKILL)

        assert bits(trained(FEW, executor=Workers(client), tell=kill)) == expected
        assert not victims


def test_what_a_killed_process_shared_is_removed(client, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, in_use = tmp_path / f"{cluster.FOLDER}left", tmp_path / f"{cluster.FOLDER}used"
    for folder in (left, in_use):
        folder.mkdir()
        (folder / "parameters").write_bytes(b"0")
    descriptor = os.open(in_use, os.O_RDONLY)
    assert locks.take(descriptor)
    assert list(cluster.Cluster(client).map(np.full, [2], float))
    os.close(descriptor)
    assert list(tmp_path.glob(f"{cluster.FOLDER}*")) == [in_use]


def test_large_results_come_through_files(client, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    came = []
    opened = cluster._Sent.opened
    monkeypatch.setattr(cluster._Sent, "opened", lambda self, one: came.append(type(one)) or opened(self, one))
    results = cluster.Cluster(client).map(np.full, [10, 10**6], float)
    assert [len(result) for result in results] == [10, 10**6]
    assert came == [np.ndarray, Filed]
    assert not list(tmp_path.glob("sumtrace-shared-*"))


def test_parameters_travel_where_a_file_has_no_room(client, expected, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere")
    assert bits(trained(FEW, executor=Workers(client))) == expected


def test_alignments_are_those_of_threads(client):
    aligner = load().without_meaning()
    assert list(aligner.align_many(PAIRS, client=client)) == list(aligner.align_many(PAIRS))


def test_workers_of_another_version_are_refused_by_name(client, monkeypatch):
    monkeypatch.setattr(cluster, "here", lambda: "9.9 (0)")
    with pytest.raises(
        ClusterError, match=r"the worker tcp://127.0.0.1:\d+ has sumtrace \S+ .*, but this is sumtrace 9.9"
    ):
        Workers(client)


def test_a_lost_scheduler_is_an_error_and_training_goes_on_without_it(expected, tmp_path):
    script = (
        "import distributed, time\n"
        "if __name__ == '__main__':\n"
        "    c = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=':0')\n"
        "    print(c.scheduler_address, flush=True)\n"
        "    time.sleep(60)\n"
    )
    (tmp_path / "run.py").write_text(script)
    with subprocess.Popen([sys.executable, tmp_path / "run.py"], stdout=subprocess.PIPE, text=True) as process:
        address = process.stdout.readline().strip()
        checkpoint = tmp_path / "checkpoint"

        def end(report):
            if report.iteration == 1 and not report.pairs_done:
                process.kill()

        with (
            cluster.client_for(None, address) as client,
            pytest.raises(ClusterError, match=r"was lost|responded within"),
        ):
            trained(FEW, executor=Workers(client), checkpoint=checkpoint, tell=end)
    assert bits(trained(FEW, checkpoint=checkpoint, resume=True)) == expected


def test_no_scheduler_and_no_dask_say_what_to_do(monkeypatch):
    monkeypatch.setattr(cluster, "CONNECT", 0.5)
    with (
        pytest.raises(ClusterError, match=r"no scheduler is responding at tcp://127.0.0.1:9: start one"),
        cluster.client_for(None, "tcp://127.0.0.1:9"),
    ):
        pass
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"sumtrace\[dask\]"), cluster.client_for(2, None):
        pass
