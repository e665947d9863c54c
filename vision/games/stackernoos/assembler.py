"""One table of Stackernoos, followed: each look is laid over the tiles that are known to lie there.

A known tile that is out of sight, under a hand or behind a higher stack, is given as if it were seen. Nothing says
that it is gone.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from vision.games.reading import Misread, TableReading
from vision.games.stackernoos import chains
from vision.games.stackernoos.association import ALIKE, GridAssociations, associations
from vision.games.stackernoos.boneyard import Boneyard
from vision.games.stackernoos.changes import is_still, tile_came
from vision.games.stackernoos.faces import faces, is_faint, with_double_blank, with_pieces, within
from vision.games.stackernoos.grid import LaidTile, laid_tiles
from vision.games.stackernoos.model.tiles import SeenTable, SeenTile, label_of
from vision.games.stackernoos.occlusion import is_occluded
from vision.games.stackernoos.registration import AS_LAID, Registration
from vision.games.stackernoos.rereading import read_again, read_at, with_joint_tiles
from vision.games.table import FollowedTable, LookContext
from vision.recognise.halves.reader import HalvesReader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from engine.games.stackernoos.options import StackernoosOptions
    from engine.games.stackernoos.state import State
    from engine.games.stackernoos.table import Table
    from vision.arrays import Floats
    from vision.games.stackernoos.association import Association
    from vision.games.stackernoos.faces import Backs, Halves
    from vision.games.stackernoos.grid import Spot
    from vision.observation import Observation
    from vision.photo import Picture
    from vision.scene.memory.change import Change

LOST: Final = "The tiles of the game are not where they lay: put the camera so that it sees the run."
STRAY: Final = 2e-4
"""How likely at most what was read surely is no tile, where the picture changed as by one."""
UNCHANGED: Final = 1e-3
"""How much less likely a face is the tile below where the picture changed, or shows a tile across a joint."""
THING: Final = 9.0
"""How likely what lay there from the beginning is some other thing, beside all that it may show."""
UNSURE: Final = 0.02
"""How likely at most what was not read surely is none."""


@dataclass(frozen=True, slots=True, eq=False)
class Assembler(FollowedTable):
    """The grid of one table, what lies on it and beside it, from look to look."""

    by_changes = True

    options: StackernoosOptions
    registration: Registration = field(default_factory=Registration)
    yard: Boneyard = field(default_factory=Boneyard)
    lay_then: frozenset[Spot] | None = None
    """The tiles of the game that lay there in the first look since the table was accounted for."""
    context: LookContext = field(default_factory=LookContext)
    """What the last look says beside its pieces."""
    counted: Mapping[int, float] = field(default_factory=dict)
    """How likely the boneyard had how many tiles when it was counted last."""

    def again(
        self, picture: Picture, observation: Observation, state: State, change: Change
    ) -> tuple[Observation, Assembler]:
        """What reads on the grid of the last look; see `vision.games.table`."""
        grid = self.registration.grid
        # Dominoes of which nothing is believed say nothing about a game.
        observation = replace(observation, pieces=tuple(each for each in observation.pieces if not is_faint(each)))
        if grid is not None and grid.picture == (observation.width, observation.height) and state.started:
            read = partial(read_at, picture, self.reader or HalvesReader(highest=self.options.max_pip))
            observation = with_joint_tiles(observation, state, grid, change, read)
            observation = read_again(observation, state, grid, read)
        return observation, self

    def accounted_for(self) -> Assembler:
        """All is accounted for; see `vision.games.table`."""
        return replace(self, lay_then=None, yard=self.yard.accounted_for())

    def moved(self, motion: Floats) -> Assembler:
        """See `vision.games.table`."""
        return replace(self, yard=self.yard.moved(motion), registration=self.registration.moved(motion))

    def interpret(
        self, observation: Observation, state: State | None = None, context: LookContext | None = None
    ) -> tuple[TableReading[SeenTable], Assembler]:
        """What is seen; without a state, or before the first tile, that of the single photo."""
        if state is None:
            return chains.see(observation), self
        table = replace(self, context=context or LookContext())
        return table._followed(observation, state) if state.started else table._before_first(observation, state)

    def _before_first(self, observation: Observation, state: State) -> tuple[TableReading[SeenTable], Assembler]:
        """The table before the first tile is known, and the table that follows."""
        _, backs = faces(observation, self.options.max_pip)
        counted, yard = self.yard.count([*backs.values()], observation, state.boneyard, self.context)
        begun, reading, things = self._begun(observation)
        # What shows no face is none of the first tiles.
        doubtful = [cell for n, cell in reading.cells.items() if n in things]
        tiles = tuple(
            replace(tile, nothing=THING) if tile.spot.entry in doubtful else tile
            for tile in reading.seen.tiles
            if tile.weights
        )
        # Where the first tile lies is remembered: something may lie on it before the game goes on.
        laid = [face for face in faces(begun, self.options.max_pip)[0] if face.piece in reading.cells]
        named = [LaidTile(tile.spot, next(iter(tile.weights)), covered=False) for tile in tiles if tile.sure]
        size = (observation.width, observation.height)
        registration = self.registration.lay(laid, named, size) or self.registration
        after = replace(self, yard=yard, registration=registration)
        return replace(reading, seen=SeenTable(tiles, counted)), after

    def _followed(self, observation: Observation, state: State) -> tuple[TableReading[SeenTable], Assembler]:
        """The table once tiles of the game lie there, and the table that follows."""
        looked = self._looked(observation, state)
        if looked is None:
            seen = chains.see(observation)  # the backs in view are not all of a boneyard that is known
            return replace(seen, seen=SeenTable(seen.seen.tiles), trouble=LOST), self
        after, table, backs = looked
        yard = self.yard.without([*table.grid.quads([tile.spot for tile in table.tiles])])
        counted, yard = yard.count([*backs.values()], observation, state.boneyard, self.context)
        after = replace(after, yard=yard, counted=counted)
        return replace(after._reading(table, observation, backs), unread_changes=yard.open), after

    def _begun(self, observation: Observation) -> tuple[Observation, TableReading[SeenTable], frozenset[int]]:
        """The table on which the game may have begun, its reading, and the pieces that may well be other things. What
        lay there from the beginning is believed where it joins other tiles in a line."""
        change, most = self.context.change, self.options.max_pip
        whole = within(observation, most)
        things = chains.things_among(whole, change)
        others = {n: replace(whole.pieces[n], kind="unknown", candidates=()) for n in things}
        begun = chains.with_first_blank(chains.with_first_double(with_pieces(whole, others)), change)
        reading = chains.see(begun, max_pip=most)
        if things:
            doubted = chains.with_first_double(whole)
            other = chains.see(doubted, max_pip=most)
            if len(other.seen.tiles) > len(reading.seen.tiles):
                return doubted, other, things
        return begun, reading, frozenset()

    def shown_of(self, state: State) -> Table:
        """The tiles that lie there; see `vision.games.table`."""
        return state.table

    def reading_given(self, observation: Observation, state: State) -> TableReading[SeenTable]:
        """What is seen if the game is in another state, with the boneyard of the last look."""
        looked = self._looked(observation, state, fixed=True) if state.started else None
        if looked is None:
            return TableReading(SeenTable(), trouble=LOST)
        after, table, backs = looked
        return after._reading(table, observation, backs)

    def _looked(
        self, observation: Observation, state: State, *, fixed: bool = False
    ) -> tuple[Assembler, GridAssociations, Backs] | None:
        """The table that follows, what a look shows on its grid, and what lies face down; None where that is lost."""
        tiles, grid = laid_tiles(state), self.registration.grid
        found = faces(observation, self.options.max_pip)
        blank = next((tile for tile in tiles if tile.halves == (0, 0) and not tile.covered), None)
        if blank is not None:
            found = with_double_blank(found, observation, None if grid is None else grid.quads([blank.spot])[0])
        face_up, backs = found
        registration = self.registration.lay(face_up, tiles, (observation.width, observation.height), fixed=fixed)
        if registration is None or registration.grid is None:
            return None
        table = GridAssociations(registration.grid, face_up, tiles, state.table.shape, self.context.change)
        then = frozenset(tile.spot for tile in tiles) if self.lay_then is None else self.lay_then
        return replace(self, registration=registration, lay_then=then), table, backs

    def _reading(self, table: GridAssociations, observation: Observation, backs: Backs) -> TableReading[SeenTable]:
        """What a look says: known tiles and new ones, seen or occluded."""
        chosen = associations(table)
        # Where nothing changed none was laid on a known tile, whatever was read.
        lying_on = [each for each in chosen if each.tile is not None and each.face in table.still]
        doubts = {each.face: table.doubt(each) for each in chosen if each not in lying_on}
        seen = {each.tile for each in chosen} | {doubt[0] for doubt in doubts.values() if doubt is not None}
        missing = [tile for tile in table.tiles if tile not in seen and not tile.covered]
        unseen = self._unseen(table, missing, chosen, observation)
        number = {each.face: table.faces[each.face].piece for each in chosen}
        read = {*number.values(), *backs}
        tiles = [self._tile(table, each, doubts.get(each.face)) for each in chosen]
        return TableReading(
            seen=SeenTable((*tiles, *map(_known, unseen)), self.counted),
            loose=tuple(n for n, p in enumerate(observation.pieces) if p.kind == "domino" and n not in read),
            unsure=tuple(sorted(number[w.face] for w in chosen if not table.faces[w.face].sure)),
            cells={number[w.face]: w.spot.entry for w in chosen},
            misread=tuple(
                Misread(each.tile.label, _likeliest(table.shown(each.face, each.spot)))
                for each in lying_on
                if each.tile is not None and not each.tile.covered and _reads_as_itself(table, each) is False
            ),
        )

    def _unseen(
        self,
        table: GridAssociations,
        missing: Sequence[LaidTile],
        chosen: Sequence[Association],
        observation: Observation,
    ) -> list[LaidTile]:
        """The known tiles that may lie where they lay though unseen. On those that read as themselves nothing lies."""
        spots = [each.spot for each in chosen]
        bare = {each.spot for each in chosen if _reads_as_itself(table, each)}
        return [
            tile
            for tile in missing
            if (self._lay_then(tile) and is_still(self.context.change, table.grid.quads([tile.spot])[0]))
            or (
                is_occluded(tile.spot, table.grid, spots, observation)
                and bare.isdisjoint(tile.spot._replace(z=below) for below in range(tile.spot.z))
            )
        ]

    def _tile(
        self, table: GridAssociations, association: Association, doubt: tuple[LaidTile, float] | None
    ) -> SeenTile:
        """A tile that is seen: a known one as it is known, a new one by what was read of it."""
        if doubt is None and association.tile is not None:
            return _known(association.tile)
        n, change = association.face, self.context.change
        face, spot = table.faces[n], association.spot if doubt is None else doubt[0].spot.up()
        weights = table.shown(n, spot)
        sure = face.sure and len(weights) == 1
        nothing, below = table.strange(association), 0.0 if doubt is None else doubt[1]
        # What surely reads as another than the tile right below it lies on that. There little changes but pips.
        lower = next((tile for tile in table.tiles if tile.spot.up() == spot), None)
        over = lower is not None and face.sure and table.likelihood(n, lower) < AS_LAID
        came = tile_came(change, face.quad) or (over and change.mask is not None and n not in table.still)
        late = [tile for tile in table.tiles if not self._lay_then(tile) and tile.spot.overlaps(spot)]
        # What was laid since changed the picture as well, unless it reads as another than what is seen.
        if came and all(over and tile is lower for tile in late):
            nothing, below = min(nothing, STRAY if face.sure else UNSURE), below * UNCHANGED
        nothing += below
        # Where the picture did not change, one end may look like the known tile's below. On the bare table nobody may
        # have read it yet. Where no tile is known to have come, two halves side by side may look like one.
        supported = spot.z == 0 or lower is not None
        alike = n in table.still and not (face.sure and supported)
        if association.tile is None and (alike or (not came and table.repeats(n, spot))):
            nothing /= ALIKE
        shown = dict.fromkeys(weights, 1.0) if sure else weights
        return SeenTile(spot, shown, sure, nothing, table.above(n, spot), face.unlisted)

    def _lay_then(self, tile: LaidTile) -> bool:
        """Whether a tile lay there when the table was accounted for, so that an unchanged picture shows it."""
        return tile.spot in (self.lay_then or ())


def _reads_as_itself(table: GridAssociations, association: Association) -> bool | None:
    """Whether a known tile reads as itself, so that nothing lies on it; None where it is not read surely."""
    if association.tile is None or not table.faces[association.face].sure:
        return None
    return table.likelihood(association.face, association.tile) >= AS_LAID


def _likeliest(shown: Mapping[Halves, float]) -> str | None:
    """The label that is the likeliest; None without any."""
    return label_of(max(shown, key=shown.__getitem__)) if shown else None


def _known(tile: LaidTile) -> SeenTile:
    return SeenTile(tile.spot, {tile.halves: 1.0})
