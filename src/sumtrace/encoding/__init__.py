"""Encoding: tokens, types, phrases and pairs as the numbers that the kernels work on."""
