"""One table of Stackernoos, followed: each sight is laid over the tiles that are known to lie there.

The grid is remembered from sight to sight, checked each time, and looked for again when the camera or the table has
moved. A known tile that is out of sight, under a hand or behind a higher stack, is told as if it were seen: nothing
says that it is gone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from vision.levels.camera import fit
from vision.tables.sight import Place, Sight
from vision.tables.stackernoos import alone
from vision.tables.stackernoos.faces import faces
from vision.tables.stackernoos.find import LIKELY, find, pairs, read, refined
from vision.tables.stackernoos.grid import looked_at
from vision.tables.stackernoos.hidden import Screen
from vision.tables.stackernoos.known import known_tiles
from vision.tables.stackernoos.ways import Table, ways
from vision.tables.stackernoos.yard import Yard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.stackernoos.options import StackernoosOptions
    from engine.games.stackernoos.state import State
    from vision.levels.camera import Floats, Size
    from vision.observation import Observation
    from vision.tables.stackernoos.faces import Back, Face
    from vision.tables.stackernoos.find import Pairs
    from vision.tables.stackernoos.grid import Grid, Seen, Spot
    from vision.tables.stackernoos.known import Known
    from vision.tables.stackernoos.ways import Doubt, Way

LOST: Final = "The tiles of the game are not where they lay: put the camera so that it sees the run."
AGREE: Final = 0.6
"""The least share of the tiles that read surely which must read as known, for a grid to hold; one may always differ: something new may lie on it."""
LEARN: Final = 0.35
"""How much a sight changes the remembered grid, where it has not moved."""
PRESENT: Final = 0.5
"""The least share of the open tiles that must be in sight, for a grid to hold."""


class Assembler:
    """Puts the sights of one table together; see `vision.tables.Assembler`."""

    def __init__(self, options: StackernoosOptions) -> None:
        self._options = options
        self._grid: Grid | None = None
        self._tiles = 0
        self._yard = Yard()

    def see(self, observation: Observation, state: State | None = None) -> Sight:
        """The position that is seen; without a state, or before the first tile, that of the single photo."""
        if state is None:
            return alone.see(observation)
        found, backs = faces(observation, self._options.max_pip)
        if not state.started:
            return self._before(observation, backs, state)
        known = known_tiles(state)
        registered = self._registered(observation, found, known)
        if registered is None:
            loose = tuple(n for n, piece in enumerate(observation.pieces) if piece.kind == "domino")
            return Sight({"tiles": []}, loose, (), {}, trouble=LOST)
        grid, seen = registered
        table = Table(grid, seen, found, known, state.table.shape)
        sight = self._sight(observation, table, ways(table), backs)
        around = self._boneyard(backs, Screen(observation), state)
        return replace(sight, position=sight.position | around)

    def _before(self, observation: Observation, backs: Sequence[Back], state: State) -> Sight:
        """The table before the first tile: that of a single photo, its boneyard counted as carefully as later."""
        sight = alone.see(observation)
        around = self._boneyard(backs, Screen(observation), state)
        return replace(sight, position={"tiles": sight.position["tiles"]} | around)

    # Where the grid lies
    def _registered(
        self, observation: Observation, found: Sequence[Face], known: Sequence[Known]
    ) -> tuple[Grid, Seen] | None:
        if not found:
            return None
        size = (observation.width, observation.height)
        quads = np.stack([face.quad for face in found])
        if self._grid is not None and self._grid.picture == size:
            held = self._held(self._grid, quads, found, known)
            if held is not None:
                return held
        return self._found(quads, size, found, known)

    def _held(
        self, grid: Grid, quads: Floats, found: Sequence[Face], known: Sequence[Known]
    ) -> tuple[Grid, Seen] | None:
        """The remembered grid as it fits this sight; None where it does not."""
        seen = looked_at(grid.camera, quads, grid.picture)
        matched = pairs(grid, seen, found, known)
        if not _holds(grid, seen, found, known, matched):
            return None
        fresh = refined(grid, seen, found, known, matched)
        grid = fresh.mixed(grid, LEARN)
        if len(matched[0]) >= self._tiles:
            # More tiles than before tell more of the camera.
            self._tiles = len(matched[0])
            camera = fit(*_sure(quads, fresh, seen, found, known, matched), start=grid.camera)
            seen = looked_at(camera, quads, grid.picture)
            grid = refined(replace(fresh, camera=camera), seen, found, known, matched)
        self._grid = grid
        return grid, seen

    def _found(
        self, quads: Floats, size: Size, found: Sequence[Face], known: Sequence[Known]
    ) -> tuple[Grid, Seen] | None:
        """The grid, looked for from the beginning."""
        camera = fit(quads, size)
        seen = looked_at(camera, quads, size)
        grid = find(camera, size, seen, found, known)
        if grid is None:
            return None
        camera = fit(*_sure(quads, grid, seen, found, known, pairs(grid, seen, found, known)), start=camera)
        seen = looked_at(camera, quads, size)
        grid = find(camera, size, seen, found, known)
        if grid is None or not _holds(grid, seen, found, known, pairs(grid, seen, found, known)):
            return None
        self._grid, self._tiles = grid, 0
        return grid, seen

    # What lies on it
    def _sight(self, observation: Observation, table: Table, chosen: Sequence[Way], backs: Sequence[Back]) -> Sight:
        screen = Screen(observation)
        doubts = {way.face: table.doubt(way) for way in chosen}
        tiles = [_entry(table, way, doubts[way.face]) for way in chosen]
        seen = {way.known for way in chosen} | {doubt.known for doubt in doubts.values() if doubt is not None}
        spots = [way.spot for way in chosen]
        tiles += [
            _told(tile.label, tile.spot)
            for k, tile in enumerate(table.known)
            if k not in seen and not tile.covered and screen.hides(tile.spot, table.grid, spots)
        ]
        number = {way.face: table.faces[way.face].piece for way in chosen}
        told = set(number.values()) | {back.piece for back in backs}
        return Sight(
            position={"tiles": tiles},
            loose=tuple(n for n, p in enumerate(observation.pieces) if p.kind == "domino" and n not in told),
            unsure=tuple(sorted(number[w.face] for w in chosen if not table.faces[w.face].sure)),
            cells={number[w.face]: Place((w.spot.x, w.spot.y, w.spot.z), w.spot.axis) for w in chosen},
        )

    def _boneyard(self, backs: Sequence[Back], screen: Screen, state: State) -> dict[str, Any]:
        """The count of the boneyard, where it can be told."""
        count = self._yard.count([back.quad for back in backs], screen, state.boneyard)
        if len(count) < 2:
            return {"boneyard": n for n in count}
        return {"boneyards": {str(n): round(share, 4) for n, share in count.items()}}


def _holds(grid: Grid, seen: Seen, found: Sequence[Face], known: Sequence[Known], matched: Pairs) -> bool:
    """Whether enough of the known tiles lie where they should and read as they should."""
    open_ = sum(not tile.covered for tile in known)
    if len(matched[0]) < max(1, PRESENT * open_):
        return False
    reads = [
        read(found[n], complex(seen.turn[n]), grid, known[k]) > 0.5
        for n, k in zip(*matched, strict=True)
        if found[n].sure
    ]
    return len(reads) - sum(reads) <= max(1.0, (1 - AGREE) * len(reads))


def _sure(
    quads: Floats, grid: Grid, seen: Seen, found: Sequence[Face], known: Sequence[Known], matched: Pairs
) -> tuple[Floats, Size, Floats]:
    """The quads whose height is known, the picture's size, and the heights in tile widths."""
    heights: dict[int, float] = {}
    for n, k in zip(*matched, strict=True):
        if not found[n].sure or read(found[n], complex(seen.turn[n]), grid, known[k]) > LIKELY:
            heights[n] = known[k].spot.z * grid.thick
    return quads[list(heights)], grid.picture, np.array(list(heights.values()))


def _told(label: str, spot: Spot) -> dict[str, Any]:
    return {"tile": label, "at": [spot.x, spot.y, spot.z], "dir": spot.axis}


def _entry(table: Table, way: Way, doubt: Doubt | None) -> dict[str, Any]:
    """A tile of the position: a known one by its name, a new one by what was read of it."""
    if doubt is None and way.known is not None:
        return _told(table.known[way.known].label, way.spot)
    spot = way.spot if doubt is None else doubt.spot
    fresh = {table.lying(way.face, halves, spot.axis): weight for halves, weight in table.fresh(way.face).items()}
    named: dict[str, Any] = {"labels": {f"{a}-{b}": round(weight, 6) for (a, b), weight in fresh.items()}}
    if table.faces[way.face].sure and len(fresh) == 1:
        named = {"tile": next(iter(named["labels"]))}
    named |= {"at": [spot.x, spot.y, spot.z], "dir": spot.axis}
    return named if doubt is None else named | {"doubt": doubt.ratio}
