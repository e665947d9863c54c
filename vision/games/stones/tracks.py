"""Tracks of the pieces since the state of the game was last known, and which of them are seen again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.games.stones.tile import SIZES
from vision.games.stones.board_pieces import COLOURS, GOLD, upright
from vision.games.stones.board_pose import FIVE
from vision.games.stones.model.likelihood import GHOST
from vision.games.stones.seats import seat_at
from vision.games.table import PUSHED
from vision.geometry import most_within, nearest_pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.stones.state import State
    from vision.games.stones.board_pieces import BoardPiece
    from vision.games.stones.board_pose import BoardPose
    from vision.games.stones.seats import Seats
    from vision.games.stones.tiles import Slots
    from vision.geometry import Quad
    from vision.recognise.stones.plane import Floats

Role = tuple[Any, ...]
"""`("river",)`, `("stack", n)`, `("beside", n)`, `("before", seat)`, `("display",)`, `("used",)`."""
SAME_PLACE: Final = 12.0
"""A piece that is seen within so many mm of where one was is the same piece, or lies on that place."""
COVERS: Final = 0.2
"""A piece is covered if so much of its box is."""
MISSED: Final = 0.03
"""How often a piece that lies in full view is not found, or one is seen where none has come …"""
COVERED: Final = 0.5
"""… and one that something else covers."""
UNSEEN: Final = 0.95
"""… and one that was not found before either."""
UNLIKELY: Final = 0.1
"""A label with less likelihood is hardly that of a piece."""
RIVER: Final[Role] = ("river",)
DISPLAY: Final[Role] = ("display",)
USED: Final[Role] = ("used",)


@dataclass(frozen=True, slots=True, eq=False)
class PieceTrack:
    """One piece remembered at its place on the board (mm), with the `size` of its upright box (2, px), as what it was.
    `order` counts the stones of a stack from below. What is `unseen` was not found when the state became known."""

    kind: str
    label: str
    role: Role
    at: Floats
    size: Floats
    order: int = 0
    unseen: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Tracks that are `seen` again, and those that are `absent` with the chances that they lie there all the same.
    Then what is `new`, and which of those absent are `under` a hand."""

    seen: tuple[tuple[PieceTrack, BoardPiece], ...]
    absent: tuple[tuple[PieceTrack, float], ...]
    new: tuple[BoardPiece, ...]
    under: frozenset[PieceTrack] = frozenset()


def match(
    tracks: Sequence[PieceTrack], found: Sequence[BoardPiece], covers: Sequence[Quad], pose: BoardPose
) -> Matches:
    """The association of tracks with found pieces; `covers` are boxes that may occlude what is absent. What is found
    where a stone of a stack was occluded is new: from above one cannot tell it from one on top of it."""
    pairs = nearest_pairs(
        (apart, k, f)
        for k, track in enumerate(tracks)
        for f, other in enumerate(found)
        if track.kind == other.kind
        and not (track.unseen and track.role[0] == "stack")
        and (apart := _apart(track, other)) < 1
    )
    new = tuple(each for f, each in enumerate(found) if f not in pairs.values())
    gone = [track for k, track in enumerate(tracks) if k not in pairs]
    boxes = [upright(pose.pixels(track.at[None])[0], track.size) for track in gone]
    absent = tuple((track, _missed(track, box, new, covers)) for track, box in zip(gone, boxes, strict=True))
    under = frozenset(track for track, box in zip(gone, boxes, strict=True) if most_within(box, covers) >= COVERS)
    return Matches(tuple((tracks[k], found[f]) for k, f in pairs.items()), absent, new, under)


def _missed(track: PieceTrack, box: Quad, new: Sequence[BoardPiece], covers: Sequence[Quad]) -> float:
    """How likely the piece of a track, of which the box would be there, is not found though it lies there. What lies
    flat occludes no stone, and where the marker lies there is none."""
    if track.unseen:
        return UNSEEN
    stone = track.kind == "stone"
    if stone and any(each.kind == "marker" and np.hypot(*(each.at - track.at)) < SAME_PLACE for each in new):
        return GHOST
    over = [*covers, *(each.box for each in new if not stone or each.kind == "stone")]
    return COVERED if most_within(box, over) >= COVERS else MISSED


def _apart(track: PieceTrack, found: BoardPiece) -> float:
    """How far a found piece is from a track, 1 and more if it is another one."""
    if found.sure and found.label != track.label:
        return np.inf
    return float(np.hypot(*(track.at - found.at))) / (PUSHED if track.kind == "tile" else SAME_PLACE)


def learn(matches: Matches, state: State, seats: Seats, slots: Slots, *, back: bool = False) -> tuple[PieceTrack, ...]:
    """The tracks now that the state is known: what is seen, and what is absent but has to be there. Tokens are of the
    `seats`, tiles in the `slots` of the display. What was put up before anybody looked is new. Where the game went
    `back`, what has gone out of full view may belong to the move after that."""
    left = _expected(state)
    kept: list[PieceTrack] = []
    for track, found in matches.seen:
        role = _role(found, track, state, seats, slots)
        if role is not None:
            at = (track.at + found.at) / 2
            kept.append(replace(track, role=role, at=at, size=found.size, unseen=False))
    left.subtract((piece.role, piece.label) for piece in kept)
    for found in sorted(matches.new, key=lambda each: (_is_up(each, state), not each.sure)):
        if _is_placed(found, state) or _is_early(found, matches.new, left, state):
            continue
        role = _role(found, None, state, seats, slots)
        if role is not None and found.label is not None:
            label = max(found.chances, key=lambda name: found.chances[name] * (left[role, name] > 0 or UNLIKELY))
            left[role, label] -= 1
            order = len(state.stacks[role[1]]) if role[0] == "stack" else 0
            kept.append(PieceTrack(found.kind, label, role, found.at, found.size, order))
    for track, missed in sorted(matches.absent, key=lambda each: -each[1]):
        if left[track.role, track.label] > 0:
            left[track.role, track.label] -= 1
            lies = track in matches.under or (back and missed <= MISSED)
            kept.append(replace(track, unseen=track.unseen or not lies))
    return tuple(kept)


def _is_placed(found: BoardPiece, state: State) -> bool:
    """Whether a stone that has come is the one in hand, which stands already though nobody said what became of it."""
    taken = state.taken
    if taken is None or found.kind != "stone" or found.stack != state.marker:
        return False
    return found.chances.get(SIZES[taken.size], 0.0) >= UNLIKELY


def _is_early(found: BoardPiece, new: Sequence[BoardPiece], left: Counter[tuple[Role, str]], state: State) -> bool:
    """Whether a piece was put up too early: a stone `left` to be found in the river, or a token beside such a stone."""
    if found.kind == "token":
        return found.stack is not None and any(_is_up(each, state) and each.stack == found.stack for each in new)
    return _is_up(found, state) and any(left[RIVER, label] > 0 for label in SIZES if found.chances[label] > UNLIKELY)


def _is_up(found: BoardPiece, state: State) -> bool:
    """Whether a stone stands on a base though nobody is known to have put one up in this game."""
    return found.kind == "stone" and found.stack is not None and not any(state.stacks)


def _expected(state: State) -> Counter[tuple[Role, str]]:
    """How many pieces of a label lie at each place."""
    expected: Counter[tuple[Role, str]] = Counter()
    for size, label in enumerate(SIZES):
        expected[RIVER, label] = state.river[size]
        for at, stack in enumerate(state.stacks):
            expected[("stack", at), label] = stack.count(size)
    for seat in range(state.options.players):
        for at, beside in enumerate(state.tokens):
            expected[("beside", at), f"token:{COLOURS[seat]}"] = beside[seat]
        expected[("before", seat), GOLD] = state.golden[seat]
        expected[("before", seat), FIVE] = state.five[seat]
    for tile in state.display:
        expected[DISPLAY, str(tile)] += 1
    return expected


def _role(found: BoardPiece, track: PieceTrack | None, state: State, seats: Seats, slots: Slots) -> Role | None:
    """What a piece is, as the state has it. Of tiles those that the state shows are the display, and what lies where it
    lies of a display that nobody has told."""
    if found.kind in {"stone", "token"}:
        role = place_of(found, seats) if track is None else track.role
        return RIVER if role[0] == "stack" and not state.stacks[role[1]] else role
    if found.tile is None:
        return None
    if found.tile in map(str, state.display) or (None in state.display and found.tile not in gone(state)):
        return DISPLAY if slots.shows(found.at) else None
    return USED


def place_of(found: BoardPiece, seats: Seats) -> Role:
    """Where a stone or a token is: at its stack, or else in the river, or before a seat."""
    if found.stack is not None:
        return ("stack" if found.kind == "stone" else "beside"), found.stack
    return RIVER if found.kind == "stone" else ("before", seat_at(seats, found.at))


def gone(state: State) -> set[str]:
    """The tiles that are used, or taken."""
    taken = [] if state.taken is None else [state.taken.tile]
    return {str(tile) for tile in (*state.used, *taken) if tile is not None}
