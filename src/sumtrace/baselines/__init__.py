"""Rival systems: each takes pairs and gives alignments of them.

The heuristics (nearest identical word, same stem in the most similar sentence, Cut & Paste, Jing's HMM) align pair by
pair; the translation models (Model 1, HMM, Model 4: translation.py) learn from all pairs first.
"""
