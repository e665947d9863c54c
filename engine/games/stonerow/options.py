"""The house rules of StoneRow, and what follows from them: rule set, deck, hand sizes, teams."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.errors import OptionError
from engine.games.stonerow.cards import ACTION_CARDS, ACTION_NAMES, FOREMAN, GUILD, UNITS, Bag, Card, is_guild
from engine.games.stonerow.combinations import CAP_50, FORBID, LINEAR
from engine.options import Options, one_of, only_with, option, whole
from engine.said import Said

if TYPE_CHECKING:
    from engine.core import Seat

OFFICIAL: Final = "official"
TEAM: Final = "team"
BASIC: Final = "basic"

PER_RULE_SET: Final = "per_rule_set"
Counts: TypeAlias = tuple[tuple[str, int], ...]
KINDS: Final = tuple(name.lower() for name in ACTION_NAMES)
DECKS: Final[Mapping[str, tuple[int, ...]]] = {OFFICIAL: (3, 3, 2, 2, 1), TEAM: (3, 3, 2, 2, 0), BASIC: (2, 1, 0, 0, 1)}
"""Highwaymen, Masons, GoldDiggers, Displacers, Foremen: SRO-5…9, SRT-2/9, SRB-1, C-SR-6, A-SR-02."""
MOST_OF_A_KIND: Final = 9
NOT_IN: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    TEAM: (("foreman", "SRT-9"),),
    BASIC: (("golddigger", "SRB-29"), ("displacer", "SRB-29")),
}
HANDS: Final[Mapping[int, int]] = {2: 8, 3: 7, 4: 6}
"""Cards dealt by the number of players: SRO-14, SRT-10, SRB-6…8."""
TEAM_PLAYERS: Final = 4
ROUNDS: Final = 5
OVERTIME_ROUNDS: Final = 6
RULE_SET: Final = "rule_set"
WITH_TEAMS: Final = only_with(RULE_SET, TEAM)
WITHOUT_TEAMS: Final = only_with(RULE_SET, OFFICIAL, BASIC)
WITH_DISPLACERS: Final = only_with(RULE_SET, OFFICIAL, TEAM)
"""The Basic deck has no Displacer (SRB-29)."""


def _action_cards(value: object) -> object:
    """`per_rule_set`, or how many there are of some kinds; the others keep the rule set's number (A-SR-02)."""
    if value == PER_RULE_SET:
        return value
    if isinstance(value, Mapping) and set(value) <= set(KINDS):
        known = whole(0, MOST_OF_A_KIND)
        return tuple((kind, known(value[kind])) for kind in KINDS if kind in value)
    raise ValueError(f"{PER_RULE_SET!r} or numbers of {', '.join(KINDS)}")


@dataclass(frozen=True, slots=True)
class StoneRowOptions(Options):
    """The options of StoneRow; each names the rules or rulings that it switches."""

    players: int = option(4, whole(2, 4), "SRO-14", "SRT-10", "SRB-6", "SRB-7", "SRB-8", "A-SR-03")
    rule_set: str = option(OFFICIAL, one_of(OFFICIAL, TEAM, BASIC), "SRO-1")
    action_cards: str | Counts = option(PER_RULE_SET, _action_cards, "A-SR-02")  # noqa: RUF009 - `option` makes a field
    run_overlength: str = option(LINEAR, one_of(LINEAR, CAP_50, FORBID), "A-SR-19")
    keystone_action_card: str = option("name_matches", one_of("name_matches", "redraw", "no_hammer"), "A-SR-05")
    hammer_on_broken: str = option("forbid", one_of("forbid", "allow_no_effect"), "A-SR-23")
    mortar_scoring: str = option(
        "layered", one_of("layered", "own_cards_plus_base", "group_total_for_all"), "A-SR-35", "A-SR-92"
    )
    deflector_scope: str = option(
        "all_rows_of_player", one_of("all_rows_of_player", "one_row"), "A-SR-39", only=WITH_DISPLACERS
    )
    attract_target: str = option("any_row", one_of("any_row", "own_row_only"), "A-SR-43", only=WITH_DISPLACERS)
    tie_break: str = option(
        "shared", one_of("shared", "most_unbroken_rows", "fewest_hand_cards"), "A-SR-52", only=WITHOUT_TEAMS
    )
    team_target_points: int = option(100, whole(1, 1000), "SRT-5", only=WITH_TEAMS)
    team_towers_to_win: int = option(6, whole(1, 6), "SRT-6", only=WITH_TEAMS)
    team_tie: str = option("acting_team", one_of("acting_team", "higher_total"), "A-SR-61", only=WITH_TEAMS)

    def __post_init__(self) -> None:
        """Raises `OptionError` where two options do not go together."""
        if self.rule_set == TEAM and self.players != TEAM_PLAYERS:
            raise OptionError(
                Said(
                    "option 'players' is {many} in TeamPlay (SRT-10), not {told}", many=TEAM_PLAYERS, told=self.players
                )
            )
        wanted = dict(self.action_cards) if isinstance(self.action_cards, tuple) else {}
        for kind, rule in NOT_IN.get(self.rule_set, ()):
            if wanted.get(kind):
                raise OptionError(
                    f"option 'action_cards' has {kind}, which is not in the {self.rule_set} deck ({rule})"
                )
        if wanted.get("foreman", 0) > 1:
            raise OptionError("option 'action_cards' takes one foreman at the most (SRO-9)")

    def to_json(self) -> dict[str, Any]:
        """Every option with its value, in JSON types."""
        document = Options.to_json(self)
        if isinstance(self.action_cards, tuple):
            document["action_cards"] = dict(self.action_cards)
        return document

    @property
    def teams(self) -> bool:
        """Whether partners play together (SRT-4)."""
        return self.rule_set == TEAM

    @property
    def last_seat(self) -> Seat:
        """The dealer of the first game, so that seat 0 begins (A-SR-53)."""
        return self.players - 1

    def team(self, seat: Seat) -> int:
        """The side that a seat scores for: partners sit opposite (A-SR-03); without teams, the seat itself."""
        return seat % 2 if self.rule_set == TEAM else seat

    def partner(self, seat: Seat) -> Seat | None:
        """The opposite seat in TeamPlay, else None."""
        return (seat + 2) % TEAM_PLAYERS if self.rule_set == TEAM else None

    def left_of(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        return (seat + 1) % self.players

    def adjacent(self, seat: Seat, other: Seat) -> bool:
        """Whether two seats are immediate neighbours (A-SR-34)."""
        return (seat - other) % self.players in (1, self.players - 1)


@cache
def numbers(options: StoneRowOptions) -> Mapping[int, int]:
    """How many of each action card the deck holds (A-SR-02)."""
    counts = dict(zip(KINDS, DECKS[options.rule_set], strict=True))
    if isinstance(options.action_cards, tuple):
        counts |= dict(options.action_cards)
    return dict(zip(ACTION_CARDS, counts.values(), strict=True))


def in_deck(card: Card, options: StoneRowOptions) -> bool:
    """Whether the deck has such a card: the number and guild cards, and the action cards of the rule set (A-SR-02)."""
    return is_guild(card) or numbers(options)[card] > 0


def kept_out_by(card: Card, options: StoneRowOptions) -> tuple[str, ...]:
    """The rules that keep an action card out of the deck."""
    if card == FOREMAN:
        return ("SRO-19", "A-SR-02", "C-SR-3")
    return ("SRO-31", "A-SR-02", "C-SR-4") if options.rule_set == BASIC else ("A-SR-02",)


@cache
def deck(options: StoneRowOptions) -> Bag:
    """The whole play deck: 63, 62 or 56 cards (SRO-9, SRT-1/2, SRB-1, C-SR-1)."""
    return GUILD + sum(UNITS[card] * number for card, number in numbers(options).items())
