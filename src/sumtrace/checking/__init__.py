"""Check a summary: what its document does not say, and what it contradicts."""

from sumtrace.checking.checker import Check, Checker, Claim, Evidence, check
from sumtrace.checking.facts import Finding
from sumtrace.checking.judge import Judge, Opinion
from sumtrace.checking.verdict import VERDICTS, Verdict

__all__ = ["VERDICTS", "Check", "Checker", "Claim", "Evidence", "Finding", "Judge", "Opinion", "Verdict", "check"]
