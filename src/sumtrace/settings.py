"""All settings of a model and its training, in one frozen record, and the presets."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, get_args

import msgspec

from sumtrace.errors import InputError

JumpName = Literal["relative", "gaussian", "laplace", "sentence", "syntax", "chunk"]
ComponentName = Literal["identity", "stem", "wordnet", "spelling", "meaning"]
Preset = Literal["default", "strings", "article"]
Lengths = Literal["none", "uniform", "learnt"]
Decoding = Literal["viterbi", "posterior", "threshold"]
FakeMass = Literal["vocabulary", "co-occurring"]
CheckFormat = Literal["text", "jsonl", "csv", "markdown", "html", "sarif", "junit", "github"]
"""The formats of a check's report (checking/formats/), named where the command line finds them without loading the checker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contextual:
    """The constants of scores by meaning (rewrites/contextual.py), chosen on development gold."""

    share: float = 0.5
    middle: float = 0.25
    temperature: float = 0.05
    ceiling: float = 12.0
    penalty: float = 2.0
    slope: float = 8.0
    level: float = 0.65
    lowest: float = -6.0
    highest: float = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Landing:
    """The constants of landing weights (rewrites/landing.py), chosen on development gold."""

    reach: float = 16.0
    window: float = 3.0
    share: float = 0.5
    most_alike: float = 0.9
    least: float = 0.4
    span: float = 0.4
    least_weight: float = 0.3
    ignored_weight: float = 0.05
    sharpness: float = 32.0
    floor: float = 0.001


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """From what a model believes to a probability that holds on gold: ``logit p = slope * logit belief + offset``."""

    slope: float = 1.0
    offset: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a model is built and trained.

    Model: ``jump`` names the jump model (two joined by ``+``: a mixture); ``components`` the rewrite components beside the
    lexical table; ``jump_open_ended`` and ``jump_near`` the kind of relative table (jumps/relative.py); phrase limits in
    words; ``lengths`` the distribution over document-phrase lengths; ``stop`` whether the summary ends by a jump to the
    document's end; ``null_by_word`` whether P(null) is per summary word or per event.

    Prior: fake counts ``fake_word`` (any word for any word), ``fake_identical`` and ``fake_stem``, over the whole summary
    vocabulary or (a reading that collapses) over co-occurring words only; ``jump_count`` pseudo-jumps in each distance
    band; ``weight_count`` pseudo-uses of each component; ``null_count`` pseudo-words, null and not.

    Training: ``iterations`` is the maximum, fewer if the log posterior rises by less than ``tolerance`` per summary word
    (negative: never stop early); ``beam`` the share of positions kept; ``model1`` first iterations with uniform jumps
    over single words; expected counts of at most ``least_count`` in a pair are dropped.

    Meaning, where it is among the components: ``contextual`` are the constants of its scores; ``landing`` those of the
    weights that point each summary word to document sentences (None: none); ``agreement`` whether a link is believed as
    far as both readings, from the document and from the summary, believe it; ``growing`` whether links lose rival
    occurrences of a word and grow into phrases; ``agreed_threshold`` takes the place of ``threshold``.

    Tuned on gold (tuning/): ``link_calibration`` and ``null_calibration`` make probabilities of the beliefs in a link and
    in a word's having none; they change what is said of links, not which there are. Thresholds are on the beliefs.
    """

    jump: str = "relative"
    jump_open_ended: bool = False
    jump_near: int = 16
    components: tuple[str, ...] = ("identity", "stem", "wordnet", "spelling", "meaning")
    max_document_phrase: int = 3
    max_summary_phrase: int = 3
    lengths: Lengths = "uniform"
    stop: bool = True
    null_by_word: bool = True
    wordnet_senses: int = 5
    wordnet_reach: int = 3
    wordnet_other_stems: bool = True
    fake_word: float = 0.5
    fake_identical: float = 4.0
    fake_stem: float = 3.0
    fake_mass: FakeMass = "vocabulary"
    jump_count: float = 1.0
    weight_count: float = 100.0
    null_count: float = 1.0
    iterations: int = 10
    tolerance: float = 1e-4
    beam: float = 1.0
    model1: int = 0
    least_count: float = 1e-4
    decoding: Decoding = "threshold"
    threshold: float = 0.4
    contextual: Contextual = Contextual()
    landing: Landing | None = Landing()
    agreement: bool = True
    growing: bool = True
    agreed_threshold: float = 0.36
    link_calibration: Calibration | None = None
    null_calibration: Calibration | None = None

    @property
    def uses_meaning(self) -> bool:
        """Whether words are compared in their contexts, by an encoder."""
        return "meaning" in self.components

    @property
    def longest_phrase(self) -> int:
        """The words of the longest phrase that can be copied as one."""
        return min(self.max_document_phrase, self.max_summary_phrase)


DEFAULT = Settings()
"""What works best for users."""

STRINGS = Settings(components=("identity", "stem", "wordnet", "spelling"))
"""The same without an encoder: faster, but blind to meaning."""

ARTICLE = Settings(
    jump_open_ended=True,
    jump_near=128,
    components=("identity", "stem", "wordnet"),
    lengths="none",
    null_by_word=False,
    wordnet_senses=1,
    wordnet_reach=6,
    wordnet_other_stems=False,
    fake_word=2.0,
    weight_count=1.0,
    tolerance=-1.0,
    decoding="viterbi",
)
"""As close to the 2005 article as possible."""

PRESETS: dict[Preset, Settings] = {"default": DEFAULT, "strings": STRINGS, "article": ARTICLE}

MEANING = ("contextual", "landing", "agreement", "growing", "agreed_threshold")
"""Settings that are not used if words are not compared by meaning."""

CALIBRATIONS = ("link_calibration", "null_calibration")


def recorded(settings: Settings) -> dict[str, Any]:
    """Return the settings that decide what a model does, for files and signatures."""
    values: dict[str, Any] = msgspec.to_builtins(settings)
    unused = {name for name in CALIBRATIONS if values[name] is None}
    return {
        name: value
        for name, value in values.items()
        if name not in unused and (settings.uses_meaning or name not in MEANING)
    }


RANGES = {
    **dict.fromkeys(("max_document_phrase", "max_summary_phrase"), (1, 64)),
    "wordnet_senses": (1, 1000),
    "wordnet_reach": (0, 64),
    "jump_near": (1, 1 << 16),
    **dict.fromkeys(("iterations", "model1"), (0, 1_000_000)),
    **dict.fromkeys(("fake_word", "fake_identical", "fake_stem"), (0.0, math.inf)),
    **dict.fromkeys(("jump_count", "weight_count", "null_count", "least_count"), (0.0, math.inf)),
    "beam": (0.01, 1.0),
    "threshold": (0.0, 1.0),
    "agreed_threshold": (0.0, 1.0),
    "tolerance": (-math.inf, math.inf),
}
"""The minimum and maximum of each number."""


def changed(settings: Settings, **changes: object) -> Settings:
    """Return the settings with those changes that are not None, checked."""
    made: dict[str, Any] = {name: value for name, value in changes.items() if value is not None}
    return checked(replace(settings, **made))


def checked(settings: Settings) -> Settings:
    """Return the settings themselves after checking that each is of its kind and in its range."""
    try:
        settings = msgspec.convert(msgspec.to_builtins(settings), Settings)
    except (msgspec.ValidationError, TypeError) as error:
        said = str(error).replace("`", "'")
        raise InputError(f"invalid setting: {said}") from error
    for name, (least, most) in RANGES.items():
        value = getattr(settings, name)
        if not (least <= value <= most and math.isfinite(value)):
            limits = f" from {least:g} to {most:g}" if math.isfinite(most) else f" of at least {least:g}"
            raise InputError(f"{name} is {value}, but must be a finite number{limits if math.isfinite(least) else ''}")
    if settings.jump_near & (settings.jump_near - 1):
        raise InputError(f"jump_near is {settings.jump_near}, but must be a power of two")
    for name in ("contextual", "landing", *CALIBRATIONS):
        part = getattr(settings, name)
        for field in () if part is None else fields(part):
            if not math.isfinite(getattr(part, field.name)):
                raise InputError(f"{name}.{field.name} is {getattr(part, field.name)}, but must be finite")
    unknown = sorted(set(settings.components) - set(get_args(ComponentName)))
    if unknown:
        raise InputError(
            f"no rewrite component {unknown[0]!r}", hint=f"Choose from {', '.join(get_args(ComponentName))}."
        )
    check_jump(settings.jump)
    return settings


def check_jump(name: str) -> None:
    """Reject the name of an unknown jump model; two names joined by ``+`` are a mixture."""
    parts = name.split("+")
    known = get_args(JumpName)
    unknown = [part for part in parts if part not in known]
    if unknown:
        raise InputError(
            f"no jump model {unknown[0]!r}",
            hint=f"Choose one of {', '.join(known)}, or a mixture of two, such as relative+sentence.",
        )
    if len(parts) > 2:
        raise InputError(f"{name} mixes more than two jump models", hint="Name at most two.")
    if {"syntax", "chunk"} <= set(parts):
        raise InputError(
            f"the jump model {name!r} would need both trees and chunks",
            hint="Mix only one of them with another model, such as syntax+relative or chunk+relative.",
        )
