"""The quarry, from look to look. Its cards cannot be counted, but no two of a pile lie exactly alike. So a draw shows
by the top card, which lies a little otherwise than the one before."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import dist, exp, hypot
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.games.stonerow.model.reading import LOWERED
from vision.games.stonerow.plane import POKER
from vision.games.stonerow.tracks import KEPT, QUARRY
from vision.geometry import half_turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vision.games.stonerow.cards import Card
    from vision.games.stonerow.plane import Floats
    from vision.games.stonerow.zones import Zones

CLEAR: Final = 2.5
"""A card that lies otherwise by so many times what one at rest seemed to move by is another one, …"""
ENOUGH: Final = 6
"""… which so many looks tell."""
ANOTHER: Final = (0.25, 0.45)
"""Cards that lie no further apart (mm) may be one, whatever the looks tell; those further apart are two."""
ONCE: Final = 2**0.5 * ANOTHER[1]
"""The same (mm) of a card that was seen once: then both looks may be off, and no others tell by how much."""
DOUBT: Final = 0.9
"""How fast the likelihood falls that a card at rest seems to lie otherwise. Its unit is how far cards at rest seem to
move (root mean square). It was fitted by eye to the draws and rests of ten rendered games."""
STEADY: Final = 0.05
"""Cards at rest seem to move by at least so much (mm), …"""
MOST: Final = 0.3
"""… and the likelihood is at most this."""
TOUCHED: Final = 0.01
"""How often somebody's fingers stay at the pile, and nothing is drawn: an estimate. In 24 rendered games nobody's did
who did not draw, but while the cards were dealt."""
UNTOUCHED: Final = 0.1
"""How often a draw is made by fingers that nobody sees at the pile (2 of 107 were in 24 rendered games). Then it is
only told if the pile would seem lower no more often than this without it; else it shows by what follows."""
CORNER: Final = hypot(*POKER) / 2
"""How far (mm) a corner of a card is from its middle."""
AGREED: Final = 2
"""A card lies on top once so many looks say so. A draw that so many told while nobody was to draw, and that no play
explained, was none. So many other cards tell whether the mat was knocked."""
LOOKS: Final = 9
"""So many of the last looks tell where the top card lies."""
BUMPED: Final = 1.5
"""If the mat moved in the picture by more pixels than this, …"""
KNOCKED: Final = ANOTHER[0]
"""… or most other cards on it by more than this (mm), nothing can be said of what lies on the pile."""


@dataclass(frozen=True, slots=True, eq=False)
class Quarry:
    """The top of the quarry. `tops` lay there one after the other since `cards` were left. Each is how it lay in the
    last looks (x, y in mm, turn in radians). `taking` holds while more were taken than were seen to go. `place` is
    where the mat had the pile (pixels), `beside` where other cards lay (mm). `noise` is by how much (mm) the top at
    rest seemed to move, look after look. `jumps` is by how much it seemed to be another one and then lay as before.
    `unused` counts the looks that told of a draw while nobody was to draw. `touched` is whether fingers of somebody who
    may have drawn were at the pile (None: nobody watched)."""

    cards: int | None = None
    tops: tuple[tuple[Floats, ...], ...] = ()
    place: Floats | None = None
    noise: tuple[float, ...] = ()
    jumps: tuple[float, ...] = ()
    beside: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    taking: bool = False
    unused: int = 0
    touched: bool | None = None

    def left(  # noqa: PLR0913 - what is known of a pile
        self,
        top: Card | None,
        zones: Zones | None,
        cards: int | None,
        beside: Iterable[Card] = (),
        *,
        draws: bool = True,
        touched: bool | None = None,
    ) -> tuple[int | None, Quarry]:
        """How many cards are left at most as far as this look tells. The game was last known to have left `cards` there
        (None: not known). None where nothing shows that any was drawn. With the quarry after it. `beside` are the other
        cards of the look, `draws` whether somebody is to draw next. `touched` is whether fingers of somebody who may
        draw were at the pile since the game was last known to go on (None: nobody watched)."""
        lying = {card.label: (card.x, card.y) for card in beside if card.label is not None}
        quarry = replace(self._counted(cards, draws=draws), beside=lying, touched=touched)
        if zones is not None and top is not None:
            lies, place = np.array([top.x, top.y, top.up]), zones.quad(QUARRY)
            bumped = place is not None and self.place is not None and _away(place, self.place) > BUMPED
            if bumped or self.place is None:
                quarry = replace(quarry, place=place)
            if bumped or _knocked(lying, self.beside):
                quarry = replace(quarry, tops=(*quarry.tops[:-1], (lies,)))
            else:
                quarry = quarry._with(lies)
        gone, quarry = quarry._used(draws=draws)
        unclear = touched is False and quarry.doubt > UNTOUCHED
        # One that seems to lie now so, now so, may be one card: that there are fewer is told, not how many. Of an empty
        # quarry nobody draws: who is there fills it again.
        return cards - 1 if cards and (gone or touched) and not unclear else None, quarry

    @property
    def doubt(self) -> float:
        """How likely the pile would seem to have fewer cards than before if none had been drawn."""
        if self.touched:
            return TOUCHED if len(self.tops) < 2 else LOWERED
        return self._off() if self.touched is None else min(self._off() / UNTOUCHED, 1.0)

    def _off(self) -> float:
        """How likely what lies on top would seem to be another card than before if it is none."""
        if len(self.tops) < 2:
            return 1.0
        lie = [np.median(np.array(looks), axis=0) for looks in self.tops]
        off = min(apart(one, other) for one, other in pairwise(lie))
        usual = max(STEADY, float(np.sqrt(np.mean(np.square(self.noise)))) if self.noise else ANOTHER[1])
        jumped = sum(jump >= off / 2 for jump in self.jumps) / max(len(self.noise), 1)
        return min(max(exp(-DOUBT * off / usual), jumped, LOWERED), MOST)

    @property
    def open(self) -> bool:
        """Whether a look more would tell if what lies on top since the last one is another card."""
        return len(self.tops) > 1 and len(self.tops[-1]) < AGREED

    def _used(self, *, draws: bool) -> tuple[bool, Quarry]:
        """Whether cards are gone, without those that the looks before told of for nothing."""
        gone = len(self.tops) - 1 - self.open > 0
        unused = 0 if draws or not gone else self.unused + 1
        if unused <= AGREED:
            return gone, replace(self, unused=unused)
        return False, replace(self, tops=self.tops[-1:], unused=0)

    def _with(self, top: Floats) -> Quarry:
        """What lies on top: the card of the look before, the one that lay there at first after all, or another."""
        for at in (len(self.tops) - 1, 0) if self.tops else ():
            off = self._off_if_one(top, self.tops[at])
            if off is not None:
                jumps = (apart(np.median(np.array(looks), axis=0), top) for looks in self.tops[at + 1 :])
                tops = (*self.tops[:at], (*self.tops[at], top)[-LOOKS:])
                return replace(self, tops=tops, noise=(*self.noise, off)[-KEPT:], jumps=(*self.jumps, *jumps))
        return replace(self, tops=((top,),) if self.taking else (*self.tops, (top,)), taking=False)

    def _counted(self, cards: int | None, *, draws: bool) -> Quarry:
        """The game knows of draws: what lies on top now is the card after them. Several cards at once are taken by and
        by. Who has drawn acts before the next one draws: what else the pile seemed to do was nothing."""
        if cards == self.cards:
            return self
        drawn = 0 if cards is None or self.cards is None else self.cards - cards
        tops, taking = self.tops, drawn > 1 and len(self.tops) == 1
        if self.touched and len(tops) == 1:  # by the last look, which told of it, the card below lay there
            tops = (tops[0][-1:],)
        tops = tops[drawn if 0 < drawn < len(tops) and draws else -1 :]
        return replace(self, cards=cards, tops=tops, taking=taking, unused=0)

    def _off_if_one(self, lies: Floats, looks: Sequence[Floats]) -> float | None:
        """How far (mm) a card lies from the one of these looks if it is that one, else None."""
        off = apart(lies, np.median(np.array(looks), axis=0))
        least, most = ANOTHER
        known = len(self.noise) >= ENOUGH
        far = min(max(CLEAR * max(self.noise), least), most) if known else most
        return None if off > (far if len(looks) >= AGREED else ONCE) else off


def _away(place: Floats, other: Floats) -> float:
    """How far (pixels) the corners of two places are apart on average."""
    return float(np.linalg.norm(place - other, axis=1).mean())


def _knocked(now: Mapping[str, tuple[float, float]], before: Mapping[str, tuple[float, float]]) -> bool:
    """Whether most other cards lie elsewhere than in the look before."""
    moved = [dist(now[name], before[name]) for name in now if name in before]
    return len(moved) >= AGREED and sorted(moved)[len(moved) // 2] > KNOCKED


def apart(one: Floats, other: Floats) -> float:
    """By how much (mm, root mean square) the corners of two cards (x, y in mm, turn in radians) lie apart."""
    x, y, up = one - other
    return hypot(x, y, CORNER * half_turn(up))
