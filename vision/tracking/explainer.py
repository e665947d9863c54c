"""How states explain a look: the plays that lead from each to the table, with their weights. Each is asked for once."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import exp, log
from typing import TYPE_CHECKING, Any

from engine.core import TABLE
from vision.games.model import Explained, observation_model
from vision.tracking.hypothesis import is_lawful, spot_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vision.games.model import Budget, Line
    from vision.games.reading import Misread, TableReading
    from vision.tracking.belief import Belief
    from vision.tracking.evidence import Evidence
    from vision.tracking.step import Model


class Explainer:
    """Explains one look from any state."""

    def __init__(self, model: Model, belief: Belief, evidence: Evidence, budget: Budget) -> None:
        self.rules, self.options, self.settings = model.rules, model.options, model.beam
        self.belief, self.evidence = belief, evidence
        self.budget = budget
        self._observation = observation_model(self.rules.name)
        self._readings: dict[Any, TableReading[Any]] = {}
        self._explanations: dict[tuple[Any, int], Explained] = {}

    @property
    def weight_tells_rest(self) -> bool:
        """Whether a small weight tells that something is left to explain."""
        return self._observation.weight_tells_rest

    def reading(self, state: Any) -> TableReading[Any]:
        """The table reading if the game is in a state."""
        if state not in self._readings:
            self.budget.spend(self._observation.reading_steps)
            self._readings[state] = self.evidence.read(state)
        return self._readings[state]

    def log_likelihood(self, state: Any) -> float | None:
        """The log likelihood of the table given a state alone; None where the table cannot be read."""
        explanations = self.of(state, 0)
        weight = max((explanation.weight for explanation in explanations if not explanation.plays), default=0.0)
        return log(weight) if weight > 0.0 else None

    def plies(self, state: Any) -> int:
        """So many plays are thought of at once: one at a time where a state leaves much unexplained."""
        rest = self.log_likelihood(state)
        return 1 if rest is not None and rest < self.settings.margin else self.settings.plies

    def of(self, state: Any, plies: int) -> Sequence[Line]:
        """The explanations of the table from a state by so many plays, with their weights."""
        if (state, plies) not in self._explanations:
            self._explanations[state, plies] = self._explained(state, plies)
        return self._explanations[state, plies].lines

    def unexplored(self, state: Any, plies: int) -> float:
        """The most weight of an explanation from a state that the budget did not reach."""
        explained = self._explanations.get((state, plies))
        return 0.0 if explained is None else explained.unexplored

    def _explained(self, state: Any, plies: int) -> Explained:
        reading = self.reading(state)
        if reading.trouble:
            return Explained()
        # What lies there against the rules takes plies of its own.
        plies += len(self.belief.standing)
        explained = self._observation.explain(state, reading.seen, plies, self.budget)
        found = [made for each in explained.lines for made in self._until_refused(state, each)]
        more = len(self.misread(state)) - len(self.misread(self.belief.state))
        share = self.settings.misread**more
        found = [replace(each, weight=each.weight * share) for each in found]
        found = [made for each in found for made in self._beside_standing(state, each)]
        return replace(explained, lines=tuple(self._begun_by_the_first(state, found)))

    def _until_refused(self, state: Any, explanation: Line) -> Iterator[Line]:
        """An explanation up to the play that the rules refuse. What came after it is for later looks to tell. A false
        play that the game went on from ends nothing: what came after it was laid beside it."""
        plays = explanation.plays
        if explanation.illegal is None or is_lawful(self.rules, state, plays[:-1]):
            yield explanation
            return
        count = next(n for n in range(1, len(plays)) if not is_lawful(self.rules, state, plays[:n]))
        if spot_of(plays[count - 1]) not in self.belief.standing:
            yield replace(explanation, plays=plays[:count])
        elif is_lawful(self.rules, state, beside := (*plays[: count - 1], *plays[count:])):
            yield replace(explanation, plays=beside, illegal=None)

    def _beside_standing(self, state: Any, explanation: Line) -> Iterator[Line]:
        """An explanation without false plays: what those laid that were told, or that the game went on from, lies there
        still. Where such a piece would be lawful by now, somebody may have taken it back and laid it anew."""
        lying = self.belief.standing if explanation.illegal else self.belief.alarmed
        others = tuple(play for play in explanation.plays if spot_of(play) not in lying)
        if others == explanation.plays:
            yield explanation
            return
        refused = explanation.illegal if explanation.plays[-1] in others[-1:] else None
        if is_lawful(self.rules, state, others if refused is None else others[:-1]):
            yield replace(explanation, plays=others, illegal=refused)
        if explanation.illegal is None:
            yield replace(explanation, weight=explanation.weight * exp(self.settings.take_back))

    def misread(self, state: Any) -> list[Misread]:
        """What plays in doubt laid and reads as something else, if the game is in a state. What people stood by since
        it reads so is not doubted for that."""
        return [each for each in self.reading(state).misread if each.known not in self._undoubted]

    @cached_property
    def _undoubted(self) -> frozenset[str]:
        """The pieces that are what the record says, however they read."""
        settled = self.belief.record[: self.belief.first_in_doubt]
        return self.belief.known_misread.union(piece for _, move in settled for piece in move.pieces)

    def _begun_by_the_first(self, state: Any, explanations: Sequence[Line]) -> Sequence[Line]:
        """Before anybody has moved nothing tells the seats apart: whoever begins is called as in the record, else the
        lowest that may."""
        if state != self.rules.start(self.options):
            return explanations
        began = [seat for explanation in explanations for seat, _ in explanation.plays[:1] if seat != TABLE]
        known = [seat for seat, _ in self.belief.record[:1] if state == self.belief.states[0] and seat in began]
        first = min(known or began, default=TABLE)
        kept = [explanation for explanation in explanations if not self._only_renamed(state, explanation, first)]
        return kept or explanations

    def _only_renamed(self, state: Any, explanation: Line, first: int) -> bool:
        """Whether the first seat could have begun so as well, and the others would then go on as here."""
        if not explanation.plays or explanation.plays[0][0] in (TABLE, first):
            return False
        seat, move = explanation.plays[0]
        return self.rules.judge(state, first, move).legal and self._next_actors(state, seat, move) == self._next_actors(
            state, first, move
        )

    def _next_actors(self, state: Any, seat: int, move: Any) -> set[int]:
        """Who may move after a move, counted from its seat."""
        after = self.rules.play(state, seat, move)
        return {(actor - seat) % self.options.players for actor in self.rules.actors(after)}
