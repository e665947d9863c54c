"""Where the pieces of Stones lie: on the board, in stacks that gravity holds, in the river, before the players."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any, Final

from datasets.films.script import Spot
from datasets.films.stonebox import BASE_THICK, THICK
from datasets.optics.pose import Pose
from datasets.pieces.stone import SIZES
from datasets.scenes.floor import Floor
from datasets.scenes.stack import Stack, build_stack, highest, lying, topple
from datasets.stoneboard import board
from datasets.stoneboard.tokens import BASE, MARKER

if TYPE_CHECKING:
    from datasets.films.places import Place
    from datasets.films.stage import Stage
    from datasets.films.stonebox import StoneBox
    from datasets.films.stonelayout import StoneLayout
    from datasets.optics.world import Thing

BESIDE: Final = ((100.0, 0.36), (100.0, -0.36), (122.0, 0.3), (122.0, -0.3), (121.0, 0.47), (121.0, -0.47))
"""Where tokens lie beside a base: how far (mm) from the middle of the board and at what angle to the base."""
RIVER_EDGE: Final = 12.0
"""mm of the river's shore that stay free."""
POINTING: Final = board.RING - (BASE + MARKER[1]) / 2 - 6.0
"""How far (mm) from the middle of the board the marker lies: its point at a base, its head in the river."""


@dataclass(slots=True)
class StoneSpots:
    """Which piece is at which place, and where on the table that is. `things` are what has a shape of its own.

    `order` holds the pieces of every place in the order in which they came there. So many tiles are `buried`, and so
    many stones lie `aside` of the river. The marker is `pointing` at a stack; `nests` are where stones of the river
    lie.
    """

    stage: Stage
    box: StoneBox
    layout: StoneLayout
    labels: dict[int, str] = field(default_factory=dict)
    where: dict[int, Place] = field(default_factory=dict)
    """`("stack", n)`, `("river",)`, `("beside", n)`, `("golden", seat)`, `("display",)`, `("hand", seat)`, …"""
    order: dict[Place, list[int]] = field(default_factory=dict)
    things: dict[int, Thing] = field(default_factory=dict)
    bases: list[int] = field(default_factory=list)
    nests: dict[int, Spot] = field(default_factory=dict)
    slots: dict[tuple[Place, int], int] = field(default_factory=dict)
    buried: int = 0
    aside: int = 0
    pointing: int = 0

    # Who is where
    def kept(self) -> tuple[Any, ...]:
        """What `restore` takes, so that a play can be taken back."""
        order = {key: list(pieces) for key, pieces in self.order.items()}
        return dict(self.where), order, dict(self.slots), dict(self.nests), self.pointing

    def restore(self, kept: tuple[Any, ...], seat: int) -> None:
        """Everything is where it was; what has joined the film since then is in the hand of the seat."""
        fresh = [piece for piece in self.where if piece not in kept[0]]
        self.where, self.order, self.slots, self.nests, self.pointing = kept
        for piece in fresh:
            self.where[piece] = ("hand", seat)
            self.order.setdefault(("hand", seat), []).append(piece)

    def called(self, label: str) -> list[int]:
        """The pieces of a label, those on top of stacks last."""
        found = [piece for piece, text in self.labels.items() if text == label]
        return sorted(found, key=lambda piece: (self.where[piece][0] == "hand", self._height(piece), piece))

    def _height(self, piece: int) -> int:
        return self.order[self.where[piece]].index(piece) if self.where[piece][0] == "stack" else 0

    def held(self, label: str, seat: int) -> int:
        """The piece of a label that a seat holds."""
        return next(piece for piece in self.order[("hand", seat)] if self.labels[piece] == label)

    def join(self, label: str, place: Place) -> int:
        """A piece that comes into the film at a place."""
        number = len(self.stage.props)
        kind, height = "token", THICK
        if label in SIZES:
            self.things[number] = self.box.stones[self._stone(label)]
            kind, height = "stone", float(self.things[number].mesh.size[2])
        elif "/" in label:
            kind = "tile"
        elif label == "marker":
            kind = "marker"
        self.labels[number], self.where[number] = label, place
        self.order.setdefault(place, []).append(number)
        spot = self.stage.home(place[1]) if place[0] == "hand" else self.spot(number, place)
        return self.stage.add(kind, label, height, spot)

    def _stone(self, label: str) -> int:
        """The next stone of a size in the box."""
        sizes = [thing.piece.label for thing in self.box.stones if thing.piece is not None]
        return sizes.index(label) + sum(text == label for text in self.labels.values())

    def go(self, piece: int, place: Place) -> Spot:
        """Move a piece to a place; where it lies there."""
        self.order[self.where[piece]].remove(piece)
        self.slots = {slot: one for slot, one in self.slots.items() if one != piece}
        self.where[piece] = place
        self.order.setdefault(place, []).append(piece)
        return self.stage.home(place[1]) if place[0] == "hand" else self.spot(piece, place)

    # Where that is
    def _on_board(self, x: float, y: float) -> tuple[float, float]:
        """A place about the board's middle."""
        return self.layout.middle[0] + x, self.layout.middle[1] + y

    def lay_board(self) -> None:
        """The board and its six bases."""
        self.stage.add("board", "board", THICK, Spot(Pose.flat(*self.layout.middle, THICK / 2, 0.0)))
        for stack in range(board.PLACES):
            x, y = board.base_place(stack)
            at = self._on_board(x - board.MIDDLE, board.MIDDLE - y)
            pose = Pose.flat(*at, THICK + BASE_THICK / 2, float(stack))
            facts: dict[str, object] = {"stack": stack, "position": 0}
            self.bases.append(self.stage.add("stone", "base", BASE_THICK, Spot(pose, 0, (), facts)))
            self.things[self.bases[-1]] = self.box.base

    def lay_pile(self, labels: list[str]) -> None:
        """The pile of tiles, face down, the next to be turned up on top."""
        depth = THICK * self.buried
        at = self.layout.pile("pile")
        if depth:
            self.stage.add("block", f"{depth:.2f}", depth, Spot(Pose.flat(*at, depth / 2, 0.0)))
        for label in reversed(labels[: len(labels) - self.buried]):
            self.join(label, ("pile",))

    def spot(self, piece: int, place: Place) -> Spot:
        """Where a piece lies that has just come to a place."""
        kind = place[0]
        if kind == "stack":
            return self._on_stack(piece, place[1])
        if kind == "river":
            return self._in_river(piece)
        if kind == "marker":
            self.pointing, angle = place[1], pi / 2 - place[1] * pi / 3
            at = self._on_board(POINTING * cos(angle), POINTING * sin(angle))
            return self._flat(*at, THICK, angle + pi / 2, 0, {"at_stack": place[1]})
        if kind == "beside":
            return self._beside(piece, place)
        if kind in {"golden", "five"}:
            return self._golden(piece, place)
        return self._tile(piece, place)

    def _slot(self, piece: int, place: Place) -> int:
        """The first free slot of a place, now taken."""
        number = next(n for n in range(99) if (place, n) not in self.slots)
        self.slots[(place, number)] = piece
        return number

    def _beside(self, piece: int, place: Place) -> Spot:
        slot = self._slot(piece, place)
        out, aside = BESIDE[slot % len(BESIDE)]
        level, angle = slot // len(BESIDE), pi / 2 - place[1] * pi / 3 + aside
        z = THICK * (1 + level)
        return self._flat(*self._on_board(out * cos(angle), out * sin(angle)), z, 0.0, level, {"beside": place[1]})

    def _golden(self, piece: int, place: Place) -> Spot:
        """Earned tokens, golden side up, and five-point tokens."""
        x, y, yaw = self.layout.earned(place[1], self._slot(piece, ("golden", place[1])))
        return self._flat(x, y, 0.0, yaw, 0, {place[0]: place[1]}, down=place[0] == "golden")

    def _tile(self, piece: int, place: Place) -> Spot:
        if place[0] == "display":
            (x, y), level = self.layout.display(self._slot(piece, place)), 0
        else:
            x, y = self.layout.pile(place[0])
            level = len(self.order[place]) - 1 + (self.buried if place[0] == "pile" else 0)
        return self._flat(x, y, THICK * level, 0.0, level, {"pile": place[0]}, down=place[0] == "pile")

    def _flat(  # noqa: PLR0913, PLR0917 - a place and what is told of it
        self, x: float, y: float, z: float, yaw: float, level: int, facts: dict[str, object], down: bool = False
    ) -> Spot:
        """A flat piece whose underside is at the height z, as a hand leaves it."""
        rng = self.stage.rng
        x, y = self.stage.drifted(x + float(rng.normal(0, 0.5)), y + float(rng.normal(0, 0.5)))
        turn = yaw + float(rng.normal(0, 0.04))
        return Spot(Pose.flat(x, y, z + THICK / 2, turn + (pi if down else 0.0), flipped=down), level, (), facts)

    # Stones
    def _in_river(self, piece: int) -> Spot:
        """Every stone has its place in the river, or beside the board where the river is full."""
        if piece in self.nests and self._in_the_way(piece):
            del self.nests[piece]
        if piece not in self.nests:
            self.nests[piece] = self._nest(piece)
        return self.nests[piece]

    def _nest(self, piece: int) -> Spot:
        thing, rng = self.things[piece], self.stage.rng
        assert thing.piece is not None
        length, width, _ = thing.piece.size
        found = self._river().find(rng, length * 0.9, width * 0.9, board.RIVER_RADIUS - RIVER_EDGE, 60)
        if found is not None:
            at, height = self._on_board(found[0], found[1]), THICK
        else:
            at, height = self.layout.aside(self.aside), 0.0
            self.aside += 1
        pose = lying(rng, thing, *at)
        x, y, z = pose.at
        return Spot(Pose((x, y, z + height), pose.turn), 0, (), {"stack": None, "position": None})

    def _river(self) -> Floor:
        """What is taken of the river, in the board's axes: by stones and by the marker."""
        floor, (x, y) = Floor(), self.layout.middle
        floor.add(*_marked(self.pointing))
        for piece, spot in self.nests.items():
            length, width, _ = self.things[piece].mesh.size
            floor.add(spot.pose.at[0] - x, spot.pose.at[1] - y, 0.0, 0.9 * float(length), 0.9 * float(width))
        return floor

    def make_way(self, moved: list[tuple[int, Place]]) -> list[tuple[int, Place]]:
        """What a hand moves, with the stones of the river first that lie where the marker goes."""
        for number, (piece, place) in enumerate(moved):
            if place[0] == "marker" and place[1] != self.pointing:
                self.pointing = place[1]
                going = {one for one, _ in moved}
                blocking = [one for one in self.order.get(("river",), []) if one not in going and self._in_the_way(one)]
                for stone in blocking:
                    del self.nests[stone]
                return [
                    *moved[:number],
                    *((stone, ("river",)) for stone in blocking),
                    (piece, place),
                    *moved[number + 1 :],
                ]
        return moved

    def _in_the_way(self, piece: int) -> bool:
        """Whether a stone lies where the marker points now."""
        floor, (x, y), at = Floor(), self.layout.middle, self.nests[piece].pose.at
        floor.add(*_marked(self.pointing))
        length, width, _ = self.things[piece].mesh.size
        return not floor.free(at[0] - x, at[1] - y, 0.0, 0.9 * float(length), 0.9 * float(width))

    def _on_stack(self, piece: int, stack: int) -> Spot:
        """On top of a stack, where the stone stays; where it would not, a hand has found the one way that it does."""
        pieces = self.order[("stack", stack)]
        position = len(pieces)
        below = pieces[-2] if position > 1 else self.bases[stack]
        base = (self.things[below], self.stage.now[below].pose)
        built = build_stack(self.stage.rng, base, [self.things[piece]])
        if built.poses:
            pose = built.poses[0]
        else:
            flat = lying(self.stage.rng, self.things[piece], base[1].at[0], base[1].at[1], 0.02)
            pose = Pose((flat.at[0], flat.at[1], flat.at[2] + highest(*base) - 0.6), flat.turn)
        return Spot(pose, position, (below,), {"stack": stack, "position": position})

    def topple(self, stack: int, time: float, seconds: float) -> None:
        """A stack falls; where its stones come to rest."""
        pieces = self.order[("stack", stack)]
        base = self.bases[stack]
        stones = Stack(tuple(self.things[p] for p in pieces), tuple(self.stage.now[p].pose for p in pieces), ())
        ends = topple(self.stage.rng, (self.things[base], self.stage.now[base].pose), stones)
        for piece, pose in zip(pieces, ends, strict=True):
            facts: dict[str, object] = {"stack": None, "position": None, "fallen": True}
            self.stage.slide(piece, Spot(pose, None, (), facts), time, seconds)


def _marked(stack: int) -> tuple[float, float, float, float, float]:
    """The marker's place when it points at a stack, in the board's axes: middle, turn, length and width."""
    angle = pi / 2 - stack * pi / 3
    return POINTING * cos(angle), POINTING * sin(angle), angle, MARKER[1], MARKER[0]
