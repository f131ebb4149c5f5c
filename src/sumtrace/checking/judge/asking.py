"""Ask a judge about claims: which evidence it reads, and what is made of its opinions.

A claim is read with the document sentence that fits it best, and with the best three together. The opinions are averaged; so
are those on each word. What a summary copies is seldom what is wrong with it, so a word's doubt counts the more, the less of
its surroundings was copied. And paraphrase changes verbs more than anything else, where errors change names:

    doubt of a word = kind * (mean probability that it is contradicted)^.8 / (1 + longest copied run with the word)^1.5
    kind = .7, half of that for a verb, 1.3 times that for a capitalised word

It is the probability that the word is wrong, by the judge alone. Suspicion that a word is unsupported (``support``) rises by
CLAIM_DOUBT * (contradicted - entailed) of its claim and by DOUBT times its own doubt.

The claim and its best sentence are also read the other way round. Of two texts that say the same each follows from the other;
where one says otherwise, neither does (``follows``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sumtrace.array_types import Floats
from sumtrace.checking.facts import Context, Finding
from sumtrace.checking.facts.context import phrase
from sumtrace.checking.judge.opinion import Judge
from sumtrace.checking.talk import talk_share
from sumtrace.text import Span, Text

TOGETHER = (1, 3)
"""How many of the best sentences are read together, one reading for each."""
CLAIM_DOUBT, DOUBT = 0.2, 2.6
OF_CONTRADICTED, OF_NOVELTY = 0.8, 1.5
"""Exponents of a word's doubt, chosen like the weights of ``support``."""
ANY, VERB, CAPITALISED = 0.7, 0.5, 1.3
"""What a word's kind says about its doubt: any word's factor, and what a verb's and a capitalised word's are of that."""
LEAST_DOUBT, LEAST_LEANING = 0.47, 0.7
"""Doubt of a word, and leaning of its claim, from which the document contradicts it: high, since a false alarm costs trust."""
MOST_TALK = 0.2
"""Share of talk from which a claim is about the text ("The passages do not mention it"), of which a judge knows nothing."""
_BESIDE = 0.5
"""Words beside the most doubtful one are shown with it where they are this share as doubtful."""
_CLITICS = frozenset("n't n’t 's ’s 're ’re 've ’ve 'll ’ll 'd ’d 'm ’m".split())


@dataclass(frozen=True, slots=True)
class Judged:
    """A judge's opinion of a claim: mean probabilities (entailed, neutral, contradicted), and of each token ``[n]``.

    ``follows`` is the probability that its best evidence sentence follows from the claim.
    """

    claim: tuple[float, float, float]
    words: Floats
    follows: float

    @property
    def leaning(self) -> float:
        """Contradicted minus entailed, from -1 to 1."""
        return self.claim[2] - self.claim[0]


def ask(
    judge: Judge, document: Text, summary: Text, claims: Sequence[Span], evidence: Sequence[Sequence[int]]
) -> list[Judged | None]:
    """Return the judge's opinion of each claim, None without evidence; evidence sentences are given best first."""
    texts = [running_text(summary, claim) for claim in claims]
    known = {z: running_text(document, document.sentences[z])[0] for sentences in evidence for z in sentences}
    questions: list[tuple[str, str]] = []
    bounds: list[Span] = []
    for (claimed, _), sentences in zip(texts, evidence, strict=True):
        sizes = sorted({min(size, len(sentences)) for size in TOGETHER} - {0})
        read = [" ".join(known[z] for z in sorted(sentences[:size])) for size in sizes]
        bounds.append((len(questions), len(questions) + len(read)))
        questions += [(one, claimed) for one in read]
        if read:
            questions.append((claimed, read[0]))
    opinions = judge.judge(questions)
    judged: list[Judged | None] = []
    for (start, end), (_, owners) in zip(bounds, texts, strict=True):
        own = opinions[start:end]
        if not own:
            judged.append(None)
            continue
        entailed, neutral, contradicted = np.mean([opinion[:3] for opinion in own], axis=0).tolist()
        told = [opinion.words for opinion in own if opinion.words is not None]
        words = np.mean(told, axis=0)[owners] if told else np.full(len(owners), contradicted)
        judged.append(Judged((entailed, neutral, contradicted), words, opinions[end].entailed))
    return judged


def mean_opinion(judged: Sequence[Judged | None]) -> tuple[float, float]:
    """Return the means of ``leaning`` and ``follows`` over the claims that the judge was asked about; 0 if none."""
    asked = [(one.leaning, one.follows) for one in judged if one is not None]
    leaning, follows = np.mean(asked, axis=0).tolist() if asked else (0.0, 0.0)
    return leaning, follows


def leanings(length: int, claims: Sequence[Span], judged: Sequence[Judged | None]) -> Floats:
    """Return what the judge's opinion of its claim adds to the suspicion of each of ``length`` summary tokens."""
    added = np.zeros(length)
    for (start, end), one in zip(claims, judged, strict=True):
        if one is not None:
            added[start:end] = CLAIM_DOUBT * one.leaning
    return added


def doubts(context: Context, claims: Sequence[Span], judged: Sequence[Judged | None]) -> Floats:
    """Return the doubt of every summary token."""
    found = np.zeros(len(context.summary))
    for (start, end), one in zip(claims, judged, strict=True):
        if one is not None:
            found[start:end] = one.words**OF_CONTRADICTED * context.novelty[start:end] ** OF_NOVELTY
    return np.minimum(1.0, found * _kinds(context))


def _kinds(context: Context) -> Floats:
    """Return what the kind of each summary token says about its doubt."""
    kinds = np.full(len(context.summary), ANY)
    for t, (word, tag) in enumerate(zip(context.summary.words, context.summary_tags, strict=True)):
        kinds[t] *= (VERB if tag.startswith(("V", "MD")) else 1.0) * (CAPITALISED if word[:1].isupper() else 1.0)
    return kinds


def contradictions(
    context: Context,
    claims: Sequence[Span],
    judged: Sequence[Judged | None],
    evidence: Sequence[Sequence[int]],
    findings: Sequence[Finding],
) -> list[Finding]:
    """Return what the judge finds contradicted in claims of which the comparisons say nothing."""
    doubt = np.where(context.counted, doubts(context, claims, judged), 0.0)
    found = []
    for claim, one, sentences in zip(claims, judged, evidence, strict=True):
        said_already = any(claim[0] <= finding.summary[0] < claim[1] for finding in findings)
        if one is None or said_already or one.leaning < LEAST_LEANING or doubt[slice(*claim)].max() < LEAST_DOUBT:
            continue
        if talk_share(context.summary.words[slice(*claim)]) >= MOST_TALK:
            continue
        found.append(_contradiction(context, claim, doubt, context.document.sentences[sentences[0]]))
    return found


def _contradiction(context: Context, claim: Span, doubt: Floats, sentence: Span) -> Finding:
    """Return the most doubtful words of a claim, beside the sentence that contradicts them."""
    worst = claim[0] + int(np.argmax(doubt[slice(*claim)]))
    least = _BESIDE * doubt[worst]
    start, end = worst, worst + 1
    while start > claim[0] and doubt[start - 1] > least:
        start -= 1
    while end < claim[1] and doubt[end] > least:
        end += 1
    said, stated = phrase(context.summary, (start, end)), phrase(context.document, sentence)
    return Finding("contradiction", (start, end), sentence, said, stated, float(doubt[worst]))


def running_text(text: Text, span: Span) -> tuple[str, list[int]]:
    """Return a token span as running text, and for each token the word, cut at blanks, that it is part of.

    Tokens that touch are one word, and so are "do" and "n't" in texts that come in tokens.
    """
    words: list[str] = []
    owners: list[int] = []
    end = -1
    for token in range(*span):
        start, after = text.offsets[token]
        word = text.words[token]
        if words and (start == end or word in _CLITICS):
            words[-1] += word
        else:
            words.append(word)
        owners.append(len(words) - 1)
        end = after
    return " ".join(words), owners
