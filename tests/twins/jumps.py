"""Jump models written out: the whole matrix ``jump(j | e)``, cell by cell, and the statistics as sums over its cells."""

import math

import numpy as np

from sumtrace.jumps.mixture import JumpMixture
from sumtrace.jumps.relative import Relative
from sumtrace.jumps.sentence import Sentence
from sumtrace.jumps.sentence_operator import DISTANCES, EARLIER, LATER, LONGEST_SENTENCE, NEXT, PREVIOUS, SAME
from sumtrace.jumps.shapes import BANDS, Gaussian, Laplace


def dense(model, m, bounds, best=False):
    """``jump(j | e)`` as an array ``[e, j]``; with ``best`` only a mixture's likelier part of each."""
    if isinstance(model, JumpMixture):
        first = model.share * dense(model.first, m, bounds, best)
        second = (1 - model.share) * dense(model.second, m, bounds, best)
        return np.maximum(first, second) if best else first + second
    if isinstance(model, Sentence):
        return _dense_sentence(model, m, bounds)
    weight = weights_up_to(model, m)
    rows = [[weight[j - e] for j in range(m + 1)] for e in range(m + 1)]
    return np.array([row / np.float64(normaliser(model, row)) for row in rows])


def normaliser(model, weights):
    """What the weights of the feasible distances are divided by; an open-ended table is left as it is."""
    return 1.0 if isinstance(model, Relative) and model.open_ended else math.fsum(weights)


def weights_up_to(model, m):
    """The weight of each distance between two of the places ``0..m``."""
    band = {delta: band_of(model, delta) for delta in range(-m, m + 1)}
    first = {number: delta for delta, number in band.items()}
    weight = {number: weight_of(model, delta) for number, delta in first.items()}
    return {delta: weight[number] for delta, number in band.items()}


def weight_of(model, delta):
    """The weight of a distance, before normalisation."""
    band = band_of(model, delta)
    if isinstance(model, Relative):
        return float(model.weight[band])
    inside = range(int(BANDS.low[band]), int(BANDS.low[band] + BANDS.width[band]))
    if isinstance(model, Laplace):
        return model.FLOOR + math.fsum(
            math.exp(-d / model.ahead) if d >= 0 else model.backward * math.exp(d / model.back) for d in inside
        ) / len(inside)
    assert isinstance(model, Gaussian)
    if len(inside) == 1:
        return model.FLOOR + math.exp(-0.5 * ((delta - model.mean) / model.deviation) ** 2)
    # a wide band's weight is the mean density between its borders, here by the midpoint rule
    pieces = 1024
    step = len(inside) / pieces
    places = (inside[0] - 0.5 + step * (i + 0.5) for i in range(pieces))
    density = math.fsum(math.exp(-0.5 * ((x - model.mean) / model.deviation) ** 2) for x in places)
    return model.FLOOR + density / pieces


def band_of(model, delta):
    """The number of the band that holds a distance."""
    bands = model.bands if isinstance(model, Relative) else BANDS
    (band,) = np.flatnonzero((bands.low <= delta) & (delta < bands.low + bands.width))
    return int(band)


def sentences_of(bounds, m):
    """The sentences as spans, long ones cut, and the stop as the last."""
    spans = [
        (begin, min(begin + LONGEST_SENTENCE, bounds[a + 1]))
        for a in range(len(bounds) - 1)
        for begin in range(bounds[a], bounds[a + 1], LONGEST_SENTENCE)
    ]
    return [*spans, (m, m + 1)]


def class_of(a, b):
    """Which class sentence b is, seen from a."""
    if b == a:
        return SAME
    if abs(b - a) == 1:
        return NEXT if b > a else PREVIOUS
    return LATER if b > a else EARLIER


def place_of(spans, e):
    """The sentence where a phrase that ended at e lies; -1 at the start."""
    return next(a for a, (begin, end) in enumerate(spans) if begin <= e - 1 < end) if e else -1


def _dense_sentence(model, m, bounds):
    spans = sentences_of(bounds, m)
    matrix = np.zeros((m + 1, m + 1))
    for e in range(m + 1):
        a = place_of(spans, e)
        members = {kind: [b for b in range(len(spans)) if class_of(a, b) == kind] for kind in range(5)}
        row = model.classes[0 if e else 1]
        available = math.fsum(row[kind] for kind in range(5) if members[kind])
        for kind, found in members.items():
            for b in found:
                begin, end = spans[b]
                if b == a:
                    inside = [model.distance[j - e + LONGEST_SENTENCE] for j in range(begin, end)]
                else:
                    inside = list(model.position[: end - begin])
                for j in range(begin, end):
                    share = row[kind] / available / len(found)
                    matrix[e, j] = share * inside[j - begin] / math.fsum(inside)
    return matrix


def statistics(model, m, bounds, counts):
    """What a model wants collected of ``counts[e, j]``, the expected number of jumps from e to j."""
    if isinstance(model, JumpMixture):
        whole = dense(model, m, bounds)
        first, second = (
            counts * np.divide(share * dense(part, m, bounds), whole, out=np.zeros_like(whole), where=whole > 0)
            for part, share in ((model.first, model.share), (model.second, 1 - model.share))
        )
        own = [first.sum(), second.sum()]
        parts = [statistics(model.first, m, bounds, first), statistics(model.second, m, bounds, second)]
        return np.concatenate([own, *parts])
    if isinstance(model, Sentence):
        return _sentence_statistics(model, m, bounds, counts)
    taken, offered = np.zeros(model.size // 2), np.zeros(model.size // 2)
    band = {delta: band_of(model, delta) for delta in range(-m, m + 1)}
    weight = weights_up_to(model, m)
    for e in range(m + 1):
        z = normaliser(model, [weight[j - e] for j in range(m + 1)])
        for j in range(m + 1):
            taken[band[j - e]] += counts[e, j]
            offered[band[j - e]] += counts[e].sum() / z
    return np.concatenate([taken, offered])


def _sentence_statistics(model, m, bounds, counts):
    spans = sentences_of(bounds, m)
    taken, offered = ([np.zeros((2, 5)), np.zeros(DISTANCES), np.zeros(LONGEST_SENTENCE)] for _ in range(2))
    for e in range(m + 1):
        a = place_of(spans, e)
        row = 0 if e else 1
        kinds = {class_of(a, b) for b in range(len(spans))}
        z = math.fsum(model.classes[row, kind] for kind in kinds)
        for kind in kinds:
            offered[0][row, kind] += counts[e].sum() / z
        for b, (begin, end) in enumerate(spans):
            used = counts[e, begin:end].sum()
            taken[0][row, class_of(a, b)] += used
            # the table that places a word in its sentence, and where this sentence's words stand in it
            table, name = (model.distance, 1) if a == b else (model.position, 2)
            shift = begin - e + LONGEST_SENTENCE if a == b else 0
            here = slice(shift, shift + end - begin)
            taken[name][here] += counts[e, begin:end]
            offered[name][here] += used / table[here].sum()
    return np.concatenate([part.ravel() for part in (*taken, *offered)])


def expected_log_likelihood(model, m, bounds, parts):
    """``sum of counts * log jump`` for the counts of each part of the model (one for a plain model, two for a mixture)."""
    if isinstance(model, JumpMixture):
        own = parts[0].sum() * math.log(model.share) + parts[1].sum() * math.log(1 - model.share)
        first = expected_log_likelihood(model.first, m, bounds, parts[:1])
        return own + first + expected_log_likelihood(model.second, m, bounds, parts[1:])
    matrix = dense(model, m, bounds)
    used = parts[0] > 0
    return float(np.sum(parts[0][used] * np.log(matrix[used])))


def parts_of(model, m, bounds, counts):
    """Expected jumps by each part of a mixture of two plain models, or of a plain model alone."""
    if not isinstance(model, JumpMixture):
        return [counts]
    first, second = model.share * dense(model.first, m, bounds), (1 - model.share) * dense(model.second, m, bounds)
    return [counts * first / (first + second), counts * second / (first + second)]
