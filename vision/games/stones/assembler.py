"""A table of Stones: what is seen, against the tracks of what lay there, or by itself on a single photo."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.games.stones.options import STONES as ALL_STONES
from engine.games.stones.state import DISPLAY, PLACE, STACKS
from engine.games.stones.tile import SIZES
from vision.games.reading import Shown, TableReading
from vision.games.stones import tiles
from vision.games.stones.board_pieces import COLOURS, CORNERS, GOLD, board_pieces, covers
from vision.games.stones.board_pose import BASE, FEET, FIVE, REACHES, find_board_pose, stack_at
from vision.games.stones.counts import contents_of, counts
from vision.games.stones.model.likelihood import GHOST
from vision.games.stones.model.reading import SeenTable
from vision.games.stones.seats import at_edges, on_mat
from vision.games.stones.tracks import MISSED, RIVER, Matches, learn, match, place_of
from vision.games.table import PUSHED, FollowedTable, LookContext
from vision.geometry import contains
from vision.observation import BACK
from vision.recognise.stones.gauges import ROUND
from vision.scene.memory.settings import MEMORY

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.games.stones.options import StonesOptions
    from engine.games.stones.state import State
    from vision.games.reading import Seen
    from vision.games.stones.board_pieces import BoardPiece
    from vision.games.stones.board_pose import BoardPose
    from vision.games.stones.model.reading import Contents, Count
    from vision.games.stones.seats import Seats
    from vision.games.stones.tracks import PieceTrack, Role
    from vision.geometry import Quad
    from vision.observation import Observation
    from vision.recognise.stones.plane import Floats
    from vision.scene.memory.change import Change

NOT_IN_VIEW: Final = "the board of Stones is not in view: show its mark and at least three of its base stones"
PATIENCE: Final = 3.0
"""So much longer (s) than usual nobody is asked what became of a stone that was put up: then its tokens have come."""
TOKEN: Final = ROUND["token"][0]
"""A token is so wide (mm)."""
OWNERS: Final = {f"token:{colour}": str(seat) for seat, colour in enumerate(COLOURS)} | {GOLD: "gold", FIVE: "five"}
"""Whose tokens of a label are, as a position has it: seats, and what is nobody's."""


@dataclass(frozen=True, slots=True, eq=False)
class Assembler(FollowedTable):
    """A followed table of Stones. What lies at its place when a state becomes known is taken for what that state says.
    From then on only what came, went or moved counts: so an occluded stone was not taken from the river."""

    alike = True

    options: StonesOptions
    pose: BoardPose | None = None
    state: State | None = None
    """What the game was known to be in at the last look."""
    before: State | None = None
    """What it was known to be in before that."""
    tracks: tuple[PieceTrack, ...] = ()
    matches: Matches | None = None
    slots: tiles.Slots = field(default_factory=tiles.Slots)
    seats: Seats = ()
    """Those of the mat; none on a bare table."""
    standing: tuple[Any, float] = (None, 0.0)
    """How far the turn has come, and since when (s)."""

    def interpret(
        self, observation: Observation, state: State | None = None, context: LookContext | None = None
    ) -> tuple[TableReading[Seen], Assembler]:
        """What is seen, where the game was last known to be in `state`; None: unknown."""
        pose = find_board_pose(observation, self.pose)
        if pose is None:
            everything = tuple(range(len(observation.pieces)))
            return TableReading(Shown(), everything, unjudged=NOT_IN_VIEW, trouble=NOT_IN_VIEW), self
        found, table = board_pieces(observation, pose), replace(self, pose=pose)
        if state is None:
            seen: Seen = Shown(position_of(found))
        else:
            # Something may lie on the mat's markers later.
            table = replace(table, seats=self.seats or on_mat(self.options.players, observation.pieces, pose))
            seen, table = table._followed(found, covers(observation), state, pose, context or LookContext())
        used = {each.index for each in found}
        loose = tuple(n for n, p in enumerate(observation.pieces) if n not in used and p.label != BASE)
        unsure = tuple(each.index for each in found if not each.sure)
        # A turn lasts until the marker was moved and the tile set aside (A-ST-16). A stone may stand for a while before
        # its tokens are laid.
        patience = PATIENCE if state is not None and state.phase == PLACE else 0.0
        return TableReading(seen, loose, unsure, patience=patience), table

    def moved(self, motion: Floats) -> Assembler:
        """See `vision.games.table`."""
        return replace(self, pose=None if self.pose is None else self.pose.moved(motion))

    def _followed(
        self, found: list[BoardPiece], covers: Sequence[Quad], state: State, pose: BoardPose, context: LookContext
    ) -> tuple[SeenTable, Assembler]:
        """What was found, with the table that follows. `covers` are boxes that may occlude more."""
        table, seats = self, self.seats or at_edges(self.options.players, pose.down)
        if state != self.state:
            last = self.matches if self.matches is not None else match((), found, covers, pose)
            tracks = learn(last, state, seats, self.slots, back=state == self.before)
            slots = self.slots.learn(tracks)
            table = replace(self, state=state, before=self.state, tracks=tracks, slots=slots)
        matches = match(table.tracks, found, covers, pose)
        came = sum(each.kind != "marker" and each.stack == state.marker for each in matches.new)
        left = any(each.kind == "marker" and each.stack not in {None, state.marker} for each in matches.new)
        stands = (state.marker, state.phase, came, left)
        standing = self.standing if self.standing[0] == stands else (stands, context.time)
        long = context.time - standing[1] >= PATIENCE
        look = _Look(matches, state, seats, context.change, pose, long)
        return look.seen(table.slots), replace(table, matches=matches, standing=standing)


@dataclass(frozen=True, eq=False)
class _Look:
    """What has come and gone since a state was known. `change` is how the picture differs from the table as it was
    accounted for. `long` says whether what came since lies there long enough for its tokens to have come, too."""

    matches: Matches
    state: State
    seats: Seats
    change: Change
    pose: BoardPose
    long: bool

    @cached_property
    def _new(self) -> Mapping[Role, list[BoardPiece]]:
        """What is new, by where it may belong."""
        places: dict[Role, list[BoardPiece]] = defaultdict(list)
        for found in self.matches.new:
            if found.kind in {"stone", "token"}:
                places[place_of(found, self.seats)].append(found)
        return places

    def _came(self, found: BoardPiece) -> float:
        """How likely a piece has come; where the picture did not change, it was only overlooked before."""
        return 1.0 if self.change.share(found.box) >= MEMORY.changed else MISSED

    def seen(self, slots: tiles.Slots) -> SeenTable:
        """The table as it is seen, with the display where `slots` has it."""
        state, players = self.state, range(self.state.options.players)
        pointed = {found.stack for found in self.matches.new if found.kind == "marker"} - {None}
        display, apart = tiles.display(self.matches, state, slots)
        return SeenTable(
            marker=pointed.pop() if len(pointed) == 1 else None,
            contents=tuple(map(self._contents, range(STACKS))),
            tokens=tuple(map(self._tokens, range(STACKS))),
            river=tuple(self._count(RIVER, label, state.river[size]) for size, label in enumerate(SIZES)),
            golden=tuple(self._count(("before", seat), GOLD, state.golden[seat]) for seat in players),
            five=tuple(self._count(("before", seat), FIVE, state.five[seat]) for seat in players),
            display=tuple(display),
            apart=tuple(apart),
        )

    def _contents(self, at: int) -> Contents:
        """The likelihoods of what a stack has."""
        role = ("stack", at)
        seen = [track for track, _ in self.matches.seen if track.role == role]
        absent = [(track, missed) for track, missed in self.matches.absent if track.role == role]
        return contents_of(self.state.stacks[at], seen, absent, self._new[role])

    def _tokens(self, at: int) -> tuple[Count, ...]:
        """The likelihoods of how many tokens of each seat lie beside a stack."""
        state = self.state
        awaited = state.phase == PLACE and at == state.marker and self.long
        over = [found.box for found in (*(found for _, found in self.matches.seen), *self.matches.new)]
        unnoticed = GHOST if awaited and bare(self.change, self.pose, at, over) else MISSED
        return tuple(
            self._count(("beside", at), f"token:{COLOURS[seat]}", count, unnoticed)
            for seat, count in enumerate(state.tokens[at])
        )

    def _count(self, role: Role, label: str, known: int, unnoticed: float = MISSED) -> Count:
        """The likelihoods of how many pieces of a label are at a place, where there were `known` ones."""

        def is_one(track: PieceTrack) -> bool:
            return track.role == role and track.label == label

        return counts(
            known,
            sum(is_one(track) for track, _ in self.matches.seen),
            [missed for track, missed in self.matches.absent if is_one(track)],
            [each.chances.get(label, 0.0) * self._came(each) for each in self._new[role]],
            unnoticed,
        )


def bare(change: Change, pose: BoardPose, stack: int, over: Sequence[Quad]) -> bool:
    """Whether surely no token was laid beside a stack. The picture is the same wherever one may lie, and all of that
    is in view. Only what the pieces in the boxes `over` occlude may not be."""
    if change.mask is None:
        return False
    size = np.array(change.mask.shape[::-1]) * change.scale
    quads = [pose.pixels(place + CORNERS * TOKEN / 2) for place in beside(stack)]
    middles = [quad.mean(axis=0) for quad in quads]
    if not all(((middle >= 0) & (middle <= size)).all() for middle in middles):
        return False
    lying = zip(quads, middles, strict=True)
    open_ = (quad for quad, middle in lying if not any(contains(box, middle) for box in over))
    return all(change.share(quad) < MEMORY.came for quad in open_)


def beside(stack: int) -> list[Floats]:
    """The places (mm on the board) where the middle of a token may be that lies beside a stack."""
    high = REACHES["token"][1]
    across = np.arange(-high, high + 1, TOKEN / 2)
    places = (np.array([x, y]) for x in across for y in across)
    return [
        place
        for place in places
        if stack_at(place, "token") == stack and np.hypot(*(place - FEET[stack])) >= (ROUND[BASE][0] + TOKEN) / 2
    ]


def position_of(found: Sequence[BoardPiece]) -> dict[str, Any]:
    """The position of the contracts, without what a photo does not tell. So is the river where not every stone of the
    box is seen, and the display where too many tiles lie by themselves."""
    stones = [each for each in found if each.kind == "stone"]
    position: dict[str, Any] = {"stacks": _stacks(found)}
    if len(stones) == ALL_STONES:
        river = Counter(each.label for each in stones if each.stack is None)
        position["river"] = {label: river[label] for label in SIZES}
    markers = [each.stack for each in found if each.kind == "marker" and each.stack is not None]
    if len(markers) == 1:
        position["marker"] = markers[0]
    tiles = [each for each in found if each.kind == "tile"]
    # On a pile of used tiles others lie below.
    shown = [each for each in tiles if each.label != BACK and not any(_on_one_pile(each, other) for other in tiles)]
    if 0 < len(shown) <= DISPLAY:
        position["display"] = [_piece(each) for each in shown]
    return position


def _stacks(found: Sequence[BoardPiece]) -> list[dict[str, Any]]:
    stacks = []
    for at in range(STACKS):
        there = [each for each in found if each.stack == at]
        stones = sorted((each for each in there if each.kind == "stone"), key=lambda stone: stone.position or 0)
        tokens = Counter(each.label for each in there if each.kind == "token" and each.label is not None)
        owners = {OWNERS.get(label, label): count for label, count in sorted(tokens.items())}
        stacks.append({"stones": list(map(_piece, stones)), "tokens": owners})
    return stacks


def _on_one_pile(tile: BoardPiece, other: BoardPiece) -> bool:
    return other is not tile and float(np.hypot(*(other.at - tile.at))) <= PUSHED


def _piece(found: BoardPiece) -> Any:
    """A label, or the likelihoods of several."""
    return found.label if found.sure else {"labels": found.labels}
