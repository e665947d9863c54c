"""The beam: hypotheses are extended by plays, weighed by what was seen, merged by state, and cut to a fixed number."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import chain, islice, takewhile
from math import exp, inf, log
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core import TABLE
from vision.tracking.explainer import Explainer
from vision.tracking.hypothesis import (
    Hypothesis,
    Posterior,
    is_lawful,
    labels_laid,
    laid_by,
    likeliest_of_each,
    spot_of,
    states_through,
)
from vision.tracking.seating import MISTIMED

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence

    from vision.games.model import Budget
    from vision.tracking.belief import Belief
    from vision.tracking.evidence import Evidence
    from vision.tracking.hypothesis import Play, Spot
    from vision.tracking.step import Model


class Beam:
    """One look's search. It is bounded in hypotheses, in plays and in steps of thought."""

    def __init__(self, model: Model, belief: Belief, evidence: Evidence, budget: Budget) -> None:
        self.rules, self.belief, self.evidence, self.settings = model.rules, belief, evidence, model.beam
        self.budget, self._explainer = budget, Explainer(model, belief, evidence, budget)
        self._unreached: list[tuple[float, float]] = []
        self._found: list[Hypothesis] = []
        self._expanded_states = {belief.state}
        self._record = Hypothesis(len(belief.record), (), belief.state)
        self._new = [each for each in belief.hypotheses if each.kept == self._record.kept]
        at_rest = belief.rest_log_likelihood
        self.rest_log_likelihood = self.record_log_likelihood() if at_rest is None else at_rest

    def weigh(self, unexplained: float) -> Posterior:
        """All hypotheses after this look; `unexplained` is the log weight (nats) of a table that none explains."""
        reading = self._explainer.reading(self.belief.state)
        attainable = self.rest_log_likelihood + reading.vagueness
        enough = self.settings.expand_below + attainable
        # A record that many plays may go on from leaves as much to the hypotheses beside it.
        with self.budget.halved(bool(self.belief.hypotheses)):
            self._found += self._extended(self._record)
        # The table alone may look certain where the hands deny it, or where another hypothesis has more weight.
        best = max((each.weight for each in self._found), default=-inf)
        departed = (each for each in self.belief.hypotheses if each.kept < self._record.kept)
        living = [still for each in departed if (still := self._unchanged(each)) is not None]
        living += self._record_read_otherwise()
        denied = any(each.weight > best for each in living)
        doubts_record = denied or self._explained < self.settings.trusted_from or best < self.settings.expand_below
        self._found += living
        likelier = [each for each in self.belief.hypotheses if self._is_likelier(each, best)]
        undone = self._record_taken_back() if doubts_record else ()
        others = self.belief.hypotheses if doubts_record else likelier
        for other in chain(others, *map(self._living_taken_back, likelier), undone):
            with self.budget.halved(True):
                self._found += self._extended(other, lived=True)
            if self.budget.is_spent:
                break
        before = -inf
        while before < self._explained < enough and not self.budget.is_spent:
            before = self._explained
            self._found += self._expanded_again()
        single = self._explainer.plies(self.belief.state) < self.settings.plies
        if single and self._explained < enough and not self.budget.is_spent:
            # What no lawful plays explain may be a false one with a lawful one after it, such as a take and a place.
            self._found += self._extended(self._record, self.settings.plies)
        merged = self._merged()
        if not merged:
            return Posterior((), 1.0, reading, self._explained)
        # What is strange now is as strange after the likeliest plays that may be written down.
        prior = max((each.prior + self._earlier_log_ratio(each) for each in self._new), default=0.0)
        none = unexplained + attainable + prior + self._arrival_and_hands(merged[0][0])
        more = self._unexplored(attainable) if self._explained < enough else -inf
        whole = np.logaddexp.reduce([*(mass for _, mass in merged), none, more])
        pairs = tuple((each, exp(mass - whole)) for each, mass in merged)
        left_over = self._explainer.weight_tells_rest and self._explained < enough
        return Posterior(pairs, exp(none - whole), reading, self._explained, exp(more - whole), left_over)

    def _is_likelier(self, living: Hypothesis, best: float) -> bool:
        """Whether earlier tables make a living hypothesis likelier than the `best` weight of what goes on from the
        record. No play of this look leads from there to one that departed from it, so the last table counts as well."""
        departed = living.kept < self._record.kept and _said(living) > best
        return departed or living.prior + self._earlier_log_ratio(living) > best

    def _unexplored(self, attainable: float) -> float:
        """The most log weight that plays may have which a late search did not come to. It is as if one more play after
        each hypothesis explained the table as well as is `attainable`. What searches of single states left counts."""
        rest = [prior + min(left, attainable) for prior, left in self._unreached]
        for each in islice(self._unexpanded(), self.settings.width if self.budget.is_spent else 0):
            more = self.settings.one_more * (len(each.plays) + 1)
            rest.append(each.prior + each.hand_log_likelihood + more + attainable)
        return float(np.logaddexp.reduce(rest))

    def kept(self, posterior: Posterior) -> tuple[Hypothesis, ...]:
        """The lawful hypotheses that live on, each with the prior of its plays; the record itself is not among them."""
        least = next((each.weight for each in posterior.hypotheses), 0.0) + self.settings.margin
        likely = takewhile(lambda each: each.weight >= least, posterior.hypotheses)
        living = (self._as_base(each) for each in likely if each.refused is None and each.plays)
        return tuple(islice((each for each in living if each is not None), self.settings.width))

    def at_rest(self) -> tuple[Hypothesis, ...]:
        """The living hypotheses after a look at a table that is the record's; those that it denies are gone."""
        living = []
        for each in self.belief.hypotheses:
            log_ratio, earlier = self._log_ratio(each.state), self._earlier_log_ratio(each)
            if log_ratio is not None and each.prior + earlier + log_ratio >= self.settings.margin:
                living.append(replace(each, log_ratio=log_ratio, earlier_log_ratio=earlier, done=None))
        return tuple(living)

    def priors(self, living: Sequence[Hypothesis]) -> dict[tuple[Play, ...], tuple[float, float | None]]:
        """The log prior (nats) of every beginning of new plays in the living hypotheses, with what earlier tables alone
        said of it. With it comes the log likelihood ratio of this table, None where that cannot be read. One that was
        not weighed by itself is at least as likely as what goes on from it."""
        new = [each for each in living if each.kept == self._record.kept]
        wanted = {begun for each in new for begun in each.beginnings if begun}
        priors = {
            begun: max(each.prior + each.earlier_log_ratio for each in new if each.plays[: len(begun)] == begun)
            for begun in wanted
        }
        for each in self._found:
            is_wanted = each.kept == self._record.kept and each.plays in priors and each.refused is None
            if is_wanted and (alone := self._as_base(each)) is not None:
                priors[each.plays] = max(priors[each.plays], alone.prior + alone.earlier_log_ratio)
        states = {begun: states_through(self.rules, self.belief.state, begun)[-1] for begun in priors}
        return {begun: (prior, self._log_ratio(states[begun])) for begun, prior in priors.items()}

    def record_log_likelihood(self) -> float:
        """The log likelihood of this table given the record, at most 0, in nats."""
        return min(self._explainer.log_likelihood(self.belief.state) or 0.0, 0.0)

    def _as_base(self, each: Hypothesis) -> Hypothesis | None:
        """A hypothesis with the prior of its plays alone, and with what this table says of it beside the record. No
        play makes it likelier than it was, though its table may be read otherwise than that before it."""
        log_likelihood, log_ratio = self._explainer.log_likelihood(each.state), self._log_ratio(each.state)
        if log_likelihood is None or log_ratio is None:
            return None
        prior = min(each.weight - each.hand_log_likelihood - each.earlier_log_ratio - log_likelihood, each.prior)
        return replace(each, prior=prior, log_ratio=log_ratio)

    def _unchanged(self, base: Hypothesis) -> Hypothesis | None:
        """A living hypothesis where nothing was played since; None where its table cannot be read."""
        log_likelihood = self._explainer.log_likelihood(base.state)
        if log_likelihood is None:
            return None
        earlier, hands = self._earlier_log_ratio(base), self._hand_log_likelihood(base, base.state)
        weight = base.prior + earlier + log_likelihood + hands
        return replace(base, earlier_log_ratio=earlier, weight=weight, hand_log_likelihood=hands)

    def _earlier_log_ratio(self, base: Hypothesis, now: float | None = None) -> float:
        """What earlier tables said of a living hypothesis beside the record and this one does not say again, in nats.
        `now` is the log likelihood ratio of this table, in nats, where that is not the hypothesis's own.

        What is still in sight is weighed with this table, and counts once. What is seen again counts as seen. What this
        table says of other things takes nothing of that away: a piece that lay there may have been taken back since.
        Where nothing changed, nothing was occluded: the same pieces were only read better.
        """
        if now is None:
            now = (self._log_ratio(base.state) or 0.0) if base.earlier_log_ratio or base.log_ratio else 0.0
        still = _shared(base.log_ratio, now)
        occluded = base.earlier_log_ratio + (base.log_ratio - still if self.evidence.stirred else 0.0)
        return occluded - _shared(occluded, now - still)

    def _log_ratio(self, state: Any) -> float | None:
        """The log likelihood ratio of the table, given a state, to that given the record's, in nats."""
        record, own = (self._log_likelihood(each) for each in (self.belief.state, state))
        return None if record is None or own is None else own - record

    def _log_likelihood(self, state: Any) -> float | None:
        """The log likelihood of the table given a state, with or without a play against the rules, in nats. Such a play
        leaves the state as it was, and may be taken back: what it explains speaks against no history. Where the rules
        allow somebody to lay the same there, that is a history of its own."""
        alone = self._explainer.log_likelihood(state)
        if alone is None or alone >= self.settings.expand_below:
            return alone
        found = self._explainer.of(state, 1)
        lawful = {spot_of(play) for each in found if each.illegal is None for play in each.plays}
        refused = (each for each in found if each.illegal is not None and len(each.plays) == 1)
        false_plays = [each.weight for each in refused if spot_of(each.plays[0]) not in lawful]
        return max([alone, *map(log, filter(None, false_plays))])

    @property
    def _explained(self) -> float:
        """How well the best lawful hypothesis explains the table, without what the hands say, in nats."""
        lawful = (each for each in self._found if each.refused is None)
        return max((each.weight - each.hand_log_likelihood for each in lawful), default=-inf)

    def _record_taken_back(self) -> Iterator[Hypothesis]:
        """The record without its last plays, which were taken back. What the table turned up goes back only with the
        play before it: nobody takes it back by itself."""
        record, states = self.belief.record, self.belief.states
        for at in range(len(record) - 1, max(self.belief.first_in_doubt, len(record) - self.settings.lag) - 1, -1):
            if record[at][0] != TABLE:
                yield Hypothesis(at, (), states[at], self.settings.take_back * (len(record) - at), back=True)

    def _record_read_otherwise(self) -> Iterator[Hypothesis]:
        """The record with another piece in the place of one that reads as that, and with all that was played since. The
        same hands made it. Many looks may have read the piece of an older play, so people alone put that right."""
        record, states, first = self.belief.record, self.belief.states, self.belief.first_in_doubt
        hands = self._arrival_and_hands(self._record)
        for misread in self._explainer.misread(self.belief.state):
            at = next((n for n in range(first, len(record)) if misread.known in record[n][1].pieces), None)
            if at is None or misread.other is None:
                continue
            (seat, move), *since = record[at:]
            other = self.rules.instead(move, misread.known, misread.other)
            if other is None or not is_lawful(self.rules, states[at], ((seat, other), *since)):
                continue
            plays = ((seat, other), *since)
            state = states_through(self.rules, states[at], plays)[-1]
            log_likelihood = self._explainer.log_likelihood(state)
            if log_likelihood is not None:
                prior = self.settings.take_back
                weight = prior + log_likelihood + hands
                yield Hypothesis(at, plays, state, prior, weight=weight, hand_log_likelihood=hands, back=bool(since))

    def _living_taken_back(self, living: Hypothesis) -> Iterator[Hypothesis]:
        """A living hypothesis without its last plays, which were seen and taken back before they were written down."""
        *states, _ = states_through(self.rules, self.belief.states[living.kept], living.plays)
        for count, before in enumerate(reversed(states), 1):
            prior = living.prior + self.settings.take_back * count + self._earlier_log_ratio(living)
            left = replace(living, plays=living.plays[:-count], state=before, prior=prior)
            left = replace(left, earlier_log_ratio=0.0, log_ratio=0.0)
            yield replace(left, done=(*living.handled, *reversed(living.plays[-count:])))

    def _expanded_again(self) -> Iterator[Hypothesis]:
        """The likeliest hypotheses so far, by more plays."""
        for each in islice(self._unexpanded(), self.settings.width):
            if self.budget.is_spent:
                return
            self._expanded_states.add(each.state)
            if (base := self._as_base(each)) is not None:
                yield from self._extended(base)

    def _unexpanded(self) -> Iterator[Hypothesis]:
        """The likeliest hypothesis of each state that was not gone on from yet, likeliest first."""
        seen = set[Any](self._expanded_states)
        for each in sorted(self._found, key=lambda one: -one.weight):
            if each.refused is None and each.plays and each.state not in seen:
                seen.add(each.state)
                yield each

    def _extended(self, base: Hypothesis, so_many: int | None = None, *, lived: bool = False) -> Iterator[Hypothesis]:
        """A hypothesis by nothing, by so many plays, and by a play against the rules, weighed. By default its state
        tells how many. The record goes on by one more where those explain too little. Of a hypothesis that `lived`
        before this look, earlier tables have said something."""
        plies = self._explainer.plies(base.state) if so_many is None else so_many
        explanations = self._explainer.of(base.state, plies)
        if so_many is None and plies > 1 and not base.plays and base.kept == self._record.kept:
            best = max((explanation.weight for explanation in explanations), default=0.0)
            if best < exp(self.settings.expand_below) and not self.budget.is_spent:
                plies += 1
                explanations = self._explainer.of(base.state, plies) or explanations
        left = self._explainer.unexplored(base.state, plies)
        again = self.belief.record[base.kept : base.kept + 1]
        before = self._earlier_log_ratio(base)
        if left > 0.0:
            self._unreached.append((base.prior + before, log(left)))
        self.budget.spend(len(explanations))
        is_new = not lived and base.kept == self._record.kept
        denied = lived and base.log_ratio < 0.0 and self.evidence.stirred
        record = (self._log_likelihood(self.belief.state) or 0.0) if denied else 0.0
        for explanation in explanations:
            plays = (*base.plays, *explanation.plays)
            if explanation.weight <= 0.0 or (again and plays[:1] == again):
                continue
            lawful = explanation.plays if explanation.illegal is None else explanation.plays[:-1]
            state = states_through(self.rules, base.state, lawful)[-1]
            done = None if base.done is None else (*base.done, *explanation.plays)
            made = replace(base, plays=plays, done=done, state=state, refused=explanation.illegal)
            # What a play explains now spoke against the plays before it while it had not been made.
            earlier = self._earlier_log_ratio(base, log(explanation.weight) - record) if denied else before
            hands = self._hand_log_likelihood(made, base.state)
            denial = self._made_since((*base.plays, *lawful)) if is_new else base.denial
            # The prior of a base has its own denial already.
            weight = base.prior + earlier + log(explanation.weight) + hands + denial - base.denial
            yield replace(made, earlier_log_ratio=earlier, weight=weight, hand_log_likelihood=hands, denial=denial)

    def _made_since(self, plays: Sequence[Play]) -> float:
        """The log likelihood (nats) that lawful plays were made since the look before, but for a beginning that lives.
        That look speaks against them if it saw their pieces, laid by other plays. They would have come later."""
        if not self._new:
            return 0.0
        laid = laid_by(plays)
        known = [each for each, theirs in self._known if theirs <= laid]
        begun = max((each for each in known if plays[: len(each.plays)] == each.plays), key=_said)
        denied = _said(begun) < max(map(_said, known)) + log(MISTIMED)
        return log(MISTIMED) if denied else begun.denial

    @cached_property
    def _known(self) -> list[tuple[Hypothesis, Counter[Spot]]]:
        """The record, and the hypotheses that go on from it and live, each with what its plays laid."""
        return [(each, laid_by(each.plays)) for each in (self._record, *self._new)]

    def _hand_log_likelihood(self, each: Hypothesis, known: Any) -> float:
        """The log likelihood of all but the table: hands, arrivals, and clutter beside the table of a `known` state.

        That is the state before the plays that this look explains: these lay what is seen.
        """
        reading = self._explainer.reading(known)
        clutter = self.settings.clutter * self.evidence.clutter_left_by(each.plays, reading)
        return self._arrival_and_hands(each) + clutter

    def _arrival_and_hands(self, each: Hypothesis) -> float:
        """The log likelihood of when pieces came and of the hand entries, since the record's first play in doubt."""
        belief, evidence = self.belief, self.evidence
        goes_on = each.back or each.kept == self._record.kept
        began = len(belief.segments) if goes_on else sum(one.start <= each.kept for one in belief.segments) - 1
        early, late = belief.segments[:began], belief.segments[began:]
        made, since, handled = tuple(reversed(belief.record[each.kept :])), None, each.handled
        if late:
            made = belief.record[late[0].start : each.kept]
        else:
            since = belief.committed_at if each.back else evidence.last
            # A play that the rules refuse may lie there while others play on. Its hand came in with theirs.
            came = None if each.refused is None else evidence.came(each.plays[-1:])
            if since is not None and came is not None and came <= since:
                handled = handled[:-1]
        entries = (*(entry for segment in late for entry in segment.entries), *evidence.entries)
        seating = late[0].seating if late else evidence.seating
        hands = evidence.hand_log_likelihood((*made, *handled), entries, seating)
        laid = frozenset() if late else self._labels_laid
        before = sum(segment.hand_log_likelihood for segment in early)
        return before + evidence.order_log_likelihood(each.lawful, since, laid) + hands

    @cached_property
    def _labels_laid(self) -> frozenset[str]:
        """The labels of what the record laid."""
        return labels_laid(self.belief.record)

    def _merged(self) -> list[tuple[Hypothesis, float]]:
        """A hypothesis for each state, with the log mass of all that lead there; likeliest first. It is the likeliest
        that keeps the record, if any does: another that leads to the same state changes nothing."""
        groups: dict[Any, list[Hypothesis]] = {}
        for each in likeliest_of_each(self._found, lambda each: (each.kept, each.plays)):
            groups.setdefault(each.outcome, []).append(each)
        merged = []
        for group in groups.values():
            chosen = next((each for each in group if each.kept == self._record.kept), group[0])
            merged.append((chosen, float(np.logaddexp.reduce([each.weight for each in group]))))
        return sorted(merged, key=lambda pair: (-pair[1], len(pair[0].plays)))


def _said(each: Hypothesis) -> float:
    """What is known of a living hypothesis, beside the record, before this look: log weight, in nats."""
    return each.prior + each.earlier_log_ratio + each.log_ratio


def _shared(one: float, other: float) -> float:
    """What two log ratios say alike: the smaller one of them, and nothing where they speak for opposite things."""
    return min(max(other, min(one, 0.0)), max(one, 0.0))
