"""Every reader that a file or a request from outside meets, with valid inputs to begin from.

A target has seeds, each a set of named files, of which one is mutated; what it then does is what a command would.
"""

import random
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from safetensors.numpy import load, save

from fuzz.mutations import mutated
from fuzz.requests import SERVED, answered, request_seeds, served
from sumtrace import Aligner, Alignment, Link, Pair, Text
from sumtrace.alignment.expansion import word_links
from sumtrace.alignment.formats import FORMATS, read_alignments, write_alignments
from sumtrace.alignment.formats.helpers.json_lines import encode_json
from sumtrace.annotate.desk import Desk, Edit
from sumtrace.annotate.forms import AlignmentForm, RatingForm
from sumtrace.checking import Checker
from sumtrace.checking.formats.jsonl import record
from sumtrace.checking.reading import holds_checks, read_checks
from sumtrace.corpus.documents import pair_of_documents
from sumtrace.corpus.extracts import extract_pairs
from sumtrace.corpus.extracts.ratings import read_ratings
from sumtrace.corpus.extracts.records import read_extracts, to_record
from sumtrace.corpus.reading import read_pairs
from sumtrace.corpus.records import record_of
from sumtrace.corpus.sources import read_parallel
from sumtrace.corpus.statistics import Counter
from sumtrace.corpus.trees import with_trees
from sumtrace.errors import SumtraceError
from sumtrace.evaluation.reviews import holds_reviews, merged, read_reviews
from sumtrace.experiments.plan import read_plan
from sumtrace.experiments.systems import check as check_system
from sumtrace.jumps.structure import structure_of_trees
from sumtrace.kernels import _CheckedFiles
from sumtrace.meaning.cache import DiskCache
from sumtrace.model.folder import load_model
from sumtrace.settings import STRINGS, changed
from sumtrace.training.compiled import compiled, files_of, load_corpus
from sumtrace.training.corpus import Corpus, corpus_of
from sumtrace.training.gathering import gather
from sumtrace.training.trainer import train

Files = Mapping[str, bytes]

SMALL = changed(STRINGS, iterations=1)
DOCUMENT = (
    "The council closed the old mill on Friday. Ada Morrow, 52, was let go in May. The fund was $2 million short."
)
SUMMARY = "The mill was shut. Ada Morrow lost her job."
PAIRS = (
    Pair("a", Text.from_string(DOCUMENT), Text.from_string(SUMMARY)),
    Pair("b", Text.from_string("Rain fell . It fell all day in Köln ."), Text.from_string("It rained all day .")),
    pair_of_documents(
        "c",
        {"one": Text.from_string("Nobody slept."), "two": Text.from_string("The dog barked.")},
        Text.from_string("A dog barked."),
    ),
)
ALIGNMENTS = (
    Alignment(
        "a", (Link(((3, 6),), ((1, 2),)), Link(((9, 11), (12, 13)), ((5, 7),), "P", 0.5, "stem")), PAIRS[0], null=(0,)
    ),
    Alignment("b", (Link.word(0, 1), Link.word(4, 2), Link.word(5, 3)), PAIRS[1], annotator="ana", comment="short"),
    Alignment("c", (Link.word(4, 1), Link.word(5, 2)), PAIRS[2]),
)
TREES = (
    "(ROOT (S (NP (DT The) (NN dog)) (VP (VBD barked)) (. .)))\n(TOP (S (NP-SBJ (NN Nobody)) (VP (VBD slept)) (. .)))\n"
)
TREE_PAIR = Pair(
    "t", Text.from_words("The dog barked . Nobody slept .".split(), [(0, 4), (4, 7)]), Text.from_string("A dog.")
)
REVIEW = b"""{"id": "a", "reviewed": [{"start": 0, "end": 18, "text": "The mill was shut.", "mark": "right"}]}
{"id": "b", "annotator": "ana", "reviewed": [{"start": 0, "end": 19, "text": "It rained all day .", "note": "?"}]}
"""
PLAN = """title = "Fuzz"
samples = 10
seed = 1
cutoffs = [2, 3]
corpus = ["pairs.jsonl"]

[[gold]]
name = "mine"
annotators = ["gold.jsonl"]

[[system]]
name = "semi"
use = "semi-hmm"
preset = "strings"
settings = {iterations = 2, max_document_phrase = 2, jump = "gaussian"}

[[system]]
name = "paste"
use = "cut-and-paste"
cutoff = 2
"""


@dataclass(frozen=True, slots=True)
class Target:
    """A reader: its valid inputs, how one of their files is mutated, and what is done with them."""

    name: str
    seeds: Callable[[], Sequence[Files]]
    run: Callable[[Path], None]
    mutate: Callable[[str, bytes, random.Random], bytes] = lambda name, data, chance: mutated(data, chance)

    def input(self, chance: random.Random) -> Files:
        """One of the seeds with one of its files mutated; a file called ``keep...`` stays as it is."""
        seed = dict(chance.choice(self.seeds()))
        name = chance.choice([name for name in seed if not name.startswith("keep")])
        return seed | {name: self.mutate(name, seed[name], chance)}


def _read(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}


@cache
def _made(make: Callable[[Path], None]) -> tuple[Files, ...]:
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder))
        return (_read(Path(folder)),)


def _json_lines(records: Sequence[object]) -> bytes:
    return b"".join(encode_json(record) + b"\n" for record in records)


def _tried(*steps: Callable[[], object]) -> None:
    """Take every step, even after one is refused, and raise the first refusal at the end."""
    refusals = []
    for step in steps:
        try:
            step()
        except SumtraceError as error:
            refusals.append(error)
    if refusals:
        raise refusals[0]


def _format_target(name: str, suffix: str) -> Target:
    folder = name == "brat"

    def make(path: Path) -> None:
        write_alignments(ALIGNMENTS, path / ("in" if folder else f"in{suffix}"), format=name)

    def run(path: Path) -> None:
        source = path / ("in" if folder else f"in{suffix}")

        def convert(pairs: Sequence[Pair] | None) -> None:
            found = list(read_alignments(source, format=name, pairs=pairs, on_bad=lambda error: str(error) and None))
            for alignment in found:
                word_links(alignment, "all-pairs" if alignment.pair is None else "soft")
            write_alignments(found, path / "out.jsonl", format="native")
            write_alignments(found, path / "out.csv", format="csv")
            list(read_alignments(path / "out.jsonl", format="native"))

        _tried(
            *([] if name == "superpal" else [lambda: convert(None)]),
            lambda: convert(PAIRS),
            lambda: list(read_alignments(source, pairs=PAIRS)),
        )

    return Target(f"format-{name}", lambda: _made(make), run)


def _pairs_seeds() -> Sequence[Files]:
    records = [record_of(pair) for pair in PAIRS]
    plain = [
        {"id": 1, "article": DOCUMENT, "highlights": SUMMARY},
        {"document": ["a", "b"], "summary": ["a"], "extract": [0]},
    ]
    several = [{"documents": [{"id": "x", "text": DOCUMENT}, DOCUMENT], "summary": SUMMARY}]
    return (
        {"pairs.jsonl": _json_lines(records)},
        {"pairs.jsonl": _json_lines(plain)},
        {"pairs.jsonl": _json_lines(several)},
        {"pairs.json": encode_json(records)},
        {"documents.txt": f"{DOCUMENT}\nmore".encode(), "summaries.txt": f"{SUMMARY}\nless".encode()},
    )


def _run_pairs(path: Path) -> None:
    def count(pairs: Iterable[Pair]) -> None:
        counter = Counter()
        for pair in pairs:
            counter.add(pair)
            encode_json(record_of(pair))
        counter.result()

    if (path / "documents.txt").exists():
        count(read_parallel(path / "documents.txt", path / "summaries.txt"))
        return
    (file,) = path.iterdir()
    _tried(
        lambda: count(read_pairs(file, on_bad=lambda error: str(error) and None)),
        lambda: count(read_pairs(file)),
    )


def _run_align(path: Path) -> None:
    for pair in read_pairs(path / "pairs.jsonl"):
        encode_json([link.prob for link in _aligner().align_pair(pair).links])


def _run_trees(path: Path) -> None:
    for pair in with_trees([TREE_PAIR], path / "trees.ptb"):
        structure_of_trees(pair.trees or ())


@cache
def _aligner() -> Aligner:
    return Aligner.of(_model())


@cache
def _corpus() -> Corpus:
    return corpus_of(gather(PAIRS, SMALL), SMALL)


@cache
def _model():  # type: ignore[no-untyped-def]
    return train(_corpus(), SMALL, threads=1)


def _make_model(path: Path) -> None:
    _aligner().save(path)


def _run_model(path: Path) -> None:
    Aligner.of(load_model(path)).align_pair(PAIRS[1])


def _mutate_model(name: str, data: bytes, chance: random.Random) -> bytes:
    """As bytes, which the checksum notices; or as numbers, in a folder that has no checksums."""
    if name.endswith(".safetensors") and chance.random() < 0.7:
        arrays = load(data)
        key = chance.choice(sorted(arrays))
        return save(arrays | {key: np.ascontiguousarray(_odd_array(arrays[key], chance))}, {"signature": "x"})
    return mutated(data, chance)


def _odd_array(array: np.ndarray, chance: random.Random) -> np.ndarray:
    made = array.copy()
    how = chance.randrange(7)
    if how == 0:
        return made[: chance.randrange(len(made) + 1)]
    if how == 1:
        return made.astype(chance.choice((np.int8, np.int32, np.int64, np.float32, np.float64, np.uint64, np.bool_)))
    if how == 2:
        return made[None] if chance.random() < 0.5 else made.ravel()[:, None]
    if how == 3:
        return np.concatenate([made, made])
    if how == 4:
        return made[::-1]
    if made.size:
        odd = chance.choice(
            (-1, 10**9, 2**31 - 1) if made.dtype.kind != "f" else (-1.0, np.nan, np.inf, 1e300, 0.0, 1e9, 2.5)
        )
        flat = made.reshape(-1)
        flat[chance.randrange(made.size)] = odd
    return made


def _unsealed(files: Files) -> Files:
    config = files["config.json"].partition(b',\n "sha256"')[0] + b"\n}\n"
    return {**files, "config.json": config}


def _model_seeds() -> Sequence[Files]:
    (sealed,) = _made(_make_model)
    return sealed, _unsealed(sealed), _unsealed(sealed)


def _make_checkpoint(path: Path) -> None:
    train(_corpus(), SMALL, threads=1, checkpoint=path / "checkpoint.safetensors")


def _run_checkpoint(path: Path) -> None:
    checkpoint = path / "checkpoint.safetensors"
    train(_corpus(), replace(SMALL, iterations=2), threads=1, checkpoint=checkpoint, resume=True)


def _make_corpus(path: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "pairs.jsonl"
        file.write_bytes(_json_lines([record_of(pair) for pair in PAIRS]))
        with compiled(lambda: PAIRS, SMALL, files_of([file], SMALL, {}), threads=1) as corpus:
            shutil.copytree(corpus.encoded.blocks.path.parent, path, dirs_exist_ok=True)


def _run_corpus(path: Path) -> None:
    train(load_corpus(path), SMALL, threads=1)


def _make_checks(path: Path) -> None:
    checker = Checker(_aligner())
    (path / "checked.jsonl").write_bytes(_json_lines([record(checker.check(pair)) for pair in PAIRS]))


def _run_reviews(path: Path) -> None:
    _tried(lambda: holds_reviews(path / "review.jsonl"), lambda: merged([read_reviews(path / "review.jsonl")]))


def _run_checks(path: Path) -> None:
    holds_checks(path / "checked.jsonl")
    for check in read_checks(path / "checked.jsonl"):
        check.unsupported_words()
        encode_json(check.to_dict())


def _make_cache(path: Path) -> None:
    cache = DiskCache(path / "vectors.sqlite")
    cache.put({bytes([number]): bytes([number]) * 300 for number in range(40)})
    cache.close()


def _run_cache(path: Path) -> None:
    cache = DiskCache(path / "vectors.sqlite")
    found = cache.get([bytes([number]) for number in range(40)])
    assert all(contents == key * 300 for key, contents in found.items()), "a damaged entry was believed"
    cache.put({b"new": b"new"})
    cache.close()


def _make_kernels(path: Path) -> None:
    _CheckedFiles(str(path), "kernel", "stamp").save("key", b"machine code")


def _run_kernels(path: Path) -> None:
    files = _CheckedFiles(str(path), "kernel", "stamp")
    assert files.load("key") in (None, b"machine code"), "damaged machine code was believed"
    files.save("key", b"machine code")
    assert files.load("key") == b"machine code"


def _make_journal(path: Path) -> None:
    desk = Desk(PAIRS, path / "gold.jsonl", AlignmentForm(), annotator="ana")
    link = {"doc": [[3, 6]], "sum": [[1, 2]], "label": "S", "comment": "one idea"}
    for number, changes in enumerate(
        ({"link/x": link}, {"null/0": "why", "done": True}, {"comment": "short", "link/x": None})
    ):
        desk.edit(0, Edit(str(number), number, "set", changes))
    desk.edit(0, Edit("u", 3, "undo", {}))
    desk.edit(0, Edit("r", 4, "redo", {}))
    desk.spend(0, 12.5)
    desk.close()


def _make_ratings(path: Path) -> None:
    desk = Desk(PAIRS, path / "gold.jsonl", RatingForm())
    desk.edit(0, Edit("1", 0, "set", {"rating": 2}))
    desk.edit(1, Edit("2", 0, "set", {"rating": 0, "comment": "no"}))
    desk.close()


def _run_desk(form: Callable[[], AlignmentForm | RatingForm]) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        desk = Desk(PAIRS, path / "gold.jsonl", form())
        encode_json([desk.sheet(number) for number in range(len(PAIRS))])
        desk.close()

    return run


def _without_journal(make: Callable[[Path], None]) -> Callable[[], Sequence[Files]]:
    """Seeds with a journal, and with the output file alone."""

    def seeds() -> Sequence[Files]:
        (both,) = _made(make)
        return both, {"gold.jsonl": both["gold.jsonl"]}

    return seeds


def _make_extracts(path: Path) -> None:
    records = [to_record(extracted) for pair in PAIRS for extracted in extract_pairs(pair, k=1)]
    (path / "extracts.jsonl").write_bytes(_json_lines(records))


def _run_extracts(path: Path) -> None:
    for extracted in read_extracts(path / "extracts.jsonl"):
        encode_json(to_record(extracted))


def _run_plan(path: Path) -> None:
    plan, _ = read_plan(path / "plan.toml")
    for system in plan.system:
        check_system(system)


def _targets() -> Iterator[Target]:
    for form in FORMATS:
        yield _format_target(form.name, form.suffixes[0])
    yield Target("pairs", _pairs_seeds, _run_pairs)
    yield Target("align", lambda: _pairs_seeds()[:3], _run_align)
    yield Target("trees", lambda: ({"trees.ptb": TREES.encode()},), _run_trees)
    yield Target("model", _model_seeds, _run_model, _mutate_model)
    yield Target("checkpoint", lambda: _made(_make_checkpoint), _run_checkpoint)
    yield Target("corpus", lambda: _made(_make_corpus), _run_corpus)
    yield Target("checks", lambda: _made(_make_checks), _run_checks)
    yield Target("reviews", lambda: ({"review.jsonl": REVIEW},), _run_reviews)
    yield Target("vectors", lambda: _made(_make_cache), _run_cache)
    yield Target("kernels", lambda: _made(_make_kernels), _run_kernels)
    yield Target("journal", _without_journal(_make_journal), _run_desk(AlignmentForm))
    yield Target("rating-journal", _without_journal(_make_ratings), _run_desk(RatingForm))
    yield Target(
        "ratings",
        lambda: ({"r.jsonl": b'{"id": "a", "rating": 2}\n{"id": 7, "rating": 0}\n{"id": "c"}\n'},),
        lambda path: str(read_ratings(path / "r.jsonl").to_dict()) and None,
    )
    yield Target("extracts", lambda: _made(_make_extracts), _run_extracts)
    yield Target("plan", lambda: ({"plan.toml": PLAN.encode()},), _run_plan)
    yield Target("requests", request_seeds, lambda path: answered(path, PAIRS))
    yield Target("served", lambda: request_seeds(SERVED), served)


TARGETS = {target.name: target for target in _targets()}
"""All readers by name."""


def run(target: Target, files: Files) -> None:
    """Let a reader loose on an input, in a folder of its own."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    try:
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        target.run(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
