"""What each domino that was seen may be: one of the known tiles, or a new one at a place of the grid.

Likelihoods are natural logarithms. How high a new tile lies is for the record to say: on what is known to lie there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import ceil, exp, floor, hypot, inf, log, radians, sin, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from engine.games.stackernoos.places import fits
from engine.games.stackernoos.tiles import BIT
from vision.games.stackernoos.changes import lies_on
from vision.games.stackernoos.contacts import SHIFT
from vision.games.stackernoos.contacts import SKEW as SKEW_DEGREES
from vision.games.stackernoos.grid import Spot
from vision.games.stackernoos.model.tiles import LAID_UNSEEN, SPURIOUS
from vision.games.stackernoos.registration import LAID, FacesOnGrid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.games.stackernoos.moves import Axis
    from engine.games.stackernoos.shape import Shape
    from vision.games.stackernoos.faces import Face, Halves
    from vision.games.stackernoos.grid import Grid, LaidTile
    from vision.scene.memory.change import Change

ODD: Final = 0.2
"""How far off (cells) a new tile may lie where people hardly lay any, so that what lies anywhere is not forced onto
the grid. Elsewhere as far as from a tile that it touches."""
SKEW: Final = sin(radians(SKEW_DEGREES))
"""The sine of the largest angle to the grid."""
SPREAD: Final = 0.06
"""How exactly (cells) tiles are laid and seen before anything is known; also the usual sine of the angle, …"""
SPREADS: Final = (LAID, 0.12)
"""… and the least and the most that is believed of it."""
LEAN: Final = 0.03
"""By how much more (cells) for every level: how far it shifts what is seen, the camera tells but roughly."""
UNEVEN: Final = (0.012, 0.06)
"""By how much (a share) tiles of one set seem to differ in size, at least, and at most if seen badly."""
CHANGED: Final = 0.02
"""How likely something changed at a place: a new tile lies there, or one that was covered lies open."""
ODDS: Final = 5.0
"""How much rather what is seen is a misread tile than a new one with the same look, all else being equal."""
MISFIT: Final = 0.3
"""How much less likely a tile lies where its label does not fit, or in line where the rules have no place, …"""
WHOLE: Final = 0.1
"""… or elsewhere in the cells, …"""
HALF: Final = 0.03
"""… or on half cells."""
DUBIOUS: Final = 0.1
"""How likely at most what does not look like a tile that lies there, or cannot be read at all, is none."""
HIGHER: Final = 100.0
"""How much likelier at most a tile lies a level higher than where it is given."""
ALIKE: Final = 0.02
"""How likely a tile that is laid on another leaves the picture of one end as it was."""
LEAST_DOUBT: Final = 0.02
"""A doubt between a known tile and a new one that is less than this is none."""
PRIOR: Final = 3
"""As many tiles as it takes until those in sight tell as much of how exactly tiles are laid as experience does."""
MEDIAN: Final = sqrt(2 * log(2))
"""The median of a distance in a plane, of the standard deviation in one direction."""
NORMAL: Final = NormalDist().inv_cdf(0.75)
"""The median of what differs in one direction, either way, of the standard deviation."""
STIFF: Final = 0.5
"""How much the grid counts against the tiles around a spot."""
REACH: Final = 1.5
"""How far (cells) tiles tell of each other's drift."""
OUTLIER: Final = 1e-3
"""How likely any miss is, however many standard deviations it has, beside the peak of the bell."""


@dataclass(frozen=True, slots=True)
class Association:
    """One thing that a face may be: a known tile, or (None) a new one."""

    face: int
    spot: Spot
    tile: LaidTile | None
    log_likelihood: float
    log_fit: float
    """The part of the likelihood that is the place's and the size's, without what is usual there."""


class GridAssociations(FacesOnGrid):
    """The faces of one look against the tiles of one state, on one grid. `still` are the numbers of the faces where the
    picture did not `change`: on what lay there hardly any was laid."""

    def __init__(
        self, grid: Grid, faces: Sequence[Face], tiles: Sequence[LaidTile], shape: Shape, change: Change
    ) -> None:
        super().__init__(grid, faces, tiles)
        self.still = frozenset(n for n, face in enumerate(faces) if lies_on(change, face.quad, self._alike(n)))
        self._skew = np.minimum(abs(self.turn.real), abs(self.turn.imag))
        self._drift = {n: (tiles[k].spot.centre, complex(self.off[n, k])) for n, k in self.pairs}
        off = [each for _, each in self._drift.values()]
        usual = float(np.median(np.abs([*off, *[SPREAD] * PRIOR])))
        self._spread = float(np.clip(usual / MEDIAN, *SPREADS))
        sizes = [self.size(n, tiles[k].spot.z) for n, k in self.pairs]
        uneven = float(np.median(np.abs([*sizes, *[UNEVEN[0]] * PRIOR])))
        self._uneven = float(np.clip(uneven / NORMAL, *UNEVEN))
        self._off, self._log_fit = cache(self._reckoned_off), cache(self._reckoned_log_fit)
        self._legal = {Spot.of(place): place for place in shape.places.values()}
        self._on_table, self._tops = shape.tiles, shape.tops

    def with_laid_tiles(self, n: int) -> Iterator[Association]:
        """The known tiles that a face may be."""
        for tile in (self.tiles[k] for k in self.near(n)):
            log_fit = self._log_fit(n, tile.spot)
            bare = log(CHANGED) if tile.covered else 0.0
            yield Association(n, tile.spot, tile, log_fit + log(self.likelihood(n, tile)) + bare, log_fit)

    def as_new(self, n: int, others: Sequence[Spot]) -> Iterator[Association]:
        """The places where a face may be a new tile, over and beside the `others`."""
        share = sum(self.fresh(n).values())
        if self._skew[n] > SKEW or share < LEAST_DOUBT:
            return
        axis: Axis = "e" if abs(self.turn[n].real) > abs(self.turn[n].imag) else "n"
        fresh = log(CHANGED) + log(share) + (log(ALIKE) if n in self.still else 0.0)
        for level in range(max((spot.z for spot in others), default=0) + 3):
            for spot in _around(self._cell(n, level), level, axis):
                if usual := self._usual(n, spot, others):
                    log_fit = self._log_fit(n, spot)
                    yield Association(n, spot, None, log_fit + fresh + log(usual), log_fit)

    def likelihood(self, n: int, tile: LaidTile) -> float:
        """How likely a face that is a known tile looks as it does."""
        return self.faces[n].likelihood(*self.lying(n, tile.halves, tile.spot))

    def size(self, n: int, level: int) -> float:
        """By how much larger than a tile at a level a face seems, as a logarithm."""
        return float(self.seen.log_size[n] + np.log(self.grid.lower(level)))

    def _cell(self, n: int, level: int) -> complex:
        """The middle of a face at a level, in cells."""
        return complex(self.grid.cells(self.seen.centre[n : n + 1], level)[0])

    def _alike(self, n: int) -> tuple[bool, bool]:
        """Which one end of a face shows what the known tile in its place shows there; none where both do."""
        tile = next((self.tiles[k] for k in self.near(n) if not self.tiles[k].covered), None)
        if tile is None:
            return False, False
        first, second = self.faces[n].likeliest
        below, beyond = self.lying(n, tile.halves, tile.spot)
        return (first == below and second != beyond), (second == beyond and first != below)

    def fresh(self, n: int) -> dict[Halves, float]:
        """What a face may show of the tiles that do not lie on the table yet."""
        weights = self.faces[n].weights
        return {(a, b): weight for (a, b), weight in weights.items() if not BIT[a][b] & self._on_table}

    def shown(self, n: int, spot: Spot) -> dict[Halves, float]:
        """The same as it reads at a spot, from the lower cell on."""
        return {self.lying(n, halves, spot): weight for halves, weight in self.fresh(n).items()}

    def repeats(self, n: int, spot: Spot) -> bool:
        """Whether a face shows at a spot just what lies there, and rather fits as high as that lies. Two halves side by
        side may look like one tile."""
        shown, log_fit = self.shown(n, spot), self._log_fit(n, spot)
        likeliest = max(shown, key=shown.__getitem__, default=())
        for side in (-1, 0, 1):
            joint = Spot.at(spot.centre + side * spot.ahead / 2, spot.z, spot.axis)
            tops = [top for cell in joint.cells if (top := self._tops.get(cell)) is not None]
            if tuple(top.n for top in tops) == likeliest:
                lying = joint._replace(z=max(top.z for top in tops))
                return self._log_fit(n, lying) > log_fit
        return False

    def strange(self, association: Association) -> float:
        """How likely something that looks like this association is nothing of the kind."""
        face = self.faces[association.face]
        unlike = min(SPURIOUS * exp(-association.log_fit), DUBIOUS) + DUBIOUS * face.unread
        if association.tile is None:
            unlike += LAID_UNSEEN * self.above(association.face, association.spot)
        return unlike

    def above(self, n: int, spot: Spot) -> float:
        """How much rather a face looks like a tile a level higher than like one at a spot."""
        return min(exp(self._log_fit(n, spot.up()) - self._log_fit(n, spot)), HIGHER)

    def doubt(self, association: Association) -> tuple[LaidTile, float] | None:
        """The top of a stack that a face may be rather than a new tile on it, and how much likelier it is that. None
        where there is no doubt."""
        face, spot = association.face, association.spot
        low = spot if association.tile is not None else spot.up(-1)
        lying = [tile.spot for tile in self.tiles]
        one = next((each for each in self.with_laid_tiles(face) if each.spot == low), None)
        new = next((each for each in self.as_new(face, lying) if each.spot == low.up()), None)
        if new is None or one is None or one.tile is None or one.tile.covered:
            return None
        ratio = ODDS * exp(one.log_fit - new.log_fit) * self.likelihood(face, one.tile)
        if sum(self.fresh(face).values()) < LEAST_DOUBT * ratio:
            return None
        return one.tile, ratio

    def _reckoned_log_fit(self, n: int, spot: Spot) -> float:
        """How well a face's place, turn and size are those of a tile at a spot."""
        off, usual = self._off(n, spot)
        spread = float(np.hypot(self.size_error[n], self._uneven))
        return _bell(off / usual) + _bell(float(self._skew[n]) / SPREAD) + _bell(self.size(n, spot.z) / spread)

    def _reckoned_off(self, n: int, spot: Spot) -> tuple[float, float]:
        """How far (cells) a face lies off a spot, given the tiles around it, and how exactly that is known."""
        around = [(abs(centre - spot.centre), off) for other, (centre, off) in self._drift.items() if other != n]
        shares = [exp(-(away**2) / (2 * REACH**2)) for away, _ in around]
        drift = sum(share * off for share, (_, off) in zip(shares, around, strict=True)) / (STIFF + sum(shares))
        far = min([away for away, _ in around] or [abs(tile.spot.centre - spot.centre) for tile in self.tiles])
        off = abs(self._cell(n, spot.z) - spot.centre - drift)
        return off, hypot(self._spread, self.grid.loose * far, LEAN * spot.z)

    def _usual(self, n: int, spot: Spot, others: Sequence[Spot]) -> float:
        """How usual it is to lay a tile there, 0 … 1; 0 where nobody can or the tile lies too far off."""
        over = max((other.z + 1 for other in others if other.overlaps(spot)), default=0)
        if not over <= spot.z <= over + 1 or not any(spot.touches(other) for other in others):
            return 0.0
        share, reach = self._share(n, spot, others)
        if self._off(n, spot)[0] > reach:
            return 0.0
        return share if spot.z == over else share * LAID_UNSEEN

    def _share(self, n: int, spot: Spot, others: Sequence[Spot]) -> tuple[float, float]:
        place = self._legal.get(spot)
        if place is not None:
            weights = {self.lying(n, halves, spot): weight for halves, weight in self.faces[n].weights.items()}
            fit = sum(weight for halves, weight in weights.items() if fits(place.need, place.a, place.b, *halves))
            return max(fit, MISFIT), SHIFT
        if spot.x % 1 or spot.y % 1:
            return HALF, ODD
        if any(spot.axis == other.axis and _in_step(spot, other) for other in others):
            return MISFIT, SHIFT
        return WHOLE, ODD


def _bell(off: float) -> float:
    """The log likelihood of a miss by so many standard deviations, beside its peak."""
    return log(exp(-0.5 * off**2) + OUTLIER)


def _in_step(spot: Spot, other: Spot) -> bool:
    """Whether a tile lies exactly on another, or beyond its end."""
    along = (spot.x - other.x, spot.y - other.y) if spot.axis == "e" else (spot.y - other.y, spot.x - other.x)
    return along[1] == 0 and (along[0] == 0 if spot.z else abs(along[0]) == 2)


def _around(centre: complex, level: int, axis: Axis) -> Iterator[Spot]:
    """The places on the grid of half cells around a tile's middle, the nearest four."""
    for x in {floor(2 * centre.real) / 2, ceil(2 * centre.real) / 2}:
        for y in {floor(2 * centre.imag) / 2, ceil(2 * centre.imag) / 2}:
            yield Spot.at(complex(x, y), level, axis)


def associations(table: GridAssociations) -> list[Association]:
    """What every face is taken for, the likeliest of all together; faces that fit nowhere have none."""
    left = list(range(len(table.faces)))
    spots = [tile.spot for tile in table.tiles]
    chosen: list[Association] = []
    taken: set[LaidTile] = set()
    while True:
        # The later rounds are for what lies on the new tiles of those before: that face waits, whatever else it may be.
        below, waiting = len(chosen), set[int]()
        options = [association for n in left for association in table.with_laid_tiles(n)]
        options += [association for n in left for association in table.as_new(n, spots)]
        for association in sorted(options, key=lambda association: -association.log_likelihood):
            if association.face not in left or association.face in waiting or association.tile in taken:
                continue
            at = next((k for k in range(below, len(chosen)) if _collide(chosen[k], association)), None)
            if at is not None and _lies_above(association, chosen[at], table, spots):
                waiting.add(association.face)
                continue
            if at is not None:
                waiting.add(chosen[at].face)
                left.append(chosen[at].face)
                chosen[at] = association
            else:
                chosen.append(association)
            left.remove(association.face)
            if association.tile is not None:
                taken.add(association.tile)
            elif at is None:
                spots.append(association.spot)
        if len(chosen) == below:
            return chosen


def _collide(one: Association, other: Association) -> bool:
    """Whether two new tiles would lie in the same place; the first may lie on the other, and on what is known."""
    carried = one.spot.z == other.spot.z + 1
    return one.tile is None and other.tile is None and one.spot.overlaps(other.spot) and not carried


def _lies_above(association: Association, other: Association, table: GridAssociations, spots: Sequence[Spot]) -> bool:
    """Whether of two new tiles that seem to lie in the same place the first lies rather on the other than below it."""
    if association.spot != other.spot:
        return True

    def both(lower: Association, upper: Association) -> float:
        above = (each for each in table.as_new(upper.face, [*spots, lower.spot]) if each.spot == lower.spot.up())
        return lower.log_likelihood + max((each.log_likelihood for each in above), default=-inf)

    return both(other, association) >= both(association, other)
