"""How players did: games, wins, points, how long they think, and how often the rules refused their plays."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from typing import TYPE_CHECKING, Final

from engine import record
from engine.core import TABLE
from engine.errors import EngineError
from service.store.ledger_errors import LedgerError
from service.store.store import NoSuchGame

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.record import Event
    from service.parts import Parts
    from service.store.entry import Entry
    from service.store.players import Player

PARTNERS: Final = 2
"""Named players from which a game may have had partners."""
PAUSE: Final = 600.0
"""s: whoever takes longer for a move has left the table, and thinks no more."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What somebody did in some games of one kind. `finished` of the `games` came to their end; `points` are those of
    these. `thought` is the time of `moves` that somebody timed, s. `refused` plays were against the rules."""

    games: int = 0
    finished: int = 0
    wins: int = 0
    points: int = 0
    best: int | None = None
    moves: int = 0
    thought: float = 0.0
    refused: int = 0

    @property
    def average(self) -> float | None:
        """Points a finished game."""
        return self.points / self.finished if self.finished else None

    @property
    def pace(self) -> float | None:
        """Seconds a move."""
        return self.thought / self.moves if self.moves else None

    def __add__(self, other: Figures) -> Figures:
        best = [each for each in (self.best, other.best) if each is not None]
        return Figures(
            self.games + other.games,
            self.finished + other.finished,
            self.wins + other.wins,
            self.points + other.points,
            max(best, default=None),
            self.moves + other.moves,
            self.thought + other.thought,
            self.refused + other.refused,
        )


def of_player(parts: Parts, player_id: str) -> dict[str, Figures]:
    """The figures of a player by the game's name."""
    found: dict[str, Figures] = {}
    for game_id, seat in parts.players.games_of(player_id).items():
        try:
            entry = parts.ledger.find(game_id)
        except (NoSuchGame, LedgerError, EngineError):
            continue
        asked = parts.questions.all(game_id)
        refused = sum(
            each.question.kind == "illegal" and any(s == seat for c in each.question.candidates for s, _ in c.plays)
            for each in asked
        )
        name = entry.header.game
        found[name] = found.get(name, Figures()) + of_game(entry, seat, refused)
    return found


def of_pairs(parts: Parts) -> dict[tuple[Player, Player], Figures]:
    """How partners did who played on one side, the pair that won most of its finished games first."""
    found: dict[frozenset[str], tuple[tuple[Player, Player], Figures]] = {}
    for game_id, seated in parts.players.seated().items():
        if len(seated) < PARTNERS:
            continue
        try:
            entry = parts.ledger.find(game_id)
        except (NoSuchGame, LedgerError, EngineError):
            continue
        state = entry.replay.state
        for (one, first), (other, second) in combinations(seated.items(), 2):
            if max(one, other) < entry.header.players and entry.game.side(state, one) == entry.game.side(state, other):
                both = frozenset((first.id, second.id))
                pair, before = found.get(both, ((first, second), Figures()))
                found[both] = (pair, before + of_game(entry, one))
    best = sorted(found.values(), key=lambda each: (-each[1].wins / max(each[1].finished, 1), -each[1].games))
    return dict(best)


def of_game(entry: Entry, seat: int, refused: int = 0) -> Figures:
    """The figures of a seat in one game."""
    if not entry.version:
        return Figures()
    winners = over(entry)
    total = next(each.total for each in entry.game.score(entry.replay.state) if each.seat == seat)
    times = [spent for who, spent in paces(record.standing(entry.record.events)) if who == seat]
    done = winners is not None
    won = done and seat in (winners or ())
    return Figures(
        1, int(done), int(won), total if done else 0, total if done else None, len(times), sum(times), refused
    )


def over(entry: Entry) -> tuple[int, ...] | None:
    """The seats that won, None while the game goes on."""
    from service import answers

    over = answers.game(entry, None).get("over")
    return None if over is None else tuple(over["winners"])


def paces(events: Iterable[Event]) -> Iterator[tuple[int, float]]:
    """Who thought for how long before each move, s; the first move and long breaks tell nothing."""
    before: datetime | None = None
    for event in events:
        now = _time(event.time)
        if before and now and event.seat != TABLE and 0 <= (spent := (now - before).total_seconds()) <= PAUSE:
            yield event.seat, spent
        before = now


def _time(text: str) -> datetime | None:
    """The time of an entry; None where a record of another machine says none."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
