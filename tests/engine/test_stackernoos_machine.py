"""Whole random games, move by move, and what holds after every one of them."""

from __future__ import annotations

import json
from itertools import pairwise

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from stackernoos_table import GAME, options

from engine.core import TABLE, Setup
from engine.games.stackernoos import tiles
from engine.games.stackernoos.moves import OutOfRoom

HOUSES = st.fixed_dictionaries(
    {
        "players": st.integers(2, 5),
        "hand_size": st.integers(1, 10),
        "scoring": st.booleans(),
        "stack_before_min_run": st.booleans(),
        "min_run_before_cap": st.sampled_from([1, 3, 7]),
        "branch_min_before_cap": st.sampled_from([1, 7]),
        "out_of_room": st.sampled_from(["declared_by_players", [-10, -4, 11, 4]]),
        "multi_event_value": st.sampled_from(["each_event", "tile_value_once"]),
        "bridge_value": st.sampled_from(["full_tiles", "touching_halves"]),
        "play_after_draw": st.sampled_from(["drawn_only", "any_tile"]),
        "no_double_start": st.sampled_from(["draw_until_double", "redeal"]),
    }
)


class WholeGame(RuleBasedStateMachine):
    """Plays with all hands known; `earned` is kept apart from the scores of the state."""

    @initialize(house=HOUSES, seed=st.integers(0, 2**32))
    def deal(self, house, seed):
        self.options = options(**house)
        self.state = GAME.start(self.options, seed)
        self.earned = [0] * house["players"]
        self.roots = set()

    @precondition(lambda self: GAME.actors(self.state))
    @rule(data=st.data())
    def play(self, data):
        (seat,) = GAME.actors(self.state)
        moves = GAME.moves(self.state, seat)
        assert moves, "somebody in turn always has a move"
        kind = data.draw(st.sampled_from(sorted({type(move).__name__ for move in moves})))
        move = data.draw(st.sampled_from([move for move in moves if type(move).__name__ == kind]))
        verdict = GAME.judge(self.state, seat, move)
        assert verdict.legal
        before = self.state
        self.state = GAME.apply(before, seat, move)
        self.earned[seat] += verdict.points
        if self.state.turn == seat and self.state.drawn is None and kind not in ("Start", "Draw"):
            assert self.state.extra_turns or len(self.state.hands) == 1 or self.state.over

    @precondition(lambda self: self.state.started and self.options.bounds is None and GAME.actors(self.state))
    @rule(data=st.data())
    def close(self, data):
        move = OutOfRoom(data.draw(st.sampled_from(sorted(self.state.table.shape.ends))))
        if GAME.judge(self.state, TABLE, move).legal:
            self.state = GAME.apply(self.state, TABLE, move)

    @precondition(lambda self: not GAME.actors(self.state))
    @rule()
    def over(self):
        assert GAME.winners(self.state)
        assert all(not GAME.moves(self.state, seat) for seat in range(self.options.players))

    @invariant()
    def no_tile_is_lost(self):
        if not hasattr(self, "state"):
            return
        state = self.state
        held = [*state.hands, *(state.pile or ()), state.drawn or 0, state.table.shape.tiles]
        assert sum(held) == tiles.whole_set(self.options.max_pip)
        assert [hand.bit_count() for hand in state.hands] == list(state.sizes)
        assert len(state.pile) == state.boneyard

    @invariant()
    def points_are_what_was_earned(self):
        if hasattr(self, "state"):
            assert [score.total for score in GAME.score(self.state)] == self.earned

    @invariant()
    def roots_stay_and_lie_apart(self):
        if not hasattr(self, "state"):
            return
        shape = self.state.table.shape
        assert self.roots <= set(shape.roots), "Theorem 3: roots are never destroyed"
        self.roots = set(shape.roots)
        run = sorted(x for (x, y), root in shape.roots.items() if y == 0 and root.axis == "e")
        assert all(right - left >= 3 for left, right in pairwise(run))
        spans = {(m.a, m.b) for m in self.state.table.laid if type(m).__name__ == "Span" and m.z == 1 and m.y == 0}
        assert all(a == b for a, b in spans), "Theorem 2: a span on the table is a double"

    @invariant()
    def the_position_is_one_without_faults(self):
        if not hasattr(self, "state") or not self.state.started:
            return
        position = json.loads(json.dumps(GAME.position(self.state)))
        setup = Setup(self.options, position, self.state.turn)
        assert GAME.faults(setup) == ()
        assert GAME.state(setup).table.shape.places == self.state.table.shape.places


TestWholeGame = WholeGame.TestCase
TestWholeGame.settings = settings(max_examples=25, stateful_step_count=60, suppress_health_check=list(HealthCheck))
