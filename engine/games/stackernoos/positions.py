"""Positions in and out of JSON, and the faults of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.core import TABLE, Fault, Setup
from engine.errors import PositionError
from engine.games.stackernoos import tiles
from engine.games.stackernoos.assemble import STACK, STACKED_BRANCH, Assembly
from engine.games.stackernoos.moves import Axis, Extend, Loose, StackedBranch, coordinate
from engine.games.stackernoos.options import StackernoosOptions
from engine.games.stackernoos.state import HIDDEN, State
from engine.said import Said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.games.stackernoos.table import Table

KEYS: Final = (
    "tiles", "boneyard", "drawn", "scores", "extra_turns", "passes", "closed", "turn", "hand_sizes", "opening_draws",
)  # fmt: skip
TILE_KEYS: Final = ("tile", "at", "dir", "as")
FARTHEST: Final = 999
"""Cells and levels beyond this are no table's."""


def read_position(setup: Setup) -> tuple[State, tuple[Fault, ...]]:
    """The state that a position describes, and why it could not have come about. Raises `PositionError`."""
    options, position = setup.options, setup.position
    assert isinstance(options, StackernoosOptions)
    if unknown := sorted(set(position) - set(KEYS)):
        raise PositionError(f"a position of stackernoos has no {unknown[0]!r}; it may have {', '.join(KEYS)}")
    seen = [read_tile(entry, n, options.max_pip) for n, entry in enumerate(entries(position, "tiles"))]
    assembly = Assembly(options, seen)
    table = assembly.build(_ends(position))
    reader = _Reader(setup, options)
    state = State(
        table=table,
        hands=reader.hands,
        sizes=reader.sizes,
        boneyard=read_count(position, "boneyard"),
        turn=reader.turn(started=bool(table.laid)),
        scores=reader.scores,
        drawn=reader.drawn,
        extra_turns=read_count(position, "extra_turns") or 0,
        passes=read_count(position, "passes") or 0,
        opening_draws=read_count(position, "opening_draws") or 0,
        unknown=_unknown(position, table),
    )
    return state, (*duplicates(seen), *assembly.faults, *_counts(state, setup), *_turns(state))


def _unknown(position: Mapping[str, Any], table: Table) -> tuple[str, ...]:
    """What nobody told. The scores of a short bare run need no telling: nobody has earned a point (A-SN-27)."""
    untold = (key for key in ("boneyard", "scores", "hand_sizes") if position.get(key) is None)
    return tuple(key for key in untold if key != "scores" or not table.is_bare_run)


class _Reader:
    """The fields of a position around the table, each checked when it is read."""

    def __init__(self, setup: Setup, options: StackernoosOptions) -> None:
        self.position, self.players = setup.position, options.players
        self.seat, self.highest = setup.seat, options.max_pip
        given = self.numbers("hand_sizes", some_unknown=True)
        sizes: list[int | None] = list(given or (None,) * self.players)
        hands: list[int | None] = [None] * self.players
        if setup.hand is not None:
            hands[setup.seat] = tiles.read_tiles(setup.hand, self.highest)
            if given is None:
                sizes[setup.seat] = len(setup.hand)
        self.hands, self.sizes = tuple(hands), tuple(sizes)
        self.scores = tuple(score or 0 for score in self.numbers("scores") or (0,) * self.players)
        self.drawn = self._drawn()

    def numbers(self, key: str, *, some_unknown: bool = False) -> tuple[int | None, ...] | None:
        value = self.position.get(key)
        if value is None:
            return None
        known = isinstance(value, list | tuple) and len(value) == self.players
        if not known or not all(_is_count(n) or (n is None and some_unknown) for n in value):
            raise PositionError(f"{key!r} is {value!r}; it is a list of {self.players} whole numbers, one a seat")
        return tuple(value)

    def turn(self, *, started: bool) -> int:
        value = self.position.get("turn", self.seat)
        if value is None:
            return self.seat if started else TABLE
        if not _is_count(value) or value >= self.players:
            raise PositionError(f"'turn' is {value!r}; {self.players} players sit at 0 to {self.players - 1}")
        return int(value)

    def _drawn(self) -> int | None:
        value = self.position.get("drawn")
        if value is None:
            return None
        if value == "?":
            return HIDDEN
        if not isinstance(value, str):
            raise PositionError(f"'drawn' is {value!r}; it is a tile such as 1-5, '?' or null")
        return tiles.read_tiles([value], self.highest)


def read_tile(entry: Any, n: int, highest: int) -> tuple[Loose, str]:
    """A tile of a position where it lies, and what it is said to be. Raises `PositionError`."""
    where = f"tile {n} of 'tiles'"
    if not isinstance(entry, dict):
        raise PositionError(f"{where} is {entry!r}; it is an object with tile, at and dir")
    if unknown := sorted(map(str, set(entry) - set(TILE_KEYS))):
        raise PositionError(f"{where} has no {unknown[0]!r}; it may have {', '.join(TILE_KEYS)}")
    name = entry.get("tile")
    if not isinstance(name, str):
        raise PositionError(f"{where} says {name!r}; a tile is a label such as 1-5")
    a, b = tiles.read_halves(name, highest)
    x, y, z, axis = read_spot(entry, where)
    return Loose(a, b, x, y, z, axis), said_to_be(entry, where)


def said_to_be(entry: Mapping[str, Any], where: str) -> str:
    """What a tile is said to be where its place leaves it open: a stack, or part of a stacked branch."""
    said = entry.get("as")
    if said not in (None, STACK, STACKED_BRANCH):
        raise PositionError(f"{where} lies 'as' {said!r}; say {STACK!r}, {STACKED_BRANCH!r} or nothing")
    return said or ""


def read_spot(entry: Mapping[str, Any], where: str) -> tuple[float, float, int, Axis]:
    """The cell, level and direction of a tile. Raises `PositionError`."""
    at, axis = entry.get("at"), entry.get("dir")
    if not isinstance(at, list | tuple) or len(at) != 3 or not all(map(_is_coordinate, at)) or at[2] < 0 or at[2] % 1:
        raise PositionError(f"{where} lies at {at!r}; 'at' is [x, y, z] in cells, halves for bridges alone")
    if axis == "e":
        return coordinate(at[0]), coordinate(at[1]), int(at[2]), "e"
    if axis == "n":
        return coordinate(at[0]), coordinate(at[1]), int(at[2]), "n"
    raise PositionError(f"{where} has 'dir' {axis!r}; it is 'e' or 'n', from the half with the smaller x or y")


def read_count(position: Mapping[str, Any], key: str) -> int | None:
    """A count in a position; None where it is unknown. Raises `PositionError`."""
    value = position.get(key)
    if value is None or _is_count(value):
        return value
    raise PositionError(f"{key!r} is {value!r}; it is a whole number from 0, or null")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_coordinate(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return -FARTHEST <= value <= FARTHEST and value * 2 % 1 == 0


def entries(position: Mapping[str, Any], key: str) -> list[Any]:
    """A list in a position; empty where it is left out. Raises `PositionError`."""
    value = position.get(key)
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise PositionError(f"{key!r} is {value!r}; it is a list")
    return list(value)


def _ends(position: Mapping[str, Any]) -> list[str]:
    ends = entries(position, "closed")
    for end in ends:
        if not isinstance(end, str):
            raise PositionError(f"'closed' names {end!r}; it lists ends such as 'run:e'")
    return ends


def duplicates(seen: list[tuple[Loose, str]]) -> list[Fault]:
    """Tiles that lie on the table more than once. Source: SN-1."""
    spots: dict[int, list[str]] = {}
    for tile, _ in seen:
        spots.setdefault(tiles.BIT[tile.a][tile.b], []).append(f"{tile.x},{tile.y},{tile.z}")
    return [
        Fault(
            "duplicate_tile",
            Said("{tile} lies at {place}", tile=tiles.label(bit), place=" and ".join(where)),
            ("SN-1",),
        )
        for bit, where in spots.items()
        if len(where) > 1
    ]


def _counts(state: State, setup: Setup) -> list[Fault]:
    """Tiles that are none of the set, that are in two places, or too many. Source: SN-1, SN-2, SN-6."""
    faults = []
    whole, table = tiles.whole_set(state.options.max_pip), state.table.shape.tiles
    hand, drawn = state.hands[setup.seat] or 0, state.drawn or 0
    for bit in tiles.each((table | hand | drawn) & ~whole):
        detail = Said("{tile} is no tile of a double-{pips} set", tile=tiles.label(bit), pips=state.options.max_pip)
        faults.append(Fault("not_in_set", detail, ("SN-1", "SN-2")))
    for twice, form in (
        (table & hand, "{tile} lies on the table and is in the hand"),
        (table & drawn, "{tile} lies on the table and was drawn"),
        (hand & drawn, "{tile} is in the hand and was drawn; a hand does not hold the tile just drawn"),
    ):
        names = map(tiles.label, tiles.each(twice))
        faults += [Fault("duplicate_tile", Said(form, tile=name), ("SN-1",)) for name in names]
    if setup.hand is not None:
        if len(setup.hand) != hand.bit_count():
            faults.append(Fault("duplicate_tile", "a tile is in the hand twice", ("SN-1",)))
        if state.sizes[setup.seat] not in (None, len(setup.hand)):
            detail = Said(
                "'hand' has {many} tiles, 'hand_sizes' says {told}", many=len(setup.hand), told=state.sizes[setup.seat]
            )
            faults.append(Fault("wrong_hand_size", detail, ("SN-6",)))
    return faults + _totals(state)


def _totals(state: State) -> list[Fault]:
    faults = []
    options, size = state.options, tiles.set_size(state.options.max_pip)
    placed = len(state.table.laid) + (state.boneyard or 0) + (state.drawn is not None)
    placed += sum(held for held in state.sizes if held is not None)
    complete = state.boneyard is not None and None not in state.sizes
    if placed > size or (complete and placed < size):
        detail = Said(
            "table, boneyard and hands have {placed} tiles; a double-{pips} set has {many}",
            placed=placed,
            pips=options.max_pip,
            many=size,
        )
        faults.append(Fault("wrong_count", detail, ("SN-1", "A-SN-01")))
    most = size - options.players * options.hand_size
    if state.boneyard is not None and state.boneyard + (state.drawn is not None) > most:
        form = "the boneyard has {many} tiles; after the deal it had {most}"
        if state.drawn is not None:
            form = "the boneyard has {many} tiles and one was drawn; after the deal it had {most}"
        detail = Said(form, many=state.boneyard, most=most)
        faults.append(Fault("boneyard_too_large", detail, ("SN-6", "A-SN-01")))
    return faults


def _turns(state: State) -> list[Fault]:
    faults = []
    roots = len(state.table.shape.roots)
    if state.extra_turns > roots:
        detail = Said("{turns} extra turns are owed; {roots} roots were made", turns=state.extra_turns, roots=roots)
        faults.append(Fault("too_many_extra_turns", detail, ("SN-27", "A-SN-15")))
    if state.passes and state.boneyard:
        faults.append(Fault("passed_with_boneyard", "nobody passes while there are tiles to draw", ("A-SN-25",)))
    if state.drawn is not None and not state.started:
        faults.append(Fault("drawn_before_start", "a tile drawn before the start goes into the hand", ("A-SN-02",)))
    if any(state.scores) and not state.options.scoring:
        faults.append(Fault("scores_unscored", "there are points in a game without scoring", ("SN-42",)))
    return faults


def write_position(state: State) -> dict[str, Any]:
    """The state as the JSON object of the contracts; hands are left out."""
    drawn = state.drawn
    document: dict[str, Any] = {
        "tiles": _write_tiles(state),
        "boneyard": state.boneyard,
        "drawn": None if drawn is None else "?" if drawn == HIDDEN else tiles.label(drawn),
        "scores": None if "scores" in state.unknown and not any(state.scores) else list(state.scores),
        "extra_turns": state.extra_turns,
        "passes": state.passes,
        "closed": sorted(state.table.closed),
        "turn": None if state.turn == TABLE else state.turn,
        "hand_sizes": None if set(state.sizes) == {None} else list(state.sizes),
    }
    if state.opening_draws:
        document["opening_draws"] = state.opening_draws
    return document


def _write_tiles(state: State) -> list[dict[str, Any]]:
    branched = {name for name, end in state.table.shape.ends.items() if _has_stacked_branch(state, end.root)}
    written = []
    for move in sorted(state.table.laid, key=lambda tile: (tile.z, tile.y, tile.x, tile.axis)):
        entry: dict[str, Any] = {"tile": f"{move.a}-{move.b}", "at": [move.x, move.y, move.z], "dir": move.axis}
        if move.z == 1 and type(move) in (Extend, StackedBranch):
            entry["as"] = STACKED_BRANCH
        elif move.z == 1 and state.table.shape.tops[(move.x, move.y)].line in branched:
            entry["as"] = STACK
        written.append(entry)
    return written


def _has_stacked_branch(state: State, root: Any) -> bool:
    return root is not None and state.table.shape.roots[root].tips is not None
