"""Inference: the semi-Markov recursions of a pair, and what is read off them."""
