"""The boneyard: where its tiles lie is remembered, so that one that is taken is told from one that was missed.

A place where nothing is seen any more was either taken from or missed. So the count comes with its likelihoods. Where
tiles and table are of different colours the picture tells which it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.games.stackernoos.changes import AROUND
from vision.geometry import area, centre, contains
from vision.observation import corners_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.games.stackernoos.changes import Changes
    from vision.games.stackernoos.colours import Colours
    from vision.games.stackernoos.occlusion import Occluders
    from vision.geometry import Quad
    from vision.observation import Corners

NEAR: Final = 0.3
"""How far (of the root of a tile's area) a tile may seem to lie from where it lay."""
SAME: Final = 0.6
"""The least share of the places at which something must be seen for the yard to be the one that is remembered."""
MISSED: Final = 1 / 30
"""How likely a tile is not seen though it lies there, …"""
AGAIN: Final = 1 / 3
"""… and how likely it is missed again."""
TAKEN: Final = 0.07
"""How likely a tile is taken from the boneyard between two looks."""
FULL: Final = 0.75
"""Nothing was taken where that is so likely: what was will be missed again and again."""
CLEAR: Final = 0.01
"""A count less likely than this is none."""
NOT_TAKEN: Final = 0.01
"""How likely a tile was not taken where the picture changed and none is seen any more, …"""
FILLED: Final = 0.7
"""… and where one seems to be seen."""
MOST: Final = 3
"""Of more tiles than this nobody believes that they were taken between two looks."""


@dataclass(frozen=True, slots=True, eq=False)
class BoneyardTile:
    """The track of one tile: its quad, how often it was looked at, and how often in a row it was not seen."""

    quad: Quad
    looks: int = 1
    missed: int = 0
    new: bool = False
    """Whether it was not known when the table was last accounted for, or is one too many: no tile is ever put back."""


@dataclass(frozen=True, slots=True, eq=False)
class Boneyard:
    """The tiles of one boneyard, from look to look."""

    tiles: tuple[BoneyardTile, ...] = ()
    before: int | None = None
    """How many tiles there were when the table was last accounted for: the game may know of some that were taken
    since."""
    expected: int | None = None
    """How many the game said at the look before."""
    taken: tuple[Corners, ...] = ()
    """The boxes round the places that tiles were taken from in the last look."""
    open: tuple[Corners, ...] = ()
    """The same, unless the game knows that they were taken."""

    def count(
        self,
        backs: Sequence[Quad],
        occluders: Occluders,
        expected: int | None,
        changes: Changes,
        colours: Colours | None,
    ) -> tuple[dict[int, float], Boneyard]:
        """How many tiles the boneyard has, and how likely; empty while nobody can tell. With the boneyard after it.

        `expected` is what the game says. Likelihoods add up to 1. It may be known what changed on the table since all
        was as the game says. Then tiles are missing where the picture changed, and nowhere else. Where `colours` tell
        tiles from the table, they are missing where the table shows. Else those are gone that are missed again and
        again.
        """
        yard = replace(self._looked(list(backs), occluders, colours), taken=(), open=())
        if expected is not None:
            yard = yard._drawn(expected)
            if changes.has_mask and yard.tiles:
                return yard._changed(backs, occluders, expected, changes, colours)
            yard = yard._without_empty(expected)
            if len(yard.tiles) != expected:
                return {}, yard
        counts = _counts(len(yard.tiles), [yard._gone(tile) for tile in yard.tiles])
        return {len(yard.tiles): 1.0} if counts.get(len(yard.tiles), 0.0) >= FULL else counts, yard

    def _changed(
        self, backs: Sequence[Quad], occluders: Occluders, expected: int, changes: Changes, colours: Colours | None
    ) -> tuple[dict[int, float], Boneyard]:
        """How many tiles are left, where it is known what changed since there were as many as `expected`."""
        if colours is not None and colours.tell:
            taken = self._left(colours, changes)
            stays = [NOT_TAKEN] * len(taken)
        else:
            taken = self._emptied(changes)
            # Between its neighbours a gap may look like a back; so does a tile that slipped.
            filled = [any(contains(back, np.mean(box, axis=0)) for back in backs) for box in taken]
            # Or like a tile that cannot be read.
            unread = [tile.quad for tile in self.tiles if occluders.unread(tile.quad) and changes.came(tile.quad)]
            filled += [True] * len(unread)
            taken = (*taken, *map(corners_of, unread))
            stays = [FILLED if each else NOT_TAKEN for each in filled]
        before = expected if self.before is None or not taken else self.before
        open_ = taken if before - len(taken) < expected else ()
        return _counts(before, [1 - each for each in stays]), replace(self, before=before, taken=taken, open=open_)

    def _left(self, colours: Colours, changes: Changes) -> tuple[Corners, ...]:
        """The places that changed and show the table, but for those beside which a tile came to lie: it slipped."""
        left = [tile.quad for tile in self.tiles if tile.missed and not tile.new and colours.bare(tile.quad)]
        left = [quad for quad in left if changes.came(quad)]
        for tile in self.tiles:
            away = [float(np.linalg.norm(centre(quad) - centre(tile.quad))) for quad in left]
            near = [n for n, quad in enumerate(left) if away[n] < AROUND * area(quad) ** 0.5]
            if tile.new and not tile.missed and near and not changes.still(tile.quad):
                del left[min(near, key=away.__getitem__)]
        return tuple(map(corners_of, left))

    def settled(self) -> Boneyard:
        """The same once the table is accounted for: what the game says by then is what was left."""
        return replace(self, before=None)

    def _emptied(self, changes: Changes) -> tuple[Corners, ...]:
        """Where tiles were taken."""
        middles = np.concatenate([tile.quad for tile in self.tiles]).astype(np.float32)
        outline: Quad = cv2.convexHull(middles).reshape(-1, 2).astype(np.float64)
        usual = float(np.median([area(tile.quad) for tile in self.tiles]))
        return changes.within(outline, usual, AROUND * usual**0.5)

    def _looked(self, backs: list[Quad], occluders: Occluders, colours: Colours | None) -> Boneyard:
        """The boneyard after a look; of the `backs` those are left that turn up late."""
        shift = self._shift(backs)
        if shift is None:
            return replace(self, tiles=tuple(map(BoneyardTile, backs)))
        middles, tiles = [centre(quad) for quad in backs], list[BoneyardTile]()
        for before in self.tiles:
            tile = replace(before, quad=before.quad + shift)
            at = self._nearest(tile.quad, middles)
            if at is not None:
                tile = replace(tile, quad=backs.pop(at), looks=tile.looks + 1, missed=0)
                del middles[at]
            elif not occluders.covers(tile.quad) or (colours is not None and colours.bare(tile.quad)):
                tile = replace(tile, missed=tile.missed + 1)
            tiles.append(tile)
        tiles += [BoneyardTile(quad, new=True) for quad in backs]
        return replace(self, tiles=tuple(tiles))

    def _shift(self, backs: Sequence[Quad]) -> Quad | None:
        """By how much (px) all places have moved with the camera; None where it is another yard, or the first look."""
        if not self.tiles or not backs:
            return np.zeros(2) if not backs and self.tiles else None
        lay = [tile for tile in self.tiles if not tile.missed] or self.tiles
        old = np.array([centre(tile.quad) for tile in lay])
        new = np.array([centre(quad) for quad in backs])
        apart = new[None] - old[:, None]
        near = np.linalg.norm(apart, axis=2).argmin(axis=1)
        shift: Quad = np.median(apart[np.arange(len(old)), near], axis=0)
        reach = NEAR * area(backs[0]) ** 0.5
        same = (np.linalg.norm(apart - shift, axis=2).min(axis=1) < reach).mean()
        return shift if same >= SAME else None

    @staticmethod
    def _nearest(quad: Quad, middles: Sequence[Quad]) -> int | None:
        if not middles:
            return None
        off = np.linalg.norm(np.array(middles) - centre(quad), axis=1)
        at = int(off.argmin())
        return at if off[at] <= NEAR * area(quad) ** 0.5 else None

    def _drawn(self, expected: int) -> Boneyard:
        """Without the places of tiles that the game knows to have been drawn since the look before. Where the table is
        accounted for, what is more than the game's is none of its tiles. That is what lies apart from the others."""
        drawn = max((expected if self.expected is None else self.expected) - expected, 0)
        missed = sorted((tile for tile in self.tiles if tile.missed), key=lambda tile: -tile.missed)[:drawn]
        tiles = [tile for tile in self.tiles if tile not in missed]
        if self.before is None and tiles:
            boneyard = set(_least_alone(tiles)[:expected])
            tiles = [replace(tile, new=number not in boneyard) for number, tile in enumerate(tiles)]
        return replace(self, tiles=tuple(tiles), expected=expected)

    def _without_empty(self, expected: int) -> Boneyard:
        """Without the places that the game says are empty by now, those first that were missed longest."""
        empty = [tile for tile in self.tiles if tile.missed or tile.looks == 1]
        empty.sort(key=lambda tile: (-tile.missed, tile.looks))
        empty = empty[: max(len(self.tiles) - expected, 0)]
        return replace(self, tiles=tuple(tile for tile in self.tiles if tile not in empty))

    def _gone(self, tile: BoneyardTile) -> float:
        """How likely a tile was taken."""
        taken, missed = TAKEN / len(self.tiles), MISSED * AGAIN ** (tile.missed - 1)
        return taken / (taken + missed) if tile.missed else 0.0


def _least_alone(tiles: Sequence[BoneyardTile]) -> list[int]:
    """The numbers of the tiles, those first beside which most others lie: what lies apart is rather none of the
    boneyard's."""
    middles = np.array([centre(tile.quad) for tile in tiles])
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    reach = AROUND * np.array([area(tile.quad) ** 0.5 for tile in tiles])
    beside = (away < reach[:, None]).sum(axis=1)
    return [int(n) for n in np.argsort(-beside, kind="stable")]


def _counts(all_: int, gone: Sequence[float]) -> dict[int, float]:
    """How likely each count is that is left of `all_` tiles, some of which may be gone, each so likely."""
    shares = np.ones(1)
    for each in gone:
        shares = np.convolve(shares, (1 - each, each))
    counts = {all_ - n: share for n, share in enumerate(shares[: MOST + 1].tolist()) if share >= CLEAR and n <= all_}
    return counts or {all_: 1.0}
