"""A game as a state that can be stepped, as OpenSpiel has it: legal actions, chance, returns, a vector for each seat.

Action n is the n-th of the legal moves, in the order in which the engine lists them. `PASS` lets an optional move be,
such as a reaction. Everything is seeded and can be pickled. What no player chooses, such as whether a stone stands, is
a chance node.
"""

from __future__ import annotations

import copy
import random
from operator import index
from typing import TYPE_CHECKING, Any, Final

from engine.core import TABLE
from engine.games import find_game, games
from engine.options import read_options
from service.agents.encoding import encoding

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from engine.core import Game, Move

SLOTS: Final = 1024
"""How many actions there are; 5,000 random games of every rule set list 585 moves at most."""
PASS: Final = SLOTS - 1
"""The action that lets an optional move be."""
CHANCE: Final = -1
TERMINAL: Final = -4
"""The numbers that OpenSpiel has for a chance node and for the end."""


class TooManyMoves(RuntimeError):  # noqa: N818 - the name says the state
    """A position with more legal moves than there are actions; the message is one line."""


class Playing:
    """One game being played: its state, who is asked now, and what they may do."""

    def __init__(self, game: str, options: Mapping[str, Any] | None = None, seed: int = 0) -> None:
        """A game by its name; `options` are house rules, as the API takes them. Raises what the engine raises."""
        self.name: Final = find_game(game).name
        self.options = read_options(self._game.options_type, dict(options or {}))
        self.chance = random.Random(seed)
        self.state: Any = self._game.start(self.options, seed)
        self._passed: frozenset[int] = frozenset()
        self._ask()

    @property
    def _game(self) -> Game[Any, Any]:
        return games()[self.name]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.options.players)

    def current_player(self) -> int:
        """The seat that is asked, `CHANCE` or `TERMINAL`."""
        return self._player

    def is_terminal(self) -> bool:
        """Whether the game is over, or nobody can move."""
        return self._player == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether no player chooses what comes next."""
        return self._player == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each action of a chance node with its probability."""
        whole = sum(self._weights)
        return [(n, weight / whole) for n, weight in enumerate(self._weights)]

    def legal_actions(self) -> list[int]:
        """The actions that may be taken now, lowest first."""
        actions = list(range(len(self._moves)))
        return [*actions, PASS] if self._may_pass else actions

    def is_legal(self, action: int) -> bool:
        """Whether an action is one of `legal_actions`: a whole number, Python's or NumPy's, and no truth value."""
        try:
            number = -1 if isinstance(action, bool) else index(action)
        except TypeError:
            return False
        return 0 <= number < len(self._moves) or (number == PASS and self._may_pass)

    def move_of(self, action: int) -> Move | None:
        """The move that an action stands for now; None for `PASS`. Raises `ValueError` where it is not legal."""
        if not self.is_legal(action):
            raise ValueError(f"action {action} is not legal: take one of 0 … {len(self._moves) - 1}")
        return None if action == PASS else self._moves[action]

    @property
    def moves(self) -> Sequence[Move]:
        """The legal moves of the seat that is asked; action n is the n-th of them."""
        return self._moves

    @property
    def may_pass(self) -> bool:
        """Whether `PASS` is legal now."""
        return self._may_pass

    def apply_action(self, action: int) -> None:
        """Takes an action of `legal_actions`. Raises `ValueError` for any other."""
        move = self.move_of(action)
        if move is None:
            self._passed |= {self._actor}
        else:
            self.state = self._game.play(self.state, self._actor, move)
            self._passed = frozenset()
        self._ask()

    def apply_chance(self) -> None:
        """Draws an outcome of a chance node from the seeded dice."""
        self.apply_action(self.chance.choices(range(len(self._weights)), self._weights)[0])

    def returns(self) -> list[float]:
        """1 for who has won, -1 for the others; 0 for all while nobody has won."""
        won = self._game.winners(self.state)
        return [0.0 if not won else 1.0 if seat in won else -1.0 for seat in range(self.players)]

    def scores(self) -> list[int]:
        """The points of every seat."""
        return [score.total for score in self._game.score(self.state)]

    def observation(self, seat: int) -> NDArray[np.int16]:
        """What a seat may know, as `service.agents.encoding` has it."""
        return encoding(self.name).encode(self._game.view(self.state, seat), seat)

    def action_to_string(self, action: int) -> str:
        """The move that an action stands for now, in notation; `pass` for `PASS`. Raises `ValueError` for others."""
        move = self.move_of(action)
        return "pass" if move is None else str(move)

    def child(self, action: int) -> Playing:
        """A copy in which an action was taken; this one stays as it is."""
        twin = self.clone()
        twin.apply_action(action)
        return twin

    def clone(self) -> Playing:
        """A copy that goes its own way, with dice of its own in the same state."""
        return copy.deepcopy(self)

    def __deepcopy__(self, _memo: dict[int, Any]) -> Playing:
        twin = copy.copy(self)
        twin.chance = random.Random()
        twin.chance.setstate(self.chance.getstate())
        return twin

    def __str__(self) -> str:
        """The table, drawn for a terminal."""
        return str(self.state)

    def _ask(self) -> None:
        """Finds who is asked now. Optional moves come before that of the seat in turn, which ends the wait."""
        game, state = self._game, self.state
        self._moves: Sequence[Move] = ()
        self._weights: tuple[float, ...] = ()
        self._may_pass, self._player, self._actor = False, TERMINAL, TERMINAL
        actors = game.actors(state)
        turn = getattr(state, "turn", None)
        if len(actors) > 1 and turn in actors:
            actors = (*(seat for seat in actors if seat != turn and seat not in self._passed), turn)
        for seat in actors:
            odds = game.odds(state, seat)
            moves = tuple(odds) or game.moves(state, seat)
            if not moves:
                continue
            if len(moves) > PASS:
                raise TooManyMoves(f"{len(moves)} legal moves, but there are only {PASS} actions")
            self._moves, self._weights, self._actor = moves, tuple(odds.values()), seat
            if seat == TABLE and not odds:
                self._weights = (1.0,) * len(moves)
            self._player = CHANCE if self._weights else seat
            self._may_pass = len(actors) > 1 and seat != turn and turn in actors
            return
