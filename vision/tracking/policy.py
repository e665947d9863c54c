"""From shares of mass and waiting time to a decision: commit, question, alarm, take-back, reopen, lost, or nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from vision.tracking.belief import Pending
from vision.tracking.decision import Alarm, Ask, Commit, Decision, Explanation, Lost, Nothing, Reopen, Revise, Wait
from vision.tracking.hypothesis import spot_of
from vision.tracking.marginals import Marginals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.tracking.hypothesis import Play

    Choice: TypeAlias = tuple[Pending, Decision]
    """What the next look has to know of this one, and the decision."""


OTHER_SET: Final = "Pieces lie there that cannot be read: enroll them, or choose the game that they belong to."
UNKNOWN: Final = {
    "card": "These cards belong to no deck that I know: enroll them.",
    "domino": "These dominoes belong to no set that I know: enroll them.",
    "stone": "These stones belong to no set that I know: enroll them.",
}
"""What is said of pieces of a kind that nobody can read, with what to do."""


class Chooser(Marginals):
    """Decides on one look, from the posterior and from what the last looks had in mind."""

    def decide(self) -> Choice:
        """The decision, and what the next look has to know of this one: the first that this look allows."""
        rungs = (
            self._if_unreadable,
            self._if_quiet,
            self._if_taken_back,
            self._if_against_the_rules,
            self._if_played,
            self._if_went_on,
            self._if_doubted,
            self._unclear,
        )
        return next(choice for rung in rungs if (choice := rung()) is not None)

    def _if_unreadable(self) -> Choice | None:
        """The table is lost: its pieces cannot be put together, or nobody can read any of them."""
        if self.posterior.reading.trouble and not self.is_explained():
            return self._unclear(self.posterior.reading.trouble)
        if not self.belief.segments and len(self.evidence.unreadable_kinds) >= self.policy.unreadable:
            ((kind, _),) = Counter(self.evidence.unreadable_kinds).most_common(1)
            return self._unclear(UNKNOWN.get(kind, OTHER_SET))
        return None

    def _if_quiet(self) -> Choice | None:
        """Nobody has moved."""
        departed = self.posterior.share(self.departed_before)
        at_rest = self.nobody_moved() and not self.posterior.left_over and departed < self.policy.likely
        return (Pending(), Nothing()) if at_rest else None

    def _if_taken_back(self) -> Choice | None:
        back = self.taken_back()
        return None if back is None else self._agreed(back, ("back", back.count), at_once=False)

    def _if_against_the_rules(self) -> Choice | None:
        """A play against the rules lies there. Where it is only guessed, another may have been made."""
        found = self.refused()
        if found is None:
            return None
        refused, shares = found
        share = shares.get(spot_of(refused.plays[-1]), 0.0)
        explanation = Explanation(refused.plays, share, refused.refused)
        if self.evidence.is_guess(refused.plays[-1]):
            return self._unclear()
        at_once = share >= self.policy.at_once and not self._contradicts(refused.plays)
        return self._agreed(Alarm(explanation), (frozenset(shares), *refused.lawful), at_once=at_once)

    def _if_played(self) -> Choice | None:
        """Lawful plays were made, as far as they are sure."""
        begun, share = self.beginning()
        own = share
        if not begun and not self.evidence.entries:
            begun, share, own = self.without_hands()
        if not begun or self.leaves_a_guess() or self.is_half_shown(begun):
            return None
        best = self.posterior.hypotheses[0]
        explains_all = self.new(best) == begun and self.posterior.pairs[0][1] - own + share >= self.policy.sure
        commit = Commit(Explanation(begun, own), explains_all=explains_all and not self.is_unalarmed(best))
        at_once = share >= self.policy.at_once and not self._contradicts(begun)
        pending, decision = self._agreed(commit, begun, at_once=at_once)
        if decision is commit and (rest := (self.new(best) or ())[len(begun) :]):
            pending = Pending(about=rest, about_since=self.evidence.time)
        return pending, decision

    def _if_went_on(self) -> Choice | None:
        """What was asked about, as it is likeliest, once more was laid and nobody has answered. It is certain that so
        much was laid, and perhaps not what: the game goes on, and the others live on beside it."""
        asked = Counter(self.belief.pending.asked_spots)
        if not asked or not self.laid() > asked or self._put_right() is not None:
            return None
        went_on = self.as_likely(asked, lambda new: new.total() >= asked.total())
        return None if went_on is None else (Pending(), went_on)

    def _if_doubted(self) -> Choice | None:
        """The record put in question, or put right where nobody answers; None where it is not doubted. Where its last
        plays were most likely taken back, later looks may still tell that for certain."""
        if (revised := self._put_right()) is not None:
            return Pending(), revised
        reopened = self.reopened(self._doubtful)
        if reopened is None or not (likeliest := reopened.explanations[0].plays):
            return None
        pending, decision = self._agreed(reopened, ("doubt", reopened.at, *likeliest), at_once=False)
        return replace(pending, asked_spots=self.belief.pending.asked_spots), decision

    def record_doubted_since(self, decision: Decision) -> float | None:
        """Since when (s) the record is asked about, after a decision; None where that is not asked."""
        since = self.belief.pending.doubted_since
        if isinstance(decision, Reopen):
            return self.evidence.time if since is None else since
        doubted = self.posterior.share(lambda each: not self.extends(each)) >= self._doubtful
        return since if doubted and not isinstance(decision, Ask | Lost) else None

    @property
    def _doubtful(self) -> float:
        """The mass beside the record that puts it in question: what is likely, or most of it once that was asked."""
        return self.policy.likely if self.belief.pending.doubted_since is None else self.most

    def _put_right(self) -> Revise | None:
        """What was played in place of the record's plays, where it is in question and nobody answers."""
        return None if self.reopened(self._doubtful) is None else self.revised()

    def _contradicts(self, plays: Sequence[Play]) -> bool:
        """Whether the look before was unclear, and other plays were the likeliest."""
        before = self.belief.pending.likeliest
        return any(one != other for one, other in zip(before, plays, strict=False))

    def _agreed(self, decision: Decision, about: tuple[Any, ...], *, at_once: bool) -> Choice:
        """The decision at once, where nothing may occlude what was played, or if the look before had the same in mind.
        The same pixels say nothing new. Where no others come, what has stood for a while stands."""
        last, now = self.belief.pending, self.evidence.time
        since = last.about_since if last.about == about and last.about_since is not None else now
        same = bool(last.picture) and last.picture == self.evidence.picture
        agrees = last.about == about and (not same or now - since >= self.policy.still)
        if (at_once and self.evidence.clear) or agrees:
            return Pending(about=about, about_since=since), decision
        changing = last.changing_since
        if last.about and last.about != about:
            changing = now if changing is None else changing
            if now - changing >= self.policy.wait_changing:
                return self._unclear()
        pending = replace(last, likeliest=(), about=about, about_since=since, changing_since=changing)
        return replace(pending, unexplained_since=self._unexplained_since), Wait(decision)

    @property
    def _unexplained_since(self) -> float | None:
        """Since when nothing explains the table (s). What nobody looked at for long may be another table by now."""
        last = self.belief.pending
        recent = last.looked is None or self.evidence.time - last.looked < self.policy.lost
        return last.unexplained_since if recent else None

    def _unclear(self, detail: str = "") -> Choice:
        """Wait, ask once waiting no longer pays, or say that the table is lost, where there is such a `detail`."""
        policy, last, now = self.policy, self.belief.pending, self.evidence.time
        best = self.posterior.hypotheses[0].plays if self.posterior.hypotheses else ()
        length = min(len(last.likeliest), len(best))
        same = last.likeliest[:length] == best[:length] and bool(length or last.likeliest == best)
        since = last.unclear_since if last.unclear_since is not None and same else now
        changing = now if last.changing_since is None else last.changing_since
        unexplained = changing if detail else None
        if not detail and not self.is_explained():
            unexplained = now if self._unexplained_since is None else self._unexplained_since
        pending = replace(last, about=(), about_since=None, likeliest=best, unclear_since=since)
        pending = replace(pending, changing_since=changing, unexplained_since=unexplained)
        patience = self.posterior.reading.patience
        if unexplained is not None:
            lost = Lost(detail, () if detail else self.shown(1.0 - self.posterior.unexplained))
            return pending, lost if now - unexplained >= policy.lost else Wait()
        long = now - changing >= policy.wait_changing + patience
        if now - since < policy.wait + patience and not long:
            return pending, Wait()
        return self._waited(pending, long=long)

    def _waited(self, pending: Pending, *, long: bool) -> Choice:
        """What is done once waiting no longer pays; after a `long` time without an answer the likeliest is taken."""
        laid, asked_spots = self.laid(), Counter(pending.asked_spots)
        is_asked = long and laid == asked_spots
        if is_asked and (likeliest := self.as_likely(laid, lambda new: new >= laid)) is not None:
            return Pending(), likeliest
        if self.posterior.share(self.differs_unseen) >= self.policy.sure:
            return pending, Wait()  # what is laid next tells who drew, and nobody need be asked
        if self.posterior.share(self.has_nothing_new) >= self.policy.sure:
            return pending, Wait()  # it was told, and lies there or was taken back
        # A longer question goes on from the open one: what that asked may still be taken as it is likeliest.
        goes_on = bool(asked_spots) and laid > asked_spots
        asked = pending if goes_on else replace(pending, asked_spots=tuple(laid.elements()))
        reopened = self.reopened(self.most)
        if reopened is not None:
            return asked, reopened
        shown = self.shown()
        if not shown:
            return pending, Lost("")
        if not any(self.shows(each.plays) for each in shown):
            return pending, Wait()  # nobody need be asked about what cannot be seen
        return asked, Ask(shown)
