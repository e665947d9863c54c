"""Stones on film: stones are put up and stay or fall, tokens and marker follow, tiles are taken and turned up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.films.areas import angles
from datasets.films.places import to_move
from datasets.films.rehearsal import PLAY
from datasets.films.stage import Stage
from datasets.films.stonebox import StoneBox
from datasets.films.stonelayout import StoneLayout
from datasets.films.stonespots import StoneSpots
from datasets.stoneboard.pieces import TOKENS
from engine.games.stones import move as kinds
from engine.games.stones.move import Place as PlaceMove
from engine.games.stones.move import Take
from engine.games.stones.state import PLACE
from engine.games.stones.tile import SIZES

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from numpy.random import Generator

    from datasets.films.places import Place
    from datasets.films.rehearsal import Beat
    from datasets.films.stage import Times
    from datasets.sheets.layout import Layout
    from engine.core import Move, Seat
    from engine.games.stones.state import State

OUT_OF_SIGHT: Final = {"hand", "pile"}
HANDFUL: Final = 3
"""How many pieces a hand takes up at once."""
FALLING: Final = 0.45
"""How long a stack takes to fall, s."""
STARTLED: Final = (0.15, 0.5)
"""How long after a stone was laid its stack falls, and how long until somebody clears up, s."""
OUTCOMES: Final = {kinds.OK: 0.78, kinds.LEAN: 0.04, kinds.TOUCH: 0.04, kinds.FALL: 0.12, kinds.OTHER: 0.02}
"""How often a stone that is put up ends so."""


@dataclass(frozen=True, slots=True)
class StoneTaste:
    """What becomes of stones: most stand, some stacks fall; stones of a size that the tile does not show, as cheats."""

    def choose(self, state: State, seat: Seat, moves: Sequence[Move], chance: random.Random) -> Move | None:
        """The outcome of a stone in hand; the choice of tile and stone is left to the bots."""
        if state.phase != PLACE:
            return None
        outcomes = [move for move in moves if isinstance(move, PlaceMove) and self._shown(state, move)]
        weights = [OUTCOMES[move.outcome] for move in outcomes]
        return chance.choices(outcomes, weights)[0] if outcomes else None

    @staticmethod
    def _shown(state: State, move: PlaceMove) -> bool:
        """Whether the film can show an outcome: only stacks with stones fall, one at a time."""
        if move.outcome not in OUTCOMES or len(move.stacks) > 1:
            return False
        return move.outcome != kinds.FALL or (not move.stacks and bool(state.stacks[state.marker]))

    def misplay(self, state: State, seat: Seat, chance: random.Random) -> Move | None:
        """A stone of a size that its tile does not show; nobody takes two."""
        if state.phase == PLACE:
            return None
        wrong: list[Move] = [
            Take(tile, size)
            for tile in state.display
            if tile is not None
            for size in range(len(SIZES))
            if size not in tile.sizes and state.river[size]
        ]
        return chance.choice(wrong) if wrong else None

    def visible(self, state: State, move: Move) -> bool:
        """Whether a tile and a stone are taken."""
        return isinstance(move, Take) and move.source is None


@dataclass(slots=True)
class StoneDirector:
    """Turns beats of Stones into motions."""

    stage: Stage
    box: StoneBox
    spots: StoneSpots

    @classmethod
    def open(
        cls, rng: Generator, look: Generator, beats: Sequence[Beat], players: int, mat: Layout | None
    ) -> StoneDirector:
        """The table before the first play."""
        layout = StoneLayout(angles(players, mat), mat)
        stage = Stage(rng, layout.angles, layout.half)
        state: State = beats[0].before
        box = StoneBox.open(look, state.options.stones_per_size)
        director = cls(stage, box, StoneSpots(stage, box, layout))
        director.spots.lay_board()
        director._lay_tiles(beats)
        for label, places in arrangement(state, director.spots.buried).items():
            for place in places:
                if place[0] not in {"hand", "pile"}:
                    director.spots.join(label, place)
        return director

    def _lay_tiles(self, beats: Sequence[Beat]) -> None:
        """The pile: tiles that will be turned up, and one more, on a block of those that will not."""
        state: State = beats[0].before
        after = [beat.after for beat in beats if beat.after is not None]
        least = 0 if any(s.shuffles != state.shuffles for s in after) else min(len(s.pile) for s in [state, *after])
        self.spots.buried = max(least - 1, 0)
        self.spots.lay_pile([str(tile) for tile in state.pile])

    def act(self, beat: Beat, start: float, fumble: bool) -> Times | None:
        """The motions of a beat; None where there is nothing to see."""
        kept = self.spots.kept()
        times: Times | None = None
        if isinstance(beat.move, PlaceMove):
            times = self._place(beat, start, fumble)
            start = times.left
        wanted = self._wanted(beat)
        moved = self.spots.make_way(self._moved(wanted, beat.seat))
        for begin in range(0, len(moved), HANDFUL):
            loads = [(piece, self.spots.go(piece, place)) for piece, place in moved[begin : begin + HANDFUL]]
            done = self.stage.carry(max(beat.seat, 0), loads, start)
            times, start = (done if times is None else times.then(done)), done.left
        if beat.kind != PLAY:
            self.spots.restore(kept, beat.seat)
        return times

    def blocks(self, cheat: Beat, beat: Beat) -> bool:
        """A stone in the hand is always in the way of the next."""
        return True

    def upset(self, seat: Seat, time: float) -> Times | None:
        """Stacks fall by the rules alone: a stone that is put up makes them."""
        return None

    def _wanted(self, beat: Beat) -> dict[str, list[Place]]:
        """Where everything is after a beat."""
        buried = self.spots.buried
        return _with_false_take(beat, buried) if beat.after is None else arrangement(beat.after, buried)

    def _place(self, beat: Beat, start: float, fumble: bool) -> Times:
        """The stone is put up; where a stack falls, it falls."""
        state: State = beat.before
        assert state.taken is not None
        assert isinstance(beat.move, PlaceMove)
        piece = self.spots.held(SIZES[state.taken.size], beat.seat)
        place = ("stack", state.marker)
        times = self.stage.carry(beat.seat, [(piece, self.spots.go(piece, place))], start, fumble)
        falls = [*([state.marker] if beat.move.outcome == kinds.FALL else []), *beat.move.stacks]
        if not falls:
            return times
        fallen = times.laid + STARTLED[0]
        for stack in falls:
            self.spots.topple(stack, fallen, FALLING)
            self.stage.incidents.append({"name": "fall", "time": round(fallen, 3), "stack": stack})
        cleared = max(times.left, fallen + FALLING + STARTLED[1])
        return type(times)(times.come, cleared, cleared)

    def _moved(self, wanted: dict[str, list[Place]], seat: Seat) -> list[tuple[int, Place]]:
        """The pieces that have to go elsewhere, and where; those that join the film come from a hand."""
        return to_move(
            wanted, self.spots, self.spots.called, lambda label: self.spots.join(label, ("hand", seat)), OUT_OF_SIGHT
        )


def arrangement(state: State, buried: int) -> dict[str, list[Place]]:
    """Every piece whose place matters, by its label; the last `buried` tiles of the pile do not."""
    places: dict[str, list[Place]] = {"marker": [("marker", state.marker)]}
    stones = [
        *((size, ("stack", stack)) for stack, up in enumerate(state.stacks) for size in up),
        *((size, ("river",)) for size, count in enumerate(state.river) for _ in range(count)),
        *([(state.taken.size, ("hand", state.turn))] if state.taken is not None else []),
    ]
    for size, place in stones:
        places.setdefault(SIZES[size], []).append(place)
    for seat in range(state.options.players):
        beside = [("beside", stack) for stack, counts in enumerate(state.tokens) for _ in range(counts[seat])]
        places[TOKENS[seat]] = [*beside, *[("golden", seat)] * state.golden[seat]]
        places[TOKENS[seat]] += [("hand", seat)] * state.supply[seat]
        places.setdefault("five", []).extend([("five", seat)] * state.five[seat])
    shown = [*((tile, ("display",)) for tile in state.display), *((tile, ("used",)) for tile in state.used)]
    shown += [(tile, ("pile",)) for tile in state.pile[: len(state.pile) - buried]]
    if state.taken is not None:
        shown.append((state.taken.tile, ("taken",)))
    for tile, spot in shown:
        places.setdefault(str(tile), []).append(spot)
    return places


def _with_false_take(beat: Beat, buried: int) -> dict[str, list[Place]]:
    """What a player takes who may not: a tile, and a stone that it does not show."""
    assert isinstance(beat.move, Take)
    places = arrangement(beat.before, buried)
    places[str(beat.move.tile)] = [("taken",)]
    stones = places[SIZES[beat.move.size]]
    stones[stones.index(("river",))] = ("hand", beat.seat)
    return places
