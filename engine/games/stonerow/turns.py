"""Whose turn it is, when it passes, and when a round or the game is over.

SRO-20…26, SRT-5/6/14…18, SRB-16…24; A-SR-10…16, A-SR-60…63, A-SR-73, C-SR-10, C-SR-11. The towers (A-SR-04, C-SR-2) are
counts of cards face up: in a single game that of the round. A single game has at most 24 turns. A round of TeamPlay
ends, too, when as many turns in a row as the deck has cards came to nothing. Those are only discards and attracted
Hammers. Nobody gets anywhere then, and every other action takes a card out of play for good.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.core import TABLE
from engine.games.stonerow.cards import FOREMAN, UNKNOWN, count, size
from engine.games.stonerow.options import OVERTIME_ROUNDS, ROUNDS, deck
from engine.games.stonerow.rules import refuse
from engine.games.stonerow.scoring import team_totals
from engine.games.stonerow.shuffle import shuffled
from engine.games.stonerow.state import (
    ACTION,
    DEAL,
    DRAW,
    OVER,
    REACTION,
    WINDOW,
    Last,
    State,
    foreman_holder,
    hand_size,
    is_last_call,
    may_act,
    must_draw,
    out_of_sight,
)
from engine.said import Said

if TYPE_CHECKING:
    from engine.core import Seat, Verdict
    from engine.games.stonerow.play import Play

CALL: Final = "call"
"""The moment of a Foreman: whenever one turns up."""
CHANCE: Final = "chance"
"""The moment of what nobody at the table decides."""


def judged(state: State, seat: Seat, move: Play) -> Verdict:
    """First whether the seat may make such a move now, then whether it may make this one."""
    wrong = None if move.moment == CHANCE else refused(state, seat, move)
    return move.judge(state, seat) if wrong is None else wrong


def refused(state: State, seat: Seat, move: Play) -> Verdict | None:
    """Why this seat cannot make a move of this kind now; None where it can."""
    options = state.options
    if seat == TABLE or not 0 <= seat < options.players:
        return refuse(
            options,
            "no_such_seat",
            Said("{players} players sit at 0 to {seat}.", players=options.players, seat=options.last_seat),
            "SRO-14",
        )
    if state.phase == OVER:
        return refuse(options, "game_over", "The round is over.", "SRO-24")
    if move.moment == CALL:
        return None
    if state.phase == DEAL:
        return refuse(options, "not_dealt", "Keystone and brickyard are still to be turned up.", "SRO-16", "SRO-18")
    caller = foreman_holder(state)
    if caller is not None:
        reason = Said("Seat {seat} holds the Foreman and calls Overtime first.", seat=caller)
        return refuse(options, "foreman_first", reason, "SRO-19", "A-SR-08")
    if move.moment in (REACTION, WINDOW):
        return None
    if state.phase == REACTION:
        return refuse(
            options, "reaction_pending", "The Hammer just played can still be attracted.", "SRO-43", "A-SR-46"
        )
    return _out_of_turn(state, seat, move)


def _out_of_turn(state: State, seat: Seat, move: Play) -> Verdict | None:
    options = state.options
    if seat != state.turn or is_last_call(state):
        reason = Said("It is the turn of seat {seat}; a turn is one draw and one action.", seat=state.turn)
        return refuse(options, "not_your_turn", reason, "SRO-20", *move.once)
    if move.moment == DRAW and state.phase == ACTION:
        return refuse(options, "already_drawn", "One card is drawn in a turn, and it has been.", "SRO-25", "A-SR-12")
    if move.moment == ACTION and must_draw(state):
        return refuse(options, "draw_first", "A card is drawn before the action.", "SRO-25", "A-SR-12")
    return None


def may_call(state: State, seat: Seat) -> bool:
    """Whether a Foreman may have turned up in this hand just now (SRO-19, A-SR-08, A-SR-48)."""
    if seat == TABLE:
        return False
    if count(state.hands[seat], FOREMAN):
        return True
    if state.hidden[seat] == 0 or not count(out_of_sight(state), FOREMAN):
        return False
    if state.phase == DEAL:
        return state.keystone is None
    if state.phase == WINDOW:
        return state.last is not None and state.last.seat == seat and not state.options.teams
    return state.phase == ACTION and seat == state.turn


def rounds(state: State) -> int:
    """Five, or six once the Foreman has turned up (SRO-20, A-SR-10)."""
    return OVERTIME_ROUNDS if state.overtime else ROUNDS


def finish(state: State, seat: Seat, changes: dict[str, Any], last: Last | None = None, *, idle: bool = False) -> State:
    """The state after an action with these changes: the turn passes, and a round or the game may end.

    `last` opens a window after the move; `idle` says that nothing came of it (A-SR-73).
    """
    turn = _next_turn(state, last)
    if not state.options.teams:
        return skip_stuck(state.but(**changes, **turn, pending=None))
    after = state.but(**changes, **turn, pending=None, idle=state.idle + 1 if idle else 0)
    return checked(skip_stuck(after), seat)


def _next_turn(state: State, last: Last | None) -> dict[str, Any]:
    following = state.options.left_of(state.turn)
    passed: dict[str, Any] = {"turn": following, "phase": DRAW if last is None else WINDOW, "last": last}
    if state.options.teams or state.turn != state.dealer or state.round is None:
        return passed
    if state.round < rounds(state):
        return passed | {"round": state.round + 1}
    if last is not None:
        return {"phase": WINDOW, "last": last}
    return {"phase": OVER, "last": None}


def skip_stuck(state: State) -> State:
    """Passes over seats with an empty hand and nothing to draw (A-SR-16); all stuck ends a round (A-SR-73)."""
    if state.quarry != 0 or state.brickyard:
        return state
    for _ in range(state.options.players if state.options.teams else state.options.players * OVERTIME_ROUNDS):
        if state.phase == OVER or not may_act(state) or hand_size(state, state.turn) != 0:
            return state
        state = state.but(**_next_turn(state, None))
    return stalemate(state) if state.options.teams else state


def checked(state: State, seat: Seat) -> State:
    """The end of a team's round: a team has the points, or nobody gets anywhere any more (A-SR-60, A-SR-73)."""
    totals = team_totals(state)
    target = state.options.team_target_points
    there = [team for team in (0, 1) if totals[team] >= target]
    if there:
        return round_won(state, _winning_team(state, there, totals, seat))
    return stalemate(state) if state.idle >= size(deck(state.options)) else state


def _winning_team(state: State, there: list[int], totals: tuple[int, int], seat: Seat) -> int:
    """The team that has the points; where both have, by A-SR-61."""
    if len(there) == 1:
        return there[0]
    acting = state.options.team(seat)
    if state.options.team_tie == "higher_total" and totals[1 - acting] > totals[acting]:
        return 1 - acting
    return acting


def round_won(state: State, team: int) -> State:
    """The round is over at once, and the team turns over a tower card (SRT-5, SRT-15)."""
    towers = (state.towers[0] + (team == 0), state.towers[1] + (team == 1))
    return state.but(phase=OVER, last=None, pending=None, towers=towers, victors=(team, team + 2))


def stalemate(state: State) -> State:
    """Nobody gets anywhere: the higher total wins the round, an equal one makes it void (A-SR-73)."""
    totals = team_totals(state)
    if totals[0] == totals[1]:
        return state.but(phase=OVER, last=None, pending=None, victors=())
    return round_won(state, 0 if totals[0] > totals[1] else 1)


def with_victors(state: State) -> State:
    """A round of TeamPlay that is over, with its winners where nobody told them.

    The complete tower tells, else the points (A-SR-60, A-SR-73); unknown where both teams have them, for then it
    depends on who came to them (A-SR-61).
    """
    options = state.options
    if state.phase != OVER or not options.teams or state.victors is not None:
        return state
    points = team_totals(state)
    totals = state.towers if match_won(state) else points
    if totals[0] == totals[1]:
        return state if min(points) >= options.team_target_points else state.but(victors=())
    if totals is points and min(points) >= options.team_target_points and options.team_tie != "higher_total":
        return state
    team = 0 if totals[0] > totals[1] else 1
    return state.but(victors=(team, team + 2))


def match_won(state: State) -> bool:
    """Whether a team has turned over all its tower cards (SRT-6, SRT-17)."""
    return max(state.towers) >= state.options.team_towers_to_win


def refilled(state: State) -> State:
    """The state with the brickyard but for its top shuffled into an empty quarry (A-SR-14); else unchanged."""
    pile = state.brickyard
    if state.quarry != 0 or pile is None or len(pile) < 2:
        return state
    below = pile[:-1]
    known = state.seed is not None and UNKNOWN not in below
    order = shuffled(below, state.seed, state.shuffles + 1) if known and state.seed is not None else None
    return state.but(brickyard=pile[-1:], quarry=len(below), order=order, shuffles=state.shuffles + (1 if known else 0))
