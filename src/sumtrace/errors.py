"""The one family of errors: what is wrong, where, and what to do about it."""

from __future__ import annotations

LONGEST = 5000
"""Maximum characters in a message; longer ones are cut in the middle, so that place and hint stay."""


class SumtraceError(Exception):
    """Any error raised by Sumtrace; the message is meant for the user."""

    def __str__(self) -> str:
        return _cut(super().__str__())


class InputError(SumtraceError):
    """Input that cannot be used, with its place: ``pairs.jsonl, line 7, pair 'a1': ...``."""

    def __init__(
        self,
        problem: str,
        *,
        file: object | None = None,
        line: int | None = None,
        pair: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.problem = problem
        self.file = None if file is None else str(file)
        self.line = line
        self.pair = pair
        self.hint = hint
        super().__init__(problem)

    def at(self, *, file: object | None = None, line: int | None = None, pair: str | None = None) -> InputError:
        """Return the same error with the parts of its place that were not yet known."""
        return InputError(
            self.problem,
            file=self.file if self.file is not None else file,
            line=self.line if self.line is not None else line,
            pair=self.pair if self.pair is not None else pair,
            hint=self.hint,
        )

    def __str__(self) -> str:
        place = [
            part
            for part in (
                "standard input" if self.file == "-" else self.file,
                self.line is not None and f"line {self.line}",
                self.pair is not None and f"pair {self.pair!r}",
            )
            if part
        ]
        where = ", ".join(place) + ": " if place else ""
        hint = f". {self.hint}" if self.hint else ""
        return _cut(f"{where}{self.problem.rstrip('.') if hint else self.problem}{hint}")


class OutputError(SumtraceError):
    """A result that could not be written; nothing partial is left behind."""


class ModelError(SumtraceError):
    """A model folder that is damaged, not Sumtrace's, or from a version this release cannot read."""


class ClusterError(SumtraceError):
    """A cluster that cannot be used or was lost; finished work is kept."""


class MissingExtraError(SumtraceError):
    """An optional dependency that is not installed."""

    def __init__(self, need: str, extra: str) -> None:
        super().__init__(f"{need} needs an optional dependency: pip install 'sumtrace[{extra}]'")


class SumtraceWarning(UserWarning):
    """Something that works less well than it could; the message is meant for the user."""


def _cut(message: str) -> str:
    if len(message) <= LONGEST:
        return message
    left_out = f" [... {len(message) - LONGEST:,} characters ...] "
    kept = LONGEST - len(left_out)
    return message[: kept - kept // 4] + left_out + message[-(kept // 4) :]
