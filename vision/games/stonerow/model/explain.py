"""How a known state became what was seen: hypotheses of some plays that show, legal and not, with likelihoods.

A hypothesis is as likely as what was seen is, given its last state. What shows on no picture is told among the moves,
and counts as none. That is the draw from the quarry before an action, and that nobody reacts to a Hammer. Of those
that lead to the same state, or to the same false row, the likeliest one is told for all.

A row that is none may lie beside the game for a while. A hypothesis may then go on past it, by the rules, as if it were
not there. That row is told last. Its verdict says what is wrong with the row itself, whoever was in turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from engine.core import TABLE, Seat, Verdict
from engine.games.stonerow.actors import actors
from engine.games.stonerow.build import Build
from engine.games.stonerow.cards import HIGHWAYMAN, MASON, gather
from engine.games.stonerow.dealing import TurnBrickyard
from engine.games.stonerow.discard import Discard
from engine.games.stonerow.displacer import DECLINE, askable
from engine.games.stonerow.draw import FROM_BRICKYARD, FROM_QUARRY, Draw
from engine.games.stonerow.foreman import OVERTIME
from engine.games.stonerow.golddigger import DigBrickyard
from engine.games.stonerow.hammer import Break
from engine.games.stonerow.highwayman import Steal
from engine.games.stonerow.mason import Mortar, Repair
from engine.games.stonerow.rows import Layer, Row
from engine.games.stonerow.state import ACTION, DEAL, OVER, State, must_draw, without
from engine.games.stonerow.teammate import Add, Rescue
from engine.games.stonerow.turns import judged
from vision.games.model import MOST_LINES, NEGLIGIBLE, STATE, Budget, Frontier, Line, ObservationModel, numbers, ranked
from vision.games.stonerow.model.candidates import FIRST_UNSEEN, of_the_table, suspects
from vision.games.stonerow.model.likelihood import EVEN, NEVER, RARELY, SELDOM, SOMETIMES, reading_likelihood
from vision.games.stonerow.model.reading import expected

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.stonerow.play import Play
    from vision.games.model import Explained
    from vision.games.stonerow.model.reading import SeenTable

PLAYED: Final = SOMETIMES
"""Between two looks mostly nothing happens, and one play is simpler than two."""
DRAWS_OPEN: Final = numbers("stonerow")["draws_open"]
DREW_OPEN: Final = DRAWS_OPEN / (1.0 - DRAWS_OPEN)
"""How much rarer a draw from the brickyard is than one from the quarry, which is the rule; estimated from games."""
DREW_UNSEEN: Final = DREW_OPEN * SELDOM
"""The same where nothing shows it, for another card has come to lie on the brickyard since."""
CALLED_ONLY: Final = EVEN
"""A Foreman's call in a turn whose action nobody saw yet: it is laid a little before it, so a look often shows both."""
GAIN: Final = 1.5
"""A play shows: with it the state fits what was seen so much better than without."""
TRACES: Final = (Break, Steal, Repair, Mortar, Discard, Add)
"""What can be seen to have been done against the rules, beside a row."""
NO_PLAYS: Final = frozenset({"not_in_hand", "no_such_row", "too_few_cards"})
"""Such plays are rather read wrong."""
NO_REPORT: Final = frozenset({"draw_first", "lies_elsewhere"})
"""Nobody lays what lies in full view elsewhere: one of both was read wrong, or its move was."""


class Hypothesis(NamedTuple):
    """Plays from the known state, where they lead, how likely people make them, and the first refusal among them.
    `aside` is what lies there against the rules beside the state, `likelihood` that of what was seen, given all that.
    `end` is how likely it is that nothing followed yet."""

    plays: tuple[tuple[Seat, Play], ...]
    state: State
    prior: float
    likelihood: float
    illegal: Verdict | None = None
    aside: Row | None = None
    end: float = 1.0

    @property
    def in_order(self) -> tuple[tuple[Seat, Play], ...]:
        """The plays, a false row last: the others were made by the rules as if it were not there."""
        return (*self.plays[1:], self.plays[0]) if self.aside else self.plays

    @property
    def is_played(self) -> bool:
        """Whether anybody has played by the rules since, beside what comes with the deal."""
        return any(seat != TABLE and move != OVERTIME for seat, move in self.plays[bool(self.aside) :])

    @property
    def weight(self) -> float:
        """How likely it is, beside other hypotheses."""
        return self.prior * self.likelihood * self.end


def _first(hypothesis: Hypothesis) -> tuple[float, int, bool]:
    return -hypothesis.weight, len(hypothesis.plays), hypothesis.illegal is not None


def _factor(state: State, seat: Seat, move: Play, *, shows: bool) -> float:
    """How likely people make a play, beside none; the draw that every turn begins with costs nothing."""
    if move == FIRST_UNSEEN:
        return RARELY  # mostly it is seen before it is gone, or covered
    if seat == TABLE or move == FROM_QUARRY:
        return 1.0
    if move == FROM_BRICKYARD:
        return DREW_OPEN if shows else DREW_UNSEEN
    if move == OVERTIME:
        return 1.0 if state.phase == DEAL else PLAYED * SELDOM  # that he was dealt is nothing rare
    if isinstance(move, Rescue):
        return RARELY  # the next player's draw from the brickyard looks alike, and is the rule
    # That all cards of a row are the builder's is likelier than that a partner added some.
    return PLAYED * SELDOM if isinstance(move, Add) else PLAYED


class Search:
    """The hypotheses to one reading."""

    def __init__(self, reading: SeenTable, budget: Budget) -> None:
        self.reading, self.budget = reading, budget
        self.likelihood = reading_likelihood(reading)
        self.found: list[Hypothesis] = []
        self.frontier = Frontier[Hypothesis](budget, _first, lambda left: PLAYED * left.prior)

    def begin(self, state: State) -> None:
        """That nothing was played, or that a row that is none was laid."""
        start = Hypothesis((), state, 1.0, self.likelihood(state))
        self._settle(start)
        for move, seat in suspects(state, self.reading).items():
            if isinstance(move, Build) and (wrong := self._against(start, seat, move)):
                self._settle(wrong)

    def go_on(self) -> None:
        """One play more after each open hypothesis, the likeliest first, as far as the budget reaches."""
        for hypothesis in self.frontier.by_one_ply():
            self._played(hypothesis)

    def weighed(self) -> list[tuple[float, Hypothesis]]:
        """The hypotheses with what they weigh. Those that lead to one state count as one, told as the likeliest."""
        merged: dict[object, tuple[float, Hypothesis]] = {}
        for hypothesis in sorted(self.found, key=_first):
            false = hypothesis.aside
            # Who was dealt the Foreman changes nothing on the table, but somebody laid it.
            foremen = tuple(seat for seat, move in hypothesis.plays if move == OVERTIME)
            told = hypothesis.illegal if false is None else false.holder
            key = self._nobody_reacts(hypothesis).state, foremen, told
            if key not in merged:
                merged[key] = hypothesis.weight, hypothesis
            elif false is None:  # vague cards may be many false rows, of which one was laid: that makes none likelier
                weight, likeliest = merged[key]
                merged[key] = weight + hypothesis.weight, likeliest
        return sorted(merged.values(), key=lambda one: (-one[0], *_first(one[1])[1:]))

    def _settle(self, hypothesis: Hypothesis) -> None:
        """Notes a hypothesis, and all that follow from it without a play of their own."""
        self.found.append(hypothesis)
        if hypothesis.illegal is not None and hypothesis.aside is None:
            return
        self.frontier.open.append(hypothesis)
        quiet = self._nobody_reacts(hypothesis)
        if quiet is not hypothesis:
            self._settle(quiet)
        if hypothesis.state.phase in {DEAL, OVER}:
            self._dealt(hypothesis)

    def _played(self, hypothesis: Hypothesis) -> None:
        """One play that shows, after the draw that belongs to it."""
        seat = hypothesis.state.turn
        for draw in (FROM_QUARRY, FROM_BRICKYARD) if must_draw(hypothesis.state) else ():
            if judged(hypothesis.state, seat, draw).legal:
                drawn = self._on(hypothesis, seat, draw)
                self.found.append(drawn)
                self._acted(drawn)
        self._acted(hypothesis)

    def _acted(self, hypothesis: Hypothesis) -> None:
        may = [seat for seat in actors(hypothesis.state) if seat != TABLE]
        moves = suspects(hypothesis.state, self.reading)
        self.budget.spend(len(moves))
        for move, maker in moves.items():
            for seat in may:
                if judged(hypothesis.state, seat, move).legal:
                    after = self._on(hypothesis, seat, move)
                    if after.likelihood > GAIN * hypothesis.likelihood:
                        self._settle(after)
            refused = isinstance(move, TRACES) and hypothesis.illegal is None
            if refused and (wrong := self._against(hypothesis, maker, move)):
                self.found.append(wrong)

    def _dealt(self, hypothesis: Hypothesis) -> None:
        """What the table turns up, or a Foreman that was dealt: one after another, for it all lies there at once."""
        for seat in actors(hypothesis.state):
            laid = [OVERTIME] if self.reading.overtime else []
            for move in of_the_table(hypothesis.state, self.reading) if seat == TABLE else laid:
                if move.judge(hypothesis.state, seat).legal:
                    self._settle(self._on(hypothesis, seat, move))

    def _on(self, hypothesis: Hypothesis, seat: Seat, move: Play) -> Hypothesis:
        self.budget.spend(STATE)
        state = move.play(hypothesis.state, seat)
        likelihood, shows = self._likelihood(state, hypothesis.aside), self._shows_yard(state)
        prior = hypothesis.prior * _factor(hypothesis.state, seat, move, shows=shows)
        if isinstance(move, TurnBrickyard) and self.reading.first:
            prior *= max(self.reading.first.get(move.card, 0.0), NEVER)
        if isinstance(move, DigBrickyard):
            # That it took from there is seen where the top has gone. Else it is one choice of many.
            prior *= 1.0 if shows and not self._shows_yard(hypothesis.state) else SELDOM
        end = 1.0
        if move == FROM_QUARRY and likelihood <= GAIN * hypothesis.likelihood:
            end = RARELY  # hardly worth telling before an action follows
        elif move == FROM_BRICKYARD and hypothesis.is_played:
            # It was made before anybody looked at what the one before had played, or it was the draw of that one.
            end = PLAYED * (PLAYED if any(play == FROM_QUARRY for _, play in hypothesis.plays) else 1.0)
        elif move == OVERTIME and hypothesis.state.phase != DEAL:
            end = CALLED_ONLY
        plays = (*hypothesis.plays, (seat, move))
        return hypothesis._replace(plays=plays, state=state, prior=prior, likelihood=likelihood, end=end)

    def _shows_yard(self, state: State) -> bool:
        """Whether what was seen on the brickyard is what the state has on top of it, or that it is empty."""
        seen, pile = self.reading.top, state.brickyard
        if seen is None or pile is None or bool(seen) != bool(pile):
            return False
        return not seen or seen[0].get(pile[-1], 0.0) > 0

    def _likelihood(self, state: State, aside: Row | None) -> float:
        if aside is not None:
            state = state.but(rows=(*state.rows, aside), **without(state, aside.holder, aside.cards))
        return self.likelihood(state)

    def _nobody_reacts(self, hypothesis: Hypothesis) -> Hypothesis:
        """The hypothesis after everyone asked, if anyone is, has let the Hammer fall (A-SR-46)."""
        after = hypothesis
        while seats := askable(after.state):
            plays, state = (*after.plays, (seats[0], DECLINE)), DECLINE.play(after.state, seats[0])
            after = after._replace(plays=plays, state=state, end=1.0)
        if after is hypothesis:
            return hypothesis
        return after._replace(likelihood=self._likelihood(after.state, after.aside))

    def _against(self, hypothesis: Hypothesis, seat: Seat, move: Play) -> Hypothesis | None:
        """A play that the rules refuse, as if its player had the turn for it, where that is worth telling. A false row
        leaves the game as it was."""
        state = hypothesis.state
        if state.phase in {OVER, DEAL}:
            return None
        acting = state.but(turn=seat, phase=ACTION, pending=None, last=None)
        verdict = move.judge(acting, seat)
        if verdict.legal:
            verdict = judged(state, seat, move)
        if verdict.legal or verdict.name in NO_REPORT:
            return None
        prior = hypothesis.prior * PLAYED * RARELY * (RARELY if verdict.name in NO_PLAYS else 1.0)
        # A Mason or a Highwayman on a row is rather the beginning of a play than a Hammer of no use.
        prior *= SELDOM if isinstance(move, Break) and move.hammer in {MASON, HIGHWAYMAN} else 1.0
        plays = (*hypothesis.plays, (seat, move))
        if isinstance(move, Build):
            false = Row(0, seat, (Layer(seat, gather(move.cards)),))
            return Hypothesis(plays, state, prior, self._likelihood(state, false), verdict, false)
        after = move.play(acting, seat)
        return Hypothesis(plays, after, prior, self.likelihood(after), verdict)


class StoneRowModel(ObservationModel):
    """The rows and their holders, the piles, and what was counted."""

    piles: ClassVar[frozenset[str]] = frozenset({"brickyard"})

    def explain(self, state: State, seen: SeenTable, plies: int, budget: Budget) -> Explained:
        """The lines from a state that explain what was seen, always with that nothing happened. More plays than asked
        for are thought of while they find a state that fits better."""
        search = Search(expected(state, seen), budget)
        search.begin(state)
        for _ in range(plies):
            search.go_on()
        weighed, likelihood = search.weighed(), 0.0
        while plies:
            before, likelihood = likelihood, max(hypothesis.likelihood for _, hypothesis in weighed)
            likely = sum(weight >= NEGLIGIBLE * weighed[0][0] for weight, _ in weighed)
            fits = weighed[0][1].likelihood > RARELY  # else it does not explain what was seen
            if fits or likelihood <= before or likely > MOST_LINES or budget.is_spent:
                break
            search.go_on()
            weighed = search.weighed()
        lines = (Line(hypothesis.in_order, weight, hypothesis.illegal) for weight, hypothesis in weighed)
        return ranked(lines, search.frontier.unexplored)

    def chances(self, state: State, seat: Seat, move: Any) -> Mapping[str, bool]:
        """Whether a draw was from the brickyard, where it could be."""
        both = isinstance(move, Draw) and state.brickyard and state.quarry != 0
        return {"draws_open": move.pile != FROM_QUARRY.pile} if both else {}


MODEL: Final = StoneRowModel()
