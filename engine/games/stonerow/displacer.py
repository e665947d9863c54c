"""The Displacer: a deflector that lies for good, or a reaction that attracts a Hammer.

SRO-41…46, SRT-32…36; A-SR-39…47, A-SR-54, A-SR-72, A-SR-74, C-SR-7, C-SR-8.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from engine.errors import NotationError
from engine.games.stonerow.cards import DISPLACER, UNITS, Card, count, label, merge
from engine.games.stonerow.held import missing
from engine.games.stonerow.notation import only, read_row
from engine.games.stonerow.options import in_deck
from engine.games.stonerow.play import Play
from engine.games.stonerow.rows import no_such_row
from engine.games.stonerow.rules import allow, refuse
from engine.games.stonerow.state import (
    ACTION,
    OVER,
    REACTION,
    UNKNOWN_BELOW,
    could_have,
    find_row,
    is_last_call,
    put,
    with_row,
    without,
)
from engine.games.stonerow.turns import finish
from engine.said import Said, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat, Verdict
    from engine.games.stonerow.rows import Row
    from engine.games.stonerow.state import Pending, State


@dataclass(frozen=True, slots=True)
class Deflect(Play):
    """`deflect Di`; where a deflector shields one row only, `deflect Di r3` (A-SR-39)."""

    row: int | None = None
    once: ClassVar[tuple[str, ...]] = ("SRO-26", "SRO-31")

    def __str__(self) -> str:
        return "deflect Di" if self.row is None else f"deflect Di r{self.row}"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The Displacer."""
        return (label(DISPLACER),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Deflect:
        """The Displacer, and where the house rule asks for it a row."""
        if not words or words[0] != "Di" or len(words) > 2:
            form = "the move is written {form}, or {form2} where it shields one row"
            raise NotationError(Said(form, form=quoted("deflect Di"), form2=quoted("deflect Di r3")))
        return cls(read_row(words[1]) if len(words) == 2 else None)

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Deflect]:
        """One; with one shielded row, every own row that has no shield."""
        if not could_have(state, seat, DISPLACER):
            return
        if not shields_one(state):
            yield DEFLECT
            return
        for row in state.rows:
            if row.holder == seat and row.id not in state.shielded:
                yield cls(row.id)

    def judge(self, state: State, seat: Seat) -> Verdict:
        """A Displacer of the hand; its row, where it shields one, is the seat's own and has no shield."""
        options = state.options
        if shields_one(state):
            if self.row is None:
                return refuse(options, "row_missing", "Here a deflector shields one row: name it.", "SRO-42", "A-SR-39")
            row = find_row(state, self.row)
            if row is None:
                return no_such_row(options, self.row)
            if row.holder != seat:
                return refuse(
                    options,
                    "not_your_row",
                    Said("{row} does not lie before seat {seat}.", row=f"r{row.id}", seat=seat),
                    "SRO-42",
                    "A-SR-39",
                )
            if row.id in state.shielded:
                return refuse(
                    options, "already_shielded", Said("{row} has a deflector.", row=f"r{row.id}"), "SRO-42", "A-SR-39"
                )
        elif self.row is not None:
            return refuse(options, "all_rows", "A deflector protects all rows of its player.", "SRO-42", "A-SR-39")
        return missing(state, seat, (DISPLACER,)) or allow(options, "SRO-41", "SRO-42", "A-SR-39")

    def play(self, state: State, seat: Seat) -> State:
        """It lies before the seat for the rest of the game, in TeamPlay of the round (C-SR-8)."""
        changes = without(state, seat, UNITS[DISPLACER])
        changes["deflectors"] = put(state.deflectors, seat, state.deflectors[seat] + 1)
        if self.row is not None:
            changes["shielded"] = (*state.shielded, self.row)
        return finish(state, seat, changes)


@dataclass(frozen=True, slots=True)
class Attract(Play):
    """`attract Di`: out of turn, against a Hammer that an opponent has just played on a row."""

    moment: ClassVar[str] = REACTION

    def __str__(self) -> str:
        return "attract Di"

    @property
    def pieces(self) -> tuple[str, ...]:
        """The Displacer."""
        return (label(DISPLACER),)

    @classmethod
    def read(cls, words: Sequence[str]) -> Attract:
        """The Displacer."""
        if list(only(words, 1, "attract Di")) != ["Di"]:
            raise NotationError(Said("the move is written {form}", form=quoted("attract Di")))
        return cls()

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Attract]:
        """One, for a seat that may still react and can hold a Displacer."""
        if state.phase == REACTION and could_have(state, seat, DISPLACER) and seat in askable(state):
            yield ATTRACT

    def judge(self, state: State, seat: Seat) -> Verdict:
        """A Displacer of the hand, by an opponent who has not let the Hammer pass."""
        pending = state.pending
        options = state.options
        if pending is None:
            reason = "No Hammer has just been played on a row."
            return refuse(options, "nothing_to_attract", reason, "SRO-43", "A-SR-44", "A-SR-46")
        return (
            _no_reactor(state, pending, seat)
            or missing(state, seat, (DISPLACER,))
            or allow(options, "SRO-43", "SRO-44", "SRO-45", "SRO-46", "A-SR-45")
        )

    def play(self, state: State, seat: Seat) -> State:
        """A claim; it is settled when nobody with an earlier right can claim (A-SR-46)."""
        pending = state.pending and state.pending.claimed_by(seat)
        return settled(with_claims_shown(state.but(pending=pending)))


@dataclass(frozen=True, slots=True)
class Decline(Play):
    """`decline`: the Hammer may fall, as far as this seat goes."""

    moment: ClassVar[str] = REACTION

    def __str__(self) -> str:
        return "decline"

    @classmethod
    def read(cls, words: Sequence[str]) -> Decline:
        """No words."""
        only(words, 0, "decline")
        return cls()

    @classmethod
    def legal(cls, state: State, seat: Seat) -> Iterable[Decline]:
        """One, for a seat that may still react, or that alone can keep the game from ending."""
        if (state.phase == REACTION and seat in askable(state)) or (is_last_call(state) and seat == state.turn):
            yield DECLINE

    def judge(self, state: State, seat: Seat) -> Verdict:
        """Only where something is asked: a turn cannot be passed (A-SR-16)."""
        options = state.options
        if is_last_call(state) and seat == state.turn:
            return allow(options, "SRO-19", "A-SR-10")
        if state.pending is not None:
            return _no_reactor(state, state.pending, seat) or allow(options, "SRO-43", "A-SR-46")
        if state.phase == ACTION and seat == state.turn:
            reason = "A turn cannot be passed; any card can be discarded."
            return refuse(options, "no_passing", reason, "SRO-26", "SRO-52", "A-SR-16")
        return refuse(options, "nothing_asked", "There is nothing to decline.", "SRO-43", "A-SR-46")

    def play(self, state: State, seat: Seat) -> State:
        """One seat fewer is waited for; after the last the Hammer falls."""
        if state.pending is None:
            return state.but(phase=OVER, last=None)
        return settled(state.but(pending=state.pending.declined_by(seat)))


def askable(state: State) -> list[Seat]:
    """Who may still react to the pending Hammer, in the order of their right: clockwise from the attacker (A-SR-46).

    Every such opponent is asked, whatever it holds: that nobody asks a seat would tell its cards.
    """
    pending = state.pending
    if pending is None:
        return []
    row = find_row(state, pending.row)
    asked = []
    for step in range(1, state.options.players):
        seat = (pending.seat + step) % state.options.players
        if seat in pending.claimed:
            break
        if seat not in pending.declined and may_react(state, pending, row, seat):
            asked.append(seat)
    return asked


def may_react(state: State, pending: Pending, row: Row | None, seat: Seat) -> bool:
    """Whether a seat is an opponent of the attacker, and under `own_row_only` an owner (A-SR-43, A-SR-74).

    A deck without Displacers knows no reaction (SRB-29).
    """
    if not in_deck(DISPLACER, state.options):
        return False
    if state.options.team(seat) == state.options.team(pending.seat):
        return False
    return state.options.attract_target == "any_row" or (row is not None and row.owned_by(seat))


def settled(state: State) -> State:
    """The state once nobody is left to ask: the first claim takes the Hammer, else it falls (SRO-44…46)."""
    pending = state.pending
    if pending is None or askable(state):
        return state
    claims = [step for step in range(1, state.options.players) if _seat(state, pending, step) in pending.claimed]
    if claims:
        return _attracted(state, pending, _seat(state, pending, claims[0]))
    row = find_row(state, pending.row)
    rows = state.rows if row is None else with_row(state, row.marked(pending.hammer, broken=True))
    return finish(state, pending.seat, {"rows": rows})


def let_pass(state: State) -> State:
    """The state once everyone who is still asked has declined."""
    while seats := askable(state):
        state = DECLINE.play(state, seats[0])
    return state


def with_claims_shown(state: State) -> State:
    """Who has claimed the Hammer has shown its Displacer: that card is out of nobody's sight any more."""
    for seat in state.pending.claimed if state.pending is not None else ():
        hidden = state.hidden[seat]
        if not count(state.hands[seat], DISPLACER) and hidden != 0:
            hands = put(state.hands, seat, merge(state.hands[seat], UNITS[DISPLACER]))
            state = state.but(hands=hands, hidden=put(state.hidden, seat, None if hidden is None else hidden - 1))
    return state


def _attracted(state: State, pending: Pending, seat: Seat) -> State:
    """The Hammer is in the reactor's hand, the Displacer on the brickyard, the attacker's turn over (A-SR-45)."""
    changes = without(state, seat, UNITS[DISPLACER])
    changes["hands"] = put(changes["hands"], seat, merge(changes["hands"][seat], UNITS[pending.hammer]))
    changes["brickyard"] = onto_brickyard(state, DISPLACER)
    return finish(state, pending.seat, changes, idle=True)


def onto_brickyard(state: State, card: Card) -> tuple[Card, ...]:
    """The brickyard with one more card on top."""
    return (*(UNKNOWN_BELOW if state.brickyard is None else state.brickyard), card)


def shields_one(state: State) -> bool:
    """Whether a deflector shields one row only (A-SR-39)."""
    return state.options.deflector_scope == "one_row"


def _seat(state: State, pending: Pending, step: int) -> Seat:
    return (pending.seat + step) % state.options.players


def _no_reactor(state: State, pending: Pending, seat: Seat) -> Verdict | None:
    """Why a seat has no say about the pending Hammer."""
    options = state.options
    if options.team(seat) == options.team(pending.seat):
        whose, partners = ("your own", ()) if seat == pending.seat else ("your partner’s", ("A-SR-74",))
        return refuse(
            options,
            "own_hammer",
            Said("The Hammer is {whose}; opponents attract it.", whose=whose),
            "SRO-43",
            *partners,
        )
    if not may_react(state, pending, find_row(state, pending.row), seat):
        return refuse(options, "not_your_row", "At this table only an owner of the row may react.", "SRO-43", "A-SR-43")
    if seat in pending.declined or seat in pending.claimed:
        return refuse(options, "already_asked", Said("Seat {seat} has answered.", seat=seat), "SRO-43", "A-SR-46")
    if seat not in askable(state) and any(_before(state, pending, claim, seat) for claim in pending.claimed):
        return refuse(options, "earlier_claim", "A seat with an earlier right attracts it.", "SRO-43", "A-SR-46")
    return None


def _before(state: State, pending: Pending, first: Seat, second: Seat) -> bool:
    players = state.options.players
    return (first - pending.seat) % players < (second - pending.seat) % players


DEFLECT: Final = Deflect()
ATTRACT: Final = Attract()
DECLINE: Final = Decline()
