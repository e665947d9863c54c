"""StoneRow on film: whatever a move changes is carried from where it lay to where it lies."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import pi
from typing import TYPE_CHECKING, Final

from datasets.deck.labels import RANKS, TOWER
from datasets.films.areas import angles, area
from datasets.films.cardplaces import OUT_OF_SIGHT, THICK, CardPlaces, arrangement
from datasets.films.errors import FilmError
from datasets.films.places import to_move
from datasets.films.rehearsal import CHEAT, PLAY
from datasets.films.script import Spot
from datasets.films.stage import Stage
from datasets.optics.pose import Pose
from engine.games.stonerow.build import Build
from engine.games.stonerow.cards import guild_cards, label
from engine.games.stonerow.discard import Discard
from engine.games.stonerow.draw import BRICKYARD, Draw
from engine.games.stonerow.state import next_row_id

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from numpy.random import Generator

    from datasets.films.places import Place
    from datasets.films.rehearsal import Beat
    from datasets.films.stage import Times
    from datasets.sheets.layout import Layout
    from engine.core import Move, Seat
    from engine.games.stonerow.state import State

DRAWS: Final = 0.3
"""How often the brickyard is drawn from."""
BUILDS: Final = 0.8
"""How often who can build does, and who can attack, mend or dig rather than discard."""
TWO_TOWERS: Final = 22.0
"""How far (mm) from the middle of their zone the towers of two teams lie."""


@dataclass(frozen=True, slots=True)
class CardTaste:
    """Plays that make a film of StoneRow: rows and attacks rather than discards; rows that are none, as cheats."""

    def choose(self, state: State, seat: Seat, moves: Sequence[Move], chance: random.Random) -> Move | None:
        """A long row where there is one; anything rather than a discard."""
        builds = [move for move in moves if isinstance(move, Build)]
        if builds and chance.random() < BUILDS:
            longest = max(len(move.cards) for move in builds)
            return chance.choice([move for move in builds if len(move.cards) == longest])
        draws = [move for move in moves if isinstance(move, Draw)]
        if len(draws) > 1:
            yard = chance.random() < DRAWS
            return next(move for move in draws if (move.pile == BRICKYARD) == yard)
        others = [move for move in moves if not isinstance(move, Discard)]
        return chance.choice(others) if others and chance.random() < BUILDS else None

    def misplay(self, state: State, seat: Seat, chance: random.Random) -> Move | None:
        """Three cards that make no row."""
        held = guild_cards(state.hands[seat])
        return Build(tuple(sorted(chance.sample(held, 3)))) if len(held) > 2 else None

    def visible(self, state: State, move: Move) -> bool:
        """Whether cards are laid that can be taken back."""
        return isinstance(move, Build | Discard)


@dataclass(slots=True)
class CardDirector:
    """Turns beats of StoneRow into motions.

    `tower` holds its cards by side and number; so many cards of the quarry are `buried`: the film draws none of them.
    """

    stage: Stage
    places: CardPlaces
    tower: dict[tuple[int, int], int] = field(default_factory=dict)
    buried: int = 0

    @classmethod
    def open(
        cls, rng: Generator, look: Generator, beats: Sequence[Beat], players: int, mat: Layout | None
    ) -> CardDirector:
        """The table before the first play: piles and tower lie there, hands are out of view."""
        if mat is None:
            raise FilmError("StoneRow is filmed on its mat; name one.")
        stage = Stage(rng, angles(players, mat), (mat.width / 2, mat.height / 2))
        director = cls(stage, CardPlaces(stage, mat))
        if beats:
            director._lay_quarry(beats)
            director._lay_tower(beats[0].before)
            for name, places in arrangement(beats[0].before, director.buried).items():
                for place in places:
                    if place[0] not in OUT_OF_SIGHT:
                        director.places.join(name, place)
        return director

    def act(self, beat: Beat, start: float, fumble: bool) -> Times | None:
        """The motions of a beat; None where there is nothing to see."""
        kept = self.places.kept()
        moved = self._moved(beat)
        times: Times | None = None
        rows = [one for one in moved if {self.places.where[one[0]][0], one[1][0]} <= {"row", "mark"}]
        for some in (rows, [one for one in moved if one not in rows]):
            if some:
                loads = [(piece, self.places.go(piece, place)) for piece, place in some]
                if beat.kind == CHEAT:
                    loads = [(piece, _marked(spot)) for piece, spot in loads]
                begin = start if times is None else times.left
                done = self.stage.carry(max(beat.seat, 0), loads, begin, fumble and some is not rows, some is rows)
                times = done if times is None else times.then(done)
        if times is not None:
            self._sink(times.laid)
        if beat.kind == PLAY:
            return self._turn_tower(beat, times, start)
        self.places.restore(kept, beat.seat)
        return times

    def blocks(self, cheat: Beat, beat: Beat) -> bool:
        """Whether a beat may need the false row's place or cards: most of what that player does, and all attacks."""
        if beat.kind != PLAY or not isinstance(cheat.move, Build) or beat.after.round != beat.before.round:
            return True
        if beat.seat != cheat.seat:
            return not isinstance(beat.move, Draw | Build | Discard)
        spare = isinstance(beat.move, Discard) and beat.move.card not in cheat.move.cards
        return not (spare or isinstance(beat.move, Draw))

    def upset(self, seat: Seat, time: float) -> Times | None:
        """Cards do not fall."""
        return None

    def _moved(self, beat: Beat) -> list[tuple[int, Place]]:
        """The pieces that a beat puts elsewhere, and where; those that join the film come from a hand."""
        wanted = _with_false_row(beat, self.buried) if beat.after is None else arrangement(beat.after, self.buried)

        def join(name: str) -> int:
            return self.places.join(name, ("hand", beat.seat), self.stage.home(beat.seat))

        return sorted(to_move(wanted, self.places, self._called, join, OUT_OF_SIGHT), key=self._turn)

    def _turn(self, one: tuple[int, Place]) -> tuple[bool, int, int]:
        """What is laid goes before what is taken; rows in their order, new cards in that of their rank."""
        piece, place = one
        old, name = self.places.where[piece], self.places.labels[piece]
        rank = -1 if old[0] == "hand" else self.places.at(*old).index(piece)
        return place[0] == "hand", rank, RANKS.index(name[1:]) if name[1:] in RANKS else -1

    def _called(self, name: str) -> list[int]:
        """The pieces of a label, those in hands last, the top of the quarry first of those in it."""
        found = [piece for piece, text in self.places.labels.items() if text == name and piece not in self._towers]
        return sorted(found, key=lambda piece: (self.places.where[piece][0] in OUT_OF_SIGHT, piece))

    @property
    def _towers(self) -> set[int]:
        return set(self.tower.values())

    def _sink(self, time: float) -> None:
        """What lay on cards that were taken out of the brickyard sinks."""
        for level, piece in enumerate(self.places.at("yard")):
            spot = self.stage.now[piece]
            if spot.level != level and not spot.away:
                x, y, _ = spot.pose.at
                lower = Spot(Pose((x, y, THICK * level), spot.pose.turn), level, (), spot.facts)
                self.stage.slide(piece, lower, time, 0.1)

    def _lay_quarry(self, beats: Sequence[Beat]) -> None:
        """The cards that will be drawn, and one more, lie on a block of those that will not."""
        state = beats[0].before
        zone, rng = area(self.places.mat, "quarry"), self.stage.rng
        count = state.quarry or 0
        least = min([count, *(beat.after.quarry for beat in beats if beat.after is not None)])
        self.buried = max(least - 1, 0)
        depth = THICK * self.buried
        if depth:
            self.stage.add("block", f"{depth:.2f}", depth, Spot(Pose.flat(zone.x, zone.y, depth / 2, zone.yaw)))
        for level, card in enumerate((state.order or ())[self.buried : count], start=self.buried):
            x, y = zone.x + float(rng.normal(0, 0.35)), zone.y + float(rng.normal(0, 0.35))
            pose = _facing(x, y, THICK * level, zone.yaw + float(rng.normal(0, 0.008)), False)
            self.places.join(label(card), ("quarry",), Spot(pose, level, (), {"pile": "quarry"}))

    def _lay_tower(self, state: State) -> None:
        """Tower cards face down; as many face up as the round says, or as each team has won."""
        zone = area(self.places.mat, "tower")
        for side, storeys in enumerate(_storeys(state)):
            for number, name in enumerate(TOWER):
                aside = TWO_TOWERS * (1 - 2 * side) if state.options.teams else 0.0
                x, y = zone.point((number + 0.5) * zone.along / len(TOWER), aside)
                spot = Spot(_facing(x, y, THICK * side, zone.yaw, number < storeys), side, (), {"pile": "tower"})
                self.tower[(side, number)] = self.places.join(name, ("tower",), spot)

    def _turn_tower(self, beat: Beat, times: Times | None, start: float) -> Times | None:
        """The next tower card is turned when a round has ended."""
        for side, (old, new) in enumerate(zip(_storeys(beat.before), _storeys(beat.after), strict=True)):
            for number in range(old, new):
                piece = self.tower[(side, number)]
                spot = self.stage.now[piece]
                x, y, _ = spot.pose.at
                yaw = area(self.places.mat, "tower").yaw
                turned = Spot(_facing(x, y, THICK * side, yaw, True), side, (), spot.facts)
                begin = start if times is None else times.left
                done = self.stage.carry(beat.before.dealer, [(piece, turned)], begin)
                times = done if times is None else times.then(done)
        return times


def _facing(x: float, y: float, z: float, yaw: float, up: bool) -> Pose:
    """A card that lies face up or face down at a height, its top edge away from its reader."""
    return Pose.flat(x, y, z + (0.0 if up else THICK), yaw if up else yaw + pi, flipped=not up)


def _marked(spot: Spot) -> Spot:
    """A spot at which a card lies against the rules."""
    return spot if spot.away else replace(spot, facts={**spot.facts, "legal": False})


def _storeys(state: State) -> tuple[int, ...]:
    """How many tower cards lie face up, by team where there are teams."""
    return state.towers if state.options.teams else (state.round or 1,)


def _with_false_row(beat: Beat, buried: int) -> dict[str, list[Place]]:
    """The arrangement before a beat, with cards laid as a row that is none."""
    places = arrangement(beat.before, buried)
    row = ("row", next_row_id(beat.before), beat.seat)
    if isinstance(beat.move, Build):
        for card in beat.move.cards:
            places[label(card)] = [row]
    return places
