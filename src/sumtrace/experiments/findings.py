"""What the article found about its systems, tested on the systems and the gold of an experiment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from sumtrace.baselines.names import Learnt
from sumtrace.evaluation.scores import Evaluation
from sumtrace.evaluation.significance import Comparison, compare
from sumtrace.experiments.plan import SystemPlan

CHANCE = 0.05
"""A difference with a larger p may be chance."""


@dataclass(frozen=True, slots=True)
class DecidedClaim:
    """A claim that one system is ahead of another, with the scores that decide it here."""

    claim: str
    ahead: str
    ahead_score: float
    behind: str
    behind_score: float
    test: Comparison
    in_article: bool = True

    @property
    def verdict(self) -> str:
        """Whether the claim holds here, and whether that may be chance."""
        holds = "holds" if self.test.difference > 0 else "does not hold"
        return holds if self.test.randomisation_p < CHANCE else f"{holds}; possibly chance"


def findings(
    plans: Sequence[SystemPlan], evaluations: Mapping[str, Evaluation], *, samples: int, seed: int
) -> Iterator[DecidedClaim]:
    """Yield the claims that a plan's systems can decide; of several systems of one kind, the best counts."""
    score = next(iter(evaluations.values())).main_score()
    value = {name: evaluation.scores().flat()[score] for name, evaluation in evaluations.items()}

    def decide(
        claim: str, ahead: Sequence[str], behind: Sequence[str], *, in_article: bool = True
    ) -> Iterator[DecidedClaim]:
        known = [[name for name in names if value[name] == value[name]] for names in (ahead, behind)]
        if all(known):
            one, two = (max(names, key=lambda name: value[name]) for names in known)
            test = compare(evaluations[one], evaluations[two], score=score, samples=samples, seed=seed)
            yield DecidedClaim(claim, one, value[one], two, value[two], test, in_article)

    pasted = [plan.name for plan in plans if plan.use == "cut-and-paste"]
    translated = [plan for plan in plans if plan.use in get_args(Learnt)]
    one_way = [plan for plan in translated if plan.symmetrize is None]
    yield from decide("Cut & Paste is ahead of translation models run one way", pasted, [plan.name for plan in one_way])
    for plan in one_way:
        turned = [other.name for other in one_way if plan.source == "document" and _is_turned(plan, other)]
        yield from decide("the document as source is ahead of the summary", [plan.name], turned)
    yield from decide(
        "the semi-HMM is ahead of all others",
        [plan.name for plan in plans if plan.use == "semi-hmm"],
        [plan.name for plan in plans if plan.use != "semi-hmm"],
    )
    yield from decide(
        "translation models run both ways and intersected are ahead of Cut & Paste",
        [plan.name for plan in translated if plan.symmetrize == "intersect"],
        pasted,
        in_article=False,
    )


def _is_turned(plan: SystemPlan, other: SystemPlan) -> bool:
    same = (plan.use, plan.extracts, plan.k, plan.iterations) == (other.use, other.extracts, other.k, other.iterations)
    return same and other.source == "summary"
