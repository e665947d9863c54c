"""What a posterior says of plays: how much of its mass has them, whatever else its hypotheses differ in."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from vision.tracking.decision import Commit, Explanation, Reopen, Revise, TakeBack
from vision.tracking.hypothesis import labels_laid, laid_by, spot_of
from vision.tracking.numbers import SHOWN, WORTH_SHOWING, Policy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.core import Place
    from vision.tracking.belief import Belief
    from vision.tracking.evidence import Evidence
    from vision.tracking.hypothesis import Hypothesis, Play, Posterior, Spot

    Laid: TypeAlias = tuple[str, tuple[object, ...]]
    """A piece that was laid, by its label, and where on the table."""


@dataclass(frozen=True)
class Marginals:
    """The plays that are sure enough for a policy, and the decisions on them. When these are taken, the policy says."""

    belief: Belief
    evidence: Evidence
    posterior: Posterior
    policy: Policy

    def is_explained(self) -> bool:
        """Whether hypotheses rather explain the table than not, though it may not be read as the record has it. Where
        most likely nobody has moved, nothing is left to explain either."""
        left = self.posterior.left_over and self.nobody_moved()
        return self.posterior.unexplained + self.posterior.unexplored < 0.5 and not left

    def nobody_moved(self) -> bool:
        """Whether surely nobody has moved, of all that the hypotheses say."""
        return self.posterior.share(self.is_quiet) >= self.policy.sure

    def extends(self, each: Hypothesis) -> bool:
        """Whether a hypothesis keeps the whole record."""
        return each.kept == len(self.belief.record)

    def departed_before(self, each: Hypothesis) -> bool:
        """Whether a hypothesis departed from the record before this look."""
        return not self.extends(each) and (each.kept, each.plays) in self._living_keys

    @cached_property
    def _living_keys(self) -> frozenset[tuple[int, tuple[Play, ...]]]:
        """The hypotheses that live beside the record, by how much of it they keep and by their plays."""
        return frozenset((each.kept, each.plays) for each in self.belief.hypotheses)

    def new(self, each: Hypothesis) -> tuple[Play, ...] | None:
        """The lawful plays that a hypothesis has since the last look; None where it changes the record."""
        if self.extends(each):
            return each.lawful
        lengths = (n for n in range(len(each.lawful), 0, -1) if (each.kept, each.lawful[:n]) in self._living_keys)
        known = next(lengths, None)
        return None if known is None else each.lawful[known:]

    def is_quiet(self, each: Hypothesis) -> bool:
        """Whether nobody has moved by a hypothesis."""
        return self.new(each) == () and each.refused is None

    def leaves_a_guess(self) -> bool:
        """Whether the likeliest hypothesis ends with a false play that is only guessed: another may have been made."""
        best = self.posterior.hypotheses[0]
        return best.refused is not None and self.evidence.is_guess(best.plays[-1])

    def is_half_shown(self, begun: Sequence[Play]) -> bool:
        """Whether a beginning lays nothing, and something was laid after it: who laid that tells of it, too."""
        best = self.new(self.posterior.hypotheses[0]) or ()
        return not laid_by(begun) and bool(laid_by(best[len(begun) :]))

    def _share_that_plays(self, kept: int, plays: tuple[Play, ...]) -> float:
        """The share of the hypotheses that go on with these lawful plays after the first `kept` of the record."""
        return self.posterior.share(lambda each: each.kept == kept and each.lawful[: len(plays)] == plays)

    def is_unalarmed(self, each: Hypothesis) -> bool:
        """Whether a hypothesis ends with a false play that nobody was told of yet."""
        return each.refused is not None and spot_of(each.plays[-1]) not in self.belief.alarmed

    def refused(self) -> tuple[Hypothesis, dict[Spot, float]] | None:
        """A hypothesis with a play against the rules that people have to be told of, if there is one. With it the
        shares of what may have been laid against the rules instead. Lawful plays before it are committed first. A rule
        may be broken for sure while it is open by which play. Then what was told stays told."""
        found = [each for each in self.posterior.hypotheses if each.refused is not None and self.extends(each)]
        by_rule = {each.refused.name: each for each in reversed(found) if each.refused is not None}
        groups = [(each, self._in_place_of(each)) for each in reversed(by_rule.values())]
        likeliest, shares = max(groups, key=lambda group: sum(group[1].values()), default=(None, {}))
        if likeliest is None or sum(shares.values()) < self.policy.likely:
            return None
        begun, _ = self.beginning()
        if begun and begun == likeliest.lawful:
            return None
        if max(shares.values()) < self.policy.likely:
            told = (each for each in found if spot_of(each.plays[-1]) in self.belief.alarmed & shares.keys())
            likeliest = next(told, likeliest)
        return likeliest, shares

    def _in_place_of(self, refused: Hypothesis) -> dict[Spot, float]:
        """What was laid against the same rule as by a hypothesis, or is the same piece, with its shares."""
        shares: dict[Spot, float] = {}
        for each, share in self.posterior.pairs:
            if each.refused is not None and _is_alike(each, refused):
                spot = spot_of(each.plays[-1])
                shares[spot] = shares.get(spot, 0.0) + share
        return {spot: share for spot, share in shares.items() if share >= WORTH_SHOWING}

    def taken_back(self) -> TakeBack | None:
        """As many of the record's last plays as were surely taken back, if nothing was played since."""

        def gone(last: int) -> float:
            return self.posterior.share(lambda each: each.kept <= last and not each.plays)

        back = sorted({each.kept for each in self.posterior.hypotheses if not self.extends(each)})
        kept = next((kept for kept in back if gone(kept) >= self.policy.sure), None)
        if kept is None:
            return None
        explains_all = gone(kept) - gone(kept - 1) >= self.policy.sure
        return TakeBack(len(self.belief.record) - kept, min(gone(kept), 1.0), explains_all=explains_all)

    def beginning(self) -> tuple[tuple[Play, ...], float]:
        """The longest beginning of new lawful plays with enough mass, and its share. They were played by whichever
        hypothesis holds. The record must be able to take them."""
        begun, sure = tuple[Any, ...](), 1.0
        pairs = self.posterior.pairs
        new = [(plays, share) for each, share in pairs if (plays := self.new(each))]
        may = {begun for each, _ in pairs if self.extends(each) for begun in each.beginnings}
        while True:
            length = len(begun) + 1
            masses: dict[tuple[Any, ...], float] = {}
            for plays, share in new:
                if plays[:length] in may and len(plays) >= length and plays[: length - 1] == begun:
                    masses[plays[:length]] = masses.get(plays[:length], 0.0) + share
            likeliest = max(masses, key=masses.__getitem__, default=None)
            if likeliest is None or masses[likeliest] < self.policy.sure:
                return begun, sure
            begun, sure = likeliest, min(masses[likeliest], 1.0)

    def without_hands(self) -> tuple[tuple[Play, ...], float, float]:
        """The likeliest plays where what they laid is sure and only who laid it, or what was drawn, is not. With them
        the share of all that laid it, and that of these plays. Without hands in view no later look tells whose turn it
        was. A likelier hypothesis may be in question meanwhile, if all that the record laid lies there by it, too."""
        best = next(filter(self.extends, self.posterior.hypotheses), None)
        if best is None or self._denies_a_piece(self.posterior.hypotheses[0]):
            return (), 1.0, 1.0
        laid = _laid_pieces(best.lawful)
        share = self.posterior.share(lambda each: _in_order(laid, self._laid_anew(each)))
        if not laid or share < self.policy.sure:
            return (), 1.0, 1.0
        plays = next(begun for begun in best.beginnings if _laid_pieces(begun) == laid)
        return plays, min(share, 1.0), min(self._share_that_plays(best.kept, plays), 1.0)

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

    @property
    def most(self) -> float:
        """The mass beside the record from which on it is in question, and not what was played since: most of it."""
        return max(self.posterior.share(self.extends), 0.5)

    def reopened(self, least: float) -> Reopen | None:
        """The first play of the record that lawful hypotheses deny, if they have so much mass; it may be taken back."""
        departing = [
            (each, share)
            for each, share in self.posterior.pairs
            if not self.extends(each) and each.refused is None and not self.differs_unseen(each)
        ]
        shown = [(each, share) for each, share in departing if share >= WORTH_SHOWING]
        if not shown or sum(share for _, share in departing) < least:
            return None
        at = min(each.kept for each, _ in shown)
        played = (
            Explanation((*self.belief.record[at : each.kept], *each.plays), share) for each, share in shown[:SHOWN]
        )
        return Reopen(at, tuple(played))

    def revised(self) -> Revise | None:
        """The likeliest plays in place of the record's, once more was laid and nobody has answered what was asked. They
        go as far as it is certain that so much was laid."""
        since, best = self.belief.pending.doubted_since, self.posterior.hypotheses[0]
        came = self.evidence.came(best.lawful)
        if since is None or came is None or came <= since or self.extends(best) or best.back:
            return None
        plays = best.lawful
        while plays and self._share_of_laid(best.kept, plays) < self.policy.sure:
            plays = plays[:-1]
        return Revise(best.kept, Explanation(plays, self._share_that_plays(best.kept, plays))) if plays else None

    def _share_of_laid(self, kept: int, plays: Sequence[Play]) -> float:
        """The share of the hypotheses that laid at least what these plays laid after the first `kept` of the record."""
        laid = Counter(_laid_pieces(plays))
        return self.posterior.share(
            lambda each: Counter(_laid_pieces((*self.belief.record[kept : each.kept], *each.lawful))) >= laid
        )

    def differs_unseen(self, each: Hypothesis) -> bool:
        """Whether a hypothesis differs from the record by draws and by what is only said. Where no hand was seen, it
        may differ by who made its plays, too. What is laid next tells more."""
        own, record = self.shows(each.plays), self.shows(self.belief.record[each.kept :])
        return own == record and (not own or not self.evidence.entries)

    def shows(self, plays: Sequence[Play]) -> Counter[str]:
        """The moves that leave something to see."""
        hardly_seen = self.evidence.drawn | self.evidence.announced
        return Counter(str(move) for _, move in plays if str(move) not in hardly_seen)

    def has_nothing_new(self, each: Hypothesis) -> bool:
        """Whether nobody has moved by a hypothesis but for a false play that was told."""
        return self.new(each) == () and not self.is_unalarmed(each)

    def shown(self, whole: float = 1.0) -> tuple[Explanation, ...]:
        """What is offered with a question, likeliest first, of so much mass as a `whole`; else none."""
        pairs = [(each, share) for each, share in self.posterior.pairs if self.extends(each)]
        shown = [
            Explanation(each.plays, share, each.refused) for each, share in pairs if share >= WORTH_SHOWING * whole
        ]
        return tuple(shown[:SHOWN]) if any(each.plays for each in shown) else ()

    def laid(self) -> Counter[Any]:
        """What the likeliest new lawful plays laid, and where."""
        best = next((each for each in self.posterior.hypotheses if self.extends(each) and each.lawful), None)
        return Counter() if best is None else laid_by(best.lawful)

    def as_likely(self, laid: Counter[Any], has: Callable[[Counter[Any]], bool]) -> Commit | None:
        """The likeliest plays that laid these pieces, if it is certain by all hypotheses together that the true plays
        laid what it `has`. It has been asked by now."""
        extending = (each for each in self.posterior.hypotheses if self.extends(each))
        best = next((each for each in extending if laid_by(each.lawful) >= laid), None)
        record = self.belief.record
        share = self.posterior.share(lambda each: has(laid_by(each.lawful) - laid_by(record[each.kept :])))
        if best is None or not laid or share < self.policy.sure:
            return None
        plays = next(begun for begun in best.beginnings if laid_by(begun) >= laid)
        return Commit(Explanation(plays, self._share_that_plays(best.kept, plays)), explains_all=plays == best.plays)


def _is_alike(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether two hypotheses break the same rule at last, or lay the same piece, wherever."""
    same_rule = one.refused is not None and other.refused is not None and one.refused.name == other.refused.name
    laid, also_laid = (labels_laid(each.plays[-1:]) for each in (one, other))
    return same_rule or bool(laid and laid == also_laid)


def _laid_pieces(plays: Sequence[Play]) -> list[Laid]:
    """The pieces that plays lay, each with its place, one after the other; a place alone where no piece is named."""
    moves = [move for _, move in plays]
    return [(piece, _where(move)) for move in moves for piece in move.pieces or ("",) * (move.place is not None)]


def _in_order(some: Sequence[Laid], laid: Sequence[Laid]) -> bool:
    """Whether some pieces were laid in their order, whatever was laid between them."""
    rest = iter(laid)
    return all(piece in rest for piece in some)


def _where(move: Any) -> tuple[object, ...]:
    """Where a move lays its pieces, but for the height, which no picture shows. Where it names no place, its kind
    tells: what was discarded lies elsewhere than what was built."""
    place: Place | None = move.place
    return (place[0], place[1], place[3]) if isinstance(place, tuple) else (place or type(move),)
