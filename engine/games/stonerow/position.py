"""A position between the JSON of the contracts and a state. Hands are left out; what is not told is unknown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from engine.errors import EngineError, PositionError
from engine.games.stonerow.cards import FOREMAN, LABELS, UNKNOWN, Card, cards_of, gather, label
from engine.games.stonerow.hammer import Break
from engine.games.stonerow.kinds import read_move
from engine.games.stonerow.notation import read_row
from engine.games.stonerow.options import OVERTIME_ROUNDS, StoneRowOptions, in_deck
from engine.games.stonerow.rows import Layer, Row, broken_by
from engine.games.stonerow.shape import Shape, read_label
from engine.games.stonerow.state import ACTION, OVER, PHASES, REACTION, WINDOW, Last, Pending, State, hand_size

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Seat, Setup
    from engine.games.stonerow.play import Play

TABLE_KEYS: Final = {"keystone", "brickyard", "quarry", "rows", "deflectors", "shielded", "golddiggers", "hand_sizes"}
PROGRESS_KEYS: Final = {"dealer", "turn", "round", "overtime", "tower", "towers", "phase", "idle", "winners"}
OPEN_KEYS: Final = {"pending", "declined", "claimed", "last", "drawn"}
KEYS: Final = frozenset(TABLE_KEYS | PROGRESS_KEYS | OPEN_KEYS)
ROW_KEYS: Final = frozenset(("id", "holder", "layers", "cards", "markers", "broken"))


def read(setup: Setup) -> State:
    """The state of a setup. Raises `PositionError`, which names the field and what it takes."""
    options = setup.options
    if not isinstance(options, StoneRowOptions):
        raise PositionError("the options are those of another game")
    shape = Shape(setup.position, "position", KEYS)
    hands, hidden = _hands(shape, options, setup)
    phase = shape.one_of("phase", PHASES, ACTION)
    pending = read_pending(shape, options) if phase == REACTION else None
    last = _last(shape, options) if phase == WINDOW else None
    turn = _turn(
        shape.whole("turn", options.last_seat, _default_turn(setup.seat, last, options)), pending, last, options
    )
    return _with_drawn(
        State(
            options=options,
            hands=hands,
            hidden=hidden,
            keystone=shape.card("keystone"),
            brickyard=shape.cards("brickyard"),
            quarry=shape.maybe_whole("quarry"),
            rows=with_own_ids(_row(entry, options, at) for at, entry in enumerate(shape.items("rows"))),
            deflectors=shape.counts("deflectors", options.players),
            shielded=tuple(row_number(entry) for entry in shape.items("shielded")),
            golddiggers=shape.whole("golddiggers", len(LABELS), 0),
            dealer=shape.whole("dealer", options.last_seat, options.last_seat),
            turn=turn,
            round=_round(shape, options),
            overtime=shape.flag("overtime", default=False),
            phase=phase,
            pending=pending,
            last=last,
            towers=_towers(shape, options),
            idle=shape.whole("idle", 10**6, 0),
            victors=_victors(shape, options) if phase == OVER else None,
        ),
        shape,
    )


def write(state: State) -> dict[str, Any]:
    """The position of a state; `read` gives the state back as a bystander sees it."""
    options = state.options
    document: dict[str, Any] = {
        "keystone": None if state.keystone is None else label(state.keystone),
        "brickyard": None if state.brickyard is None else [label(card) for card in state.brickyard],
        "quarry": state.quarry,
        "dealer": state.dealer,
        "turn": state.turn,
        "phase": state.phase,
        "rows": [_row_json(row) for row in state.rows],
        "deflectors": list(state.deflectors),
        "golddiggers": state.golddiggers,
        "hand_sizes": [hand_size(state, seat) for seat in range(options.players)],
    }
    if options.teams:
        document |= {"towers": list(state.towers), "idle": state.idle}
    else:
        document |= {"round": state.round, "tower": state.round, "overtime": state.overtime}
    if state.shielded:
        document["shielded"] = [f"r{number}" for number in state.shielded]
    if state.victors is not None:
        document["winners"] = list(state.victors)
    document |= _open_json(state)
    return {key: value for key, value in document.items() if value is not None}


def _open_json(state: State) -> dict[str, Any]:
    """What is pending, or the move that a window is open after."""
    if state.pending is not None:
        pending = state.pending
        move = f"break {label(pending.hammer)} r{pending.row}"
        return {
            "pending": {"move": move, "seat": pending.seat},
            "declined": list(pending.declined),
            "claimed": list(pending.claimed),
        }
    if state.last is not None:
        return {"last": {"move": str(state.last.move), "seat": state.last.seat}}
    return {}


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "id": f"r{row.id}",
        "holder": row.holder,
        "layers": [
            {"owner": layer.owner, "cards": [label(card) for card in cards_of(layer.cards)]} for layer in row.layers
        ],
        "markers": [label(card) for card in row.markers],
        "broken": row.broken,
    }


def _default_turn(seat: Seat, last: Last | None, options: StoneRowOptions) -> Seat:
    """The seat in turn where nobody says: the one after the builder, else the one that asks."""
    return seat if last is None else options.left_of(last.seat)


def _turn(given: Seat, pending: Pending | None, last: Last | None, options: StoneRowOptions) -> Seat:
    """The attacker while its Hammer is pending; in a partner's window the seat that draws next."""
    if pending is not None:
        return pending.seat
    if last is not None and options.teams:
        return options.left_of(last.seat)
    return given


def _hands(shape: Shape, options: StoneRowOptions, setup: Setup) -> tuple[tuple[int, ...], tuple[int | None, ...]]:
    sizes = shape.sizes("hand_sizes", options.players)
    hands, hidden = [0] * options.players, list(sizes)
    if setup.hand is not None:
        known = [read_label(text, "hand") for text in setup.hand]
        hands[setup.seat] = gather(card for card in known if can_be_held(card, shape, options))
        hidden[setup.seat] = known.count(UNKNOWN)
    return tuple(hands), tuple(hidden)


def can_be_held(card: Card, shape: Shape, options: StoneRowOptions) -> bool:
    """Whether a hand of this game can hold the card: one that cannot be is a fault and laid aside (C-SR-3, C-SR-4)."""
    called = card == FOREMAN and shape.flag("overtime", default=False)
    return card == UNKNOWN or (in_deck(card, options) and not called)


def _with_drawn(state: State, shape: Shape) -> State:
    """The card just drawn, which `hand` leaves out, in the hand of the seat in turn."""
    drawn = shape.card("drawn")
    if drawn is None or not can_be_held(drawn, shape, state.options):
        return state
    hands, hidden, seat = list(state.hands), list(state.hidden), state.turn
    hands[seat] = gather((*cards_of(hands[seat]), drawn))
    size = hidden[seat]
    if drawn == UNKNOWN and size is not None:
        hidden[seat] = size + 1
    return state.but(hands=tuple(hands), hidden=tuple(hidden))


def _row(entry: Any, options: StoneRowOptions, at: int) -> Row:
    row = Shape(entry, f"rows[{at}]", ROW_KEYS)
    parts, where = row.items("layers"), f"rows[{at}].layers"
    holder = row.whole("holder", options.last_seat, _layer(parts[0], options, 0, where).owner if parts else 0)
    layers = tuple(_layer(layer, options, holder, where) for layer in parts)
    loose = row.cards("cards")
    if loose is not None and not layers:
        layers = (Layer(holder, gather(loose)),)
    markers = row.cards("markers") or ()
    number = row_number(row.given["id"]) if row.given.get("id") is not None else at + 1
    return Row(number, holder, layers or (Layer(holder, 0),), markers, row.flag("broken", default=broken_by(markers)))


def with_own_ids(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows; one whose id is taken, which is a fault, goes by the next that is free."""
    known: dict[int, Row] = {}
    for row in rows:
        number = max(known) + 1 if row.id in known else row.id
        known[number] = row if number == row.id else replace(row, id=number)
    return tuple(known.values())


def _layer(entry: Any, options: StoneRowOptions, holder: Seat, where: str) -> Layer:
    layer = Shape(entry, where, frozenset(("owner", "cards")))
    return Layer(layer.whole("owner", options.last_seat, holder), gather(layer.cards("cards") or ()))


def row_number(text: object) -> int:
    """The number of a row's id: `r3` is 3; `PositionError` otherwise."""
    try:
        return read_row(str(text))
    except EngineError as wrong:
        raise PositionError(f"a row’s id cannot be read: {wrong}") from None


def _round(shape: Shape, options: StoneRowOptions) -> int | None:
    """The round; where it is not told, the tower tells it (SRO-23, A-SR-11)."""
    if options.teams:
        return 1
    given = shape.maybe_whole("round", 1, OVERTIME_ROUNDS)
    return given if given is not None else shape.maybe_whole("tower", 0, OVERTIME_ROUNDS) or None


def _towers(shape: Shape, options: StoneRowOptions) -> tuple[int, int]:
    first, second = shape.counts("towers", 2)
    return (first, second) if options.teams else (0, 0)


def _victors(shape: Shape, options: StoneRowOptions) -> tuple[Seat, ...] | None:
    if not options.teams or "winners" not in shape.given:
        return None
    return shape.seats("winners", options.last_seat)


def read_pending(shape: Shape, options: StoneRowOptions) -> Pending:
    """The Hammer that can still be attracted; `PositionError` where none is told."""
    entry = shape.part("pending", frozenset(("move", "seat")))
    move = _move(entry)
    if not isinstance(move, Break):
        raise PositionError("'pending' in 'position' takes the break of a row, such as 'break Y9 r3'")
    return Pending(
        move.hammer,
        move.row,
        entry.needed("seat", options.last_seat),
        shape.seats("declined", options.last_seat),
        shape.seats("claimed", options.last_seat),
    )


def _last(shape: Shape, options: StoneRowOptions) -> Last:
    entry = shape.part("last", frozenset(("move", "seat")))
    return Last(entry.needed("seat", options.last_seat), _move(entry))


def _move(entry: Shape) -> Play:
    try:
        return read_move(str(entry.given.get("move")))
    except EngineError as wrong:
        raise PositionError(f"'move' in {entry.where!r} cannot be read: {wrong}") from None
