"""The entailment judge: whether evidence bears a claim out, leaves it open, or contradicts it."""

from sumtrace.checking.judge.opinion import Judge, Opinion
from sumtrace.checking.judge.shipped import ShippedJudge, load_judge

__all__ = ["Judge", "Opinion", "ShippedJudge", "load_judge"]
