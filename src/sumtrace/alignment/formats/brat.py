"""brat stand-off: two files per pair, ``<id>.txt`` with the texts and ``<id>.ann`` with the links, in one folder.

The text file is the document, a line ``----- summary -----`` between blank lines, and the summary. In the other file each
side of a link is a text-bound annotation, each link a relation ``Sure`` or ``Possible``, and each summary word judged to
have no source an annotation ``Null``. A note on a relation holds ``prob``, ``by`` and ``comment`` as JSON, or any text,
which is then the comment. Names of other annotations do not matter: what stands before the line is document.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote, unquote

import msgspec

from sumtrace.alignment.alignment import Alignment, Label, Link
from sumtrace.alignment.formats.format import Entry, Format, GivenPairs, Input
from sumtrace.alignment.formats.helpers.characters import check_surface, token_spans
from sumtrace.alignment.formats.helpers.json_lines import encode_json
from sumtrace.corpus.pair import Pair
from sumtrace.errors import InputError, OutputError
from sumtrace.files import STANDARD, decoded, read_bytes, write_text, writing_folder
from sumtrace.text import Span, Text

BETWEEN = "\n\n----- summary -----\n\n"
CONFIGURATION = """[entities]
Document
Summary
Null

[relations]
Sure Arg1:Document, Arg2:Summary
Possible Arg1:Document, Arg2:Summary

[events]

[attributes]
"""
_BOUND = re.compile(r"(T\d+)\t(\S+) (\d{1,9} \d{1,9}(?:;\d{1,9} \d{1,9})*)(?:\t(.*))?", re.ASCII)
_RELATION = re.compile(r"(R\d+)\t(\S+) \S+?:(T\d+) \S+?:(T\d+)\s*", re.ASCII)
_NOTE = re.compile(r"#\d+\t\S+ (R\d+)\t(.*)", re.ASCII)


class _Note(msgspec.Struct):
    prob: float | None = None
    by: str | None = None
    comment: str | None = None


def _read(source: Input, pairs: GivenPairs | None) -> Iterator[Entry]:
    if str(source.source) == STANDARD:
        raise InputError("brat keeps texts and links in two files", hint="Name the folder or the .ann file.")
    path = Path(source.source)
    for file in sorted(path.glob("*.ann")) if path.is_dir() else [path]:
        try:
            yield None, _alignment(file, pairs).checked()
        except InputError as error:
            yield None, error.at(file=file, pair=_name(file))


def _name(file: Path) -> str:
    return unquote(file.name.removesuffix(".ann"))


def _alignment(file: Path, pairs: GivenPairs | None) -> Alignment:
    pair = _pair(file, pairs)
    start = len(pair.document.string) + len(BETWEEN)
    bound: dict[str, tuple[bool, tuple[Span, ...]]] = {}
    relations: dict[str, Link] = {}
    notes: dict[str, _Note] = {}
    null: list[int] = []
    for number, line in enumerate(_decoded(file).split("\n"), start=1):
        try:
            if match := _BOUND.fullmatch(line):
                side, spans = _side(match[3], match[4], pair, start)
                if match[2] == "Null":
                    null += [j for a, b in spans for j in range(a, b)]
                else:
                    bound[match[1]] = side, spans
            elif match := _RELATION.fullmatch(line):
                relations[match[1]] = _link(match[2], match[3], match[4], bound)
            elif match := _NOTE.fullmatch(line):
                notes[match[1]] = _note(match[2])
            elif line.startswith(("T", "R")):
                raise InputError(f"{line!r} is not a readable annotation")
        except InputError as error:
            raise error.at(line=number) from error
    links = [_noted(link, notes.get(name)) for name, link in relations.items()]
    return Alignment(pair.id, tuple(links), pair, null=tuple(sorted(set(null))) or None)


def _pair(file: Path, pairs: GivenPairs | None) -> Pair:
    text = file.with_name(file.name.removesuffix(".ann") + ".txt")
    document, found, summary = _decoded(text).rpartition(BETWEEN)
    if not found:
        raise InputError(f"there is no line {BETWEEN.strip()!r} between document and summary", file=text)
    if pairs is None:
        return Pair(_name(file), Text.from_string(document), Text.from_string(summary))
    pair = pairs.of(_name(file))
    if (pair.document.string, pair.summary.string) != (document, summary):
        raise InputError("the texts differ from those of the given pair", file=text)
    return pair


def _decoded(file: Path) -> str:
    return decoded(read_bytes(file), file, line=0)  # line 0: brat counts a byte-order mark as a character


def _side(spans: str, surface: str | None, pair: Pair, start: int) -> tuple[bool, tuple[Span, ...]]:
    """Return whether the spans are the summary's, and their tokens."""
    characters = [(int(a), int(b)) for a, b in (span.split() for span in spans.split(";"))]
    in_summary = characters[0][0] >= start
    if in_summary:
        characters = [(a - start, b - start) for a, b in characters]
    text = pair.summary if in_summary else pair.document
    tokens = token_spans(text, characters, "summary" if in_summary else "document")
    if surface is not None:
        check_surface(text, sorted(characters), surface, " ", "summary" if in_summary else "document")
    return in_summary, tokens


def _link(kind: str, first: str, second: str, bound: dict[str, tuple[bool, tuple[Span, ...]]]) -> Link:
    for name in (first, second):
        if name not in bound:
            raise InputError(f"the relation refers to {name}, which is not defined before it")
    sides = dict((bound[first], bound[second]))
    if len(sides) < 2:
        raise InputError(
            f"{first} and {second} are both on the same side", hint="A link joins the document and the summary."
        )
    label: Label = "P" if kind.lower() in ("possible", "p") else "S"
    return Link(sides[False], sides[True], label)


def _note(text: str) -> _Note:
    try:
        return msgspec.json.decode(text, type=_Note)
    except (msgspec.DecodeError, RecursionError):
        return _Note(comment=text)


def _noted(link: Link, note: _Note | None) -> Link:
    return link if note is None else Link(link.doc, link.sum, link.label, note.prob, note.by, note.comment)


def _write(alignments: Iterable[Alignment], target: str | Path) -> None:
    if str(target) == STANDARD:
        raise OutputError("brat keeps texts and links in two files; give a folder name")
    path = Path(target)
    if path.suffix == ".ann":
        found = iter(alignments)
        only = next(found, None)
        if only is None or next(found, None) is not None:
            raise OutputError(f"{path} can hold only one alignment, and there are more or none; give a folder name")
        _write_files(only, path)
        return
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise OutputError(f"{path} exists and is not an empty folder; brat files need their own folder")
    if not path.parent.is_dir():
        raise OutputError(f"cannot write {path}: the folder {path.parent} does not exist; create it first")
    with writing_folder(path) as folder:
        for alignment in alignments:
            file = folder / f"{quote(alignment.id, safe=' ')}.ann"
            if file.exists():
                raise InputError("a second alignment of this pair; a brat folder can hold only one", pair=alignment.id)
            _write_files(alignment, file)
        write_text(folder / "annotation.conf", CONFIGURATION)


def _write_files(alignment: Alignment, file: Path) -> None:
    pair = alignment.texts
    if BETWEEN in pair.summary.string or BETWEEN.lstrip("\n") == pair.summary.string[: len(BETWEEN) - 2]:
        raise InputError(
            "the summary contains the line that brat files use to separate document and summary", pair=alignment.id
        )
    annotations = "".join(f"{line}\n" for line in _lines(alignment, pair))
    write_text(
        file.with_name(file.name.removesuffix(".ann") + ".txt"), f"{pair.document.string}{BETWEEN}{pair.summary.string}"
    )
    write_text(file, annotations)


def _lines(alignment: Alignment, pair: Pair) -> Iterator[str]:
    start = len(pair.document.string) + len(BETWEEN)
    known: dict[tuple[str, tuple[Span, ...]], str] = {}

    def bound(kind: str, text: Text, spans: tuple[Span, ...], base: int) -> Iterator[str]:
        """Yield the line of an annotation that does not stand yet."""
        if (kind, spans) not in known:
            known[kind, spans] = f"T{len(known) + 1}"
            characters = [text.characters(span) for span in spans]
            places = ";".join(f"{a + base} {b + base}" for a, b in characters)
            surface = " ".join(" ".join(text.string[a:b].split()) for a, b in characters)
            yield f"{known[kind, spans]}\t{kind} {places}\t{surface}"

    for number, link in enumerate(alignment.links, start=1):
        yield from bound("Document", pair.document, link.doc, 0)
        yield from bound("Summary", pair.summary, link.sum, start)
        kind = "Sure" if link.label == "S" else "Possible"
        yield f"R{number}\t{kind} Arg1:{known['Document', link.doc]} Arg2:{known['Summary', link.sum]}"
        note = {"prob": link.prob, "by": link.by, "comment": link.comment}
        if any(value is not None for value in note.values()):
            given = {name: value for name, value in note.items() if value is not None}
            yield f"#{number}\tAnnotatorNotes R{number}\t{encode_json(given).decode()}"
    for j in alignment.null or ():
        yield from bound("Null", pair.summary, ((j, j + 1),), start)


def _sniff(head: list[bytes]) -> bool:
    return bool(head) and all(re.match(rb"[TRAEMN*#]\d*\t", line) for line in head)


BRAT = Format(
    name="brat",
    title="brat stand-off, a folder of .txt and .ann",
    suffixes=(".ann", ".brat"),
    holds=frozenset({"ids", "text", "phrases", "gaps", "possible", "prob", "by", "comments", "null"}),
    sniff=_sniff,
    read=_read,
    write=_write,
    folder=True,
)
