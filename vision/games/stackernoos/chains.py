"""Dominoes on a table become lines of touching tiles on the grid of Stackernoos.

The run is the longest line that hangs on no other. A branch hangs on the run: its end touches the run's side away from
the run's ends. The lowest double of the run lies at (0, 0), (1, 0), else its first tile. x grows along the run, to the
right in the picture or, where the run stands upright, upwards; y grows to the left of that. So a camera on the other
side of the table sees the same position after half a turn. A tile laid crosswise or round a corner gets the cells
where it lies, half cells where it must: the engine judges. Stacked tiles, and those that stand or lean, are loose.
"""

from __future__ import annotations

from cmath import phase, rect
from dataclasses import replace
from heapq import heappop, heappush
from math import cos, pi
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from engine.games.stackernoos.tiles import MOST_PIPS
from vision.games.reading import TableReading
from vision.games.stackernoos.changes import tile_came
from vision.games.stackernoos.contacts import Contact, OnPlane, both_ways, contacts
from vision.games.stackernoos.faces import BLANK, read_halves, top_label, unlisted, with_pieces
from vision.games.stackernoos.grid import READING_AXIS, Spot
from vision.games.stackernoos.model.tiles import SeenTable, SeenTile
from vision.games.stackernoos.registration import EDGES
from vision.geometry import area, centre, clockwise
from vision.observation import BACK
from vision.scene.plane.camera import fit, flat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vision.observation import Observation, Piece
    from vision.scene.memory.change import Change

    Chain: TypeAlias = list[int]

MISFIT: Final = 0.25
"""A quad whose corners miss those of a tile by more than this (tile widths, on average) is in no line."""
BESIDE: Final = 1.5
"""How far (of the root of a tile's area) around a tile others lie beside it."""
NO_DOUBLE: Final = MOST_PIPS + 1
"""It comes after every double."""
UNNAMED: Final = "A tile of the line cannot be read at all: uncover it, or turn it face up."


def see(observation: Observation, *, max_pip: int | None = None) -> TableReading[SeenTable]:
    """The table of the dominoes of an observation. With the greatest pips of the set, what readings leave open, too."""
    # What is rather face down than any face is taken for a back.
    down = {n: replace(p, label=BACK, candidates=()) for n, p in enumerate(observation.pieces) if top_label(p) == BACK}
    observation = with_pieces(observation, down)
    spots = _spots(observation, [n for n, p in enumerate(observation.pieces) if p.kind == "domino" and p.level == 0])
    found = contacts(spots)
    pieces = _with_blank(observation.pieces, found)
    touching = _played(found, list(spots), pieces)
    run = _run(list(spots), touching, pieces)
    laid = _lay(run, spots, touching, pieces) if run else {}
    dominoes = [n for n, p in enumerate(pieces) if p.kind == "domino" and n not in laid]
    backs = [n for n in dominoes if pieces[n].label == BACK]

    def along_lines(tile: int) -> tuple[float, float, float]:
        at = laid[tile][0].centre - 0.5j
        return abs(at.imag), at.imag, at.real

    lying = tuple(_tile(*laid[n], pieces[n], max_pip) for n in sorted(laid, key=along_lines))
    return TableReading(
        seen=SeenTable(lying, {len(backs): 1.0} if backs else {}),
        loose=tuple(n for n in dominoes if n not in backs),
        unsure=tuple(n for n in sorted(laid) if _name(pieces[n]) is None),
        cells={n: laid[n][0].entry for n in sorted(laid)},
        unjudged="" if all(tile.weights for tile in lying) else UNNAMED,
    )


def _spots(observation: Observation, tiles: Sequence[int]) -> dict[int, OnPlane]:
    """Where the tiles of these numbers lie on the table plane, but for those that do not lie flat on it."""
    quads = {n: quad for n in tiles if (quad := clockwise(observation.pieces[n].quad)) is not None}
    if not quads:
        return {}
    size, corners = (observation.width, observation.height), np.stack(list(quads.values()))
    read = np.array([_name(observation.pieces[n]) is not None for n in quads])
    lie = flat(fit(corners, size, settings=EDGES), corners, size)
    if 2 * (lie.misfit[read] > MISFIT).sum() > read.sum():
        # A pattern of the cloth may look like backs, and never like faces. A single face among many may stand or lean.
        lie = flat(fit(corners[read], size, settings=EDGES), corners, size)
    return {
        n: OnPlane(complex(at), float(angle))
        for n, at, angle, misfit in zip(quads, lie.centre, lie.angle, lie.misfit, strict=True)
        if misfit <= MISFIT
    }


def _with_blank(pieces: Sequence[Piece], found: Sequence[Contact]) -> Sequence[Piece]:
    """The pieces; what looks like a back in line with a blank end is the double blank: nobody lays one there."""
    if any(piece.label == BLANK for piece in pieces):
        return pieces
    beside = {
        c.b for c in both_ways(found) if c.in_line and pieces[c.b].label == BACK and _end(pieces[c.a], c.upper) == 0
    }
    if len(beside) != 1:
        return pieces
    return [replace(piece, label=BLANK) if n in beside else piece for n, piece in enumerate(pieces)]


def with_first_double(observation: Observation) -> Observation:
    """The observation of a table on which the game may have begun, with the double that it begins with. Where no double
    was read, that is a tile that was not read in line with one that was. It is the blank one if nothing but a back was
    seen there, whatever lies beside it. Source: SN-7."""
    pieces = observation.pieces
    read = [n for n, piece in enumerate(pieces) if piece.kind == "domino" and _name(piece) is not None]
    if not read or any(_double(pieces[n]) is not None for n in read):
        return observation
    others = [n for n, p in enumerate(pieces) if p.kind in ("domino", "unknown") and _name(p) is None]
    spots = _spots(observation, [*read, *others])
    found = [
        (each.off, each.b, _end(pieces[each.a], each.upper))
        for each in both_ways(contacts(spots))
        if each.in_line and each.a in read and each.b in others
    ]
    if not found:
        return observation
    # What shows no pips is easily overlooked.
    _, first, end = min(found, key=lambda each: (each[2] != 0, each[0]))
    end = 0 if _shows_nothing(pieces[first]) else end
    double = replace(pieces[first], kind="domino", label=f"{end}-{end}", candidates=(), level=0)
    return with_pieces(observation, {first: double})


def with_first_blank(observation: Observation, change: Change) -> Observation:
    """The observation of a table on which the game may have begun, with tiles that show nothing as those face down that
    they are. Where no face was read, a single one that came to lie by itself is the double blank. `change` is since
    nothing lay there. Tiles face down lie in the boneyard from the beginning. Source: SN-7."""
    dominoes = {n: p for n, p in enumerate(observation.pieces) if p.kind == "domino"}
    bare = {n: p for n, p in dominoes.items() if _name(p) is None and _may_be_blank(p)}
    read = any(_name(p) is not None for p in dominoes.values())
    first = [n for n, p in bare.items() if not read and tile_came(change, p.quad) and _by_itself(dominoes, n)]
    named = {n: BACK for n, p in bare.items() if _shows_nothing(p)}
    named |= {first[0]: BLANK} if len(first) == 1 else {}
    return with_pieces(observation, {n: replace(bare[n], label=label, candidates=()) for n, label in named.items()})


def things_among(observation: Observation, change: Change) -> frozenset[int]:
    """The pieces that may be things such as a die or a print on the cloth, where the game may have begun. They lay
    there by themselves from the beginning, and read as a doubtful face, or as one without pips."""
    dominoes = {n: p for n, p in enumerate(observation.pieces) if p.kind == "domino"}
    return frozenset(
        n
        for n, p in dominoes.items()
        if p.label == BLANK or (p.label is None and not _may_be_blank(p))
        if not tile_came(change, p.quad) and _by_itself(dominoes, n)
    )


def _by_itself(dominoes: Mapping[int, Piece], n: int) -> bool:
    """Whether no other tile lies beside one: those of the boneyard lie beside each other."""
    quad = dominoes[n].quad
    reach = BESIDE * area(quad) ** 0.5
    others = (piece for k, piece in dominoes.items() if k != n)
    return all(np.linalg.norm(centre(quad) - centre(other.quad)) > reach for other in others)


def _may_be_blank(piece: Piece) -> bool:
    """Whether a piece is most likely without pips."""
    return _shows_nothing(piece) or (piece.label is None and top_label(piece) in (BACK, BLANK))


def _shows_nothing(piece: Piece) -> bool:
    """Whether a piece can be nothing but a back, as far as it was read: it has no pips."""
    return piece.label == BACK or {each.label for each in piece.candidates} == {BACK}


def _end(piece: Piece, second: bool) -> int | None:
    """What a half of a tile whose face was read shows; None for any other piece."""
    halves = read_halves(piece.label)
    return None if halves is None else halves[second]


def _played(found: Sequence[Contact], tiles: Sequence[int], pieces: Sequence[Piece]) -> list[Contact]:
    """The contacts of tiles in play, by piece; each end of a tile has one neighbour in line. A tile that lies face down
    belongs to the boneyard unless it is between two tiles of a line."""
    taken: set[tuple[int, bool]] = set()
    kept = []
    for contact in found:
        if contact.in_line:
            ends = {(contact.a, contact.upper), (contact.b, contact.reverse().upper)}
            if ends & taken:
                continue
            taken |= ends
        kept.append(contact)
    while True:
        in_line = [c for c in kept if c.in_line]
        backs = [n for n in tiles if pieces[n].label == BACK and _degree(n, kept) > 0 and _degree(n, in_line) < 2]
        if not backs:
            return kept
        kept = [c for c in kept if c.a not in backs and c.b not in backs]


def _degree(tile: int, touching: Sequence[Contact]) -> int:
    return sum(tile in (c.a, c.b) for c in touching)


def _lines(tiles: Sequence[int], touching: Sequence[Contact]) -> list[Chain]:
    """The tiles chained end to end, each line from one of its ends to the other."""
    near: dict[int, list[int]] = {n: [] for n in tiles}
    for contact in both_ways(touching):
        if contact.in_line:
            near[contact.a].append(contact.b)
    lines, seen = [], set[int]()
    for first in sorted(tiles, key=lambda n: len(near[n])):
        line, step = [], [first]
        while step and step[0] not in seen:
            seen.add(step[0])
            line.append(step[0])
            step = [n for n in near[step[0]] if n not in seen]
        if line:
            lines.append(line)
    return lines


def _run(tiles: Sequence[int], touching: Sequence[Contact], pieces: Sequence[Piece]) -> Chain | None:
    """The longest line that hangs on no other; of equal ones that with more contacts, then with the lowest double. None
    where every tile lies alone and no double says which one was first."""
    lines = [line for line in _lines(tiles, touching) if any(pieces[n].label != BACK for n in line)]
    home = {n: k for k, line in enumerate(lines) for n in line}
    seen = list(both_ways(touching))
    inner = {(c.a, c.upper) for c in seen if c.in_line}
    # An arm at the outer half of a line's last tile is a corner rather than a branch.
    hanging = {home[c.b] for c in seen if c.is_arm and home[c.b] != home[c.a] and (c.a, c.upper) in inner}
    free = [line for k, line in enumerate(lines) if k not in hanging] or lines

    def rank(line: Chain) -> tuple[int, int, int, list[str]]:
        double = min((d for n in line if (d := _double(pieces[n])) is not None), default=NO_DOUBLE)
        beside = sum(_degree(n, touching) for n in line)
        return -len(line), -beside, double, sorted(str(pieces[n].label) for n in line)

    run = min(free, key=rank, default=None)
    return None if run is None or (len(free) > 1 and rank(run)[:3] == (-1, 0, NO_DOUBLE)) else run


def _double(piece: Piece) -> int | None:
    """The number of a double, None for any other tile."""
    halves = read_halves(piece.label)
    return halves[0] if halves is not None and halves[0] == halves[1] else None


def _lay(
    run: Chain, spots: Mapping[int, OnPlane], touching: Sequence[Contact], pieces: Sequence[Piece]
) -> dict[int, tuple[Spot, int]]:
    """Every tile of the run, and all that touches it: where it lies on the grid, and its quarter turns from x."""
    one, two = spots[run[0]], spots[run[-1]]
    axis = one.angle if len(run) == 1 else phase(two.centre - one.centre)
    axis += 0.0 if cos(axis - READING_AXIS) >= 0 else pi
    along = sorted(run, key=lambda n: (spots[n].centre * rect(1.0, -axis)).real)
    doubles = [(d, k) for k, n in enumerate(along) if (d := _double(pieces[n])) is not None]
    first = along[min(doubles)[1]] if doubles else along[0]
    laid: dict[int, tuple[Spot, int]] = {}
    # The run itself first, then the nearest to the grid, so that a doubtful contact never pushes out a sure one.
    queue = [(False, 0.0, first, first, Spot(0, 0, 0, "e"), 0 if cos(spots[first].angle - axis) > 0 else 2)]
    while queue:
        *_, tile, spot, turn = heappop(queue)
        if tile in laid or any(spot.overlaps(other) for other, _ in laid.values()):
            continue
        laid[tile] = spot, turn
        for contact in (each for each in both_ways(touching) if each.a == tile):
            turned = (turn + contact.turn) % 4
            place = Spot.at(spot.centre + contact.at * 1j**turn, 0, "n" if turned % 2 else "e")
            heappush(queue, (not (contact.in_line and contact.b in run), contact.off, tile, contact.b, place, turned))
    return laid


def _name(piece: Piece) -> str | None:
    """The label of a tile whose face was read."""
    return None if piece.label == BACK else piece.label


def _tile(spot: Spot, turn: int, piece: Piece, max_pip: int | None) -> SeenTile:
    """A tile as it lies. The lower cell's half comes first."""
    name = _name(piece)
    labels = {each.label: each.confidence for each in piece.candidates} if name is None else {name: 1.0}
    shown = {halves: share for label, share in labels.items() if (halves := read_halves(label)) is not None}
    weights = {halves[::-1] if turn >= 2 else halves: share for halves, share in shown.items()}
    open_ = 0.0 if max_pip is None else unlisted(piece, max_pip)
    return SeenTile(spot, weights, name is not None and bool(weights), unlisted=open_)
