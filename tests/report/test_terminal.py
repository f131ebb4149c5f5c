"""Runs of links in the terminal."""

from sumtrace import Alignment, Link, Pair, Text
from sumtrace.report.terminal import runs

TEXT = "It rained. The mill closed."


def test_a_run_ends_with_its_summary_sentence():
    pair = Pair("a", Text.from_string(TEXT), Text.from_string(TEXT))
    alignment = Alignment("a", tuple(Link.word(i, i) for i in range(7)), pair)
    assert [run.summary for run in runs(alignment)] == [(0, 3), (3, 7)]
