"""Stones, sold as Stone Layer: six shared stacks of balanced stones, and points for who did not topple them.

The rules are ST-1 to ST-67, the rulings A-ST-* and C-ST-*. Where to look: `tile` and `options` have the box, `state`
the table, `move` the notation, `listing` the legal moves. `judgement` has who may do what, `turn` and `draft` what it
does, `pile` the tiles that come, `payout` tokens as figures. `given`, `position` and `faults` have what
a position says, `drawing` the terminal.

The idea of the game (ST-15, ST-16, ST-17, ST-18) is what the rules after it say in full. Left to people: who was last
by a river sits as seat 0 and starts (ST-20). A choice may be thought over until the stone is lifted (A-ST-23). How a
stone is handled is theirs, too (A-ST-24). Of no matter: one pile or several (C-ST-16), the name of the third phase
(C-ST-17).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.core import TABLE, Fault, Game, Line, Score
from engine.games.stones import faults, given, judgement, listing, pile, position, turn
from engine.games.stones.move import Place, StonesMove, parse
from engine.games.stones.options import StonesOptions, own
from engine.games.stones.payout import ranking
from engine.games.stones.state import FIVE, OVER, State
from engine.games.stones.under import under

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from engine.core import Lying, Setup, Verdict
    from engine.options import Options


class Stones(Game[State, StonesMove]):
    """The rules of Stones."""

    name = "stones"
    title = "Stones"
    aliases = ("stone layer", "stonelayer")
    options_type = StonesOptions
    move_type = StonesMove

    def start(self, options: Options, seed: int | None = None) -> State:
        """The table as set up. Without a seed, marker and tiles are unknown until the table names them."""
        return turn.start(own(options), seed)

    def actors(self, state: State) -> tuple[int, ...]:
        """The seat in turn, whoever may exchange (A-ST-17), and the table while something is unseen."""
        return listing.actors(state)

    def moves(self, state: State, seat: int) -> Sequence[StonesMove]:
        """Every legal move of a seat; in the middle of a turn, everything that can become of the stone."""
        return listing.moves(state, seat)

    def judge(self, state: State, seat: int, move: StonesMove) -> Verdict:
        """The verdict on a move; the table may also declare falls between stones, which are never listed."""
        self.expect(move)
        return judgement.judge(state, seat, move)

    def points(self, state: State, seat: int, move: StonesMove) -> int:
        """What a legal move earns: nothing but what another knocks over pays its mover (ST-56)."""
        return self.judge(state, seat, move).points if isinstance(move, Place) else 0

    def play(self, state: State, seat: int, move: StonesMove) -> State:
        """The state after a legal move."""
        self.expect(move)
        return turn.play(state, seat, move)

    def score(self, state: State) -> tuple[Score, ...]:
        """Golden tokens and five-point tokens (ST-51, ST-58, A-ST-18b)."""
        return tuple(
            Score(
                seat,
                state.points(seat),
                tuple(line for line in (_golden(state.golden[seat]), _fives(state.five[seat])) if line.points),
            )
            for seat in range(state.options.players)
        )

    def winners(self, state: State) -> tuple[int, ...] | None:
        """Once it is over: most points, then most tokens beside stacks, then together (ST-60, ST-61, ST-62)."""
        return ranking(state) if state.phase == OVER else None

    def view(self, state: State, seat: int | None) -> State:
        """The face-down pile is hidden from everybody; all else lies open."""
        return state.but(pile=(None,) * len(state.pile), seed=None, shuffles=0)

    def odds(self, state: State, seat: int) -> Mapping[StonesMove, float]:
        """What may become of a stone that is being placed: the hand aims at `place ok`, and the table decides."""
        return listing.odds(state, seat)

    def deal(self, state: State, chance: Random) -> State:
        """A pile, and a start of the marker, as they may well be, for search."""
        return pile.deal(state, chance)

    def parse(self, text: str) -> StonesMove:
        """The move that a line of notation says."""
        return parse(text)

    def state(self, setup: Setup) -> State:
        """The state that a position describes, what can be told from the rest filled in."""
        return position.to_state(given.read(setup), own(setup.options), setup.seat)

    def faults(self, setup: Setup) -> tuple[Fault, ...]:
        """Stones, tokens or tiles too many or too few, and what cannot lie where it lies."""
        document = given.read(setup)
        return faults.find(document, position.to_state(document, own(setup.options), setup.seat))

    def position(self, state: State) -> dict[str, Any]:
        """The state as the JSON object of the contracts."""
        return position.from_state(state)

    def under(self, state: State, what: str) -> tuple[Lying, ...]:
        """The piece, and what lies under it."""
        return under(state, what)

    def prompt(self, state: State) -> dict[str, Any]:
        """The seat in turn, and the table (-1) while something is unseen; the phase of the turn.

        Who has the tokens for an `exchange` is told apart, for that is nobody's turn (A-ST-17); left out where nobody
        has them.
        """
        actors = self.actors(state)
        prompt = {"seats": [seat for seat in actors if seat in (TABLE, state.turn)], "turn": state.turn}
        able = [seat for seat in actors if listing.can_exchange(state, seat)]
        return prompt | {"phase": state.phase} | ({"exchange": able} if able else {})

    def extras(self, state: State) -> dict[str, Any]:
        """What nobody told of the position and nothing tells."""
        return {"unknown": list(state.unknown)} if state.unknown else {}


def _golden(count: int) -> Line:
    return Line(count, "golden tokens", ("ST-51", "ST-52"))


def _fives(count: int) -> Line:
    return Line(FIVE * count, "five-point tokens", ("ST-58", "A-ST-18b"))


GAME: Final = Stones()
