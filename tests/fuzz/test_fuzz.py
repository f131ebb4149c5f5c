"""Whatever is wrong with a file or a request, it is read or refused in one of our own words, soon and in little memory."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fuzz.faults import warm
from fuzz.harness import CASES, problem_with
from fuzz.targets import TARGETS, run

DEEP = b'{"id": "a", "document": "x", "summary": ' + b"[" * 3000 + b"]" * 3000 + b', "links": []}\n'
DIGITS = b"9" * 5000
KNOWN = {
    "json nested deeply": ("pairs", {"pairs.jsonl": DEEP}),
    "an alignment nested deeply": ("format-native", {"in.jsonl": DEEP}),
    "an array nested deeply": ("pairs", {"pairs.json": b"[" * 100_000}),
    "toml nested deeply": ("plan", {"plan.toml": b"a = " + b"[" * 3000 + b"]" * 3000}),
    "toml with thousands of digits": ("plan", {"plan.toml": b"a = " + DIGITS}),
    "json with thousands of digits": ("format-native", {"in.jsonl": b'{"id": %s, "links": []}\n' % DIGITS}),
    "pharaoh with thousands of digits": ("format-pharaoh", {"in.pharaoh": DIGITS + b"-0\n"}),
    "naacl with thousands of digits": ("format-naacl", {"in.naacl": DIGITS + b" 1 1\n"}),
    "a3 with thousands of digits": ("format-a3", {"in.a3": b"# Sentence pair (%s)\nx\nNULL ({ }) x ({ 1 })\n" % DIGITS}),
    "billions of pairs in one line": ("format-naacl", {"in.naacl": b"999999999 1 1\n"}),
    "billions of words in one link": (
        "format-native",
        {"in.jsonl": b'{"id": "a", "links": [{"doc": [0, 999999], "sum": [0, 999999], "label": "S"}]}\n'},
    ),
    "billions of words without a source": (
        "format-csv",
        {"in.csv": b"id,label,doc_start,doc_end,sum_start,sum_end\na,N,,,0,999999999999\n"},
    ),
    "an extract of billions of words": (
        "extracts",
        {
            "extracts.jsonl": b'{"id": "a", "document": "x y", "summary": "x", '
            b'"extract_of": {"id": "a", "sentences": [0], "positions": [[0, 1000000000000]]}}\n'
        },
    ),
    "half a character in extract_of": (
        "extracts",
        {
            "extracts.jsonl": b'{"id": "a", "document": "x", "summary": "x", '
            b'"extract_of": {"id": "\\ud800", "sentences": [0], "positions": [[0, 1]]}}\n'
        },
    ),
    "damaged gzip": ("pairs", {"pairs.jsonl": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff" + b"\x99" * 50}),
    "a word of a hundred thousand letters": (
        "align",
        {"pairs.jsonl": b'{"document": "%s fell", "summary": "%s fell"}\n' % ((b"ab" * 50_000,) * 2)},
    ),
    "a length of thousands of digits": (
        "requests",
        {
            "head": b"POST /api/pairs/0/beat\nhost: localhost\nauthorization: Bearer " + b"t" * 43
            + b"\ncontent-type: application/json\ncontent-length: " + DIGITS,
            "body": b"{}",
        },
    ),
    "an origin that is no address": (
        "requests",
        {"head": b"GET /api/session\nhost: localhost\norigin: http://[\nauthorization: Bearer " + b"t" * 43},
    ),
    "a pair of thousands of digits": (
        "requests",
        {"head": b"GET /api/pairs/" + DIGITS + b"\nhost: localhost\nauthorization: Bearer " + b"t" * 43},
    ),
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """Compile what the readers lead to, which is no part of the time they may take."""
    warm()


@pytest.mark.parametrize("case", KNOWN)
def test_what_once_fell_over(case):
    name, files = KNOWN[case]
    assert problem_with(name, files)[0] is None


@pytest.mark.parametrize("folder", sorted(CASES.iterdir()), ids=lambda folder: folder.name)
def test_what_fuzzing_once_found(folder):
    files = {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    name = max((name for name in TARGETS if folder.name.startswith(name)), key=len)
    assert problem_with(name, files)[0] is None


@pytest.mark.parametrize("name", TARGETS)
def test_every_reader_reads_what_is_valid(name):
    run(TARGETS[name], TARGETS[name].seeds()[0])  # loads and compiles, which no limit of time is for
    for files in TARGETS[name].seeds():
        assert problem_with(name, files) == (None, True)


def ran(module, *options):
    paths = os.pathsep.join(filter(None, sys.path))
    return subprocess.run(
        [sys.executable, "-m", module, *options],
        env=os.environ | {"PYTHONPATH": paths},
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_seeded_part_of_the_fuzz_finds_nothing():
    made = ran("fuzz.harness", "--seed", "16", "--inputs", "1500", "--seconds", "120")
    assert made.returncode == 0, made.stdout + made.stderr
    assert "1,500 inputs" in made.stdout
    assert "0 findings" in made.stdout


@pytest.mark.skipif(not hasattr(os, "fork") or not Path("/dev/shm").is_dir(), reason="needs Linux")
def test_some_faults_leave_nothing_half_done():
    options = "--points 2 --seed 16 --command train --command extract".split()
    kinds = "--fault kill --fault twice --fault full --fault vanishing --fault annotate".split()
    made = ran("fuzz.faults", *options, *kinds)
    assert made.returncode == 0, made.stdout + made.stderr
    assert "0 failures" in made.stdout
