"""A table of StoneRow: rows of sets and runs, the quarry, the brickyard, the keystone, towers, hands, markers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from datasets.deck.labels import ACTIONS, GUILDS, RANKS, TOWER
from datasets.optics.pose import Pose
from datasets.pieces.deck import OURS, THICKNESS, draw_stock, other_deck, our_deck
from datasets.scenes.floor import Floor

if TYPE_CHECKING:
    from numpy.random import Generator

    from datasets.optics.world import World
    from datasets.pieces.deck import CardStock

REACH: Final = 330.0
"""How far (mm) from the middle of the table cards lie."""
AIR: Final = 0.12
"""What separates cards that lie on each other, mm."""


@dataclass(slots=True)
class CardTable:
    """A world that fills with the cards of one deck; each lies there at most as often as the deck has it."""

    world: World
    rng: Generator
    stock: CardStock
    floor: Floor = field(default_factory=Floor)
    unused: list[str] = field(default_factory=list)

    def lay(self, label: str, at: tuple[float, float, float], yaw: float, level: int, **more: object) -> int:
        """A card face up at a place; `more` may hold `down`, `lift`, `on` and facts."""
        down = bool(more.pop("down", False))
        lift = more.pop("lift", None) or self.stock.draw_lift(self.rng)
        on = more.pop("on", ())
        thing = self.stock.card(label, lift)  # type: ignore[arg-type]
        pose = Pose.flat(at[0], at[1], 0.0, yaw, down)
        bottom = float(pose.points(thing.mesh.points)[:, 2].min())
        pose = Pose((at[0], at[1], at[2] - bottom + 0.15), pose.turn)
        return self.world.place(thing, pose, level, on, **more)  # type: ignore[arg-type]

    def row(self, labels: list[str], name: str) -> None:
        """Cards side by side or overlapping, as a row is laid; a marker may lie on it."""
        rng = self.rng
        width, height = self.stock.size
        step = width * float(rng.choice([rng.uniform(0.22, 0.5), rng.uniform(0.5, 0.95), rng.uniform(1.02, 1.12)]))
        place = self.floor.find(rng, width + step * (len(labels) - 1) + 8, height + 10, REACH, 40)
        if place is None:
            return
        x, y, yaw = place
        messy = rng.uniform(0.2, 1.5)
        lift = self.stock.draw_lift(rng)
        below: tuple[int, ...] = ()
        overlap = step < width
        for number, label in enumerate(labels):
            shift = (number - (len(labels) - 1) / 2) * step
            jitter = rng.normal(0, messy, 2)
            at = (
                x + shift * float(np.cos(yaw)) + float(jitter[0]),
                y + shift * float(np.sin(yaw)) + float(jitter[1]),
                (THICKNESS + AIR) * number if overlap else 0.0,
            )
            turn = yaw + float(rng.normal(0, 0.015 * messy))
            made = self.lay(label, at, turn, number if overlap else 0, lift=lift, on=below, row=name)
            below = (made,) if overlap else ()
        if rng.random() < 0.3 and (marker := self._take(lambda label: label in ACTIONS)) is not None:
            at = (x + float(rng.normal(0, 8)), y + float(rng.normal(0, 20)), (THICKNESS + AIR) * (len(labels) + 1))
            turn = yaw + float(rng.choice([0.0, np.pi / 2])) + float(rng.normal(0, 0.08))
            self.lay(marker, at, turn, len(labels), lift=lift, on=below, marker=name)

    def pile(self, labels: list[str], down: bool, name: str, messy: float) -> None:
        """Cards on each other."""
        width, height = self.stock.size
        place = self.floor.find(self.rng, width + 6 * messy, height + 6 * messy, REACH, 40)
        if place is None:
            return
        lift = self.stock.draw_lift(self.rng)
        below: tuple[int, ...] = ()
        for number, label in enumerate(labels):
            x, y = (float(place[axis] + self.rng.normal(0, messy)) for axis in (0, 1))
            turn = place[2] + float(self.rng.normal(0, 0.02 * messy))
            at = (x, y, (THICKNESS + AIR) * number)
            below = (self.lay(label, at, turn, number, down=down, lift=lift, on=below, pile=name),)

    def fan(self, labels: list[str], down: bool) -> None:
        """A hand, spread like a fan."""
        rng = self.rng
        height = self.stock.size[1]
        place = self.floor.find(rng, 2.2 * height, 1.4 * height, REACH * 1.15, 40)
        if place is None:
            return
        step = float(rng.uniform(0.1, 0.28))
        pivot = height * float(rng.uniform(0.9, 1.8))
        lift = self.stock.draw_lift(rng)
        below: tuple[int, ...] = ()
        for number, label in enumerate(labels):
            turn = place[2] - (number - (len(labels) - 1) / 2) * step + float(rng.normal(0, 0.02))
            x = place[0] - pivot * float(np.sin(turn)) + pivot * float(np.sin(place[2]))
            y = place[1] + pivot * float(np.cos(turn)) - pivot * float(np.cos(place[2]))
            at = (x, y, (THICKNESS + AIR) * number)
            below = (self.lay(label, at, turn, number, down=down, lift=lift, on=below, hand=True),)

    def scatter(self, count: int) -> None:
        """Loose cards, some half on others."""
        rng = self.rng
        for number in range(count):
            if not self.unused:
                return
            away, angle = REACH * 0.6 * np.sqrt(rng.random()), rng.uniform(0, 2 * np.pi)
            at = (float(away * np.cos(angle)), float(away * np.sin(angle)), (THICKNESS + AIR) * number)
            below = self._beneath(at)
            level = 1 + max((self.world.placed[low].level or 0 for low in below), default=-1)
            down = bool(rng.random() < 0.15)
            self.lay(self.unused.pop(), at, float(rng.uniform(0, 2 * np.pi)), level, down=down, on=below)

    def _beneath(self, at: tuple[float, float, float]) -> tuple[int, ...]:
        """Cards whose middles are so near that they lie beneath a card here."""
        near = self.stock.size[0] * 0.75
        return tuple(
            index
            for index, placed in enumerate(self.world.placed)
            if placed.thing.piece is not None and np.hypot(placed.pose.at[0] - at[0], placed.pose.at[1] - at[1]) < near
        )

    def _take(self, fits: object) -> str | None:
        assert callable(fits)
        for label in self.unused:
            if fits(label):
                self.unused.remove(label)
                return label
        return None

    def combination(self, legal: bool) -> list[str]:
        """A set or a run out of what is unused, in rank order; or, against the rules, any cards."""
        rng = self.rng
        if not legal:
            count = min(int(rng.integers(2, 6)), len(self.unused))
            return [self.unused.pop() for _ in range(count)]
        rank = str(rng.choice(RANKS))
        if rng.random() < 0.5:
            labels = [f"{guild}{rank}" for guild in GUILDS if f"{guild}{rank}" in self.unused]
            labels = labels[: int(rng.integers(2, 5))]
        else:
            guild, start = str(rng.choice(GUILDS)), RANKS.index(rank)
            labels = [f"{guild}{rank}" for rank in RANKS[start : start + int(rng.integers(3, 7))]]
        if len(labels) < 2 or any(label not in self.unused for label in labels):
            return []
        for label in labels:
            self.unused.remove(label)
        return labels


def lay_table(world: World, rng: Generator, shared: int) -> tuple[float, Floor]:
    """A table of StoneRow from chance; returns the radius (mm) of what lies there, and the places taken."""
    deck = our_deck() if rng.random() < OURS else other_deck(shared)
    table = CardTable(world, rng, draw_stock(rng, deck))
    cards = [*(guild + rank for guild in GUILDS for rank in RANKS), *(a for a, n in ACTIONS.items() for _ in range(n))]
    table.unused = [cards[int(i)] for i in rng.permutation(len(cards))]
    if rng.random() < 0.2:
        table.scatter(int(rng.integers(1, 16)))
        return REACH * float(rng.uniform(0.4, 0.75)), table.floor
    for number in range(int(rng.integers(1, 8))):
        if labels := table.combination(legal=bool(rng.random() < 0.85)):
            table.row(labels, f"r{number + 1}")
    if rng.random() < 0.8:
        table.pile([table.unused.pop() for _ in range(int(rng.integers(1, 9)))], True, "quarry", 0.6)
        table.pile(
            [table.unused.pop() for _ in range(int(rng.integers(1, 6)))], False, "brickyard", float(rng.uniform(1, 9))
        )
        table.pile([table.unused.pop()], False, "keystone", 0.0)
    if rng.random() < 0.5:
        table.row(list(TOWER[: int(rng.integers(1, 7))]), "tower")
    for _ in range(int(rng.integers(0, 3))):
        count = min(int(rng.integers(3, 9)), len(table.unused))
        table.fan([table.unused.pop() for _ in range(count)], bool(rng.random() < 0.7))
    return REACH * float(rng.uniform(0.55, 0.95)), table.floor
