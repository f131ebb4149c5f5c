"""Scores of alignments against gold, agreement of annotators, significance, and analyses."""

from sumtrace.evaluation.scores import Evaluation, Scores, evaluate

__all__ = ["Evaluation", "Scores", "evaluate"]
