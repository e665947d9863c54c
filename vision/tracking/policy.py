"""From shares of mass and waiting time to a decision: commit, question, alarm, take-back, reopen, lost, or nothing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from vision.games.model import Explanation
from vision.tracking.belief import Pending
from vision.tracking.decision import Alarm, Ask, Commit, Lost, Nothing, Reopen, Revise, TakeBack, Wait
from vision.tracking.hypothesis import laid_by, spot_of
from vision.tracking.numbers import SHOWN, WORTH_SHOWING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.core import Place
    from vision.tracking.belief import Belief
    from vision.tracking.decision import Decision
    from vision.tracking.evidence import Evidence
    from vision.tracking.hypothesis import Hypothesis, Play
    from vision.tracking.numbers import Policy
    from vision.tracking.posterior import Posterior

    Choice: TypeAlias = tuple[Pending, Decision]
    """What the next look has to know of this one, and the decision."""
    Laid: TypeAlias = tuple[str, tuple[object, ...]]
    """A piece that was laid, by its label, and where on the table."""


UNREAD: Final = "Pieces lie there that cannot be read: enroll them, or choose the game that they belong to."
NOT_READ: Final = "Something lies there that cannot be read: lay it free, or enter what was played."
"""What is said of a table that is as the game is, but for what nobody can read."""
UNKNOWN: Final = {
    "card": "These cards belong to no deck that I know: enroll them.",
    "domino": "These dominoes belong to no set that I know: enroll them.",
    "stone": "These stones belong to no set that I know: enroll them.",
}
"""What is said of pieces of a kind that nobody can read, with what to do."""


@dataclass(frozen=True)
class Chooser:
    """Decides on one look, from the posterior and from what the last looks had in mind."""

    belief: Belief
    evidence: Evidence
    posterior: Posterior
    policy: Policy

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
        """The table is lost: its reading is no position, or nobody can read any of its pieces."""
        if self.posterior.reading.trouble and not self._is_explained():
            return self._lost(self.posterior.reading.trouble)
        if not self.belief.record and len(self.evidence.unread) >= self.policy.unread:
            ((kind, _),) = Counter(self.evidence.unread).most_common(1)
            return self._lost(UNKNOWN.get(kind, UNREAD))
        return None

    def _if_quiet(self) -> Choice | None:
        """Nobody has moved."""
        quiet, past = self.posterior.share(self._is_quiet), self.posterior.share(self._is_past)
        return (Pending(), Nothing()) if quiet >= self.policy.sure and past < self.policy.likely else None

    def _if_taken_back(self) -> Choice | None:
        back = self._taken_back()
        return None if back is None else self._agreed(back, ("back", back.count), at_once=False)

    def _if_against_the_rules(self) -> Choice | None:
        """A play against the rules lies there. Where it is only guessed, another may have been made."""
        refused = self._refused()
        if refused is None:
            return None
        if self.evidence.is_guess(refused.plays[-1][1]):
            return self._unclear()
        share = self.posterior.share(lambda each: self._same_refused(each, refused))
        at_once = share >= self.policy.at_once and not self._contradicts(refused.plays)
        return self._agreed(Alarm(self._explanation(refused, share)), refused.plays, at_once=at_once)

    def _if_played(self) -> Choice | None:
        """Lawful plays were made, as far as they are sure."""
        begun, share = self._beginning()
        own = share
        if not begun and not self.evidence.entries:
            begun, share, own = self._unwitnessed()
        if not begun or self._leaves_a_guess() or self._is_half_shown(begun):
            return None
        best = self.posterior.hypotheses[0]
        whole = self._new(best) == begun and self.posterior.shares[0] - own + share >= self.policy.sure
        commit = Commit(Explanation(begun, own), whole=whole and not self._is_unalarmed(best))
        at_once = share >= self.policy.at_once and not self._contradicts(begun)
        pending, decision = self._agreed(commit, begun, at_once=at_once)
        if decision is commit and (rest := (self._new(best) or ())[len(begun) :]):
            pending = Pending(about=rest, about_since=self.evidence.time)
        return pending, decision

    def _if_went_on(self) -> Choice | None:
        went_on = self._went_on()
        return None if went_on is None else (Pending(), went_on)

    def _is_explained(self) -> bool:
        """Whether living hypotheses explain a table that cannot be read as the record has it."""
        nothing = self.posterior.unexplained + self.posterior.unexplored
        return bool(self.posterior.hypotheses) and nothing < self.policy.unexplained

    def _extends(self, each: Hypothesis) -> bool:
        """Whether a hypothesis keeps the whole record."""
        return each.kept == len(self.belief.record)

    def _is_past(self, each: Hypothesis) -> bool:
        """Whether a hypothesis has another past than the record, and has had it before this look."""
        return not self._extends(each) and (each.kept, each.plays) in self._pasts

    @cached_property
    def _pasts(self) -> frozenset[tuple[int, tuple[Play, ...]]]:
        """The histories that live beside the record, by how much of it they keep and by their plays."""
        return frozenset((each.kept, each.plays) for each in self.belief.hypotheses)

    def _new(self, each: Hypothesis) -> tuple[Play, ...] | None:
        """The lawful plays that a hypothesis has since the last look; None where it changes the past."""
        if self._extends(each):
            return each.lawful
        lengths = (n for n in range(len(each.lawful), 0, -1) if (each.kept, each.lawful[:n]) in self._pasts)
        known = next(lengths, None)
        return None if known is None else each.lawful[known:]

    def _is_quiet(self, each: Hypothesis) -> bool:
        """Whether nobody has moved by a hypothesis."""
        return self._new(each) == () and each.refused is None

    def _leaves_a_guess(self) -> bool:
        """Whether the likeliest hypothesis ends with a false play that is only guessed: another may have been made."""
        best = self.posterior.hypotheses[0]
        return best.refused is not None and self.evidence.is_guess(best.plays[-1][1])

    def _is_half_shown(self, begun: Sequence[Play]) -> bool:
        """Whether a beginning lays nothing, and something was laid after it: who laid that tells of it, too."""
        best = self._new(self.posterior.hypotheses[0]) or ()
        return not laid_by(begun) and bool(laid_by(best[len(begun) :]))

    def _is_unalarmed(self, each: Hypothesis) -> bool:
        """Whether a hypothesis ends with a false play that nobody was told of yet."""
        return each.refused is not None and spot_of(each.plays[-1]) not in self.belief.alarmed

    def _refused(self) -> Hypothesis | None:
        """The likeliest hypothesis with a play against the rules, if such ones have the mass of an alarm.

        Lawful plays before it are committed first.
        """
        found = [
            (each, share) for each, share in self.posterior.pairs if self._extends(each) and each.refused is not None
        ]
        if not found:
            return None
        likeliest = max(found, key=lambda pair: pair[1])[0]
        share = self.posterior.share(lambda each: self._same_refused(each, likeliest))
        if share < self.policy.likely:
            return None
        begun, _ = self._beginning()
        return None if begun and begun == likeliest.lawful else likeliest

    def _same_refused(self, each: Hypothesis, refused: Hypothesis) -> bool:
        """Whether a hypothesis has the same play against the rules, by whichever seat."""
        return each.refused is not None and spot_of(each.plays[-1]) == spot_of(refused.plays[-1])

    def _taken_back(self) -> TakeBack | None:
        """As many of the record's last plays as were surely taken back, if nothing was played since."""

        def gone(count: int) -> float:
            last = len(self.belief.record) - count
            return self.posterior.share(lambda each: each.kept <= last and not each.plays)

        counts = range(1, len(self.belief.record) + 1)
        count = max((count for count in counts if gone(count) >= self.policy.sure), default=0)
        if not count:
            return None
        whole = gone(count) - gone(count + 1) >= self.policy.sure
        return TakeBack(count, min(gone(count), 1.0), whole=whole)

    def _beginning(self) -> tuple[tuple[Play, ...], float]:
        """The longest beginning of new lawful plays with enough mass, and its share.

        They were played whatever the past was. The record must be able to take them.
        """
        begun, sure = tuple[Any, ...](), 1.0
        pairs = self.posterior.pairs
        new = [(plays, share) for each, share in pairs if (plays := self._new(each))]
        may = {each.lawful[:n] for each, _ in pairs if self._extends(each) for n in range(len(each.lawful) + 1)}
        while True:
            length = len(begun) + 1
            masses: dict[tuple[Any, ...], float] = {}
            for plays, share in new:
                if plays[:length] in may and len(plays) >= length and plays[: length - 1] == begun:
                    masses[plays[:length]] = masses.get(plays[:length], 0.0) + share
            if not masses:
                return begun, sure
            likeliest = max(masses, key=lambda plays: masses[plays])
            if masses[likeliest] < self.policy.sure:
                return begun, sure
            begun, sure = likeliest, min(masses[likeliest], 1.0)

    def _unwitnessed(self) -> tuple[tuple[Play, ...], float, float]:
        """The likeliest plays where what they laid is sure and only who laid it, or what was drawn, is not. With them
        the share of all that laid it, and that of these plays.

        Without hands in view no later look tells whose turn it was. Who scores is asked then. A likelier past may be in
        question meanwhile, if all that the record laid lies there by it, too.
        """
        best = next(filter(self._extends, self.posterior.hypotheses), None)
        if best is None or self._denies_a_piece(self.posterior.hypotheses[0]):
            return (), 1.0, 1.0
        laid = _laid_pieces(best.lawful)
        share = self.posterior.share(lambda each: _in_order(laid, self._laid_anew(each)))
        if not laid or share < self.policy.sure:
            return (), 1.0, 1.0
        length = next(n for n in range(len(best.lawful) + 1) if _laid_pieces(best.lawful[:n]) == laid)
        plays = best.lawful[:length]
        own = self.posterior.share(lambda each: self._extends(each) and each.lawful[:length] == plays)
        return plays, min(share, 1.0), min(own, 1.0)

    def _denies_a_piece(self, each: Hypothesis) -> bool:
        """Whether something that the record has laid lies elsewhere, or nowhere, by a hypothesis."""
        return bool(Counter(_laid_pieces(self.belief.record[each.kept :])) - Counter(_laid_pieces(each.lawful)))

    def _laid_anew(self, each: Hypothesis) -> list[Laid]:
        """What a hypothesis laid, one after the other, without what the record laid since the two parted."""
        laid = _laid_pieces(each.lawful)
        for piece in _laid_pieces(self.belief.record[each.kept :]):
            if piece in laid:
                laid.remove(piece)
        return laid

    def _departing(self) -> list[tuple[Hypothesis, float]]:
        """The lawful hypotheses that deny a play of the record, with their shares, likeliest first.

        There are none where they have not the mass.
        """
        found = [
            (each, share)
            for each, share in self.posterior.pairs
            if not self._extends(each) and each.refused is None and not self._differs_unseen(each)
        ]
        return found if sum(share for _, share in found) >= self.policy.likely else []

    def _reopened(self) -> Reopen | None:
        """The first play of the record that other histories deny, if they have the mass; it may be taken back."""
        shown = [(each, share) for each, share in self._departing() if share >= WORTH_SHOWING]
        if not shown:
            return None
        at = min(each.kept for each, _ in shown)
        played = [((*self.belief.record[at : each.kept], *each.plays), share) for each, share in shown]
        return Reopen(at, tuple(played[:SHOWN]), rest=True)

    def _if_doubted(self) -> Choice | None:
        """The record put in question, or put right where nobody answers; None where it is not doubted.

        Where its last plays were most likely taken back, later looks may still tell that for certain.
        """
        reopened = self._reopened()
        if reopened is None or not self._departing()[0][0].plays:
            return None
        revised = self._revised()
        if revised is not None:
            return Pending(), revised
        return self._agreed(reopened, ("doubt", reopened.at, *reopened.alternatives[0][0]), at_once=False)

    def record_doubted_since(self, decision: Decision) -> float | None:
        """Since when (s) the record is asked about, after a decision.

        None where it is not doubted, or something else is asked.
        """
        doubted = self.posterior.share(lambda each: not self._extends(each)) >= self.policy.likely
        if not doubted or isinstance(decision, Ask | Lost):
            return None
        since = self.belief.pending.doubted_since
        return self.evidence.time if since is None and isinstance(decision, Reopen) else since

    def _revised(self) -> Revise | None:
        """The likeliest plays in place of the record's, once more was laid and nobody has answered what was asked.

        They go as far as it is certain that so much was laid.
        """
        since, best = self.belief.pending.doubted_since, self.posterior.hypotheses[0]
        if since is None or self._extends(best) or best.back or not self.evidence.came_since(since, best.lawful):
            return None
        plays = best.lawful
        while plays and self._share_of_laid(best.kept, plays) < self.policy.sure:
            plays = plays[:-1]
        own = self.posterior.share(lambda each: each.kept == best.kept and each.lawful[: len(plays)] == plays)
        return Revise(best.kept, Explanation(plays, own)) if plays else None

    def _share_of_laid(self, kept: int, plays: Sequence[Play]) -> float:
        """The share of the hypotheses that laid at least what these plays laid after the first `kept` of the record."""
        laid = Counter(_laid_pieces(plays))
        return self.posterior.share(
            lambda each: Counter(_laid_pieces((*self.belief.record[kept : each.kept], *each.lawful))) >= laid
        )

    def _contradicts(self, plays: Sequence[Play]) -> bool:
        """Whether the look before was unclear, and other plays were the likeliest."""
        before = self.belief.pending.likeliest
        return any(one != other for one, other in zip(before, plays, strict=False))

    def _agreed(self, decision: Decision, about: tuple[Any, ...], *, at_once: bool) -> Choice:
        """The decision at once, where nothing may hide what was played, or if the look before had the same in mind.

        The same pixels say nothing new. Where no others come, what has stood for a while stands.
        """
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
        pending = Pending(
            about=about,
            about_since=since,
            changing_since=changing,
            unclear_since=last.unclear_since,
            asked_spots=last.asked_spots,
        )
        return pending, Wait(decision)

    def _unclear(self) -> Choice:
        """Wait, ask once waiting no longer pays, or say that the table is lost."""
        policy, last, now = self.policy, self.belief.pending, self.evidence.time
        best = self.posterior.hypotheses[0].plays if self.posterior.hypotheses else ()
        length = min(len(last.likeliest), len(best))
        same = last.likeliest[:length] == best[:length] and bool(length or last.likeliest == best)
        since = last.unclear_since if last.unclear_since is not None and same else now
        changing = now if last.changing_since is None else last.changing_since
        unexplained = None
        if self.posterior.unexplained + self.posterior.unexplored >= policy.unexplained:
            unexplained = now if last.unexplained_since is None else last.unexplained_since
        pending = Pending(
            likeliest=best,
            unclear_since=since,
            changing_since=changing,
            unexplained_since=unexplained,
            asked_spots=last.asked_spots,
        )
        patience = self.posterior.reading.patience
        if unexplained is not None:
            lost = Lost(self.posterior.trouble, self._shown(1.0 - self.posterior.unexplained))
            return pending, lost if now - unexplained >= policy.lost else Wait()
        if now - since < policy.wait + patience and now - changing < policy.wait_changing + patience:
            return pending, Wait()
        laid = self._laid()
        waited = now - changing >= policy.wait_changing + patience and laid == Counter(last.asked_spots)
        likeliest = self._as_likely(laid, lambda new: new >= laid) if waited else None
        if likeliest is not None:
            return Pending(), likeliest
        if self.posterior.share(self._differs_unseen) >= policy.sure:
            return pending, Wait()  # what is laid next tells who drew, and nobody need be asked
        if self.posterior.share(self._has_nothing_new) >= policy.sure:
            return pending, Wait()  # it was told, and lies there or was taken back
        reopened = self._reopened()
        if reopened is not None:
            return pending, reopened
        shown = self._shown()
        if not shown:
            return pending, Lost(self.posterior.trouble)
        if not any(self._shows(each.plays) for each in shown):
            return pending, Wait()  # nobody need be asked about what cannot be seen
        return replace(pending, asked_spots=tuple(laid.elements())), Ask(shown)

    def _differs_unseen(self, each: Hypothesis) -> bool:
        """Whether a hypothesis differs from the record by draws and by what is only said.

        Where no hand was seen, it may differ by who made its plays, too. What is laid next tells more.
        """
        own, record = self._shows(each.plays), self._shows(self.belief.record[each.kept :])
        return own == record and (self._extends(each) or not self.evidence.entries)

    def _shows(self, plays: Sequence[Play]) -> Counter[str]:
        """The moves that leave something to see."""
        hardly_seen = self.evidence.drawn | self.evidence.announced
        return Counter(str(move) for _, move in plays if str(move) not in hardly_seen)

    def _has_nothing_new(self, each: Hypothesis) -> bool:
        """Whether nobody has moved by a hypothesis but for a false play that was told."""
        return self._new(each) == () and not self._is_unalarmed(each)

    def _shown(self, whole: float = 1.0) -> tuple[Explanation[Any], ...]:
        """What is offered with a question, likeliest first, of so much mass as a `whole`; else none."""
        explanations = [self._explanation(each, share) for each, share in self.posterior.pairs if self._extends(each)]
        shown = [each for each in _merged(explanations) if each.likelihood >= WORTH_SHOWING * whole]
        return tuple(shown[:SHOWN]) if any(each.plays for each in shown) else ()

    def _laid(self) -> Counter[Any]:
        """What the likeliest new lawful plays laid, and where."""
        best = next((each for each in self.posterior.hypotheses if self._extends(each) and each.lawful), None)
        return Counter() if best is None else laid_by(best.lawful)

    def _went_on(self) -> Commit | None:
        """What was asked about, as it is likeliest, once more was laid and nobody has answered.

        It is certain that so much was laid, and perhaps not what: the game goes on, and the others live on beside it.
        """
        asked = Counter(self.belief.pending.asked_spots)
        if not asked or not self._laid() > asked:
            return None
        return self._as_likely(asked, lambda new: new.total() >= asked.total())

    def _as_likely(self, laid: Counter[Any], has: Callable[[Counter[Any]], bool]) -> Commit | None:
        """The likeliest plays that laid these pieces, if it is certain that the true plays laid what it `has`, whatever
        the past was. It has been asked by now."""
        extending = (each for each in self.posterior.hypotheses if self._extends(each))
        best = next((each for each in extending if laid_by(each.lawful) >= laid), None)
        record = self.belief.record
        share = self.posterior.share(lambda each: has(laid_by(each.lawful) - laid_by(record[each.kept :])))
        if best is None or not laid or share < self.policy.sure:
            return None
        plays = next(best.lawful[:n] for n in range(len(best.lawful) + 1) if laid_by(best.lawful[:n]) >= laid)
        own = self.posterior.share(lambda each: self._extends(each) and each.lawful[: len(plays)] == plays)
        return Commit(Explanation(plays, own, None, own), whole=plays == best.plays)

    def _lost(self, detail: str) -> Choice:
        last, now = self.belief.pending, self.evidence.time
        since = now if last.changing_since is None else last.changing_since
        lost = now - since >= self.policy.lost
        return replace(last, about=(), unclear_since=since, changing_since=since), Lost(detail) if lost else Wait()

    def _explanation(self, each: Hypothesis, share: float) -> Explanation[Any]:
        """A hypothesis as it is shown."""
        return Explanation(each.plays, share, each.refused, share)


def _laid_pieces(plays: Sequence[Play]) -> list[Laid]:
    """The pieces that plays lay, each with its place, one after the other; a place alone where no piece is named.

    No picture shows how high a piece lies: that follows from what lies below it. Where a play names no place, its kind
    tells where: what was discarded lies elsewhere than what was built.
    """
    moves = [move for _, move in plays]
    return [(piece, _where(move)) for move in moves for piece in move.pieces or ("",) * (move.place is not None)]


def _in_order(some: Sequence[Laid], laid: Sequence[Laid]) -> bool:
    """Whether some pieces were laid in their order, whatever was laid between them."""
    rest = iter(laid)
    return all(piece in rest for piece in some)


def _where(move: Any) -> tuple[object, ...]:
    place: Place | None = move.place
    return (place[0], place[1], place[3]) if isinstance(place, tuple) else (place or type(move),)


def _merged(explanations: Sequence[Explanation[Any]]) -> list[Explanation[Any]]:
    """Ways of which each has other plays, likeliest first."""
    found: dict[tuple[Play, ...], Explanation[Any]] = {}
    for each in explanations:
        before = found.get(each.plays)
        share = each.likelihood + (0.0 if before is None else before.likelihood)
        found[each.plays] = Explanation(each.plays, share, each.illegal, share)
    return sorted(found.values(), key=lambda each: -each.likelihood)
