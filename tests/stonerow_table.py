"""Tables of StoneRow in a line, for tests: a row is its holder, its cards, and layers as (owner, cards)."""

from __future__ import annotations

from typing import Any

from engine.core import Setup
from engine.games import find_game
from engine.options import read_options

GAME = find_game("stonerow")
RULE_SETS = ("official", "team", "basic")
TEAM = {"rule_set": "team"}
BASIC = {"rule_set": "basic"}
THREE = {"players": 3}


def options(rule_set: str = "official", players: int = 4, **house: Any) -> Any:
    return read_options(GAME.options_type, {"rule_set": rule_set, "players": players, **house})


def start(seed: int | None = 1, rule_set: str = "official", players: int = 4, **house: Any) -> Any:
    return GAME.start(options(rule_set, players, **house), seed)


def opened(rule_set: str = "official", players: int = 4, **house: Any) -> Any:
    """A hidden game after keystone Y3 and brickyard R1."""
    return play(start(None, rule_set, players, **house), "-1 keystone Y3", "-1 brickyard R1")


def row(holder: int, *layers: str | tuple[int, str], under: str = "", broken: bool | None = None) -> dict[str, Any]:
    """`row(0, "R9 B9", (1, "G9"), under="Ma")`."""
    owned = [(holder, layer) if isinstance(layer, str) else layer for layer in layers]
    listed = {"holder": holder, "layers": [{"owner": owner, "cards": cards.split()} for owner, cards in owned]}
    return listed | {"markers": under.split()} | ({} if broken is None else {"broken": broken})


def setup(
    *rows: dict[str, Any], seat: int = 0, hand: str | None = None, house: dict[str, Any] | None = None, **told: Any
) -> Setup:
    """A setup at the action of `seat`; `keystone`, `phase` and the rest as the contracts name them."""
    chosen = options(**(house or {}))
    named = [{"id": f"r{at}", **one} for at, one in enumerate(rows, start=1)]
    position = {"keystone": "Y3", "phase": "action", "rows": named, **told}
    return Setup(chosen, position, seat, None if hand is None else tuple(hand.split()))


def table(*rows: dict[str, Any], **told: Any) -> Any:
    """The state of such a setup, which has no faults."""
    one = setup(*rows, **told)
    assert GAME.faults(one) == ()
    return GAME.state(one)


def moves(state: Any, seat: int, word: str = "") -> set[str]:
    """The legal moves that begin with a word."""
    found = [str(move) for move in GAME.moves(state, seat)]
    assert len(set(found)) == len(found)
    return {move for move in found if move.startswith(word)}


def judge(state: Any, seat: int, text: str) -> Any:
    verdict = GAME.judge(state, seat, GAME.parse(text))
    assert all(rule in GAME.rules for rule in verdict.rules)
    return verdict


def refused(state: Any, seat: int, text: str) -> tuple[str, tuple[str, ...]]:
    """The name of a refusal and the rules that it cites."""
    verdict = judge(state, seat, text)
    assert not verdict.legal
    assert verdict.reason
    return verdict.name, verdict.rules


def play(state: Any, *plays: str) -> Any:
    """The state after some moves: `play(state, "1 break R9 r2", "2 decline")`."""
    for line in plays:
        seat, _, text = line.partition(" ")
        state = GAME.apply(state, int(seat), GAME.parse(text))
    return state


def totals(state: Any) -> list[int]:
    scores = GAME.score(state)
    assert all(score.total == sum(line.points for line in score.lines) for score in scores)
    return [score.total for score in scores]


def hand(state: Any, seat: int) -> str | None:
    held = GAME.hand(state, seat)
    return None if held is None else " ".join(held)


def pass_turns(state: Any, *seats: int) -> Any:
    """Each of these seats draws from the quarry and discards some card of its hidden hand."""
    for seat in seats:
        state = GAME.apply(state, seat, GAME.parse("draw quarry"))
        thrown = next(move for move in GAME.moves(state, seat) if str(move).startswith("discard"))
        state = GAME.apply(state, seat, thrown)
    return state


def as_turn(state: Any, seat: int) -> Any:
    """The same table at the action of another seat."""
    return state.but(turn=seat, phase="action", last=None, pending=None)
