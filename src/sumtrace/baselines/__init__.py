"""Rival systems: the aligners that the semi-Markov model is measured against."""
