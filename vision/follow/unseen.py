"""Whether a move was played that nobody saw: then everybody seems to move one place too late, and their arms tell.

A tile that looks like what it covers, or one that the next covers at once, leaves nothing to be read, and the game goes
on as if it had not been played. So histories with a move more, of which only the seats are known, are weighed beside
the record, each by the arms and by where its own players sit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from vision.tracking.decision import Ask, Commit, Illegal, Wait
from vision.follow.seating import IDLE
from vision.follow.witness import reached_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from engine.core import Explanation
    from vision.tracking.decision import Decision
    from vision.follow.decoder import Weighed
    from vision.follow.reach import Reach
    from vision.follow.seating import Seating
    from vision.follow.settings import FollowSettings
    from vision.follow.witness import Witness

    Way: TypeAlias = Explanation[Any]

MISSED: Final = 0.01
"""How often a move is not seen, …"""
ANOTHER: Final = 0.3
"""… and how often the next with it."""
LEAST: Final = 0.05
"""What a way leaves unexplained speaks for no more than this part of it."""
AGAINST: Final = 0.02
"""How likely at most a way with a play against the rules is."""
PLAIN: Final = 10.0
"""Once it is so much likelier that a move was not seen, it is asked without waiting for what later looks tell."""
KEPT: Final = 6
"""So many histories live on, the likeliest."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was told at once: whose moves, the arms that came in meanwhile, how much of what is seen the moves explain,
    0 … 1, and the arms that had come in before, since the last move, and had done nothing."""

    seats: tuple[int, ...]
    reaches: tuple[Reach, ...]
    explained: float = 1.0
    idle: tuple[Reach, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """With so many moves more than the record; how likely it is beside the record, and where its players sit."""

    more: int
    odds: float
    seating: Seating


@dataclass(frozen=True, slots=True)
class Unseen:
    """The histories with moves that nobody saw, likeliest first."""

    histories: tuple[History, ...] = ()

    @property
    def odds(self) -> float:
        """How much likelier it is that a move was not seen than that all were."""
        return sum(history.odds for history in self.histories)

    def then(self, told: Told, seating: Seating, players: int) -> Unseen:
        """The same once more was told, by the record's `seating`."""
        seats, reaches = [seat for seat in told.seats if seat >= 0], told.reaches
        if not seats or not reaches:
            return self
        record, found = seating.likelihood(seats, reaches), list[History]()
        for each in self.histories:
            later = [(seat + each.more) % players for seat in seats]
            odds = each.odds * each.seating.likelihood(later, reaches) / record
            found.append(History(each.more, odds, each.seating.learnt(later, reaches)))
        for more, now in _with_more(seats, players):
            # Who moved unseen may have come in one of the times when nothing seemed to be done.
            then = (seating.likelihood(now, (idle, *reaches)) / IDLE for idle in told.idle)
            came = max((seating.likelihood(now, reaches), *then))
            odds = MISSED * ANOTHER ** (more - 1) * came / record / max(told.explained, LEAST)
            found.append(History(more, odds, seating.learnt(now, reaches)))
        return Unseen(tuple(sorted(found, key=lambda each: -each.odds)[:KEPT]))


class Suspicion:
    """Asks rather than commits where arms say that a move before was not seen; of a game for so many players."""

    def __init__(self, players: int, settings: FollowSettings) -> None:
        self._players, self._settings = players, settings
        self._unseen = self._then = Unseen()
        self._since: float | None = None
        self._at = 0.0
        self._lies = self._disturbed = False
        self._idle: tuple[Reach, ...] = ()

    def idle(self, reaches: Iterable[Reach]) -> None:
        """These arms came in, and nothing was played."""
        self._idle += tuple(reaches)

    def look(self, *, disturbed: bool) -> None:
        """One look more, `disturbed` where something lies there against the rules: who takes that back reaches in too,
        and arms tell nothing until the next move."""
        self._lies = disturbed
        self._disturbed |= disturbed

    def decide(self, decision: Commit | Illegal, weighed: Weighed, time: float) -> Decision:
        """What is committed or reported at a time (s), a while later where arms speak against it; by then, what would
        be committed is rather asked. What a move that was not seen explains as well as a false play is asked at once:
        no look more would tell."""
        settings, accused = self._settings, isinstance(decision, Illegal)
        best = decision.way if accused else weighed.ways[0]
        # Of the arms that came in one may be of whoever played what is reported next.
        before = best.illegal is not None and best.plays[: len(decision.way.plays)] == decision.way.plays
        then = self._after(best if before else decision.way, best, weighed.witness)
        self._then = Unseen() if accused else then
        if accused and self._missed(decision.way, weighed):
            return self._asked(weighed)
        if then.odds < settings.unseen:
            self._since = None
            return decision
        # What was in doubt long ago, with looks since that told nothing, is another doubt.
        fresh = time - self._at >= 3 * settings.ask_after
        since = time if self._since is None or fresh else self._since
        self._since, self._at = since, time
        if time - since < settings.ask_after and (accused or then.odds < PLAIN):
            return Wait()
        return decision if accused else self._asked(weighed)

    def _asked(self, weighed: Weighed) -> Ask:
        shown = [way for way in weighed.ways if way.likelihood >= self._settings.worth_asking]
        return Ask(tuple(shown[: self._settings.asked]))

    def _missed(self, refused: Way, weighed: Weighed) -> bool:
        """Whether a move that was not seen explains as well what was played out of turn."""
        lawful = in_turn(refused, weighed.ways)
        if lawful is None:
            return False
        return self._after(lawful, lawful, weighed.witness).odds * lawful.weight >= refused.weight

    def _after(self, way: Way, best: Way, witness: Witness) -> Unseen:
        return self._unseen.then(self._told(way, best, witness), witness.seating, self._players)

    def _told(self, way: Way, best: Way, witness: Witness) -> Told:
        seats = tuple(seat for seat, _ in reached_for(way.plays, witness.said))
        if self._disturbed or witness.accused.known(way):
            return Told(seats, ())
        usual = 1.0 if way.illegal is None else AGAINST
        explained = best.weight / max(witness.speaks_for(best) * witness.slack * usual, best.weight)
        # Where nobody is known to sit yet, weights are those of a game that began unseen.
        return Told(seats, witness.reaches, explained if witness.seating.arms else 1.0, self._idle)

    def played(self) -> None:
        """What was decided last was written down."""
        self._unseen, self._then, self._since = self._then, Unseen(), None
        self._disturbed, self._idle = self._lies, ()

    def confirmed(self) -> None:
        """The record is taken as it stands, and what lies there is looked at anew."""
        self._unseen = self._then = Unseen()
        self._since, self._lies, self._disturbed, self._idle = None, False, False, ()


def in_turn(refused: Way, ways: Iterable[Way]) -> Way | None:
    """The way by which what was refused was played by the rules, after the same moves; None where there is none."""
    named = [str(move) for _, move in refused.plays]
    return next((way for way in ways if way.illegal is None and [str(move) for _, move in way.plays] == named), None)


def _with_more(seats: Sequence[int], players: int) -> Iterator[tuple[int, list[int]]]:
    """The seats with one more that moved unseen between them, or a whole round, and how many more these are."""
    for more in {1, players}:
        for at in range(len(seats) + 1):
            first = seats[at] if at < len(seats) else (seats[-1] + 1) % players
            unseen = [(first + step) % players for step in range(more)]
            yield more, [*seats[:at], *unseen, *((seat + more) % players for seat in seats[at:])]
