"""Tables of `check.py` that need no gold of others: planted errors, our examples, calibration, speed."""

from __future__ import annotations

import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from check_scoring import OURS, Scored, pooled

from sumtrace import datasets, files
from sumtrace.array_types import Floats
from sumtrace.checking import Checker
from sumtrace.checking.judge import ShippedJudge
from sumtrace.corpus import Pair
from sumtrace.evaluation.detection import expected_calibration_error, reliability
from sumtrace.meaning import WordVectors
from sumtrace.meaning.cache import DiskCache
from sumtrace.meaning.shipped import ShippedEncoder
from sumtrace.report.svg import bar_chart
from sumtrace.text import Text, is_ignored

WRONG = ("differs", "not found")
DOCUMENT_WORDS, SUMMARY_WORDS, SUMMARIES = 1000, 100, 100


def print_planted(checker: Checker) -> None:
    """Print recall by kind on our planted errors, and false alarms on the faithful versions."""
    told: dict[str, list[str]] = defaultdict(list)
    faithful: list[str] = []
    for item in datasets.planted():
        for text, verdicts in ((item.faithful, faithful), (item.planted, told[item.kind])):
            check = checker.check(Pair(item.id, Text.from_string(item.document), Text.from_string(text)))
            verdicts.append(next(verdict for verdict, count in check.counts().items() if count))
    print("\nPlanted errors: share told as differs, as differs or not found, left unclear")
    rows = [*sorted(told.items()), ("all", [verdict for verdicts in told.values() for verdict in verdicts])]
    for kind, verdicts in rows:
        differs, found, unclear = (
            np.mean([verdict in wanted for verdict in verdicts]) for wanted in (("differs",), WRONG, ("unclear",))
        )
        print(f"{kind:20}{len(verdicts):5}{differs:8.2f}{found:8.2f}{unclear:8.2f}")
    alarms = sum(verdict in WRONG for verdict in faithful)
    print(f"{'faithful versions':20}{len(faithful):5}  {dict(Counter(faithful))}: {alarms} false alarms")


def print_examples(checker: Checker) -> None:
    """Print precision and recall of content words called not found or differing, on our examples, and of a ranking."""
    both = flagged = gold = 0
    missed: list[str] = []
    wrong: list[float] = []
    scores: list[float] = []
    for own in datasets.gold():
        pair = own.texts
        check = checker.check(pair)
        called = set(check.unsupported_words())
        bare = set(own.unlinked())
        content = {t for t, word in enumerate(pair.summary.words) if not is_ignored(word)}
        both += len(called & bare & content)
        flagged += len(called & content)
        gold += len(bare & content)
        missed += [pair.summary.words[t] for t in sorted(bare & content - called)]
        wrong += [float(t in bare) for t in sorted(content)]
        scores += [check.unsupported[t] for t in sorted(content)]
    print(f"\nOur examples: {flagged} content words called not found or differing, {both} without a source by gold,")
    print(f"of {gold} that have none: precision {both / max(1, flagged):.2f}, recall {both / max(1, gold):.2f}")
    print(f"without a source, and not called so: {', '.join(missed)}")
    ranked = np.array(wrong)[np.argsort(-np.array(scores), kind="stable")]
    found = np.cumsum(ranked)
    place = int(np.searchsorted(found, 0.4 * gold))
    print(f"by the words' probabilities alone: precision {found[place] / (place + 1):.2f} at recall .4")


def print_calibration(sets: Mapping[str, list[Scored]], picture: Path | None) -> None:
    """Print the expected calibration error of each word set, and the reliability of all together; draw the latter."""
    print("\nCalibration of the probability of being unsupported, content words")
    every: list[tuple[Floats, Floats]] = []
    for name, items in sets.items():
        wrong, told, _ = pooled(items, OURS)
        every.append((wrong, told))
        print(f"{name:20} ECE {expected_calibration_error(wrong, told):.3f}  base rate {wrong.mean():.3f}")
    if not every:
        return
    wrong, told = (np.concatenate(column) for column in zip(*every, strict=True))
    print(
        f"{'all':20} ECE {expected_calibration_error(wrong, told):.3f}\n{'from':>6}{'told':>7}{'true':>7}{'words':>8}"
    )
    rows = reliability(wrong, told)
    for low, mean, share, size in rows:
        print(f"{low:6.1f}{mean:7.3f}{share:7.3f}{size:8}")
    if picture is not None:
        series = {"predicted": [row[1] for row in rows], "observed": [row[2] for row in rows]}
        drawn = bar_chart(
            "Unsupported words: predicted and observed",
            [f"{row[0]:.1f}-{row[0] + 0.1:.1f}" for row in rows],
            series,
            x_label="predicted probability",
            y_label="share of words",
        )
        with files.writing(picture) as file:
            file.write(drawn.encode() + b"\n")


class Counting:
    """The shipped encoder without its cache; counts sentences and CPU seconds."""

    def __init__(self) -> None:
        self._inner = ShippedEncoder()
        self.name, self.signature = self._inner.name, self._inner.signature
        self.sentences, self.seconds = 0, 0.0

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[WordVectors]:
        """Encode, and count."""
        begun = time.process_time()
        found = self._inner.encode(sentences)
        self.seconds += time.process_time() - begun
        self.sentences += len(sentences)
        return found


def print_speed() -> None:
    """Print CPU of a check against the encoder's own, with and without the judge, and of many summaries of a document."""
    sentences = [text.string[slice(*text.characters(span))] for text in _texts() for span in text.sentences]
    document, summary = _of(sentences, DOCUMENT_WORDS), _of(sentences[::7], SUMMARY_WORDS)
    print(f"\nSpeed: {len(document)} words against {len(summary)}; CPU seconds")
    forgetful = ShippedJudge(cache=DiskCache(Path(tempfile.mkdtemp()) / "opinions"))
    for name, judge in (("without the judge", False), ("with the judge", forgetful)):
        encoder = Counting()
        checker = Checker(encoder=encoder, judge=judge)
        checker.check(Pair("warm", Text.from_string("It rained on Monday."), Text.from_string("It rained.")))
        encoder.seconds, encoder.sentences = 0.0, 0
        begun = time.process_time()
        checker.check(Pair("one", document, summary))
        spent = time.process_time() - begun
        print(
            f"{name:20}{spent:7.2f}, encoder {encoder.seconds:.2f}: {spent / encoder.seconds:.2f} times the encoder's"
        )
    encoder.sentences = 0
    checker = Checker(encoder=encoder, judge=False)
    begun = time.process_time()
    list(checker.check_many(Pair(str(number), document, summary) for number in range(SUMMARIES)))
    read = encoder.sentences - SUMMARIES * len(summary.sentences)
    print(
        f"{SUMMARIES} summaries of one document: {time.process_time() - begun:.2f} without the judge; "
        f"{read} of its {len(document.sentences)} sentences encoded"
    )


def _texts() -> list[Text]:
    return [pair.document for pair in datasets.examples()]


def _of(sentences: list[str], words: int) -> Text:
    """Return the first sentences that have so many words together."""
    for count in range(1, len(sentences) + 1):
        text = Text.from_string(" ".join(sentences[:count]))
        if len(text) >= words:
            break
    return text
