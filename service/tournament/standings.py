"""Who stands where: points, then what breaks a tie, one after the other, until the list of entrants does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from service.tournament.model import DRAW, KNOCKOUT, ONE, OTHER, ROBIN, SWISS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from service.tournament.model import Pairing, Tournament

WIN: Final = 1.0
HALF: Final = 0.5
TIES: Final[Mapping[str, tuple[str, ...]]] = {
    SWISS: ("buchholz", "sonneborn", "direct", "difference"),
    ROBIN: ("direct", "sonneborn", "difference"),
    KNOCKOUT: ("round", "difference"),
}
"""What breaks a tie, in this order. `buchholz`: the points of all opponents. `sonneborn`: those of whom one beat, and
half of those of a draw. `direct`: points against those of equal points. `difference`: of points in the games.
`round`: how far one came."""


@dataclass(slots=True)
class Standing:
    """Where an entrant stands: place from 1, points, games played, won and drawn, and each tie-break by its name."""

    number: int
    place: int = 0
    points: float = 0.0
    played: int = 0
    won: int = 0
    drawn: int = 0
    ties: dict[str, float] = field(default_factory=dict)


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Every entrant, the first first. Those whom nothing parts share a place."""
    table = {each.number: Standing(each.number) for each in tournament.entrants}
    for pairing in tournament.played():
        for number, earned in earnings(pairing, byes=tournament.system == SWISS):
            row = table[number]
            row.points += earned
            if pairing.other is not None:
                row.played += 1
                row.won += earned == WIN
                row.drawn += earned == HALF
    for row in table.values():
        row.ties = {name: _TIES[name](tournament, row.number, table) for name in TIES[tournament.system]}
    ranked = sorted(table.values(), key=lambda row: (*_key(tournament, row), row.number))
    for n, row in enumerate(ranked):
        same = n > 0 and _key(tournament, row) == _key(tournament, ranked[n - 1])
        row.place = ranked[n - 1].place if same else n + 1
    return tuple(ranked)


def _key(tournament: Tournament, row: Standing) -> tuple[float, ...]:
    ties = tuple(-row.ties[name] for name in TIES[tournament.system])
    return ties if tournament.system == KNOCKOUT else (-row.points, *ties)


def earnings(pairing: Pairing, *, byes: bool) -> tuple[tuple[int, float], ...]:
    """The points that a pairing brings, by entrant; none while its result is open. With `byes`, one counts as won."""
    if pairing.other is None:
        return ((pairing.one, WIN if byes else 0.0),)
    if pairing.result is None:
        return ()
    shares = {ONE: (WIN, 0.0), OTHER: (0.0, WIN), DRAW: (HALF, HALF)}[pairing.result]
    return ((pairing.one, shares[0]), (pairing.other, shares[1]))


def _meetings(tournament: Tournament, number: int) -> Iterable[tuple[int, float, int]]:
    """Everybody whom an entrant met: who, the points that it brought, the difference in the game."""
    for pairing in tournament.played():
        if pairing.other is None or pairing.result is None or number not in (pairing.one, pairing.other):
            continue
        first = number == pairing.one
        earned = dict(earnings(pairing, byes=False))[number]
        mine, theirs = pairing.totals if first else pairing.totals[::-1]
        yield (pairing.other if first else pairing.one), earned, mine - theirs


def _buchholz(tournament: Tournament, number: int, table: Mapping[int, Standing]) -> float:
    return sum(table[other].points for other, _, _ in _meetings(tournament, number))


def _sonneborn(tournament: Tournament, number: int, table: Mapping[int, Standing]) -> float:
    return sum(table[other].points * earned for other, earned, _ in _meetings(tournament, number))


def _direct(tournament: Tournament, number: int, table: Mapping[int, Standing]) -> float:
    level = table[number].points
    return sum(earned for other, earned, _ in _meetings(tournament, number) if table[other].points == level)


def _difference(tournament: Tournament, number: int, table: Mapping[int, Standing]) -> float:
    return float(sum(gap for _, _, gap in _meetings(tournament, number)))


def _reached(tournament: Tournament, number: int, table: Mapping[int, Standing]) -> float:
    """How many rounds an entrant survived, or sits out of as a bye."""
    return float(sum(number in winners(each.pairings) for each in tournament.rounds))


def winners(pairings: Iterable[Pairing]) -> tuple[int, ...]:
    """Who goes on from the pairings of a knock-out, in their order; who has a bye does."""
    found = []
    for each in pairings:
        if each.other is None or each.result == ONE:
            found.append(each.one)
        elif each.result == OTHER:
            found.append(each.other)
    return tuple(found)


_TIES: Final = {
    "buchholz": _buchholz,
    "sonneborn": _sonneborn,
    "direct": _direct,
    "difference": _difference,
    "round": _reached,
}
