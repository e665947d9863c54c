"""One step of the belief: what a look says of the game, as a pure function of frozen values."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from math import inf, log
from typing import TYPE_CHECKING, Any

from engine.core import TABLE
from vision.games.model import Budget, observation_model
from vision.tracking.beam import Beam
from vision.tracking.belief import Belief, Pending
from vision.tracking.decision import Alarm, Ask, Commit, Decision, Explanation, Lost, Nothing
from vision.tracking.difference import Difference, difference
from vision.tracking.hypothesis import by_seats_further, is_lawful, spot_of, states_through
from vision.tracking.numbers import BEAM, POLICY, SHOWN, BeamSettings, Policy
from vision.tracking.policy import Chooser
from vision.tracking.turns import Turns, by_others

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.games import AnyGame
    from engine.options import Options
    from vision.games.reading import TableReading
    from vision.tracking.evidence import Evidence
    from vision.tracking.hypothesis import Play, Posterior


@dataclass(frozen=True, slots=True)
class Model:
    """The game that is tracked, its house rules, and the numbers that tables are tracked with."""

    rules: AnyGame
    options: Options
    beam: BeamSettings = BEAM
    policy: Policy = POLICY

    @property
    def unexplained(self) -> float:
        """The log weight of a table that no hypothesis explains, in nats."""
        return log(observation_model(self.rules.name).unexplained)


@dataclass(frozen=True, slots=True)
class Step:
    """The belief after a look, the decision, and the posterior that it rests on. `turns` is how sure it is whose turn
    it is once what was decided is written down."""

    belief: Belief
    decision: Decision
    posterior: Posterior
    turns: Turns


def step(model: Model, belief: Belief, evidence: Evidence) -> Step:
    """The belief and the decision after one look."""
    budget = Budget(model.beam.steps)
    if belief.confirmed:
        misread = (each.known for each in evidence.read(belief.state).misread)
        belief = replace(belief, known_misread=belief.known_misread.union(misread), confirmed=False)
    glimpsed = _glimpsed_plays(model, belief, evidence, budget)
    if glimpsed is not None:
        return glimpsed
    beam = Beam(model, belief, evidence, budget)
    posterior = beam.weigh(model.unexplained)
    chooser = Chooser(belief, evidence, posterior, model.policy)
    pending, decision = chooser.decide()
    if isinstance(decision, Lost):
        decision = replace(decision, difference=_difference(model, belief, evidence, posterior.reading))
    at_rest = isinstance(decision, Nothing)
    alarmed = belief.alarmed
    if isinstance(decision, Alarm):
        alarmed |= {spot_of(decision.explanation.plays[-1])}
    hypotheses = beam.at_rest() if at_rest else beam.kept(posterior)
    priors = {} if at_rest else beam.priors(hypotheses)
    rests = _rests(belief, posterior, decision)
    doubted_since = chooser.record_doubted_since(decision)
    pending = replace(pending, picture=evidence.picture, looked=evidence.time, doubted_since=doubted_since)
    after = replace(
        belief,
        hypotheses=hypotheses,
        alarmed=alarmed,
        pending=pending,
        rest_log_likelihood=beam.record_log_likelihood() if rests else beam.rest_log_likelihood,
        priors=priors,
    )
    turns = belief.turns
    if isinstance(decision, Commit):
        turns, instead = _whose(model, belief, evidence, posterior, decision.explanation.plays)
        decision = replace(decision, instead=instead)
    return Step(after, decision, posterior, turns)


def _difference(model: Model, belief: Belief, evidence: Evidence, reading: TableReading[Any]) -> Difference | None:
    """How the table differs from the record; None where no piece has a place that the game could go on from."""
    if reading.trouble and not reading.cells:
        return None
    known, piles = model.rules.position(belief.state), observation_model(model.rules.name).piles
    return difference(known, reading.position, evidence.clutter(reading), piles)


def _whose(
    model: Model, belief: Belief, evidence: Evidence, posterior: Posterior, plays: Sequence[Play]
) -> tuple[Turns, tuple[Explanation, ...]]:
    """How sure it is whose turn it is after plays, and the same plays by others, where it is asked who made them. Where
    turns may have passed unseen, that is asked once, of plays that score: nobody else can tell."""
    players = model.options.players

    def by_hands(further: int) -> float:
        return evidence.hand_log_likelihood(
            by_seats_further(plays, further, players), evidence.entries, evidence.seating
        )

    share, others = by_others(posterior, len(belief.record), plays)
    hands = max((by_hands(further) for further in range(1, players)), default=by_hands(0)) - by_hands(0)
    turns = belief.turns.played(share, hands)
    instead = _begun_by_others(model, belief, evidence, plays)
    if instead or not others or turns.asked or turns.doubt <= 1.0 - model.policy.sure:
        return turns, instead
    after = states_through(model.rules, belief.state, plays)[-1]
    before, now = ([each.total for each in model.rules.score(state)] for state in (belief.state, after))
    if before == now:
        return turns, ()
    shown = islice(others.items(), SHOWN)
    return replace(turns, asked=True), tuple(Explanation(made, turns.doubt * likely) for made, likely in shown)


def _begun_by_others(
    model: Model, belief: Belief, evidence: Evidence, plays: Sequence[Play]
) -> tuple[Explanation, ...]:
    """The first play of a seat by the others that might have made it, where no hand was seen."""
    players, begun = model.options.players, any(seat != TABLE for seat, _ in belief.record)
    if begun or evidence.entries or all(seat == TABLE for seat, _ in plays):
        return ()
    others = (by_seats_further(plays, further, players) for further in range(1, players))
    return tuple(Explanation(made, 1.0 / players) for made in others if is_lawful(model.rules, belief.state, made))


def _rests(belief: Belief, posterior: Posterior, decision: Decision) -> bool:
    """Whether the table is as the record has it, or is asked about though that is the likeliest."""
    if isinstance(decision, Nothing):
        return True
    best = posterior.hypotheses[0] if posterior.hypotheses else None
    return isinstance(decision, Ask) and best is not None and not best.plays and best.kept == len(belief.record)


def _glimpsed_plays(model: Model, belief: Belief, evidence: Evidence, budget: Budget) -> Step | None:
    """The plays that led to what was glimpsed since the last look, where that is certain. What was played after them,
    and whose hands those were, is for the next look to tell. What nothing explains may lie there as well: what was
    glimpsed is seen once, and not forgotten for that."""
    reading = evidence.read(belief.state)
    for seen in reading.glimpsed:
        glimpsed = replace(reading, seen=seen, glimpsed=())
        bare = replace(evidence, read=_always(glimpsed), entries=(), guesses=frozenset(), clear=True)
        alone = replace(belief, hypotheses=(), pending=Pending())
        posterior = Beam(model, alone, bare, budget).weigh(-inf)
        _, decision = Chooser(alone, bare, posterior, replace(model.policy, at_once=model.policy.sure)).decide()
        if isinstance(decision, Commit):
            then = replace(belief, pending=Pending(doubted_since=belief.pending.doubted_since))
            return Step(then, replace(decision, explains_all=False), posterior, belief.turns)
    return None


def _always(reading: TableReading[Any]) -> Callable[[Any], TableReading[Any]]:
    """The same reading whatever the state."""
    return lambda _: reading
