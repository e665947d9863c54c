"""How a known state became what is seen: hypotheses of one or two moves, legal and not, with their likelihoods.

A hypothesis is as likely as its outcomes are common and as its last state fits what is seen. What only people see, a
lean, a touch, who knocked a stack over, stays open between the hypotheses that the tokens allow. Every hypothesis
begins, without a ply, with what only the table knows: where the marker starts and which tiles were turned up.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from engine.core import TABLE
from engine.games.stones import move as kinds
from engine.games.stones.judgement import judge
from engine.games.stones.listing import COMMON, RARER, actors, moves
from engine.games.stones.state import NOWHERE
from engine.games.stones.turn import play
from vision.games.model import STATE, Budget, Frontier, Line, ObservationModel, is_likelihood, ranked
from vision.games.stones.model.candidates import falls_between, forbidden, likely
from vision.games.stones.model.likelihood import MISREAD, table_likelihood
from vision.games.stones.model.reading import RATHER, best

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Verdict
    from engine.games.stones.state import State
    from vision.games.model import Explained
    from vision.games.stones.model.reading import SeenTable

NEXT: Final = 0.3
"""How often one more move is played before anybody looks again."""
AGAINST_THE_RULES: Final = {"size_not_on_tile": 0.03, "river_not_empty": 0.0005}
RARELY: Final = 0.005
"""How often people do what the rules refuse, by the name of the refusal, beside what they allow."""
SURE: Final = 0.9
"""A tile that is read less surely is not told to have been turned up."""
LIKELIHOODS: Final = frozenset({"apart", "ways", "there"})
"""What a position of a followed table says that one by hand does not."""


class Hypothesis(NamedTuple):
    """Plays from the known state, where they lead, how likely people make them, and the first refusal among them."""

    plays: tuple[tuple[int, kinds.StonesMove], ...]
    state: State
    prior: float
    illegal: Verdict | None = None


def _begun_at(state: State, seen: SeenTable) -> list[int]:
    """Where else than it is seen the marker may have started, if nobody has seen that: where a stone was put up."""
    if state.marker != NOWHERE or seen.marker is None:
        return []
    grown = (at for at, contents in enumerate(seen.contents) if len(best(contents)) > len(state.stacks[at]))
    return [at for at in grown if at != seen.marker]


def _revealed(state: State, seen: SeenTable, marker: int | None) -> Hypothesis:
    """What lies open already, told by the table: where the marker starts, what was turned up."""
    open_moves: list[kinds.StonesMove] = []
    if state.marker == NOWHERE and marker is not None:
        open_moves.append(kinds.Marker(marker))
    known = {tile for tile in state.display if tile is not None}
    turned_up = (guess for guess, there in seen.display if there is None)
    fresh = {best(guess) for guess in turned_up if max(guess.values(), default=0.0) >= SURE}
    open_moves += map(kinds.Turn, sorted(fresh - known))
    plays: list[tuple[int, kinds.StonesMove]] = []
    for move in open_moves:
        if judge(state, TABLE, move).legal:
            state = play(state, TABLE, move)
            plays.append((TABLE, move))
    return Hypothesis(tuple(plays), state, 1.0)


def _further(hypothesis: Hypothesis, seen: SeenTable) -> Iterator[Hypothesis]:
    """Every hypothesis with one more legal move of which the reading has a trace. It may be one that the rules
    refuse but a hand can do, too, unless one is among them already."""
    plays, state, prior, illegal = hypothesis
    moved = any(not isinstance(move, kinds.Turn | kinds.Marker) for _, move in plays)
    acts = ((seat, move) for seat in actors(state) for move in likely(state, seen, moves(state, seat), moved))
    for seat, move in chain(acts, falls_between(state, seen)):
        likelihood = _prior(state, seat, move) * (NEXT if moved else 1.0)
        yield Hypothesis((*plays, (seat, move)), play(state, seat, move), prior * likelihood, illegal)
    for seat, move in forbidden(state, seen) if illegal is None else ():
        verdict = judge(state, seat, move)
        if verdict.legal or (moved and seat != state.turn):
            continue
        acting = state if isinstance(move, kinds.Exchange) else replace(state, turn=seat)
        # Hardly anybody takes a stone off a stack while the river has some.
        off_stack = isinstance(move, kinds.Take) and move.source is not None
        breach = AGAINST_THE_RULES.get("river_not_empty" if off_stack else verdict.name, RARELY)
        likelihood = breach * _prior(state, seat, move)
        yield Hypothesis((*plays, (seat, move)), play(acting, seat, move), prior * likelihood, verdict)


def _prior(state: State, seat: int, move: kinds.StonesMove) -> float:
    """How often a move is made, beside what is the usual next thing."""
    if isinstance(move, kinds.Take) and move.tile not in state.display:
        # Any tile of the display that nobody has read may be the one that is taken.
        return 1.0 / max(len(state.out_of_sight()), 1)
    if not isinstance(move, kinds.Place):
        return RARER if isinstance(move, kinds.Refresh) else 1.0
    # A fall while nobody places a stone is as rare as one more stack that falls.
    return COMMON[move.outcome] * float(RARER ** (len(move.stacks) + (seat == TABLE)))


class StonesModel(ObservationModel):
    """The stacks and what lies beside them, the display, and the counts of stones and tokens."""

    unexplained: ClassVar[float] = 1e-9
    weight_tells_rest: ClassVar[bool] = False  # whatever is not seen surely of stones and tokens takes its share

    def explain(self, state: State, seen: SeenTable, plies: int, budget: Budget) -> Explained:
        """How what is seen came about; what only people see stays open as far as the tokens leave it open. Among the
        lines is always that nothing happened."""
        start = _revealed(state, seen, seen.marker)
        found, begun = [start], [start, *(_revealed(state, seen, at) for at in _begun_at(state, seen))]
        frontier = Frontier(budget, lambda each: -each.prior, lambda left: NEXT * left.prior, begun)
        for _ in range(plies):
            for hypothesis in frontier.by_one_ply():
                after = list(_further(hypothesis, seen))
                budget.spend(STATE * len(after))
                frontier.open += after
            found += frontier.open
        if start.plays:
            found.append(Hypothesis((), state, MISREAD))  # what is read is not what was turned up
        lines = (Line(each.plays, each.prior * table_likelihood(each.state, seen), each.illegal) for each in found)
        return ranked(lines, frontier.unexplored)

    def surest(self, seen: Any) -> Any:
        """A tile that rather went lies there no more."""
        if not isinstance(seen, dict):
            return super().surest(seen)
        kept = {key: value for key, value in seen.items() if key not in LIKELIHOODS}
        if isinstance(display := seen.get("display"), list | tuple):
            kept["display"] = [tile for tile in display if not _went(tile)]
        return super().surest(kept)


def _went(tile: Any) -> bool:
    """Whether a tile of the display of a position rather lies there no more."""
    there = tile.get("there") if isinstance(tile, dict) else None
    return there is not None and is_likelihood(there) and there < RATHER


MODEL: Final = StonesModel()
