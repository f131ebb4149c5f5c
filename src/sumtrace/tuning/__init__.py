"""A model's threshold, constants and calibration, fitted to gold of one's own."""

from sumtrace.tuning.tuner import Tuning, tune

__all__ = ["Tuning", "tune"]
