"""What kept looks say, in hindsight, of the plays since a known state: each look is weighed once, all count together.

A live table is decided from its newest look. A dispute has time: it takes `step` over the looks from after a play, and
drops the decisions. A look that nothing explains speaks for and against nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, log
from sys import float_info
from typing import TYPE_CHECKING, Any

import numpy as np

from vision.tracking.belief import Belief
from vision.tracking.hypothesis import Hypothesis, likeliest_of_each
from vision.tracking.step import Model, step

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vision.tracking.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Hindsight:
    """The hypotheses since the state `start`, likeliest first, after some looks. They keep nothing of a record.
    `unexplained` is the log weight of none of them being so, in nats."""

    start: Any
    hypotheses: tuple[Hypothesis, ...] = ()
    unexplained: float = 0.0

    def share(self, chosen: Callable[[Hypothesis], bool]) -> float:
        """The share of the mass (0 … 1) of the hypotheses that are chosen."""
        whole = np.logaddexp.reduce([self.unexplained, *(each.weight for each in self.hypotheses)])
        return sum((exp(each.weight - whole) for each in self.hypotheses if chosen(each)), 0.0)

    def looked(
        self, model: Model, evidence: Evidence, *, played: bool = False, proposed: Sequence[Hypothesis] = ()
    ) -> Hindsight:
        """The same after one look more; `played` is whether more may have been played since the last one. Hypotheses
        that are `proposed` are weighed in any case. No search finds what leaves little to see."""
        shown = _shown(model, self.start, evidence)
        for each in proposed:
            alone = (one.weight for one in _shown(model, each.state, evidence) if not one.plays)
            shown += [replace(each, weight=model.beam.one_more * len(each.plays) + weight) for weight in alone]
        unexplained = self.unexplained + model.unexplained
        known = {each.outcome: each.weight for each in self.hypotheses}
        found = [replace(each, weight=each.weight + model.unexplained) for each in self.hypotheses]
        for each in shown:
            before = known.get(each.outcome, self.unexplained)
            if played:
                begun = (other for other in self.hypotheses if each.plays[: len(other.plays)] == other.plays)
                before = max([before, *(other.weight for other in begun)])
            found.append(replace(each, weight=before + each.weight))
        ranked = likeliest_of_each(found, lambda each: each.outcome)
        # What is far less likely than the best is given up.
        kept = tuple(each for each in ranked if each.weight >= ranked[0].weight + model.beam.margin)
        return replace(self, hypotheses=kept, unexplained=unexplained)


def _shown(model: Model, start: Any, evidence: Evidence) -> list[Hypothesis]:
    """What a look by itself shows to have been played since a state, each beside what nothing explains."""
    posterior = step(model, Belief((start,)), evidence).posterior
    pairs = [(each, mass) for each, mass in posterior.pairs if mass > 0.0]
    none = max(posterior.unexplained, float_info.min)
    return [replace(each, weight=model.unexplained + log(mass / none)) for each, mass in pairs]
