"""The boneyard: the places of its tiles. One was taken where the picture changed and no tile is seen.

A gap between tiles, or what cannot be read, may look like a tile.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.games.stackernoos.changes import is_still, tile_came
from vision.games.stackernoos.occlusion import lies_at
from vision.games.table import AT_ONCE
from vision.geometry import area, nearest_pairs, through
from vision.observation import BACK, corners_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.arrays import Floats
    from vision.games.table import LookContext
    from vision.geometry import Quad
    from vision.observation import Corners, Observation

NEAR: Final = 0.3
"""How far (of the root of a tile's area) a tile may seem to lie from where it lay."""
AROUND: Final = 2.0
"""How far (of the root of a tile's area) around a tile of the boneyard others of it lie."""
CLEAR: Final = 0.01
"""A count less likely than this is none."""
NOT_TAKEN: Final = 0.01
"""How likely a tile was not taken where the picture changed and none is seen any more, …"""
FILLED: Final = 0.7
"""… and where one seems to be seen, …"""
MOSTLY: Final = 0.5
"""… unless more of its place has changed than this. A tile that slipped leaves most of its place as it was."""


@dataclass(frozen=True, slots=True, eq=False)
class Boneyard:
    """The tiles of one boneyard, from look to look, by the `places` where they lay when the table was accounted for."""

    places: tuple[Quad, ...] = ()
    before: int | None = None
    """How many there were then: the game may know of some that were taken since."""
    open: tuple[Corners, ...] = ()
    """The places that tiles were taken from in the last look, without as many as the game knows of."""
    empty: tuple[Quad, ...] = ()
    """The places that tiles were taken from, as the game knows. A gap between tiles may still look like a back."""

    def count(
        self, backs: Sequence[Quad], observation: Observation, expected: int | None, look: LookContext
    ) -> tuple[dict[int, float], Boneyard]:
        """How many tiles the boneyard has, and how likely; empty while nobody can tell. With the boneyard after it.
        `expected` is what the game says. Counts that are hardly likely are left out. It may not be known what changed
        on the table since all was as the game says. Then what is seen tells nothing but that all are there."""
        if expected is None:
            return ({len(backs): 1.0} if backs else {}), Boneyard(tuple(backs))
        if look.change.mask is None or not self.places:
            counted = {expected: 1.0} if len(backs) >= expected else {}
            return counted, Boneyard(_least_alone(backs, expected), expected)
        backs = [back for back in backs if (_away(self.empty, [back]) > NEAR).all()]
        pairs = nearest_pairs(
            (float(away), p, b) for (p, b), away in np.ndenumerate(_away(self.places, backs)) if away <= NEAR
        )
        seen = {p: backs[b] for p, b in pairs.items()}
        places = [seen.get(p, place) for p, place in enumerate(self.places)]
        came = [p for p, place in enumerate(places) if tile_came(look.change, place)]
        things = [piece for piece in observation.pieces if piece.kind != "hand" and piece.label != BACK]
        unread = _lain_on(places, came, [piece.quad for piece in things if piece.label is None])
        # A face is none of the boneyard: the bare cloth may look like one.
        faces = [piece.quad for piece in things if piece.label is not None]
        bare = _lain_on(places, came, [*map(np.array, look.unread_boxes), *faces])
        slipped = {p for p in came if (p in seen or p in unread) and look.change.share(places[p]) <= MOSTLY}
        stays = {p: FILLED if p in slipped else NOT_TAKEN for p in came if p in unread or p in bare}
        new = []
        for back in (back for b, back in enumerate(backs) if b not in pairs.values()):
            # Beside a place that was left it came to lie: it slipped.
            away = _away(places, [back])[:, 0]
            near = [] if is_still(look.change, back) else [p for p in stays if away[p] < AROUND]
            if near:
                p = min(near, key=away.__getitem__)
                del stays[p]
                places[p] = seen[p] = back
            else:
                new.append(back)
        if not stays:
            there = _least_alone([*(seen[p] for p in sorted(seen)), *new], expected)
            unseen = [place for p, place in enumerate(places) if p not in seen]
            lying = (*there, *unseen[: expected - len(there)])
            return {expected: 1.0}, Boneyard(lying, expected, empty=self.empty)
        before = expected if self.before is None else self.before
        taken, drawn = sorted(stays, key=stays.__getitem__), max(before - expected, 0)
        known, taken = taken[:drawn], taken[drawn:]
        fresh = [p for p in taken if not any(lies_at(np.array(each), places[p]) for each in self.open)]
        # Nobody believes that more were taken between two looks: the boneyard was pushed.
        taken = [p for p in taken if len(fresh) <= AT_ONCE or p not in fresh]
        left = tuple(place for p, place in enumerate(places) if p not in known)
        open_ = tuple(corners_of(places[p]) for p in taken)
        empty = (*self.empty, *(places[p] for p in known))
        return _counts(expected, [1 - stays[p] for p in taken]), Boneyard(left, before - len(known), open_, empty)

    def without(self, laid: Sequence[Quad]) -> Boneyard:
        """The same without the places where tiles of the game lie: a blank looks like a back."""
        away = _away(self.places, laid)
        return replace(self, places=tuple(place for n, place in enumerate(self.places) if (away[n] > NEAR).all()))

    def moved(self, motion: Floats) -> Boneyard:
        """The same after the camera moved: `motion` (3×3) maps the pixels of before to those of now."""
        places, empty = (tuple(through(motion, place) for place in some) for some in (self.places, self.empty))
        return replace(self, places=places, empty=empty)

    def accounted_for(self) -> Boneyard:
        """The same once the table is accounted for: what the game says by then is what was left."""
        return replace(self, before=None)


def _lain_on(places: Sequence[Quad], chosen: Sequence[int], things: Sequence[Quad]) -> set[int]:
    """At which of the chosen places something lies."""
    return {p for p in chosen if any(lies_at(thing, places[p]) for thing in things)}


def _away(places: Sequence[Quad], backs: Sequence[Quad]) -> Floats:
    """How far (P, B) tiles lie from places, in roots of a tile's area."""
    wide = np.array([area(place) ** 0.5 for place in places])
    middles, others = (np.reshape(quads, (-1, 4, 2)).mean(axis=1) for quads in (places, backs))
    return np.asarray(np.linalg.norm(others[None] - middles[:, None], axis=2) / wide[:, None])


def _least_alone(tiles: Sequence[Quad], count: int) -> tuple[Quad, ...]:
    """So many of the tiles, those first beside which most others lie: one that lies apart is rather none."""
    if not len(tiles):
        return ()
    beside = (_away(tiles, tiles) < AROUND).sum(axis=1)
    return tuple(tiles[n] for n in np.argsort(-beside, kind="stable")[:count])


def _counts(all_: int, gone: Sequence[float]) -> dict[int, float]:
    """How likely each count is that is left of `all_` tiles, some of which may be gone, each so likely."""
    shares = np.ones(1)
    for each in gone:
        shares = np.convolve(shares, (1 - each, each))
    counts = {all_ - n: share for n, share in enumerate(shares.tolist()) if share >= CLEAR and n <= all_}
    return counts or {all_: 1.0}
