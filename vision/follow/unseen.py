"""Whether a move was played that nobody saw: then everybody seems to move one place too late, and their arms tell.

A tile that looks like what it covers, or one that the next covers at once, leaves nothing to be read, and the game goes
on as if it had not been played. So histories with a move more, of which only the seats are known, are weighed beside
the record, each by the arms and by where its own players sit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.follow.decision import Ask, Commit, Illegal, Wait
from vision.follow.witness import reached_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.follow.decision import Decision
    from vision.follow.decoder import Weighed
    from vision.follow.reach import Reach
    from vision.follow.seating import Seating
    from vision.follow.settings import FollowSettings

MISSED: Final = 0.01
"""How often a move is not seen, …"""
ANOTHER: Final = 0.3
"""… and how often the next with it."""
LEAST: Final = 0.05
"""What a way leaves unexplained speaks for no more than this part of it."""
AGAINST: Final = 0.02
"""How likely at most a way with a play against the rules is."""
KEPT: Final = 6
"""So many histories live on, the likeliest."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was told at once: whose moves, the arms that came in meanwhile, and how much of what is seen the moves
    explain, 0 … 1."""

    seats: tuple[int, ...]
    reaches: tuple[Reach, ...]
    explained: float = 1.0


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
        record = seating.likelihood(seats, reaches)
        found = []
        for each in self.histories:
            later = [(seat + each.more) % players for seat in seats]
            odds = each.odds * each.seating.likelihood(later, reaches) / record
            found.append(History(each.more, odds, each.seating.learnt(later, reaches)))
        for more, now in _with_more(seats, players):
            odds = MISSED * ANOTHER ** (more - 1) * seating.likelihood(now, reaches) / record
            odds /= max(told.explained, LEAST)
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

    def look(self, *, disturbed: bool) -> None:
        """One look more, `disturbed` where something lies there against the rules: who takes that back reaches in too,
        and arms tell nothing until the next move."""
        self._lies = disturbed
        self._disturbed |= disturbed

    def decide(self, decision: Commit | Illegal, weighed: Weighed, time: float) -> Decision:
        """What is committed or reported at a time (s), a while later where arms speak against it; by then, what would
        be committed is rather asked."""
        settings, told = self._settings, self._told(decision, weighed)
        then = self._unseen.then(told, weighed.witness.seating, self._players)
        self._then = then if isinstance(decision, Commit) else Unseen()
        if then.odds < settings.unseen:
            self._since = None
            return decision
        # What was in doubt long ago, with looks since that told nothing, is another doubt.
        fresh = time - self._at >= 3 * settings.ask_after
        since = time if self._since is None or fresh else self._since
        self._since, self._at = since, time
        if time - since < settings.ask_after:
            return Wait()
        shown = [way for way in weighed.ways if way.likelihood >= settings.worth_asking]
        return Ask(tuple(shown[: settings.asked])) if isinstance(decision, Commit) else decision

    def _told(self, decision: Commit | Illegal, weighed: Weighed) -> Told:
        witness, best = weighed.witness, weighed.ways[0]
        seats = tuple(seat for seat, _ in reached_for(decision.way.plays, witness.said))
        if self._disturbed or witness.accused.known(decision.way):
            return Told(seats, ())
        usual = AGAINST if isinstance(decision, Illegal) else 1.0
        explained = best.weight / max(witness.speaks_for(best) * witness.slack * usual, best.weight)
        # Where nobody is known to sit yet, weights are those of a game that began unseen.
        return Told(seats, witness.reaches, explained if witness.seating.arms else 1.0)

    def played(self) -> None:
        """What was decided last was written down."""
        self._unseen, self._then, self._since = self._then, Unseen(), None
        self._disturbed = self._lies

    def confirmed(self) -> None:
        """The record is taken as it stands, and what lies there is looked at anew."""
        self._unseen = self._then = Unseen()
        self._since, self._lies, self._disturbed = None, False, False


def _with_more(seats: Sequence[int], players: int) -> Iterator[tuple[int, list[int]]]:
    """The seats with one more that moved unseen between them, or a whole round, and how many more these are."""
    for more in {1, players}:
        for at in range(len(seats) + 1):
            first = seats[at] if at < len(seats) else (seats[-1] + 1) % players
            unseen = [(first + step) % players for step in range(more)]
            yield more, [*seats[:at], *unseen, *((seat + more) % players for seat in seats[at:])]
