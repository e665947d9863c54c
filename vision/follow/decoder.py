"""From what was seen to what was played: the engine's explanations, weighed over looks.

A way that is far likelier than all others is committed at once; one that is likely, when a second look agrees; what
stays open is asked. What the rules refuse is reported. A table that looks as it did one or two moves ago has had these
moves taken back. Times are those of the frames (s), so that a recording is followed as a live table is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.core import TABLE, Explanation, Setup
from engine.errors import PositionError
from vision.follow.accused import Accused
from vision.tracking.decision import Ask, Commit, Illegal, Nothing, OutOfStep, TakenBack, Wait
from vision.follow.past import Supposed, histories
from vision.follow.seating import Seating
from vision.follow.settings import FollowSettings
from vision.follow.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games import AnyGame
    from engine.options import Options
    from vision.tracking.decision import Decision
    from vision.tables.sight import Sight

    Way: TypeAlias = Explanation[Any]

MERGED: Final = 24
"""So many of the likeliest ways are compared by where they lead."""


@dataclass(frozen=True, slots=True)
class Open:
    """What the last looks had in mind: the plays of the best way, since when (s), and since when these plays were the
    likeliest but not clear; `puzzled` is since when nothing at all was clear."""

    plays: tuple[Any, ...] = ()
    since: float = 0.0
    looks: int = 0
    unclear: float | None = None
    likeliest: tuple[Any, ...] = ()
    puzzled: float | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """The ways that a decision was taken from, the state that they begin at, the sight that they explain, and who spoke
    for them."""

    state: Any
    ways: Sequence[Way]
    sight: Sight
    witness: Witness


class Decoder:
    """Decides for one table, look after look. The same looks at the same times give the same decisions."""

    def __init__(self, rules: AnyGame, options: Options, settings: FollowSettings | None = None) -> None:
        self.rules = rules
        self.options = options
        self.settings = settings or FollowSettings()
        self.weighed: Weighed | None = None
        self._open = Open()
        self._explained: dict[tuple[Any, int, int], tuple[Any, Sequence[Way]]] = {}

    def forget(self) -> None:
        """The game moved on by another way: what was in mind is void."""
        self._open = Open()

    def decide(  # noqa: PLR0913 - what a decision is taken from
        self,
        states: Sequence[Any],
        sight: Sight,
        time: float,
        witness: Witness | None = None,
        supposed: Supposed | None = None,
        *,
        at_once: bool = True,
    ) -> Decision:
        """What a look means; `states` are the engine's, the one now last, before it those of the last moves.

        `witness` is what else speaks for a way than the table at rest, `supposed` what is seen if the last moves were
        none. What was weighed for it is kept in `weighed`. What must not be told `at_once` is told by a second look,
        however likely it is.
        """
        self.weighed = None
        self._explained.clear()
        if sight.trouble:
            return self._lost(sight.trouble, time)
        slack = 1.0 if witness is None else witness.slack
        try:
            passed = self._passed(states[-1], sight, witness)
            if passed is not None:
                self.forget()
                return passed
            ways = self._likely(states[-1], sight, witness)
            ways = ways if len(states) > 1 else self._begun_by_the_first(states[0], ways)
            self.weighed = Weighed(states[-1], ways, sight, witness or Witness())
            back = self._taken_back(states, sight, ways, witness or Witness(), supposed or Supposed())
        except PositionError as wrong:
            return self._lost(str(wrong), time)
        if back.likelihood >= self.settings.sure:
            return self._agreed(back, ("back", back.count), time, at_once=False)
        best = ways[0]
        if best.weight < self.settings.explained * slack:
            asked = self._unclear(ways, time, sight.patience)
            return Ask(()) if isinstance(asked, Ask) else asked
        spared = best.illegal is not None and back.likelihood >= self.settings.likelier
        if spared or best.weight < self._least(best, slack):
            return self._unclear(ways, time, sight.patience)
        if is_nothing(best, witness or Witness()) and nothing_new(ways, witness or Witness()) >= self.settings.sure:
            self.forget()
            return Nothing()
        if witness is not None and self._guesses(best, witness):
            return self._unclear(ways, time, sight.patience)
        return self._weigh(ways, time, sight.patience, witness or Witness(), at_once=at_once)

    def _least(self, best: Way, slack: float) -> float:
        """What the likeliest way has to weigh, or it is asked about. Beside what lies there against the rules legal
        plays have no measure."""
        if not best.plays:
            return self.settings.quiet * slack
        if best.illegal is not None:
            return self.settings.accused * slack
        return self.rules.murky if slack == 1.0 else 0.0

    def _guesses(self, best: Way, witness: Witness) -> bool:
        """Whether the likeliest way accuses somebody on a guess, or leaves a piece unexplained that is only guessed."""
        if best.illegal is not None:
            return not witness.accused.beside(best) and witness.guessed(best.plays[-1][1])
        # Where a turn is several moves each of them has its own share.
        more = 0 if self.rules.in_turn else len(best.plays) - 1
        least = self.settings.whole * self.settings.another**more
        explained = best.weight >= least * witness.slack * witness.speaks_for(best)
        return bool(best.plays and witness.guesses and self.rules.murky) and not explained

    def likelihood(self, told: Commit | Illegal) -> float:
        """How likely it is that what the last look told was played; of what the rules refuse, by whichever seat."""
        if isinstance(told, Illegal) and self.weighed is not None:
            return same_play(told.way, self.weighed.ways)
        return told.way.likelihood

    def tells_all(self, told: Commit) -> bool:
        """Whether what the last look told leaves nothing to explain but what was reported before."""
        if told.whole or self.weighed is None:
            return told.whole
        best, accused = self.weighed.ways[0], self.weighed.witness.accused
        return accused.known(best) and told.way.plays == best.plays[:-1]

    def _passed(self, state: Any, sight: Sight, witness: Witness | None) -> Commit | None:
        """The plays that led to what was glimpsed; what was played after them, and whose arms that were, is for the
        next look to tell."""
        then = None if witness is None else replace(witness, reaches=(), seating=Seating())
        for position in sight.passed:
            glimpsed = replace(sight, position=position)
            ways = self._likely(state, glimpsed, then)
            begun = beginning(ways, self.settings.sure)
            if begun.plays:
                self.weighed = Weighed(state, ways, glimpsed, then or Witness())
                return Commit(begun)
        return None

    def explained_from(self, state: Any, weighed: Weighed, seating: Seating) -> Sequence[Way]:
        """The ways from another state to what was weighed, with the players sitting elsewhere; none where it cannot be
        a table that followed."""
        told = weighed.witness  # who passed over what was glimpsed is not known of any history
        witness = replace(told, seating=seating.expected(weighed.sight.sides) if told.seating.arms else told.seating)
        try:
            ways = witness.weigh(self._ways(state, weighed.sight, self.settings.plies))
        except PositionError:
            return ()
        return self._begun_by_the_first(state, ways) if state == self.rules.start(self.options) else ways

    def explained_anew(self, state: Any, sight: Sight, witness: Witness) -> Sequence[Way]:
        """The legal ways from a state of before to what is seen if the game went on from there, but for those that
        would be asked about for what they leave unexplained. What lies there against the rules by the record weighs as
        it does for the record."""
        try:
            ways = self._likely(state, sight, replace(witness, last=None, accused=Accused()))
        except PositionError:
            return ()
        clear = [way for way in ways if way.illegal is None and way.weight >= self.rules.murky]
        clear = [replace(way, weight=way.weight * witness.slack) for way in clear]
        return self._begun_by_the_first(state, clear) if state == self.rules.start(self.options) else clear

    def at_rest(self, state: Any, weighed: Weighed) -> float:
        """How likely what was weighed is, if a state is all there is to it; 1 where that leaves some unexplained."""
        weight = max((way.weight for way in self._ways(state, weighed.sight, 0) if not way.plays), default=0.0)
        return weight if weight >= self.settings.whole else 1.0

    def _likely(self, state: Any, sight: Sight, witness: Witness | None = None) -> Sequence[Way]:
        """The ways by a few moves; by more where those leave something unexplained."""
        ways = self._ways(state, sight, self.settings.plies)
        for plies in range(self.settings.plies + 1, self.settings.most_plies + 1):
            if ways[0].weight >= self.settings.whole:
                break
            ways = self._ways(state, sight, plies)
        # Of a game that began unseen nobody knows what else was: that is asked.
        if ways[0].weight < self.settings.whole and state != self.rules.start(self.options):
            known = {way.plays for way in ways}
            longer = self.histories(state, sight, witness or Witness())
            ways = [*ways, *(way for way in longer if way.plays not in known)]
        return self._one_a_state(state, (witness or Witness()).weigh(ways))

    def histories(self, state: Any, sight: Sight, witness: Witness) -> list[Way]:
        """The legal ways from a state to a sight by as many moves as it takes, not weighed by their arms yet; none
        where weights do not tell what is left unexplained, for then many moves explain more than what was played."""
        if not self.rules.murky:
            return []
        came = replace(witness, reaches=(), seating=Seating())
        return histories(
            self.rules,
            state,
            lambda now: self._ways(now, sight, self.settings.plies),
            lambda plays: came.speaks_for(Explanation(tuple(plays), 1.0)),
            self.settings.whole,
        )

    def _one_a_state(self, state: Any, ways: Sequence[Way]) -> Sequence[Way]:
        """Of legal ways that lead to the same state the likeliest, with the likelihood of all: none knows more."""
        best: dict[Any, Way] = {}
        kept: list[Way] = []
        for number, way in enumerate(ways):
            if way.illegal is not None or number >= MERGED:
                kept.append(way)
                continue
            after = reduce(lambda now, play: self.rules.play(now, *play), way.plays, state)
            known = best.get(after)
            if known is None:
                best[after] = way
            else:
                likelihood, weight = known.likelihood + way.likelihood, known.weight + way.weight
                best[after] = replace(known, likelihood=likelihood, weight=weight)
        return sorted((*best.values(), *kept), key=lambda way: -way.likelihood)

    def _ways(self, state: Any, sight: Sight, plies: int) -> Sequence[Way]:
        """The ways from a state to a sight, explained once a look: histories meet in the same states."""
        position = sight.position
        known = self._explained.get((state, id(position), plies))
        if known is None:
            # The position is kept, so that no other gets its id.
            known = position, self.rules.explain(state, Setup(self.options, position), plies)
            self._explained[state, id(position), plies] = known
        return known[1]

    def _begun_by_the_first(self, state: Any, ways: Sequence[Way]) -> Sequence[Way]:
        """The ways of a game's first look, of those that differ in nothing but the names of seats only one.

        Where nobody has moved yet, nothing tells the seats apart: whoever begins is called the lowest that may.
        """
        first = min((seat for way in ways for seat, _ in way.plays[:1] if seat != TABLE), default=TABLE)
        kept = [way for way in ways if not self._only_renamed(state, way, first)]
        total = sum(way.likelihood for way in kept)
        return [replace(way, likelihood=way.likelihood / total) for way in kept] if total else ways

    def _only_renamed(self, state: Any, way: Way, first: int) -> bool:
        """Whether the first seat could have begun such a way as well, and the others would then go on as here."""
        if not way.plays or way.plays[0][0] in (TABLE, first):
            return False
        seat, move = way.plays[0]
        if not self.rules.judge(state, first, move).legal:
            return False
        return self._then(state, seat, move) == self._then(state, first, move)

    def _then(self, state: Any, seat: int, move: Any) -> set[int]:
        """Who may move after a move, counted from its seat."""
        after = self.rules.play(state, seat, move)
        return {(actor - seat) % self.options.players for actor in self.rules.actors(after)}

    def _weigh(self, ways: Sequence[Way], time: float, patience: float, witness: Witness, *, at_once: bool) -> Decision:
        best, settings = ways[0], self.settings
        begun = beginning(ways, settings.sure)
        # Others who played on over what was reported have played, whatever becomes of it.
        others = best.illegal is not None and any(seat != best.plays[-1][0] for seat, _ in begun.plays)
        told = begun.plays and (witness.refused_last(best) or (others and witness.accused.known(best)))
        beside = witness.accused.beside(best)
        refused = 0.0 if best.illegal is None or told or beside else same_play(best, ways)
        if refused >= settings.illegal:
            clear = refused >= settings.at_once and best.weight >= settings.plain * witness.slack
            at_once = at_once and clear and not self._contradicts(best.plays)
            return self._agreed(Illegal(best), best.plays, time, at_once=at_once)
        if begun.plays:
            commit = Commit(begun, whole=begun.plays == best.plays and best.likelihood >= settings.sure)
            at_once = at_once and begun.likelihood >= settings.at_once and not self._contradicts(begun.plays)
            decision = self._agreed(commit, begun.plays, time, at_once=at_once)
            if decision is commit:
                # What is left of the likeliest way was seen once by now.
                self._open = Open(best.plays[len(begun.plays) :], time, 1)
            return decision
        return self._unclear(ways, time, patience)

    def _contradicts(self, plays: tuple[Any, ...]) -> bool:
        """Whether the look before was unclear, and other plays were the likeliest."""
        before = self._open.likeliest
        return any(one != other for one, other in zip(before, plays, strict=False))

    def _agreed(self, decision: Decision, plays: tuple[Any, ...], time: float, *, at_once: bool) -> Decision:
        """The decision if a second look agrees, or at once."""
        last = self._open
        same = last.plays == plays
        looks = last.looks + 1 if same else 1
        clear = at_once or looks > 1
        self._open = Open(plays, last.since if same else time, looks, puzzled=None if clear else last.puzzled)
        return decision if clear else Wait(decision)

    def _unclear(self, ways: Sequence[Way], time: float, patience: float) -> Decision:
        last, best, settings = self._open, ways[0].plays, self.settings
        length = min(len(last.likeliest), len(best))
        same = last.likeliest[:length] == best[:length] and (length or last.likeliest == best)
        since = last.unclear if last.unclear is not None and same else time
        puzzled = time if last.puzzled is None else last.puzzled
        self._open = Open(unclear=since, likeliest=best, puzzled=puzzled)
        if time - since < settings.ask_after + patience and time - puzzled < settings.ask_at_last + patience:
            return Wait()
        shown = [way for way in ways if way.likelihood >= settings.worth_asking]
        return Ask(tuple(shown[: settings.asked]))

    def _lost(self, detail: str, time: float) -> Decision:
        since = time if self._open.puzzled is None else self._open.puzzled
        self._open = Open(unclear=since, puzzled=since)
        return OutOfStep(detail) if time - since >= self.settings.lost_after else Wait()

    def _taken_back(
        self, states: Sequence[Any], sight: Sight, ways: Sequence[Way], witness: Witness, supposed: Supposed
    ) -> TakenBack:
        """How likely the table is that of one or two moves ago, or follows from it, rather than from now."""
        best = TakenBack(0, 0.0)
        now, most = ways[0].weight, 0.0
        # Where the record explains the table badly, something may have been taken back and played upon since.
        refused = ways[0].illegal is not None and not is_nothing(ways[0], witness)
        badly = refused or now < self.rules.murky * witness.slack
        for count in range(1, min(self.settings.back, len(states) - 1) + 1):
            state = states[-1 - count]
            then = self._played_since(state, sight, witness, supposed) if badly else self._ways(state, sight, 1)
            weighed = witness.taken_back(supposed.moves[-1:], then)
            if badly:
                weighed = [way for way in weighed if not supposed.lie(count, way)]
            again = [replace(way, weight=way.weight * witness.reached_again(way.plays, count)) for way in weighed]
            weighed = sorted(again, key=lambda way: -way.weight)
            weight = weighed[0].weight * self.settings.taken_back**count if weighed else 0.0
            if weight > most and weighed[0].illegal is None:
                best, most = TakenBack(count, weight / (weight + now), whole=not weighed[0].plays), weight
        return best

    def _played_since(self, state: Any, sight: Sight, witness: Witness, supposed: Supposed) -> Sequence[Way]:
        """The ways from a state of before to what is seen if the game went on from there."""
        seen = sight if supposed.see is None else supposed.see(state)
        ways = self._ways(state, seen, self.settings.plies)
        return ways if ways[0].weight >= self.settings.whole else [*ways, *self.histories(state, seen, witness)]


def nothing_new(ways: Sequence[Way], witness: Witness) -> float:
    """How likely nothing was played but, perhaps, what was reported by now."""
    return sum(way.likelihood for way in ways if not way.plays or (len(way.plays) == 1 and witness.accused.known(way)))


def is_nothing(way: Way, witness: Witness) -> bool:
    """Whether a way is that nothing was played, perhaps beside what the game went on from."""
    return not way.plays or (len(way.plays) == 1 and witness.accused.is_left(way))


def same_play(illegal: Way, ways: Sequence[Way]) -> float:
    """How likely the play that the rules refuse was made, by whichever seat and after whatever else."""
    refused = str(illegal.plays[-1][1])
    return sum(way.likelihood for way in ways if way.illegal is not None and str(way.plays[-1][1]) == refused)


def beginning(ways: Sequence[Way], sure: float) -> Way:
    """The longest beginning that ways of at least `sure` likelihood in all have in common, legal play by legal play."""
    begun: Way = Explanation((), 1.0)
    while True:
        length = len(begun.plays) + 1
        shares: dict[tuple[Any, ...], float] = {}
        for way in ways:
            legal = len(way.plays) - (way.illegal is not None)
            if legal >= length and way.plays[: length - 1] == begun.plays:
                plays = way.plays[:length]
                shares[plays] = shares.get(plays, 0.0) + way.likelihood
        if not shares:
            return begun
        plays = max(shares, key=lambda each: shares[each])
        if shares[plays] < sure:
            return begun
        begun = Explanation(plays, min(shares[plays], 1.0))
