"""Corpora compiled once: encoded blocks on disk, in the user's cache folder, for every training on the same texts.

A compiled corpus is a folder of three files: blocks.bin (the pairs), types.bin (vocabulary, phrases, stems, some texts) and
corpus.json, written last. Its name is a digest of everything that went into it, so what has changed is compiled anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import os
import pickle
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from sumtrace.array_types import Booleans, Ints, Longs
from sumtrace.corpus import Pair
from sumtrace.encoding import block
from sumtrace.encoding.array_file import ArrayFile, Place, Store
from sumtrace.encoding.block import Block
from sumtrace.encoding.encode import Encoded
from sumtrace.encoding.phrases import PhraseTexts
from sumtrace.encoding.tokens import TokenBlock, TokenNumbers
from sumtrace.encoding.types import Stems, SummaryVocabulary, Types
from sumtrace.errors import InputError, OutputError
from sumtrace.files import STANDARD, writing
from sumtrace.jumps.registry import structure_needed
from sumtrace.kernels import cache_folder
from sumtrace.settings import Settings
from sumtrace.training.corpus import Corpus, corpus_of
from sumtrace.training.gathering import gather
from sumtrace.training.leases import Lease

FORMAT = "sumtrace-corpus-2"
MANIFEST, BLOCKS, TYPES, TOKENS = "corpus.json", "blocks.bin", "types.bin", "tokens.bin"
PASSES = 5
"""How often the tokens are read through while a corpus is compiled."""
GROWTH = 3.0
"""About how many bytes a compiled corpus has for each byte of its texts, phrases up to three words."""
UNPACKED = 3.0
"""About how many bytes of text a byte of a compressed file holds."""

OnRead = Callable[[int], None]
"""Called with the number of pairs that were just read."""


class CorpusManifest(msgspec.Struct, frozen=True):
    """What a compiled corpus says of itself."""

    format: str
    sources: list[str]
    pairs: int
    summary_words: int
    longest: int
    has_structure: bool
    left_out: int
    types: Place
    checksum: int = 0
    """Of all the rest."""

    @property
    def sealed(self) -> CorpusManifest:
        """The same, with its checksum."""
        rest = msgspec.json.encode(msgspec.structs.replace(self, checksum=0))
        return msgspec.structs.replace(self, checksum=zlib.crc32(rest))


class CorpusArrays(NamedTuple):
    """All of a corpus but its blocks, as arrays; ``places`` says where the blocks lie."""

    words: npt.NDArray[np.uint8]
    word_ends: Longs
    grams: Ints
    gram_counts: Longs
    in_document: Booleans
    in_summary: Booleans
    stem_row: Longs
    stem_column: Longs
    stem_count: Longs
    stem_listed: Booleans
    places: Longs
    texts: npt.NDArray[np.uint8]


class CorpusFiles(NamedTuple):
    """The files that a corpus is read from, and the digest of everything that determines what is compiled.

    ``name`` is empty where the files cannot be read twice; ``state`` is what must not change while they are read.
    """

    files: tuple[Path, ...]
    name: str
    state: tuple[tuple[int, int], ...]

    @property
    def estimate(self) -> float:
        """About how many bytes the compiled corpus will take."""
        packed = (".gz", ".parquet")
        sizes = (
            size * (UNPACKED if file.suffix in packed else 1)
            for file, (size, _) in zip(self.files, self.state, strict=True)
        )
        return GROWTH * sum(sizes)


NAMELESS = CorpusFiles((), "", ())
"""Sources that cannot be read twice."""


def corpora_folder() -> Path:
    """Return where compiled corpora are kept."""
    return cache_folder().parent / "corpora"


def files_of(paths: Sequence[str | Path], settings: Settings, options: dict[str, Any]) -> CorpusFiles:
    """Return the sources of a corpus; ``options`` are the options for reading them."""
    if any(str(path) == STANDARD or not (Path(path).is_file() or Path(path).is_dir()) for path in paths):
        return NAMELESS
    files = tuple(file for path in map(Path, paths) for file in (sorted(path.iterdir()) if path.is_dir() else [path]))
    names = [file.name for file in files]
    said = [
        FORMAT,
        settings.longest_phrase,
        structure_needed(settings.jump),
        block.WORD_PAIRS,
        sorted(options.items()),
        names,
    ]
    digest = hashlib.blake2b(msgspec.json.encode(said), digest_size=8)
    digest.update(_code())
    try:
        state = _state(files)
        for file in files:
            with file.open("rb") as opened:
                digest.update(hashlib.file_digest(opened, "blake2b").digest())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=error.filename) from error
    return CorpusFiles(files, digest.hexdigest(), state)


def _state(files: Sequence[Path]) -> tuple[tuple[int, int], ...]:
    return tuple((found.st_size, found.st_mtime_ns) for found in (file.stat() for file in files))


def _code() -> bytes:
    """Return a digest of the code that turns texts into blocks."""
    package = Path(__file__).parent.parent
    digest = hashlib.blake2b(metadata.version("PyStemmer").encode())
    files = [file for name in ("text", "corpus", "encoding") for file in (package / name).rglob("*.py")]
    files += [package / "jumps" / "structure.py", package / "jumps" / "structuring.py"]
    for file in (*sorted(files), *sorted((package / "text" / "data").glob("parser.*"))):
        digest.update(file.read_bytes())
    return digest.digest()


@contextlib.contextmanager
def compiled(
    pairs: Callable[[], Iterable[Pair]],
    settings: Settings,
    sources: CorpusFiles = NAMELESS,
    *,
    threads: int | None = None,
    begin: Callable[[], None] = lambda: None,
    progress: OnRead = lambda pairs: None,
    left_out: Callable[[], int] = lambda: 0,
) -> Iterator[Corpus]:
    """Open the compiled corpus of some pairs, compiled now if it is not there; one without a name is removed after use.

    ``begin`` is called before compiling, ``progress`` with the number of pairs that one of the ``PASSES`` has just read;
    ``left_out``, called at the end, says how many entries of the sources could not be used.
    """
    base = corpora_folder()
    try:
        base.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot create the folder {base}: {error.strerror}") from error
    if not sources.name:
        with _temporary(base, ".corpus.") as folder:
            begin()
            yield _compile(folder, pairs(), settings, threads, progress)
        return
    folder = base / sources.name
    with Lease(base / f"{sources.name}.lock") as lease:
        if not lease.share() or not (folder / MANIFEST).exists():
            busy = (
                f"another process is compiling the corpus {sources.name}; wait until it has finished, then start again"
            )
            lease.own(busy)
            if not (folder / MANIFEST).exists():
                begin()
                _remove_leftovers(base, sources.name)
                with _temporary(base, f".{sources.name}.") as made:
                    corpus = _compile(made, pairs(), settings, threads, progress)
                    _save(replace(corpus, left_out=left_out()), made, sources)
                    if _state(sources.files) != sources.state:
                        raise InputError("the corpus changed while it was being read", file=sources.files[0])
                    made.rename(folder)
            if not lease.share():  # somebody took it in between
                raise OutputError(busy)
        yield load_corpus(folder)


@contextlib.contextmanager
def _temporary(base: Path, prefix: str) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=prefix, suffix=".part", dir=base))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_leftovers(base: Path, name: str) -> None:
    """Remove what a process that was killed left behind of this corpus."""
    for leftover in base.glob(f".{name}.*.part"):
        shutil.rmtree(leftover, ignore_errors=True)


class _Told:
    """Tokens on disk that tell how far they are read."""

    def __init__(self, inner: Store[TokenBlock], progress: OnRead) -> None:
        self._inner, self._progress = inner, progress
        self.append = inner.append

    def __len__(self) -> int:
        return len(self._inner)

    def __getitem__(self, number: int, /) -> TokenBlock:
        return self._inner[number]

    def __iter__(self) -> Iterator[TokenBlock]:
        for part in self._inner:
            yield part
            self._progress(len(part))


def _compile(folder: Path, pairs: Iterable[Pair], settings: Settings, threads: int | None, progress: OnRead) -> Corpus:
    token_file: ArrayFile[TokenBlock] = ArrayFile(folder / TOKENS, TokenBlock)
    with contextlib.closing(token_file):
        tokens = TokenNumbers(full=_Told(token_file, progress))
        gather(pairs, settings, threads=threads, tokens=tokens)
        blocks: ArrayFile[Block] = ArrayFile(folder / BLOCKS, Block)
        corpus = corpus_of(tokens, settings, blocks)
    (folder / TOKENS).unlink()
    return corpus


def _save(corpus: Corpus, folder: Path, sources: CorpusFiles) -> None:
    types, stems, blocks = corpus.encoded.types, corpus.encoded.stems, corpus.encoded.blocks
    assert isinstance(blocks, ArrayFile)
    blocks.synced()
    words = [word.encode("utf-8", "surrogatepass") for word in types.words]
    grams = types.phrases.grams if isinstance(types.phrases, PhraseTexts) else []
    arrays = CorpusArrays(
        words=np.frombuffer(b"".join(words), np.uint8),
        word_ends=np.cumsum([len(word) for word in words], dtype=np.int64),
        grams=np.concatenate([np.zeros(0, np.int32), *(table.reshape(-1) for table in grams)]),
        gram_counts=np.array([len(table) for table in grams], np.int64),
        in_document=types.in_document,
        in_summary=types.in_summary,
        stem_row=stems.row,
        stem_column=stems.column,
        stem_count=stems.count,
        stem_listed=stems.listed,
        places=np.array(blocks.places, np.int64).reshape(-1, 3),
        texts=np.frombuffer(pickle.dumps(corpus.texts), np.uint8),
    )
    file: ArrayFile[CorpusArrays] = ArrayFile(folder / TYPES, CorpusArrays)
    with contextlib.closing(file):
        file.append(arrays)
        file.synced()
    manifest = CorpusManifest(
        FORMAT,
        [str(path.resolve()) for path in sources.files],
        corpus.pairs,
        corpus.summary_words,
        corpus.longest,
        corpus.has_structure,
        corpus.left_out,
        file.places[0],
    )
    with writing(folder / MANIFEST) as target:
        target.write(msgspec.json.encode(manifest.sealed))


def load_manifest(folder: Path) -> CorpusManifest:
    """Read what a compiled corpus says of itself."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=CorpusManifest)
        if manifest.format != FORMAT:
            raise ValueError(f"format {manifest.format!r}")
        if manifest != manifest.sealed:
            raise ValueError("it fails its checksum")
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise InputError(
            f"the compiled corpus is damaged or from another version ({error})",
            file=folder / MANIFEST,
            hint=f"Remove it with: sumtrace cache remove {folder.name}",
        ) from error
    return manifest


def load_corpus(folder: Path) -> Corpus:
    """Open a compiled corpus."""
    manifest = load_manifest(folder)
    file: ArrayFile[CorpusArrays] = ArrayFile(folder / TYPES, CorpusArrays, [manifest.types])
    with contextlib.closing(file):
        kept = file[0]
    raw, ends = kept.words.tobytes(), [0, *kept.word_ends.tolist()]
    words = [raw[a:b].decode("utf-8", "surrogatepass") for a, b in itertools.pairwise(ends)]
    grams, first = [], 0
    for length, count in enumerate(kept.gram_counts.tolist(), start=2):
        grams.append(kept.grams[first : first + count * length].reshape(count, length))
        first += count * length
    types = Types(words, PhraseTexts(grams), kept.in_document, kept.in_summary)
    vocabulary = SummaryVocabulary(words[number] for number in np.flatnonzero(kept.in_summary[: len(words)]).tolist())
    stems = Stems(kept.stem_row, kept.stem_column, kept.stem_count, kept.stem_listed)
    places = (Place(*place) for place in kept.places.tolist())
    blocks: ArrayFile[Block] = ArrayFile(folder / BLOCKS, Block, places)
    return Corpus(
        Encoded(blocks, types, vocabulary, stems),
        pickle.loads(kept.texts.tobytes()),  # from the user's own cache folder, and checked
        manifest.pairs,
        manifest.summary_words,
        manifest.longest,
        manifest.has_structure,
        manifest.left_out,
    )


def kept_corpora() -> Iterator[tuple[str, CorpusManifest | None, int]]:
    """Yield name, manifest and bytes of each compiled corpus; None for one that is damaged or of another version."""
    for folder in sorted(corpora_folder().glob("*/")):
        if (folder / MANIFEST).exists() and not folder.name.startswith("."):
            manifest: CorpusManifest | None = None
            with contextlib.suppress(InputError):
                manifest = load_manifest(folder)
            yield folder.name, manifest, sum(file.stat().st_size for file in folder.iterdir())


def remove_corpus(name: str) -> None:
    """Delete a compiled corpus that no training uses."""
    base = corpora_folder()
    if not name or os.sep in name or not (base / name).is_dir():
        raise InputError(f"no compiled corpus {name!r}", hint="List them with: sumtrace cache")
    lock = base / f"{name}.lock"
    with Lease(lock) as lease:
        lease.own(f"the corpus {name} is in use by a training run; wait until it has finished")
        with contextlib.suppress(OSError):  # without one it counts as gone, even if the rest stays
            (base / name / MANIFEST).unlink()
        shutil.rmtree(base / name, ignore_errors=True)
        lock.unlink(missing_ok=True)
