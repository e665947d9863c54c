"""The boneyard: where its tiles lie is remembered, so that one that is taken is told from one that was missed.

A place where nothing is seen any more was either taken from or missed; how often a tile is missed is learnt from those
that came back, and from itself. So the count comes with its likelihoods. Where tiles and table are of different colours
the picture tells which it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.geometry import area, contains
from vision.observation import corners_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.games.stackernoos.changes import Changes
    from vision.games.stackernoos.colours import Colours
    from vision.games.stackernoos.occlusion import Occlusion
    from vision.geometry import Quad
    from vision.observation import Corners

NEAR: Final = 0.3
"""How far (of the root of a tile's area) a tile may seem to lie from where it lay."""
SAME: Final = 0.6
"""The least share of the places at which something must be seen for the yard to be the one that is remembered."""
MISSES: Final = (2.0, 60.0)
"""Missed looks of so many, before anything is learnt."""
GAPS: Final = (2.0, 5.0)
"""How often a tile that was missed was missed again, of so many, before anything is learnt."""
OWN: Final = 10.0
"""As many looks at a tile tell as much of how often it is missed as all the others do."""
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
LOOKS: Final = 100.0
"""How much likelier a place looks like what is there than like what is not, by its colour."""
MOST: Final = 3
"""Of more tiles than this nobody believes that they were taken between two looks."""

BESIDE: Final = 2.0
"""How far (of the root of a tile's area) beside those that were seen other tiles of the boneyard may lie."""


@dataclass(slots=True)
class BoneyardTile:
    """A tile of the boneyard: its quad, how often it was looked at, and how often in a row it was not seen."""

    quad: Quad
    looks: int = 1
    missed: int = 0
    before: int = 0
    """How often it was missed and then seen again."""
    new: bool = False
    """Whether it was not known when the table was last accounted for, or is one too many: no tile is ever put back."""


class Boneyard:
    """The tiles of one boneyard, from look to look."""

    def __init__(self) -> None:
        self._bones: list[BoneyardTile] = []
        self._count = 0
        self._settled: int | None = None
        """How many tiles there were when the table was last accounted for: the game may know of some that were taken
        since."""
        self._expected: int | None = None
        """How many the game said at the look before."""
        self.taken: tuple[Corners, ...] = ()
        """The boxes round the places that tiles were taken from in the last look."""
        self.open: tuple[Corners, ...] = ()
        """The same, unless the game knows that they were taken."""
        self._looks, self._misses = MISSES[1], MISSES[0]
        self._gaps, self._again = GAPS[1], GAPS[0]

    def count(
        self,
        backs: Sequence[Quad],
        screen: Occlusion,
        expected: int | None,
        traces: Changes | None = None,
        colours: Colours | None = None,
    ) -> dict[int, float]:
        """How many tiles the boneyard has, and how likely; empty while nobody can tell.

        `expected` is what the game says. Likelihoods add up to 1. Where it is known what changed on the table since
        all was as the game says, tiles are missing where the picture changed, and nowhere else; where `colours` tell
        tiles from the table, where the table shows.
        """
        self._look(list(backs), screen, colours)
        self.taken = self.open = ()
        if expected is not None:
            self._drawn(expected)
        if expected is not None and traces is not None and traces.known and self._bones:
            return self._changed(backs, screen, expected, traces, colours)
        if expected is not None:
            self._settle(expected)
            if len(self._bones) != expected:
                return {}
        counts = _counts(len(self._bones), [self._gone(bone, colours) for bone in self._bones])
        return {len(self._bones): 1.0} if counts.get(len(self._bones), 0.0) >= FULL else counts

    def _changed(
        self, backs: Sequence[Quad], screen: Occlusion, expected: int, traces: Changes, colours: Colours | None
    ) -> dict[int, float]:
        """How many tiles are left, where it is known what changed since there were as many as `expected`."""
        if colours is not None and colours.tell:
            self.taken = self._left(colours, traces)
            stays = [NOT_TAKEN] * len(self.taken)
        else:
            taken = self._traces(traces)
            # Between its neighbours a gap may look like a back; so does a tile that slipped.
            filled = [any(contains(back, np.mean(box, axis=0)) for back in backs) for box in taken]
            # Or like a tile that cannot be read.
            unread = [bone.quad for bone in self._bones if screen.unread(bone.quad) and traces.came(bone.quad)]
            filled += [True] * len(unread)
            self.taken = (*taken, *map(corners_of, unread))
            stays = [FILLED if each else NOT_TAKEN for each in filled]
        if self._settled is None or not self.taken:
            self._settled = expected
        self.open = self.taken if self._settled - len(self.taken) < expected else ()
        return _counts(self._settled, [1 - each for each in stays])

    def _left(self, colours: Colours, traces: Changes) -> tuple[Corners, ...]:
        """The places that changed and show the table, but for those beside which a tile came to lie: it slipped."""
        left = [bone.quad for bone in self._bones if bone.missed and not bone.new and colours.bare(bone.quad)]
        left = [quad for quad in left if traces.came(quad)]
        for bone in self._bones:
            near = [n for n, quad in enumerate(left) if _away(quad, bone.quad) < BESIDE * _size(quad)]
            if bone.new and not bone.missed and near and not traces.still(bone.quad):
                del left[near[0]]
        return tuple(map(corners_of, left))

    def settled(self) -> None:
        """The table is accounted for: what the game says by then is what was left."""
        self._settled = None

    def _traces(self, traces: Changes) -> tuple[Corners, ...]:
        """Where tiles were taken."""
        middles = np.concatenate([bone.quad for bone in self._bones]).astype(np.float32)
        outline: Quad = cv2.convexHull(middles).reshape(-1, 2).astype(np.float64)
        usual = float(np.median([area(bone.quad) for bone in self._bones]))
        return traces.within(outline, usual, BESIDE * usual**0.5)

    def _look(self, backs: list[Quad], screen: Occlusion, colours: Colours | None) -> None:
        shift = self._shift(backs)
        if shift is None:
            self._bones, self._count = [BoneyardTile(quad) for quad in backs], 1
            return
        middles = [_middle(quad) for quad in backs]
        for bone in self._bones:
            bone.quad = bone.quad + shift
            at = self._nearest(bone.quad, middles)
            if at is not None:
                bone.quad, _ = backs.pop(at), middles.pop(at)
                self._misses += bone.missed
                bone.before += bone.missed
                self._gaps += bone.missed
                self._again += max(bone.missed - 1, 0)
                self._looks += 1 + bone.missed
                bone.looks, bone.missed = bone.looks + 1, 0
            elif not screen.covers(bone.quad) or (colours is not None and colours.bare(bone.quad)):
                bone.missed += 1
        # What turns up late was missed until now.
        self._misses += sum(self._count for _ in backs)
        self._looks += sum(self._count + 1 for _ in backs)
        self._bones += [BoneyardTile(quad, new=True) for quad in backs]
        self._count += 1

    def _shift(self, backs: Sequence[Quad]) -> Quad | None:
        """By how much (px) all places have moved with the camera; None where it is another yard, or the first look."""
        if not self._bones or not backs:
            return np.zeros(2) if not backs and self._bones else None
        old = np.array([bone.quad.mean(axis=0) for bone in self._bones if not bone.missed] or [np.zeros(2)])
        new = np.array([quad.mean(axis=0) for quad in backs])
        apart = new[None] - old[:, None]
        near = np.linalg.norm(apart, axis=2).argmin(axis=1)
        shift: Quad = np.median(apart[np.arange(len(old)), near], axis=0)
        reach = NEAR * _size(backs[0])
        same = (np.linalg.norm(apart - shift, axis=2).min(axis=1) < reach).mean()
        return shift if same >= SAME else None

    @staticmethod
    def _nearest(quad: Quad, middles: Sequence[Quad]) -> int | None:
        if not middles:
            return None
        off = np.linalg.norm(np.array(middles) - _middle(quad), axis=1)
        at = int(off.argmin())
        return at if off[at] <= NEAR * _size(quad) else None

    def _drawn(self, expected: int) -> None:
        """Forget the places of tiles that the game knows to have been drawn since the look before; where the table is
        accounted for, what is more than the game's is none of its tiles: what lies apart from the others."""
        drawn = max((expected if self._expected is None else self._expected) - expected, 0)
        self._expected = expected
        missed = sorted((bone for bone in self._bones if bone.missed), key=lambda bone: -bone.missed)[:drawn]
        self._bones = [bone for bone in self._bones if all(bone is not other for other in missed)]
        if self._settled is None:
            for number, bone in enumerate(self._least_alone()):
                bone.new = number >= expected

    def _least_alone(self) -> list[BoneyardTile]:
        """The tiles, those first beside which most others lie: what lies apart is rather none of the boneyard's."""
        if not self._bones:
            return []
        middles = np.array([_middle(bone.quad) for bone in self._bones])
        away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
        reach = BESIDE * np.array([_size(bone.quad) for bone in self._bones])
        beside = (away < reach[:, None]).sum(axis=1)
        return [self._bones[n] for n in np.argsort(-beside, kind="stable")]

    def _settle(self, expected: int) -> None:
        """Forget the places that the game says are empty by now, those first that were missed longest."""
        for bone in sorted(self._bones, key=lambda bone: (-bone.missed, bone.looks)):
            if len(self._bones) <= expected or not (bone.missed or bone.looks == 1):
                return
            self._bones = [other for other in self._bones if other is not bone]

    def _gone(self, bone: BoneyardTile, colours: Colours | None) -> float:
        """How likely a tile was taken."""
        taken = TAKEN / len(self._bones)
        usual = (OWN * self._misses / self._looks + bone.before) / (OWN + bone.before + bone.looks)
        missed = usual * (self._again / self._gaps) ** (bone.missed - 1)
        if colours is not None and colours.bare(bone.quad):
            taken *= LOOKS
        elif colours is not None and colours.covered(bone.quad):
            missed *= LOOKS
        return taken / (taken + missed) if bone.missed else 0.0


def _counts(all_: int, gone: Sequence[float]) -> dict[int, float]:
    """How likely each count is that is left of `all_` tiles, some of which may be gone, each so likely."""
    shares = [1.0]
    for each in gone:
        shares = [
            (shares[n] if n < len(shares) else 0.0) * (1 - each) + (shares[n - 1] if n else 0.0) * each
            for n in range(len(shares) + 1)
        ]
    told = {all_ - n: share for n, share in enumerate(shares[: MOST + 1]) if share >= CLEAR and n <= all_}
    return told or {all_: 1.0}


def _away(quad: Quad, other: Quad) -> float:
    """How far (px) the middles of two places are apart."""
    return float(np.linalg.norm(_middle(quad) - _middle(other)))


def _middle(quad: Quad) -> Quad:
    """The middle of a quad (x, y), as the mean of its corners."""
    middle: Quad = quad.sum(axis=0) / len(quad)
    return middle


def _size(quad: Quad) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return float(np.sqrt(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2))
