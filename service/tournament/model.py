"""A tournament as one frozen document: entrants, rounds of pairings, results, rulings. Nothing here does any I/O.

TournamentError
├── NoSuchTournament   nothing is kept by this id
├── NoSuchPairing      the round or the table is none of it
├── NoSuchRuling       the ruling is none of it
├── RoundOpen          a result of the last round is missing
├── AllPlayed          there is no round more
└── NotNow             it cannot be done as things stand; the text says why
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Iterator

ROBIN: Final = "robin"
SWISS: Final = "swiss"
KNOCKOUT: Final = "knockout"
ONE: Final = "one"
OTHER: Final = "other"
DRAW: Final = "draw"
HERE: Final = "here"
"""Games are opened at this server, one a pairing."""
TABLES: Final = "tables"
"""Games are those that cameras follow, found by the names of who sits there."""


class TournamentError(Exception):
    """The root of the errors of tournaments; its text is one line."""


class NoSuchTournament(TournamentError):  # noqa: N818 - reads as the sentence it is
    """There is none of this id."""


class NoSuchPairing(TournamentError):  # noqa: N818
    """There is no such round or table."""


class NoSuchRuling(TournamentError):  # noqa: N818
    """There is no such ruling."""


class RoundOpen(TournamentError):  # noqa: N818
    """Results are missing."""


class AllPlayed(TournamentError):  # noqa: N818
    """No round is left."""


class NotNow(TournamentError):  # noqa: N818
    """It cannot be done now."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part; `number` is their place in the list, from 1, which is their seed, too."""

    number: int
    name: str
    out: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants at a table, by their numbers; `other` None: a bye. `one` sits in seat 0 of the game.

    `totals` are the points of both in the game, which break ties. `ruled` says that a referee decided it.
    """

    table: int
    one: int
    other: int | None
    game: str | None = None
    result: Literal["one", "other", "draw"] | None = None
    totals: tuple[int, int] = (0, 0)
    ruled: bool = False
    extra: float = 0.0
    """Minutes that a referee has added to its clock."""

    @property
    def done(self) -> bool:
        """Whether its result is known."""
        return self.other is None or self.result is not None


@dataclass(frozen=True, slots=True)
class Clock:
    """A round's clock: `left` s, counted down from `since` (s since 1970); None: it stands still."""

    left: float
    since: float | None = None

    def remaining(self, now: float) -> float:
        """The seconds that are left; less than none once it has run out."""
        return self.left if self.since is None else self.left - (now - self.since)

    def with_more(self, seconds: float) -> Clock:
        """The same with more time left."""
        return replace(self, left=self.left + seconds)


@dataclass(frozen=True, slots=True)
class Round:
    """A round: when it was paired (ISO), its pairings, its clock where it has one."""

    begun: str
    pairings: tuple[Pairing, ...]
    clock: Clock | None = None

    @property
    def done(self) -> bool:
        """Whether every result is known."""
        return all(each.done for each in self.pairings)


@dataclass(frozen=True, slots=True)
class Appeal:
    """What somebody says against a ruling, and what was decided: `upheld` None while that is open."""

    who: str
    time: str
    text: str
    upheld: bool | None = None
    decided_by: str = ""
    decided: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A referee's word on a pairing: the result from now on (None: it is to be played), and why.

    `dispute` is the game's dispute that it rests on, `bundle` the SHA-256 of that evidence as it was then.
    """

    number: int
    round: int
    table: int
    result: Literal["one", "other", "draw"] | None
    reason: str
    who: str
    time: str
    game: str | None = None
    dispute: int | None = None
    bundle: str = ""
    before: Literal["one", "other", "draw"] | None = None
    appeal: Appeal | None = None

    @property
    def stands(self) -> bool:
        """Whether no appeal has overturned it."""
        return self.appeal is None or self.appeal.upheld is not False

    @property
    def is_open(self) -> bool:
        """Whether an appeal against it waits for its decision."""
        return self.appeal is not None and self.appeal.upheld is None


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament. `version` grows with every change."""

    id: str
    title: str
    game: str
    options: dict[str, object]
    system: Literal["robin", "swiss", "knockout"]
    planned: int
    """Rounds that are to be played."""
    games: Literal["here", "tables"]
    minutes: float | None
    created: str
    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    version: int = 0

    @property
    def over(self) -> bool:
        """Whether all was played."""
        return len(self.rounds) >= self.planned and all(each.done for each in self.rounds)

    def name(self, number: int) -> str:
        """What an entrant is called."""
        return self.entrants[number - 1].name

    def pairing(self, round_number: int, table: int) -> Pairing:
        """A pairing by its round and its table, both from 1. Raises `NoSuchPairing`."""
        if not 1 <= round_number <= len(self.rounds):
            raise NoSuchPairing(Said("there is no round {round}", round=round_number))
        for each in self.rounds[round_number - 1].pairings:
            if each.table == table:
                return each
        raise NoSuchPairing(Said("round {round} has no table {table}", round=round_number, table=table))

    def ruling(self, number: int) -> Ruling:
        """A ruling by its number, from 1. Raises `NoSuchRuling`."""
        if not 1 <= number <= len(self.rulings):
            raise NoSuchRuling(Said("there is no ruling {ruling}", ruling=number))
        return self.rulings[number - 1]

    def rulings_on(self, round_number: int, table: int) -> tuple[Ruling, ...]:
        """The rulings on a pairing, the first first."""
        return tuple(each for each in self.rulings if (each.round, each.table) == (round_number, table))

    def played(self) -> Iterator[Pairing]:
        """Every pairing of every round."""
        for each in self.rounds:
            yield from each.pairings


def with_pairing(tournament: Tournament, round_number: int, pairing: Pairing) -> Tournament:
    """The tournament with one pairing replaced by another of the same table."""
    rounds = list(tournament.rounds)
    was = rounds[round_number - 1]
    pairings = tuple(pairing if each.table == pairing.table else each for each in was.pairings)
    rounds[round_number - 1] = replace(was, pairings=pairings)
    return replace(tournament, rounds=tuple(rounds))


def ruled_anew(tournament: Tournament, round_number: int, table: int) -> Pairing:
    """A pairing once a ruling on it has fallen: by the last one that stands, else as it was before the first one."""
    pairing, rulings = tournament.pairing(round_number, table), tournament.rulings_on(round_number, table)
    standing = [each for each in rulings if each.stands]
    if not standing:
        first = rulings[0]
        return replace(pairing, result=first.before, ruled=False, game=first.game or pairing.game)
    last = standing[-1]
    game = pairing.game if last.result is None else last.game or pairing.game
    return replace(pairing, result=last.result, ruled=last.result is not None, game=game)


def with_ruling(tournament: Tournament, ruling: Ruling) -> Tournament:
    """The tournament with a ruling added, or replaced by its number."""
    kept = tuple(each for each in tournament.rulings if each.number != ruling.number)
    return replace(tournament, rulings=tuple(sorted((*kept, ruling), key=lambda each: each.number)))
