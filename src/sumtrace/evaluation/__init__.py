"""Evaluation: scores, agreement, significance, analyses."""
