"""What kept looks say, in hindsight, of the plays since a known state: each look is weighed once, all count together.

A live table is decided from its newest look. A dispute has time: it takes `step` over the looks from after a play, and
drops the decisions. A look that nothing explains speaks for and against nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, log
from typing import TYPE_CHECKING, Any

from vision.tracking.belief import Belief
from vision.tracking.hypothesis import spot_of
from vision.tracking.step import step

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Sequence

    from engine.core import Verdict
    from vision.tracking.evidence import Evidence
    from vision.tracking.hypothesis import Play
    from vision.tracking.step import Model


@dataclass(frozen=True, slots=True)
class History:
    """Plays since a known state, and the engine's state after those that are lawful.

    `refused` is the verdict on the last play, where the rules refuse it. `weight` is the log weight of the plays and of
    every look so far, in nats.
    """

    state: Any
    plays: tuple[Play, ...] = ()
    refused: Verdict | None = None
    weight: float = 0.0

    @property
    def lawful(self) -> tuple[Play, ...]:
        """The plays without the one that the rules refuse."""
        return self.plays if self.refused is None else self.plays[:-1]

    @property
    def outcome(self) -> Any:
        """Where it leads: histories with one outcome are one."""
        return self.state, None if self.refused is None else spot_of(self.plays[-1])


@dataclass(frozen=True, slots=True)
class Hindsight:
    """The histories since the state `start`, likeliest first, after some looks.

    `unexplained` is the log weight of none of them being so, in nats.
    """

    start: Any
    histories: tuple[History, ...] = ()
    unexplained: float = 0.0

    def share(self, chosen: Callable[[History], bool]) -> float:
        """The share of the mass (0 … 1) of the histories that are chosen."""
        top = max([self.unexplained, *(each.weight for each in self.histories)])
        whole = exp(self.unexplained - top) + sum(exp(each.weight - top) for each in self.histories)
        return sum(exp(each.weight - top) for each in self.histories if chosen(each)) / whole

    def share_of(self, some: Container[History]) -> float:
        """The share of the mass of some histories."""
        return self.share(some.__contains__)

    def looked(
        self, model: Model, evidence: Evidence, *, played: bool = False, supposed: Sequence[History] = ()
    ) -> Hindsight:
        """The same after one look more; `played` is whether more may have been played since the last one.

        Histories that are `supposed` are weighed in any case: what leaves little to see is found by nobody who looks.
        """
        shown = _shown(model, self.start, evidence)
        shown += [history for each in supposed if (history := _supposed(model, each, evidence)) is not None]
        unexplained = self.unexplained + model.unexplained
        known = {each.outcome: each.weight for each in self.histories}
        found = [replace(each, weight=each.weight + model.unexplained) for each in self.histories]
        for each in shown:
            before = known.get(each.outcome, self.unexplained)
            if played:
                before = max([before, *(other.weight for other in self.histories if _goes_on(each, other))])
            found.append(replace(each, weight=before + each.weight))
        return replace(self, histories=_likeliest(model, found), unexplained=unexplained)


def _shown(model: Model, start: Any, evidence: Evidence) -> list[History]:
    """What a look by itself shows to have been played since a state."""
    posterior = step(model, Belief((start,)), evidence).posterior
    pairs = [(each, mass) for each, mass in posterior.pairs if mass > 0.0]
    return [
        History(each.state, each.plays, each.refused, model.unexplained + log(mass / posterior.unexplained))
        for each, mass in pairs
    ]


def _supposed(model: Model, history: History, evidence: Evidence) -> History | None:
    """A history by how well its state alone explains a look; None where it does not at all."""
    posterior = step(model, Belief((history.state,)), evidence).posterior
    fit = posterior.share(lambda each: not each.plays)
    if fit <= 0.0:
        return None
    prior = model.beam.one_more * len(history.plays)
    return replace(history, weight=prior + model.unexplained + log(fit / posterior.unexplained))


def _goes_on(after: History, before: History) -> bool:
    """Whether a history begins with all plays of another one."""
    return after.plays[: len(before.plays)] == before.plays


def _likeliest(model: Model, found: Iterable[History]) -> tuple[History, ...]:
    """Each outcome once, as it is likeliest. What is far less likely than the best is given up."""
    once: dict[Any, History] = {}
    for each in found:
        if each.outcome not in once or once[each.outcome].weight < each.weight:
            once[each.outcome] = each
    ranked = sorted(once.values(), key=lambda each: (-each.weight, len(each.plays)))
    return tuple(each for each in ranked if each.weight >= ranked[0].weight + model.beam.margin)
