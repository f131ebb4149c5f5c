"""Experiments: a plan of systems and gold sets, every system run, everything scored, the article's claims tested."""
