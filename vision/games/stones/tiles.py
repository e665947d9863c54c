"""The display of stone tiles: which of its tiles still lie there, and which have been turned up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.games.stones.tile import read_tile
from vision.games.stones.model.likelihood import GHOST, MISREAD
from vision.games.stones.tracks import COVERED, DISPLAY, UNSEEN, USED, gone
from vision.games.table import PUSHED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.games.stones.state import State
    from engine.games.stones.tile import Tile
    from vision.games.stones.board_pieces import BoardPiece
    from vision.games.stones.model.reading import Guess
    from vision.games.stones.tracks import Matches, PieceTrack
    from vision.recognise.stones.plane import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Slots:
    """Where tiles of the display have lain, and where those that were used (mm on the board)."""

    shown: tuple[Floats, ...] = ()
    used: tuple[Floats, ...] = ()

    def learn(self, tracks: Iterable[PieceTrack]) -> Slots:
        """The slots with the places of the tracks."""
        shown, used = list(self.shown), list(self.used)
        for track in tracks:
            slots = {DISPLAY: shown, USED: used}.get(track.role)
            if slots is not None and _nearest(track.at, shown + used) > PUSHED:
                slots.append(track.at)
        return Slots(tuple(shown), tuple(used))

    def shows(self, at: Floats) -> bool:
        """Whether a tile at a place lies in the display: nearer to its slots than to the piles of used tiles."""
        return not self.shown or _nearest(at, self.shown) <= _nearest(at, self.used)

    def holds(self, at: Floats) -> bool:
        """Whether a place is that of a tile of the display."""
        return _nearest(at, self.shown) < min(_nearest(at, self.used), PUSHED)


def _nearest(at: Floats, slots: Iterable[Floats]) -> float:
    return min((float(np.hypot(*(at - slot))) for slot in slots), default=float("inf"))


def display(
    matches: Matches, state: State, slots: Slots
) -> tuple[list[tuple[Guess[Tile], float | None]], list[Guess[Tile]]]:
    """The tiles of the display, and those that lie apart since they were taken. In the display are the tiles known to
    lie there, each with how likely it is there. Those that were turned up come after them."""
    shown = [str(tile) for tile in state.display if tile is not None]
    there = {track.label: 1 - GHOST for track, _ in matches.seen if track.role == DISPLAY}
    # Of those that are not found, each may be the one that went, but what may be occluded hardly tells that.
    absent = {track.label: missed for track, missed in matches.absent if track.role == DISPLAY}
    there |= {
        label: missed / (missed + (1 / len(state.display) if missed < COVERED else 1 - UNSEEN))
        for label, missed in absent.items()
    }
    fresh = [_guess(found) for track, found in matches.seen if track.role == DISPLAY and track.label not in shown]
    apart = []
    for found in matches.new:
        name = found.tile
        # A tile that had no place yet may lie beside the others.
        in_place = slots.holds(found.at) or (name not in there and slots.shows(found.at))
        if name is None or (name in gone(state).difference(shown) and not slots.holds(found.at)):
            continue
        if name in shown and in_place:
            there[name] = 1 - GHOST
        elif name in shown:
            there[name] = there.get(name, UNSEEN) * MISREAD
            apart.append(_guess(found))
        elif slots.shows(found.at):
            fresh.append(_guess(found))
        elif found.sure:
            apart.append(_guess(found))
    listed = [({tile: 1.0}, there.get(str(tile), UNSEEN)) for tile in state.display if tile is not None]
    return [*listed, *((guess, None) for guess in fresh)], apart


def _guess(found: BoardPiece) -> Guess[Tile]:
    """What a tile may be, with likelihoods."""
    return {read_tile(label): 1.0 if found.sure else chance for label, chance in found.labels.items()}
