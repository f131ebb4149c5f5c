"""Check a summary: what its document does not say, and what it says otherwise."""

from sumtrace.checking.checker import Check, Checker, Claim, Evidence, Judge, check
from sumtrace.checking.facts import Finding
from sumtrace.checking.verdict import VERDICTS, Verdict

__all__ = ["VERDICTS", "Check", "Checker", "Claim", "Evidence", "Finding", "Judge", "Verdict", "check"]
