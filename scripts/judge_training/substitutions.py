"""Which words people put for which: swaps that contradict, mined from their minimal edits, and swaps that keep the meaning."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from judge_training.pairs import CONTRADICTED, ENTAILED, Pair

Swaps = Mapping[str, tuple[str, ...]]

OPPOSITES = """increase/decrease increases/decreases increased/decreased increasing/decreasing improve/worsen improves/worsens
improved/worsened improving/worsening reduce/increase reduces/increases reduced/increased reducing/increasing rise/fall
rises/falls rose/fell rising/falling higher/lower highest/lowest high/low larger/smaller large/small largest/smallest
more/fewer most/least better/worse best/worst faster/slower fast/slow fewer/more before/after early/late earlier/later
first/last start/end started/stopped begin/finish open/closed accept/reject accepted/rejected allow/prevent
allows/prevents allowed/prevented support/oppose supports/opposes supported/opposed success/failure successful/unsuccessful
successfully/unsuccessfully succeed/fail simple/complex simpler/harder easy/difficult strong/weak stronger/weaker
positive/negative positively/negatively above/below inside/outside with/without local/global supervised/unsupervised
linear/nonlinear efficient/inefficient effective/ineffective robust/fragile similar/different same/different
possible/impossible common/rare often/rarely always/never all/none many/few some/no sufficient/insufficient
necessary/unnecessary known/unknown new/old novel/conventional shallow/deep wide/narrow long/short longer/shorter
outperforms/underperforms outperform/underperform achieves/misses maximize/minimize maximizes/minimizes encourages/discourages
buy/sell bought/sold gain/loss gained/lost won/lost win/lose profit/loss agree/disagree agrees/disagrees agreed/refused
happy/upset cheap/expensive cheaper/costlier dense/sparse discrete/continuous single/multiple both/neither explicit/implicit
generative/discriminative automatic/manual automatically/manually accurate/inaccurate stable/unstable consistent/inconsistent
male/female man/woman brother/sister mother/father morning/evening today/yesterday monday/thursday january/august
require/avoid requires/avoids without/with may/will can/cannot could/must might/must"""
ALIKE = """propose/introduce introduce/present present/propose method/approach approach/technique show/demonstrate
demonstrate/show novel/new new/novel use/employ uses/employs using/employing used/employed improve/enhance improves/enhances
improved/enhanced achieve/attain achieves/attains obtained/achieved several/various various/different task/problem
important/significant large/big big/large small/little begin/start begins/starts started/began help/assist helps/assists
buy/purchase bought/purchased show/indicate shows/demonstrates shown/demonstrated study/investigate studied/examined
explore/investigate develop/create developed/created developing/creating allow/enable allows/enables enabling/allowing
said/stated says/states told/informed because/since but/yet however/nevertheless also/additionally many/numerous
about/approximately nearly/almost rapidly/quickly quickly/rapidly decrease/reduction decreased/declined increased/rose
increase/rise goal/aim results/findings findings/results experiments/tests dataset/corpus performance/results
outperforms/surpasses outperform/surpass compared/relative effective/useful efficient/fast requires/needs require/need
provide/offer provides/offers provided/offered discuss/talk discusses/addresses plans/intends wants/wishes
company/firm firm/company children/kids people/individuals car/vehicle home/house job/position film/movie movie/film
difficult/hard hard/difficult easy/simple simple/straightforward simultaneously/concurrently jointly/together mainly/primarily
primarily/mainly based/grounded obtain/get gets/receives received/got final/last total/overall overall/total
architecture/design framework/system existing/current current/existing prior/previous previous/earlier state-of-the-art/leading
significantly/considerably substantially/considerably considerably/significantly"""
FREQUENT = 2
"""Edits by people that were made at least this often are taken as swaps."""
SHORTEST = 4
"""Letters; shorter words ("in", "a") would be swapped all the time."""


def swaps(listed: str) -> dict[str, tuple[str, ...]]:
    """Return the swaps of a list of ``word/other`` pairs."""
    found: dict[str, list[str]] = defaultdict(list)
    for entry in listed.split():
        word, other = entry.split("/")
        found[word].append(other)
    return {word: tuple(others) for word, others in found.items()}


def opposites(pairs: Iterable[Pair]) -> Swaps:
    """Return words and what contradicts in their place: our list and what people swapped in pairs that contradict."""
    found = {word: list(others) for word, others in swaps(OPPOSITES).items()}
    for word, others in _mined(pairs, CONTRADICTED).items():
        found.setdefault(word, []).extend(others)
    return {word: tuple(dict.fromkeys(others)) for word, others in found.items()}


def paraphrases(pairs: Iterable[Pair]) -> Swaps:
    """Return words and what says the same in their place: our list and what people swapped in entailed pairs, both ways."""
    found = {word: list(others) for word, others in swaps(ALIKE).items()}
    mined = _mined(pairs, ENTAILED)
    for word, others in mined.items():
        both_ways = [other for other in others if word in mined.get(other, ())]
        if both_ways:
            found.setdefault(word, []).extend(both_ways)
    return {word: tuple(dict.fromkeys(others)) for word, others in found.items()}


def _mined(pairs: Iterable[Pair], label: int) -> dict[str, list[str]]:
    counts: dict[tuple[str, str], int] = defaultdict(int)
    for pair in pairs:
        if pair.label != label or pair.source not in ("cannot_wikifactcheck", "breaking_nli"):
            continue
        before, after = pair.evidence.lower().split(), pair.claim.lower().split()
        if abs(len(before) - len(after)) > 3:
            continue
        edits = [
            edit for edit in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if edit[0] != "equal"
        ]
        if len(edits) == 1 and edits[0][2] - edits[0][1] == 1 and edits[0][4] - edits[0][3] == 1:
            counts[before[edits[0][1]].strip(".,;:"), after[edits[0][3]].strip(".,;:")] += 1
    found: dict[str, list[str]] = defaultdict(list)
    for (word, other), count in sorted(counts.items()):
        if (count >= FREQUENT or label == ENTAILED) and word != other and len(word) >= SHORTEST:
            found[word].append(other)
    return found
