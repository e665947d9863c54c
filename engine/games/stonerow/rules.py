"""Which rule to cite: code names the Official rule, and the words being played decide which sentence that is.

The three rule sets share most of their sentences; `cite` gives the sentence of the set that is played. Rulings
(A-SR-*) and contradictions (C-SR-*) hold for all three.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from engine.core import Verdict, refusal
from engine.games.stonerow.options import BASIC, OFFICIAL, TEAM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.stonerow.options import StoneRowOptions

SAME: Final[Mapping[str, tuple[str, str]]] = {
    # Official: (TeamPlay, Basic)
    "SRO-3": ("SRT-1", "SRB-1"),  # number and guild cards
    "SRO-9": ("SRT-2", "SRB-1"),  # the deck
    "SRO-10": ("SRT-4", "SRB-2"),  # rows come from the hand
    "SRO-13": ("SRT-10", "SRB-5"),  # shuffle and deal
    "SRO-14": ("SRT-10", "SRB-6 SRB-7 SRB-8"),  # hand sizes
    "SRO-15": ("SRT-11", "SRB-9"),  # quarry
    "SRO-16": ("SRT-12", "SRB-10"),  # keystone
    "SRO-17": ("SRT-12", "SRB-11"),  # hammer type
    "SRO-18": ("SRT-13", "SRB-12"),  # brickyard
    "SRO-19": ("SRT-9", "SRB-13 SRB-14 SRB-15"),  # foreman
    "SRO-20": ("SRT-14", "SRB-17 SRB-18"),  # first player, rounds
    "SRO-21": ("SRT-14", "SRB-19"),  # a round
    "SRO-22": ("SRT-8", "SRB-20"),  # first tower card
    "SRO-23": ("SRT-15", "SRB-21"),  # next tower card
    "SRO-24": ("SRT-14", "SRB-22"),  # the end
    "SRO-25": ("SRT-18", "SRB-23"),  # draw
    "SRO-26": ("SRT-18", "SRB-24"),  # one action
    "SRO-27": ("SRT-19", "SRB-25"),  # build
    "SRO-28": ("SRT-20", "SRB-26"),  # hammer
    "SRO-29": ("SRT-21", "SRB-27"),  # break
    "SRO-30": ("SRT-22", "SRB-28"),  # build with a hammer
    "SRO-31": ("SRT-23", "SRB-29"),  # one action card
    "SRO-32": ("SRT-24", "SRB-30"),  # highwayman
    "SRO-33": ("SRT-24", "SRB-31"),  # broken rows
    "SRO-34": ("SRT-25", "SRB-24"),  # one use of a mason
    "SRO-35": ("SRT-28", "SRB-33"),  # mortar next door
    "SRO-36": ("SRT-29", "SRB-33"),  # who scores a mortared card
    "SRO-38": ("SRT-31", "SRB-30"),  # a group's fate
    "SRO-39": ("SRT-26", "SRB-32"),  # repair
    "SRO-40": ("SRT-27", "SRB-33"),  # mortar at home
    "SRO-41": ("SRT-32", "SRB-29"),  # displacer
    "SRO-42": ("SRT-33", "SRB-29"),  # deflector
    "SRO-43": ("SRT-34", "SRB-29"),  # attract
    "SRO-44": ("SRT-35", "SRB-29"),  # the hammer changes hands
    "SRO-45": ("SRT-36", "SRB-29"),  # the displacer is discarded
    "SRO-46": ("SRT-36", "SRB-29"),  # nothing is broken
    "SRO-47": ("SRT-37", "SRB-29"),  # golddigger
    "SRO-48": ("SRT-37", "SRB-29"),  # where it lies
    "SRO-49": ("SRT-38", "SRB-29"),  # dig in the quarry
    "SRO-50": ("SRT-39", "SRB-29"),  # dig in the brickyard
    "SRO-51": ("SRT-40", "SRB-34"),  # discard
    "SRO-52": ("SRT-40", "SRB-35"),  # discarding is always allowed
    "SRO-53": ("SRT-47", "SRB-36"),  # sets
    "SRO-54": ("SRT-47", "SRB-37"),  # pair of numbers
    "SRO-55": ("SRT-48", "SRB-39"),  # pair of characters
    "SRO-56": ("SRT-48", "SRB-40"),  # three of a kind
    "SRO-57": ("SRT-49", "SRB-41"),  # four of a kind
    "SRO-58": ("SRT-50", "SRB-42"),  # runs
    "SRO-59": ("SRT-51", "SRB-43 SRB-44 SRB-45"),  # what runs are worth
    "SRO-60": ("SRT-52", "SRB-46"),  # who wins
}
COLUMN: Final = {TEAM: 0, BASIC: 1}
RUNS_OF_BASIC: Final = {"SRO-59/3": "SRB-43", "SRO-59/4": "SRB-44", "SRO-59/5": "SRB-45"}
"""The Basic rules give every length of run a sentence of its own."""


def cite(options: StoneRowOptions, *official: str) -> tuple[str, ...]:
    """The ids for the rule set that is played, none twice; `SRO-59/4` asks for the value of a run of four."""
    return _cite(options.rule_set, official)


def refuse(options: StoneRowOptions, name: str, reason: str, *official: str) -> Verdict:
    """A verdict against a move, citing the rule set that is played."""
    return refusal(name, reason, *_cite(options.rule_set, official))


def allow(options: StoneRowOptions, *official: str) -> Verdict:
    """A verdict for a move that earns nothing, citing the rule set that is played."""
    return _allow(options.rule_set, official)


@cache
def _allow(rule_set: str, official: tuple[str, ...]) -> Verdict:
    return Verdict(legal=True, rules=_cite(rule_set, official))


@cache
def _cite(rule_set: str, official: tuple[str, ...]) -> tuple[str, ...]:
    cited: dict[str, None] = {}
    for rule in official:
        if rule in RUNS_OF_BASIC:
            cited[RUNS_OF_BASIC[rule] if rule_set == BASIC else _cite(rule_set, ("SRO-59",))[0]] = None
        elif rule_set == OFFICIAL or rule not in SAME:
            cited[rule] = None
        else:
            cited |= dict.fromkeys(SAME[rule][COLUMN[rule_set]].split())
    return tuple(cited)
