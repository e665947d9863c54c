"""StoneRow as the engine's core knows it: every question goes to the file that has the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from engine.core import Game
from engine.errors import OptionError
from engine.games.stonerow import faults, position, scoring, turns
from engine.games.stonerow.actors import actors
from engine.games.stonerow.cards import LABELS, cards_of, label
from engine.games.stonerow.dealing import dealt
from engine.games.stonerow.displacer import let_pass, settled, with_claims_shown
from engine.games.stonerow.kinds import possible, read_move
from engine.games.stonerow.options import StoneRowOptions
from engine.games.stonerow.play import Play
from engine.games.stonerow.promise import promise
from engine.games.stonerow.sample import sample
from engine.games.stonerow.state import OVER, State, hand_size
from engine.games.stonerow.turns import skip_stuck, with_victors
from engine.games.stonerow.under import under

if TYPE_CHECKING:
    from random import Random
    from types import UnionType

    from engine.core import Fault, Lying, Move, Score, Seat, Setup, Verdict
    from engine.options import Options


class StoneRow(Game[State, Play]):
    """The rules of StoneRow: Official, TeamPlay and Basic."""

    name: ClassVar[str] = "stonerow"
    title: ClassVar[str] = "StoneRow"
    aliases: ClassVar[tuple[str, ...]] = ("stone row", "stone-row")
    options_type: ClassVar[type[StoneRowOptions]] = StoneRowOptions
    move_type: ClassVar[type[Move] | UnionType] = Play
    labels: ClassVar[tuple[str, ...]] = LABELS
    announced: ClassVar[frozenset[str]] = frozenset({"decline"})
    drawn: ClassVar[frozenset[str]] = frozenset({"draw quarry"})

    def start(self, options: Options, seed: int | None = None) -> State:
        """The cards dealt by a seed; without one, hands of unknown cards and nothing turned up yet."""
        if not isinstance(options, StoneRowOptions):
            raise OptionError("the options are those of another game")
        return dealt(options, seed, options.last_seat)

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The seats that may move now; the table while it deals."""
        return actors(state)

    def moves(self, state: State, seat: Seat) -> list[Play]:
        """Every legal move of a seat, none twice."""
        found: list[Play] = []
        for kind in possible(state, seat):
            found += kind.legal(state, seat)
        return found

    def judge(self, state: State, seat: Seat, move: Play) -> Verdict:
        """First whether the seat may make such a move now, then whether it may make this one."""
        self.expect(move)
        return turns.judged(state, seat, move)

    def points(self, state: State, seat: Seat, move: Play) -> int:
        """What a legal move earns."""
        return move.points(state, seat)

    def play(self, state: State, seat: Seat, move: Play) -> State:
        """The state after a legal move."""
        self.expect(move)
        return move.play(state, seat)

    def lapsed(self, state: State) -> State:
        """The state once the Hammer has fallen, or the first claim has it: the next draw ends the wait (A-SR-46)."""
        return let_pass(state)

    def score(self, state: State) -> tuple[Score, ...]:
        """A sheet for every seat."""
        return scoring.score(state)

    def totals(self, state: State) -> tuple[int, ...]:
        """The points of every seat on the table."""
        return scoring.totals(state)

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        """Who has won the game; in TeamPlay the match."""
        if not state.options.teams:
            return scoring.winners(state)
        return state.victors if turns.match_won(state) else None

    def ended(self, state: State) -> tuple[Seat, ...] | None:
        """Who has won the game, or the round of TeamPlay that has just ended; nobody where it was void."""
        if not state.options.teams:
            return scoring.winners(state)
        return state.victors if state.phase == OVER else None

    def side(self, state: State, seat: Seat) -> int:
        """In TeamPlay the team."""
        return state.options.team(seat)

    def view(self, state: State, seat: Seat | None) -> State:
        """The table with one hand; of the others the number of cards, and nothing of the quarry's order (A-SR-56)."""
        others = [other for other in range(state.options.players) if other != seat]
        hands, hidden = list(state.hands), list(state.hidden)
        for other in others:
            hands[other], hidden[other] = 0, hand_size(state, other)
        seen = state.but(hands=tuple(hands), hidden=tuple(hidden), order=None, seed=None, shuffles=0)
        return with_claims_shown(seen)

    def deal(self, state: State, chance: Random) -> State:
        """A state in which all that was hidden is dealt at random, as it may well be."""
        return sample(state, chance)

    def promise(self, state: State, seat: Seat) -> float | None:
        """In the Basic game of two, what the hand may still lay, steal and break."""
        return promise(state, seat)

    def parse(self, text: str) -> Play:
        """The move that a line says; cards in any order, read into that of the notation."""
        return read_move(text)

    def state(self, setup: Setup) -> State:
        """The state that a position describes.

        A Hammer that nobody can attract any more has fallen (A-SR-46), a seat that can do nothing is passed over
        (A-SR-16).
        """
        return skip_stuck(settled(with_claims_shown(with_victors(position.read(setup)))))

    def faults(self, setup: Setup) -> tuple[Fault, ...]:
        """Why it could not have come about."""
        return faults.faults(setup)

    def position(self, state: State) -> dict[str, Any]:
        """The state as JSON, hands left out."""
        return position.write(state)

    def hand(self, state: State, seat: Seat) -> tuple[str, ...] | None:
        """The labels of a hand that is known whole."""
        return None if state.hidden[seat] != 0 else tuple(map(label, cards_of(state.hands[seat])))

    def under(self, state: State, what: str) -> tuple[Lying, ...]:
        """The piece, and what lies under it."""
        return under(state, what)

    def prompt(self, state: State) -> dict[str, Any]:
        """The seats that may move, and the phase that comes next."""
        return {"seats": list(self.actors(state)), "phase": state.phase}

    def extras(self, state: State) -> dict[str, Any]:
        """In TeamPlay the totals of the teams, those of seats 0 and 2 first."""
        return {"teams": list(scoring.team_totals(state))} if state.options.teams else {}
