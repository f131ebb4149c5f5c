"""Words whose change turns a sentence round: opposites, negation, certainty, quantity.

The lists are our own and short on purpose: each pair was chosen because one can stand for the other in a sentence of news
or of a report, and then says something else.
"""

from __future__ import annotations

from sumtrace.text import stem

_OPPOSITES = """
rise/fall rose/fell risen/fallen increase/decrease increase/decline increase/drop increase/fall increase/reduce rise/drop
rise/decline grow/shrink grew/shrank grow/fall grow/decline gain/lose gain/loss gain/drop climb/fall jump/fall soar/plunge
up/down higher/lower high/low highest/lowest more/less more/fewer most/least above/below over/under
better/worse best/worst improve/worsen strong/weak stronger/weaker strengthen/weaken large/small larger/smaller big/small
bigger/smaller largest/smallest biggest/smallest long/short longer/shorter earlier/later first/last older/younger
win/lose won/lost winner/loser victory/defeat accept/reject accept/refuse approve/reject approve/oppose
back/oppose support/oppose supporter/opponent favour/oppose agree/disagree agree/refuse allow/ban allow/forbid
allow/prohibit permit/ban permit/prohibit legal/illegal guilty/innocent convict/acquit deny/admit deny/confirm
confirm/reject open/close opened/closed start/end start/stop begin/end begin/finish began/ended buy/sell bought/sold
buyer/seller arrive/leave arrive/depart enter/leave join/leave join/quit hire/fire hire/dismiss appoint/dismiss
appoint/sack create/destroy build/demolish add/remove include/exclude succeed/fail success/failure pass/fail
alive/dead live/die survive/die safe/dangerous safe/unsafe present/absent positive/negative optimistic/pessimistic
hot/cold warm/cool warmer/cooler wet/dry dry/rainy sunny/cloudy day/night morning/evening morning/afternoon
north/south east/west northern/southern eastern/western male/female man/woman men/women boy/girl
father/mother son/daughter brother/sister husband/wife rich/poor cheap/expensive easy/difficult easy/hard common/rare
majority/minority import/export public/private domestic/foreign urban/rural major/minor possible/impossible
likely/unlikely able/unable aware/unaware happy/unhappy satisfied/dissatisfied encourage/discourage encourage/forbid healthy/sick full/empty fast/slow
faster/slower quick/slow expand/shrink expand/cut raise/lower raise/cut raise/reduce lift/impose tighten/loosen
praise/criticise praise/criticize praise/condemn welcome/criticise love/hate peace/war borrow/lend deposit/withdraw
upgrade/downgrade advance/retreat attack/defend release/arrest free/jail profit/loss surplus/deficit same/different
early/late earlier/late ahead/late early/behind largest/lowest smallest/highest strengthen/fall rise/down risen/down
rose/down increase/down climb/down fall/up fell/up drop/up decline/up similar/different temporary/permanent voluntary/compulsory maximum/minimum continue/stop resume/halt always/never
grew/fell grew/decline grew/drop grew/down gain/fell gain/fall gain/lower gain/down rise/lower rose/lower surge/fall surge/fell
surge/drop surge/plunge surge/slump boom/collapse boom/slump widen/narrow harden/soften lengthen/shorten extend/shorten
open/shut opened/shut support/against back/against favour/against pass/defeat passed/defeated cut/increase cut/grow cut/grew
delay/hasten sooner/later upper/lower indoor/outdoor inside/outside profitable/unprofitable
"""
_SIDED = "win/lose won/lost beat/lose beat/lost defeat/lose defeated/lost buy/sell bought/sold borrow/lend give/receive gave/received"
"""Opposites that say the same of the two sides of a deal or a match: they count only of the same subject."""


def _stemmed(pairs: str) -> list[frozenset[str]]:
    return [frozenset(map(stem, pair.split("/"))) for pair in pairs.split()]


def _others(pairs: list[frozenset[str]]) -> dict[str, frozenset[str]]:
    """Return for each stem those that it stands in a pair with."""
    stems = frozenset[str]().union(*pairs)
    return {one: frozenset[str]().union(*(pair - {one} for pair in pairs if one in pair)) for one in stems}


SIDED = _stemmed(_SIDED)
OPPOSITES = _others(_stemmed(_OPPOSITES) + SIDED)

NEGATIONS = frozenset("not n't n’t never no neither nor without cannot none nobody nothing".split())
"""Words that negate what stands near them."""
DENIALS = frozenset(map(stem, "fail refuse deny decline reject avoid lack prevent stop rather instead".split()))
"""Words that say "not" in another way, beside those that begin with "un": near them, a missing "not" proves nothing."""

CERTAINTY = {
    word: degree
    for degree, words in {
        0: "may might could possibly perhaps maybe potentially",
        1: "should expected likely probably planned plans hopes aims considering proposed would",
        2: "will shall definitely certainly must",
    }.items()
    for word in words.split()
}
"""How sure a statement sounds: 0 a possibility, 1 an expectation, 2 a certainty. Only 0 and 2 contradict each other."""

QUANTITY = {
    word: degree
    for degree, words in {
        0: "no none neither nobody",
        1: "few little hardly rarely seldom",
        2: "some several sometimes",
        3: "many most often usually mostly",
        4: "all every everyone everybody always entire whole both",
    }.items()
    for word in words.split()
}
"""How much a quantifier takes in; two steps apart is a difference."""
