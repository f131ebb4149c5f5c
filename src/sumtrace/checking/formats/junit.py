"""Checks as JUnit XML: a suite for each summary, a test case for each claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from sumtrace.checking.checker import Check, Claim
from sumtrace.checking.formats.target import Target, claim_text, evidence_text, failures, shortfall

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(checks: Iterable[Check], target: Target) -> Iterator[str]:
    """Yield the file, suite by suite."""
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="sumtrace check">\n'
    for check in checks:
        yield from _suite(check, target)
    yield "</testsuites>\n"


def _suite(check: Check, target: Target) -> Iterator[str]:
    too_little = target.too_little(check)
    tests = len(check.claims) + (target.min_support is not None)
    failed = len(failures(check, target)) + too_little
    yield f'  <testsuite name={_attribute(check.id)} tests="{tests}" failures="{failed}">\n'
    for claim in check.claims:
        yield _case(check, claim, target)
    if target.min_support is not None:
        inner = f"<failure message={_attribute(shortfall(check, target))}/>" if too_little else ""
        yield f'    <testcase classname={_attribute(check.id)} name="support">{inner}</testcase>\n'
    yield "  </testsuite>\n"


def _case(check: Check, claim: Claim, target: Target) -> str:
    head = f"    <testcase classname={_attribute(check.id)} name={_attribute(claim_text(check, claim))}>"
    if not target.fails(claim):
        return f"{head}</testcase>\n"
    best = evidence_text(check, claim.evidence[0].tokens) if claim.evidence else ""
    failure = f"<failure type={_attribute(claim.verdict)} message={_attribute(claim.reason)}>"
    return f"{head}\n      {failure}{escape(_clean(best))}</failure>\n    </testcase>\n"


def _attribute(string: str) -> str:
    return quoteattr(_clean(string))


def _clean(string: str) -> str:
    return _NOT_XML.sub("\ufffd", string)
