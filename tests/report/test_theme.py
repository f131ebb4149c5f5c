"""The colours of the pages: text is readable on every ground, sentence hues keep apart for colour-blind readers too."""

import re
from importlib import resources
from itertools import combinations

import pytest

THEME = resources.files("sumtrace.report").joinpath("static/theme.css").read_text(encoding="utf-8")
LOOKS = ("light", "dark")
# Simulations of full dichromacy in linear RGB: Machado, Oliveira and Fernandes 2009.
SIGHTS = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red cones": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green cones": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "no blue cones": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def colour(name, look):
    """The linear RGB of a token of the theme, in one of the two looks."""
    value = re.search(rf"--{name}:([^;]+);", THEME)[1]
    if other := re.fullmatch(r"\s*var\(--([a-z0-9-]+)\)", value):
        return colour(other[1], look)
    value = re.search(rf"var\(--{look}, ([^)]+)\)", value)[1]
    numbers = [int(value[k : k + 2], 16) for k in (1, 3, 5)] if value.startswith("#") else map(int, value.split())
    return [n / 255 / 12.92 if n / 255 <= 0.04045 else ((n / 255 + 0.055) / 1.055) ** 2.4 for n in numbers]


def contrast(one, other):
    """The contrast ratio of WCAG 2."""
    weights = (0.2126, 0.7152, 0.0722)
    dark, bright = sorted(sum(w * c for w, c in zip(weights, each, strict=True)) for each in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def lab(rgb):
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for row, w in zip(rows, white, strict=True)
        for value in [sum(a * b for a, b in zip(row, rgb, strict=True)) / w]
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(rgb, sight):
    return lab([min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True)))) for row in SIGHTS[sight]])


def distance(one, other):
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("ink", ["ink", "ink-soft", "unsupported-ink", "unclear-ink", "accent", "good", "bad"])
def test_text_is_readable_on_every_ground(look, ink):
    for ground in ("paper", "surface", "surface-soft"):
        assert contrast(colour(ink, look), colour(ground, look)) >= 4.5, ground


@pytest.mark.parametrize("look", LOOKS)
def test_text_on_the_accent_is_readable(look):
    assert contrast(colour("accent-ink", look), colour("accent", look)) >= 4.5


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("sight", SIGHTS)
def test_neighbouring_sentences_and_the_signs_of_a_comparison_keep_apart(look, sight):
    hues = [seen(colour(f"sentence-{k}", look), sight) for k in range(8)]
    for k in range(8):
        assert distance(hues[k], hues[(k + 1) % 8]) > 20, f"sentences {k} and {(k + 1) % 8}"
    signs = {name: seen(colour(name, look), sight) for name in ("agree", "only-left", "only-right")}
    for one, other in combinations(signs, 2):
        assert distance(signs[one], signs[other]) > 20, f"{one} and {other}"
