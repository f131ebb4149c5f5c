"""Inference: the semi-Markov recursions over a pair's lattice."""
