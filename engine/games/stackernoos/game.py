"""Stackernoos: dominoes end to end, stacked, spanned, bridged and branched. Source: version 24.11.1 (SN-50)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from engine.core import TABLE, Game, Line, Score, Verdict, refusal
from engine.games.stackernoos import tiles
from engine.games.stackernoos.hands import lowest_double, opener, with_drawn
from engine.games.stackernoos.moves import (
    DRAW,
    KEEP,
    PASS,
    Draw,
    Keep,
    Out,
    OutOfRoom,
    Placement,
    StackernoosMove,
    Start,
    parse,
)
from engine.games.stackernoos.options import StackernoosOptions
from engine.games.stackernoos.points import OUT, OUT_POINTS, allowed, lines
from engine.games.stackernoos.positions import read_position, write_position
from engine.games.stackernoos.state import HIDDEN, State
from engine.games.stackernoos.table import Table
from engine.games.stackernoos.under import under
from engine.games.stackernoos.why import refuse
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import UnionType

    from engine.core import Fault, Lying, Move, Seat, Setup
    from engine.options import Options

_VERDICTS: Final[dict[tuple[str, ...], Verdict]] = {}
"""Verdicts on ordinary plays, shared: they differ in their rules alone, of which there are few."""


class Stackernoos(Game[State, "Move"]):
    """The rules of Stackernoos as pure functions of `State`."""

    name: ClassVar[str] = "stackernoos"
    title: ClassVar[str] = "Stackernoos"
    aliases: ClassVar[tuple[str, ...]] = ("stackernoes",)
    options_type: ClassVar[type[Options]] = StackernoosOptions
    move_type: ClassVar[type[Move] | UnionType] = StackernoosMove
    announced: ClassVar[frozenset[str]] = frozenset({"keep", "pass", "out"})
    drawn: ClassVar[frozenset[str]] = frozenset({"draw"})

    def start(self, options: Options, seed: int | None = None) -> State:
        """Shuffled and dealt by the seed; without one, hands and boneyard are hidden. Source: SN-1, SN-2, SN-6."""
        assert isinstance(options, StackernoosOptions)
        players, size = options.players, options.hand_size
        count = tiles.set_size(options.max_pip) - players * size
        sizes, nothing = (size,) * players, (0,) * players
        if seed is None:
            return State(Table(options), (None,) * players, sizes, count, TABLE, nothing)
        chance = random.Random(seed)
        pile = [1 << n for n in range(tiles.set_size(options.max_pip))]
        while True:
            chance.shuffle(pile)
            hands = tuple(sum(pile[count + size * seat : count + size * (seat + 1)]) for seat in range(players))
            if options.no_double_start != "redeal" or lowest_double(*hands):
                break
        return State(Table(options), hands, sizes, count, opener(hands, 0), nothing, tuple(pile[:count]))

    def actors(self, state: State) -> tuple[Seat, ...]:
        """The seat in turn; before the start all seats, where nobody can see who holds the lowest double."""
        if state.over:
            return ()
        return tuple(range(len(state.hands))) if state.turn == TABLE else (state.turn,)

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Every legal move; with a hidden hand, all that some hand could make. Source: SN-37…SN-40, A-SN-25."""
        if seat not in self.actors(state):
            return ()
        if not state.started:
            return self._openings(state, seat)
        shape = state.table.shape
        hand = state.playable(seat)
        found: list[Move] = []
        for place in shape.places.values():
            fit = place.tiles & hand
            while fit:
                bit = fit & -fit
                found += place.moves[bit]
                fit ^= bit
        if shape.crowded:
            found = list(dict.fromkeys(found))
        if state.drawn is not None:
            found.append(KEEP)
        elif state.boneyard != 0:
            found.append(DRAW)
        if state.drawn is None and not state.boneyard and (not found or state.may_be_stuck(seat)):
            found.append(PASS)
        return found

    def _openings(self, state: State, seat: Seat) -> list[Move]:
        """A double or a draw: nothing else is ever legal. Source: SN-7."""
        held = state.held(seat)
        starts = [Start(pips, pips) for pips, double in enumerate(tiles.DOUBLES) if double & held]
        return [move for move in (*starts, DRAW) if self.judge(state, seat, move).legal]

    def judge(self, state: State, seat: Seat, move: Move) -> Verdict:
        """Whether a move is legal, and what it earns."""
        self.expect(move)
        if isinstance(move, OutOfRoom):
            return self._judge_room(state, move)
        if isinstance(move, Out):
            return self._judge_out(state, seat)
        if state.over:
            return self._game_over(state)
        if not 0 <= seat < len(state.hands) or state.turn not in (seat, TABLE):
            turn = Said("It is the turn of seat {seat}.", seat=state.turn)
            whose = "It is the turn of all seats." if state.turn == TABLE else turn
            return refusal("not_your_turn", whose, "A-SN-03", "SN-7")
        if isinstance(move, Placement):
            return self._judge_placement(state, seat, move)
        if isinstance(move, Start):
            return self._judge_start(state, seat, move)
        if isinstance(move, Draw):
            return self._judge_draw(state, seat)
        if isinstance(move, Keep):
            if state.drawn is None:
                return refusal("nothing_drawn", "Only a tile just drawn is kept.", "SN-40")
            return Verdict(legal=True, rules=("SN-40", "A-SN-35"))
        return self._judge_pass(state, seat)

    def points(self, state: State, seat: Seat, move: Move) -> int:
        """What a legal move earns."""
        if not state.options.scoring or move in (DRAW, KEEP, PASS):
            return 0
        if not isinstance(move, Placement):
            return self.judge(state, seat, move).points
        earned = lines(state.table, move, state.table.shape.roots_made(move))
        return sum(line.points for line in earned) + (OUT_POINTS if self._goes_out(state, seat) else 0)

    def _game_over(self, state: State) -> Verdict:
        return refusal("game_over", "The game is over.", "SN-41" if 0 in state.sizes else "A-SN-26")

    def _judge_placement(self, state: State, seat: Seat, move: Placement) -> Verdict:
        if not state.started:
            return refusal("not_started", "The lowest double starts.", "SN-7", "SN-8")
        bit = tiles.BIT[move.a][move.b]
        shape = state.table.shape
        place = shape.place_of(move)
        if not (bit & state.playable(seat)):
            return self._no_tile(state, seat, bit)
        if place is None or move not in place.moves[bit]:
            return refuse(shape, move)
        roots = shape.roots_made(move)
        rules = allowed(shape, move, roots)
        earned = lines(state.table, move, roots) if state.options.scoring else ()
        return self._allow(state, seat, rules, earned)

    def _allow(self, state: State, seat: Seat, rules: tuple[str, ...], earned: tuple[Line, ...]) -> Verdict:
        """The verdict for a play, with what the last tile of a hand adds to it. Source: SN-41, SN-42, SN-48."""
        if self._goes_out(state, seat):
            rules += ("SN-41",) if state.options.scoring else ("SN-41", "SN-42")
            earned += (OUT,) if state.options.scoring else ()
        if earned:
            return Verdict(legal=True, rules=rules, lines=earned)
        return _VERDICTS.get(rules) or _VERDICTS.setdefault(rules, Verdict(legal=True, rules=rules))

    def _goes_out(self, state: State, seat: Seat) -> bool:
        return state.sizes[seat] == (1 if state.drawn is None else 0)

    def _no_tile(self, state: State, seat: Seat, bit: int) -> Verdict:
        name = tiles.label(bit)
        if not bit & tiles.whole_set(state.options.max_pip):
            return not_in_set(state, bit)
        if bit & state.table.shape.tiles:
            return refusal("on_the_table", Said("{tile} lies on the table.", tile=name), "SN-1")
        if state.drawn is not None and state.options.play_after_draw == "drawn_only":
            return refusal(
                "not_the_drawn_tile",
                Said("After a draw only the drawn tile is played, not {tile}.", tile=name),
                "A-SN-24",
            )
        return refusal("not_in_hand", Said("Seat {seat} does not hold {tile}.", seat=seat, tile=name), "SN-6")

    def _judge_start(self, state: State, seat: Seat, move: Start) -> Verdict:
        bit = tiles.BIT[move.a][move.b]
        if state.started:
            return refusal("already_started", "The first tile lies on the table.", "SN-7")
        if not bit & tiles.whole_set(state.options.max_pip):
            return not_in_set(state, bit)
        if move.a != move.b:
            return refusal("not_a_double", "The first tile is a double.", "SN-7")
        if not bit & state.held(seat):
            return refusal(
                "not_in_hand", Said("Seat {seat} does not hold {tile}.", seat=seat, tile=tiles.label(bit)), "SN-7"
            )
        lowest = lowest_double(*(hand for hand in state.hands if hand is not None))
        if lowest and lowest < bit:
            return refusal(
                "lower_double", Said("{tile} is in hand and lower.", tile=tiles.label(lowest)), "SN-7", "A-SN-02"
            )
        return self._allow(state, seat, ("SN-7", "SN-8"), ())

    def _judge_draw(self, state: State, seat: Seat) -> Verdict:
        if state.boneyard == 0:
            return refusal("boneyard_empty", "There is nothing left to draw.", "A-SN-25")
        if state.drawn is not None:
            return refusal("already_drawn", "One tile is drawn a turn: play it or keep it.", "SN-37", "A-SN-24")
        if not state.started:
            return self._judge_opening_draw(state, seat)
        forced = not state.fitting(state.held(seat))
        return Verdict(legal=True, rules=("SN-37", "A-SN-23") if forced else ("SN-38", "A-SN-38"))

    def _judge_opening_draw(self, state: State, seat: Seat) -> Verdict:
        hand = state.hands[seat]
        if state.options.no_double_start == "redeal":
            return refusal("redeal", "Without a double in any hand, all is dealt anew.", "A-SN-02")
        if hand is not None and lowest_double(hand):
            return refusal("must_start", "Who holds a double does not draw before the start.", "SN-7", "A-SN-02")
        if seat != state.opening_draws % len(state.hands):
            return refusal("not_your_turn", "The seats draw in their order until one has a double.", "A-SN-02")
        return Verdict(legal=True, rules=("A-SN-02",))

    def _judge_pass(self, state: State, seat: Seat) -> Verdict:
        if not state.started:
            return refusal("not_started", "The lowest double starts.", "SN-7")
        if state.drawn is not None:
            return refusal("already_drawn", "The drawn tile is played or kept.", "SN-40")
        if state.boneyard:
            return refusal("must_draw", "While there are tiles to draw, nobody passes.", "SN-37", "A-SN-25")
        if not state.may_be_stuck(seat):
            return refusal("can_play", "A tile of the hand fits, so it is played.", "A-SN-25", "A-SN-38")
        return Verdict(legal=True, rules=("A-SN-25", "A-SN-26"))

    def _judge_room(self, state: State, move: OutOfRoom) -> Verdict:
        end = state.table.shape.ends.get(move.end)
        if state.over:
            return self._game_over(state)
        if state.options.bounds is not None:
            return refusal("room_is_given", "The table’s bounds say where an end is out of room.", "A-SN-10")
        if end is None:
            return refusal("no_such_end", Said("There is no end {end}.", end=move.end), "SN-32")
        if end.capped:
            return refusal("end_is_capped", Said("{end} is capped.", end=move.end), "SN-12")
        if end.closed:
            return refusal("end_is_closed", Said("{end} grows no more.", end=move.end), "SN-32")
        return Verdict(legal=True, rules=("SN-32", "A-SN-10"))

    def _judge_out(self, state: State, seat: Seat) -> Verdict:
        """Whether the table may say that a seat has laid its last tile: it must have played, its hand unseen."""
        if state.over:
            return self._game_over(state)
        if not 0 <= seat < len(state.hands):
            return refusal("no_such_seat", Said("Nobody sits at seat {seat}.", seat=seat), "SN-41")
        if not state.started:
            return refusal("not_started", "The lowest double starts.", "SN-7")
        if state.hands[seat] is not None:
            return refusal(
                "hand_is_known",
                Said("The tiles of seat {seat} are known: the count ends the game.", seat=seat),
                "SN-41",
            )
        if state.drawn is not None and seat == state.turn:
            return refusal("already_drawn", "The drawn tile is played or kept.", "SN-40")
        scoring = state.options.scoring
        return Verdict(legal=True, rules=("SN-41",) if scoring else ("SN-41", "SN-42"), lines=(OUT,) if scoring else ())

    def play(self, state: State, seat: Seat, move: Move) -> State:
        """The state after a legal move."""
        self.expect(move)
        if isinstance(move, Placement):
            return self._play_placement(state, seat, move)
        if isinstance(move, OutOfRoom):
            return state.but(table=state.table.with_closed(move.end))
        if isinstance(move, Out):
            return self._play_out(state, seat)
        if isinstance(move, Start):
            return self._play_start(state, seat, move)
        if isinstance(move, Draw):
            return self._play_draw(state, seat) if state.started else self._play_opening_draw(state, seat)
        if isinstance(move, Keep):
            hands, sizes = with_drawn(state, seat, 0)
            return state.with_turn_done(hands=hands, sizes=sizes)
        # A pass gives up the turns still owed: nothing could change in them.
        return state.but(turn=(seat + 1) % len(state.hands), extra_turns=0, passes=state.passes + 1, drawn=None)

    def _play_placement(self, state: State, seat: Seat, move: Placement) -> State:
        roots = state.table.shape.roots_made(move)
        earned = 0
        if state.options.scoring:
            earned = sum(line.points for line in lines(state.table, move, roots))
            earned += OUT.points if self._goes_out(state, seat) else 0
        scores = state.scores
        if earned:
            scores = (*scores[:seat], scores[seat] + earned, *scores[seat + 1 :])
        hands, sizes = with_drawn(state, seat, tiles.BIT[move.a][move.b])
        owed = max(state.extra_turns - 1, 0) + len(roots)
        if sizes[seat] == 0:
            owed = 0
        turn = seat if owed else (seat + 1) % len(hands)
        table = state.table.with_tile(move)
        return state.but(
            table=table, hands=hands, sizes=sizes, turn=turn, scores=scores, drawn=None, extra_turns=owed, passes=0
        )

    def _play_out(self, state: State, seat: Seat) -> State:
        sizes = (*state.sizes[:seat], 0, *state.sizes[seat + 1 :])
        earned = OUT.points if state.options.scoring else 0
        scores = (*state.scores[:seat], state.scores[seat] + earned, *state.scores[seat + 1 :])
        return state.but(sizes=sizes, scores=scores, extra_turns=0, drawn=None)

    def _play_start(self, state: State, seat: Seat, move: Start) -> State:
        hands, sizes = with_drawn(state, seat, tiles.BIT[move.a][move.b])
        scores = state.scores
        if self._goes_out(state, seat) and state.options.scoring:
            scores = (*scores[:seat], scores[seat] + OUT.points, *scores[seat + 1 :])
        table = state.table.with_first(move.a, move.b)
        return state.but(table=table, hands=hands, sizes=sizes, scores=scores, turn=(seat + 1) % len(hands))

    def _play_draw(self, state: State, seat: Seat) -> State:
        pile = state.pile
        left = None if state.boneyard is None else state.boneyard - 1
        if pile:
            return state.but(drawn=pile[-1], pile=pile[:-1], boneyard=left, passes=0)
        return state.but(drawn=HIDDEN, boneyard=left, passes=0)

    def _play_opening_draw(self, state: State, seat: Seat) -> State:
        drawn = self._play_draw(state, seat)
        hands, sizes = with_drawn(drawn, seat, 0)
        draws = state.opening_draws + 1
        return drawn.but(hands=hands, sizes=sizes, drawn=None, opening_draws=draws, turn=opener(hands, draws))

    def score(self, state: State) -> tuple[Score, ...]:
        """The totals so far; their lines come from the record (`engine.sheet`). Source: SN-43."""
        return tuple(
            Score(seat, total, (Line(total, "points so far", ("SN-43",)),) if total else ())
            for seat, total in enumerate(state.scores)
        )

    def winners(self, state: State) -> tuple[Seat, ...] | None:
        """Scored: the highest total. Unscored: who is out, else fewest tiles, then fewest pips.

        Source: SN-42, SN-49, A-SN-26, A-SN-29. Where pips are hidden, all who may have won.
        """
        if not state.over:
            return None
        seats = range(len(state.hands))
        if state.options.scoring:
            return tuple(seat for seat in seats if state.scores[seat] == max(state.scores))
        fewest = min((size for size in state.sizes if size is not None), default=None)
        left = tuple(seat for seat in seats if state.sizes[seat] in (None, fewest))
        hands = [state.hands[seat] for seat in left]
        known = [tiles.pips(hand) for hand in hands if hand is not None]
        if fewest == 0 or len(known) < len(left):
            return left if fewest != 0 else tuple(seat for seat in seats if state.sizes[seat] == 0)
        return tuple(seat for seat, pips in zip(left, known, strict=True) if pips == min(known))

    def view(self, state: State, seat: Seat | None) -> State:
        """Without the other hands and the order of the boneyard."""
        hands = tuple(hand if who == seat else None for who, hand in enumerate(state.hands))
        drawn = state.drawn if state.drawn is None or seat == state.turn else HIDDEN
        return state.but(hands=hands, pile=None, drawn=drawn)

    def deal(self, state: State, chance: random.Random) -> State:
        """The tiles that lie out of sight, shared out by the sizes of the hands; what is left is the boneyard."""
        unseen = list(tiles.each(state.out_of_sight()))
        chance.shuffle(unseen)
        hidden = [seat for seat, hand in enumerate(state.hands) if hand is None]
        drawn = unseen.pop() if state.drawn == HIDDEN and unseen else state.drawn
        share = max(len(unseen) - (state.boneyard or 0), 0) // max(len(hidden), 1)
        hands, sizes = list(state.hands), list(state.sizes)
        for seat in hidden:
            size = share if sizes[seat] is None else sizes[seat]
            hands[seat], unseen = sum(unseen[:size]), unseen[size:]
        sizes = [None if hand is None else hand.bit_count() for hand in hands]
        pile = tuple(unseen) if state.pile is None else state.pile
        known = {"hands": tuple(hands), "sizes": tuple(sizes), "pile": pile, "boneyard": len(pile), "drawn": drawn}
        return state.but(**known)

    def parse(self, text: str) -> Move:
        """The move that a line of notation says."""
        return parse(text)

    def state(self, setup: Setup) -> State:
        """The state that a position describes."""
        return read_position(setup)[0]

    def faults(self, setup: Setup) -> tuple[Fault, ...]:
        """Why a position could not have come about."""
        return read_position(setup)[1]

    def position(self, state: State) -> dict[str, Any]:
        """The state as JSON."""
        return write_position(state)

    def hand(self, state: State, seat: Seat) -> tuple[str, ...] | None:
        """The tiles that a seat is known to hold."""
        held = state.hands[seat]
        return None if held is None else tiles.labels(held)

    def under(self, state: State, what: str) -> tuple[Lying, ...]:
        """The piece, and what lies under it."""
        return under(state, what)

    def prompt(self, state: State) -> dict[str, Any]:
        """The seats that may move, the turns owed, and the tile just drawn if there is one."""
        prompt: dict[str, Any] = {"seats": list(self.actors(state)), "extra_turns": state.extra_turns}
        if state.drawn is not None:
            prompt["drawn"] = "?" if state.drawn == HIDDEN else tiles.label(state.drawn)
        return prompt

    def extras(self, state: State) -> dict[str, Any]:
        """What a position left out, and what therefore counts from nothing."""
        return {"unknown": list(state.unknown)} if state.unknown else {}


def not_in_set(state: State, bit: int) -> Verdict:
    """The verdict against a tile that the set does not have."""
    return refusal(
        "not_in_set",
        Said("A double-{pips} set has no {tile}.", pips=state.options.max_pip, tile=tiles.label(bit)),
        "SN-1",
        "SN-2",
    )
