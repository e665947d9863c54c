"""A game is rehearsed before it is filmed: who plays what, who cheats, who takes back; by bots and chance alone."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from engine.bots import GreedyBot, RandomBot
from engine.core import TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Move, Seat, Verdict
    from engine.games import AnyGame

CHEATS: Final = 0.09
"""The share of plays before which an illegal one is tried."""
EXTRAS: Final = 0.08
"""The share of plays after which the same player tries another, out of turn and against the rules."""
CHANGES: Final = 0.05
"""The share of plays before which a legal one is laid and taken back."""
GREEDY: Final = 0.55
"""The share of plays that earn most at once; the others are any."""
IN_TURN: Final = 0.9
"""How often the seat in turn acts where others may act too."""

PLAY: Final = "play"
CHANGE: Final = "change"
CHEAT: Final = "cheat"


@dataclass(frozen=True, slots=True)
class Beat:
    """One play: the states before and, where it was legal, after it."""

    kind: str
    seat: Seat
    move: Move
    verdict: Verdict
    before: Any
    after: Any


class Taste(Protocol):
    """What a game's film adds to the bots."""

    def choose(self, state: Any, seat: Seat, moves: Sequence[Move], chance: random.Random) -> Move | None:
        """A move that the film wants, or None to leave it to the bots."""

    def misplay(self, state: Any, seat: Seat, chance: random.Random) -> Move | None:
        """A play against the rules that somebody could make here with pieces that he has, or None."""

    def visible(self, state: Any, move: Move) -> bool:
        """Whether a move lays pieces on the table, so that it can be taken back for all to see."""


class Rehearsal:
    """Plays a game from its start, with a taste, by chance."""

    def __init__(self, game: AnyGame, taste: Taste, seed: int) -> None:
        self._game, self._taste = game, taste
        self._chance = random.Random(f"film {seed}")

    def beats(self, state: Any, count: int) -> list[Beat]:
        """At most `count` beats from a state on."""
        beats: list[Beat] = []
        while len(beats) < count and (actors := self._game.actors(state)):
            seat = self._actor(state, actors)
            move = self._choose(state, seat)
            if move is None:
                break
            if self._taste.visible(state, move):
                beats += self._digressions(state, seat, move)
            after = self._game.play(state, seat, move)
            beats.append(Beat(PLAY, seat, move, self._game.judge(state, seat, move), state, after))
            if self._taste.visible(state, move) and self._chance.random() < EXTRAS:
                beats += self._cheat(after, seat)
            state = after
        return beats

    def _actor(self, state: Any, actors: tuple[Seat, ...]) -> Seat:
        """The table first, then mostly the seat in turn."""
        able = [seat for seat in actors if self._game.moves(state, seat)] or list(actors)
        if TABLE in able:
            return TABLE
        if state.turn in able and self._chance.random() < IN_TURN:
            return int(state.turn)
        return self._chance.choice(able)

    def _choose(self, state: Any, seat: Seat) -> Move | None:
        moves = self._game.moves(state, seat)
        if not moves:
            return None
        wanted = self._taste.choose(state, seat, moves, self._chance)
        if wanted is not None:
            return wanted
        bot = GreedyBot() if self._chance.random() < GREEDY else RandomBot(self._chance)
        hint = bot(self._game, state, seat)
        return None if hint is None else hint.move

    def _digressions(self, state: Any, seat: Seat, move: Move) -> list[Beat]:
        """What a player tries before the play that stands: now and then an illegal play, or another legal one."""
        game, chance = self._game, self._chance
        beats = self._cheat(state, seat) if chance.random() < CHEATS else []
        if chance.random() < CHANGES:
            others = [m for m in game.moves(state, seat) if type(m) is type(move)]
            other = chance.choice(others)
            after = game.play(state, seat, other)
            beats.append(Beat(CHANGE, seat, other, game.judge(state, seat, other), state, after))
        return beats

    def _cheat(self, state: Any, seat: Seat) -> list[Beat]:
        """A play against the rules, where there is one."""
        bad = self._taste.misplay(state, seat, self._chance)
        verdict = None if bad is None else self._game.judge(state, seat, bad)
        if bad is None or verdict is None or verdict.legal:
            return []
        return [Beat(CHEAT, seat, bad, verdict, state, None)]
