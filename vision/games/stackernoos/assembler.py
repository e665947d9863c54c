"""One table of Stackernoos, followed: each sight is laid over the tiles that are known to lie there.

The grid is remembered from sight to sight, checked each time, and looked for again when the camera or the table has
moved. A known tile that is out of sight, under a hand or behind a higher stack, is told as if it were seen: nothing
says that it is gone.

Beside the members of a position that people write, this one may have `boneyards`, likelihoods by count, in place of
`boneyard`; and tiles may have a `doubt`: how likely, beside all that they may show, it is that none was laid there; and
`above`: how much likelier they lie a level higher.
"""

from __future__ import annotations

from copy import copy, deepcopy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.games.stackernoos.tiles import BIT
from vision.games.reading import Misread, Place, TableReading
from vision.games.stackernoos import chains
from vision.games.stackernoos.association import LAYING, Table, associations
from vision.games.stackernoos.boneyard import Boneyard
from vision.games.stackernoos.changes import Changes
from vision.games.stackernoos.colours import Colours, cleared
from vision.games.stackernoos.faces import faces, with_newest, within
from vision.games.stackernoos.grid import Spot
from vision.games.stackernoos.joint_tiles import JointTiles
from vision.games.stackernoos.joints import Before
from vision.games.stackernoos.known import known_tiles, told_tiles
from vision.games.stackernoos.occlusion import Occlusion, without_still_hands
from vision.games.stackernoos.registration import Registration
from vision.games.stackernoos.rereading import read_again
from vision.games.table import FollowedTable
from vision.recognise.halves.reader import HalvesReader
from vision.scene.memory import between, scene
from vision.scene.memory.settings import MemorySettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from engine.games.stackernoos.options import StackernoosOptions
    from engine.games.stackernoos.state import State
    from vision.games.stackernoos.association import Association, Doubt
    from vision.games.stackernoos.faces import Back, Face
    from vision.games.stackernoos.grid import Grid
    from vision.games.table import Surroundings
    from vision.geometry import Quad
    from vision.observation import Corners, Observation
    from vision.photo import Picture
    from vision.recognise.read import Reader
    from vision.scene.memory import Change
    from vision.scene.memory.change import Scene
    from vision.scene.plane.camera import Size

LOST: Final = "The tiles of the game are not where they lay: put the camera so that it sees the run."

STRAY: Final = 2e-4
"""How likely at most what was read surely is no tile, where the picture changed as by one."""

THING: Final = 9.0
"""How likely what lay there from the beginning is some other thing, beside all that it may show."""
UNSURE: Final = 0.02
"""How likely at most what was not read surely is none."""
HIGHER: Final = 100.0
"""How much likelier at most a tile lies a level higher than where it is told."""
UNCHANGED: Final = 1e-3
"""How likely the picture changes so where a known tile just lies on."""


class Assembler(FollowedTable):
    """The grid of one table, what lies on it and beside it, from look to look."""

    tells_unread = True
    closely = True

    def __init__(self, options: StackernoosOptions) -> None:
        self._options = options
        self._register = Registration()
        self._yard = Boneyard()
        self._traces = Changes()
        self._crossed = JointTiles()
        self._settled: frozenset[Spot] | None = None
        self._colours: Colours | None = None
        self._newest: Sequence[Face] = ()
        self._rest: Scene | None = None
        self._now: Scene | None = None
        self._reader: Reader = HalvesReader(highest=options.max_pip)
        self._counted: dict[str, Any] = {}
        """The boneyard as it was counted last."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Assembler:
        """The same with a memory of its own; what reads has none, and is shared."""
        memo[id(self._reader)] = self._reader
        other = copy(self)
        other.__dict__.update(deepcopy(self.__dict__, memo))
        return other

    def read_by(self, faces: Reader) -> None:
        """See `vision.games.table`."""
        self._reader = faces

    def again(self, picture: Picture, observation: Observation, state: State) -> Observation:
        """What reads where the last sight has the grid, without what the picture's colours deny; see
        `vision.games.table`."""
        self._now = scene(picture)
        changed = between(self._rest, self._now, observation.width, MemorySettings().step)
        observation = without_still_hands(observation, changed)
        self._colours = self._coloured(picture, observation)
        blank = not state.table.shape.tiles & BIT[0][0]
        observation = cleared(observation, self._colours, blank=blank)
        grid = self._register.grid
        if grid is not None and grid.picture == (observation.width, observation.height) and state.started:
            before = Before(grid, changed, self._settled, self._rest)
            observation = self._crossed.alone(picture, observation, before, state, self._reader)
            observation = read_again(picture, observation, grid, state, self._reader)
        self._newest, _ = faces(observation, self._options.max_pip)
        return observation

    def _coloured(self, picture: Picture, observation: Observation) -> Colours:
        _, backs = faces(observation, self._options.max_pip)
        pieces = [np.array(piece.corners) for piece in observation.pieces]
        return Colours(picture, [back.quad for back in backs], pieces)

    def notice(self, change: Change, unread: Sequence[Corners]) -> None:
        """What changed since all was accounted for; see `vision.games.table`."""
        self._traces = Changes(change, tuple(unread))

    def settled(self) -> None:
        """All is accounted for; see `vision.games.table`."""
        self._settled = None
        self._rest = self._now
        self._yard.settled()

    def moved(self, motion: NDArray[np.float64], width: int) -> None:
        """What lay there looks otherwise now: what came since cannot be told by that; see `vision.games.table`."""
        self._rest = None
        self._register.moved(motion)
        self._crossed.moved(motion, width)

    def interpret(
        self, observation: Observation, state: State | None = None, around: Surroundings | None = None
    ) -> TableReading:
        """The position that is seen; without a state, or before the first tile, that of the single photo."""
        if state is None:
            return chains.see(observation)
        if around is not None:
            self.notice(around.change, around.unread)
        told, backs = faces(observation, self._options.max_pip)
        found = with_newest(told, self._newest)
        # What the memory still believes to lie where only the table is was taken.
        backs = [back for back in backs if self._colours is None or not self._colours.bare(back.quad)]
        screen, size = Occlusion(observation), (observation.width, observation.height)
        if not state.started:
            boneyard = self._boneyard(backs, screen, state, ())
            came = self._traces.came if self._traces.known else None
            begun, sight, things = self._begun(observation, came)
            # What shows no face is none of the first tiles.
            doubtful = {(place.at, place.direction) for n, place in sight.cells.items() if n in things}
            tiles = [
                tile | {"doubt": THING} if (tuple(tile["at"]), tile["dir"]) in doubtful else tile
                for tile in sight.position["tiles"]
                if tile.get("labels", True)
            ]
            # Where the first tile lies is remembered: something may lie on it before the game goes on.
            laid = [face for face in faces(begun, self._options.max_pip)[0] if face.piece in sight.cells]
            self._register.lay(laid, told_tiles(tiles), size, screen)
            return replace(sight, position={"tiles": tiles} | boneyard)
        table = self._table(found, screen, size, state)
        if table is None:
            loose = tuple(n for n, piece in enumerate(observation.pieces) if piece.kind == "domino")
            return TableReading({"tiles": []}, loose, (), {}, trouble=LOST)
        sight = self._tiles(observation, screen, backs, table, state)
        run = table.grid.quads([tile.spot for tile in table.known])
        self._counted = self._boneyard(backs, screen, state, run)
        traces = (*sight.traces, *self._yard.open)
        unsure = "boneyards" in self._counted and not self._yard.taken
        return replace(sight, position=sight.position | self._counted, open=unsure, traces=traces)

    def _begun(
        self, observation: Observation, came: Callable[[Quad], bool] | None
    ) -> tuple[Observation, TableReading, frozenset[int]]:
        """The table on which the game may have begun, its sight, and the pieces that may well be other things.

        What lay there from the beginning is believed where it joins other tiles in a line.
        """
        whole = chains.of_one_size(within(observation, self._options.max_pip))
        plain = chains.without_things(whole, came)
        begun = chains.with_first_blank(chains.with_first_double(plain), came)
        sight = chains.see(begun)
        things = frozenset(n for n, piece in enumerate(plain.pieces) if piece is not whole.pieces[n])
        if not things:
            return begun, sight, things
        doubted = chains.with_first_double(whole)
        other = chains.see(doubted)
        joined = len(other.position["tiles"]) > max(len(sight.position["tiles"]), 1)
        alone_there = not sight.position["tiles"] and len(other.position["tiles"]) == 1
        return (doubted, other, things) if joined or alone_there else (begun, sight, frozenset())

    def suppose(self, observation: Observation, state: State) -> TableReading:
        """What is seen if the game is in another state, of which nothing is remembered; see `vision.games.table`.

        The boneyard is counted as it was in the last sight."""
        if not state.started:
            return TableReading({"tiles": []}, (), (), {}, trouble=LOST)
        told, backs = faces(observation, self._options.max_pip)
        found, screen = with_newest(told, self._newest), Occlusion(observation)
        other = copy(self)
        other._register = self._register.supposed()
        table = other._table(found, screen, (observation.width, observation.height), state)
        if table is None:
            return TableReading({"tiles": []}, (), (), {}, trouble=LOST)
        sight = other._tiles(observation, screen, backs, table, state)
        return replace(sight, position=sight.position | self._counted)

    def _table(self, found: Sequence[Face], screen: Occlusion, size: Size, state: State) -> Table | None:
        """The faces on the grid of what is known; None where the grid is lost."""
        known = known_tiles(state)
        registered = self._register.lay(found, known, size, screen)
        if registered is None:
            return None
        still = frozenset(n for n, face in enumerate(found) if self._traces.lies_on(face.quad))
        return Table(*registered, found, known, state.table.shape, still=still)

    def _tiles(
        self, observation: Observation, screen: Occlusion, backs: Sequence[Back], table: Table, state: State
    ) -> TableReading:
        """The tiles of a sight."""
        lying = [tile.spot for tile in table.known]
        self._settled = frozenset(lying) if self._settled is None else self._settled
        late = tuple(spot for spot in lying if spot not in self._settled)
        newest = frozenset(face.shown for face in self._newest if face.sure)
        view = View(observation, screen, backs, self._traces, late, newest, self._crossed.lying)
        return _sight(view, table, state)

    def _boneyard(self, backs: Sequence[Back], screen: Occlusion, state: State, run: Iterable[Quad]) -> dict[str, Any]:
        """The count of the boneyard, where it can be told; the quads of the `run` are none of its tiles."""
        apart = self._traces.apart(run)
        count = self._yard.count([back.quad for back in backs], screen, state.boneyard, apart, self._colours)
        if len(count) > 1:
            return {"boneyards": {str(n): round(share, 4) for n, share in count.items()}}
        return {"boneyard": next(iter(count))} if count else {}


@dataclass(frozen=True, slots=True)
class View:
    """One look: what was seen, what hides the rest, the tiles face down, what changed since the table was accounted
    for, and where known tiles were laid since."""

    observation: Observation
    screen: Occlusion
    backs: Sequence[Back]
    traces: Changes
    late: Sequence[Spot]
    newest: frozenset[frozenset[int]] = frozenset()
    """The tiles that this very look reads, by their halves."""
    across: frozenset[Spot] = frozenset()
    """Where tiles lie across joints, as the picture tells."""

    def lifted(self, way: Association, chosen: Sequence[Association], table: Table) -> bool:
        """Whether a tile that only earlier looks saw would lie on one that is read now: then it was taken off it."""
        if way.known is not None or table.faces[way.face].shown in self.newest:
            return False
        read = (each for each in chosen if each.spot.z < way.spot.z and table.faces[each.face].shown in self.newest)
        # A known tile may read as ever where another lies across its end.
        return any(
            each.spot.overlaps(way.spot) if each.known is None else each.spot == way.spot._replace(z=each.spot.z)
            for each in read
        )

    def lasts(self, spot: Spot, grid: Grid, new: Sequence[Spot]) -> bool:
        """Whether a known tile that was laid since the table was accounted for changes the picture still, and nothing
        else that is read does: across a joint it may read as what it lies on."""
        return spot in self.late and self.traces.came(grid.quads([spot])[0]) and not any(map(spot.overlaps, new))

    def came(self, way: Association, table: Table) -> bool:
        """Whether the picture changed where a tile is seen, and no tile that is known by now explains it."""
        return self.traces.came(table.faces[way.face].quad) and not any(spot.overlaps(way.spot) for spot in self.late)


def _sight(view: View, table: Table, state: State) -> TableReading:
    observation, screen, traces = view.observation, view.screen, view.traces
    chosen = associations(table)
    chosen = [way for way in chosen if not view.lifted(way, chosen, table)]
    doubts = {way.face: None if _lies_on(table, way) else table.doubt(way) for way in chosen}
    seen = {way.known for way in chosen} | {doubt.known for doubt in doubts.values() if doubt is not None}
    spots = [way.spot for way in chosen]
    missing = [tile for k, tile in enumerate(table.known) if k not in seen and not tile.covered]
    new = [way.spot for way in chosen if way.known is None]
    hidden = [
        tile
        for tile in missing
        if screen.hides(tile.spot, table.grid, spots)
        or traces.still(table.grid.quads([tile.spot])[0])
        or view.lasts(tile.spot, table.grid, new)
    ]
    taken = [*view.late, *new]
    unread = list(traces.laid(table.grid, state, taken))
    told = [Spot(x, y, z, entry["dir"]) for _, entry in unread for x, y, z in (entry["at"],)]
    unread += traces.nameless(screen.nameless, table.grid, state, [*view.late, *spots, *told])
    told += [Spot(x, y, z, entry["dir"]) for _, entry in unread for x, y, z in (entry["at"],)]
    lost = [tile.spot for tile in missing if tile not in hidden]
    upon = list(traces.upon(lost, table.grid, state, [*view.late, *spots, *told]))
    number = {way.face: table.faces[way.face].piece for way in chosen}
    read = set(number.values()) | {back.piece for back in view.backs}
    return TableReading(
        position={
            "tiles": [
                *(_entry(table, way, doubts[way.face], view, chosen) for way in chosen),
                *(_told(tile.label, tile.spot) for tile in hidden),
                *(entry for _, entry in unread),
                *upon,
            ]
        },
        loose=tuple(n for n, p in enumerate(observation.pieces) if p.kind == "domino" and n not in read),
        unsure=tuple(sorted(number[w.face] for w in chosen if not table.faces[w.face].sure)),
        cells={number[w.face]: Place((w.spot.x, w.spot.y, w.spot.z), w.spot.axis) for w in chosen},
        traces=tuple(box for box, _ in unread),
        misread=tuple(_misread(table, way) for way in chosen if _lies_on(table, way) and _denied(table, way)),
    )


def _lies_on(table: Table, way: Association) -> bool:
    """Whether a known tile is seen where nothing changed: none was laid on it, whatever was read."""
    return way.known is not None and way.face in table.still


def _may_look_as_it_was(table: Table, way: Association) -> bool:
    """Whether an unchanged picture says nothing against a new tile.

    On a known tile it shows the same half, so that end may look as it was. On the bare table it may have lain there
    when the table was accounted for, and nobody had read it yet.
    """
    return way.spot.z == 0 or any(tile.spot == way.spot._replace(z=way.spot.z - 1) for tile in table.known)


def _denied(table: Table, way: Association) -> bool:
    """Whether a known tile is read, surely, as another."""
    face, tile = table.faces[way.face], table.known[way.known or 0]
    return face.sure and not tile.covered and face.likelihood(*table.lying(way.face, tile.halves, way.spot.axis)) < 0.5


def _misread(table: Table, way: Association) -> Misread:
    """What is read in the place of a known tile."""
    fresh = {table.lying(way.face, halves, way.spot.axis): weight for halves, weight in table.fresh(way.face).items()}
    return Misread(table.known[way.known or 0].label, {f"{a}-{b}": weight for (a, b), weight in fresh.items()})


def _told(label: str, spot: Spot) -> dict[str, Any]:
    return {"tile": label, "at": [spot.x, spot.y, spot.z], "dir": spot.axis}


def _entry(
    table: Table, way: Association, doubt: Doubt | None, view: View, chosen: Sequence[Association]
) -> dict[str, Any]:
    """A tile of the position: a known one by its name, a new one by what was read of it."""
    if doubt is None and way.known is not None:
        return _told(table.known[way.known].label, way.spot)
    spot = way.spot if doubt is None else doubt.spot
    fresh = {table.lying(way.face, halves, spot.axis): weight for halves, weight in table.fresh(way.face).items()}
    named: dict[str, Any] = {"labels": {f"{a}-{b}": round(weight, 6) for (a, b), weight in fresh.items()}}
    if table.faces[way.face].sure and len(fresh) == 1:
        named = {"tile": next(iter(named["labels"]))}
    face, unlike, known = table.faces[way.face], table.strange(way, chosen), 0.0 if doubt is None else doubt.ratio
    if way.spot in view.across or (view.came(way, table) and not table.reads_as_below(way, chosen)):
        unlike, known = min(unlike, STRAY if face.sure else UNSURE), known * UNCHANGED
    unlike += known
    if way.known is None and way.face in table.still and not (face.sure and _may_look_as_it_was(table, way)):
        unlike /= LAYING.alike
    above = min(table.above(way.face, spot), HIGHER)
    told = {"doubt": float(f"{unlike:.3g}"), "above": float(f"{above:.3g}")}
    return named | {"at": [spot.x, spot.y, spot.z], "dir": spot.axis} | told
