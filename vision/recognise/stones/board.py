"""The board of Stones in a picture: a ring of six base stones, numbered clockwise from the board's mark.

The printed board in numbers, mm. Base places stand on a ring about its middle. The mark is a dark wedge from the
board's edge to the first place, whose rim is dark too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.recognise.stones.plane import Figure, Plane, fit_figure, laid
from vision.recognise.stones.settings import BOARD, PLANE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.stones.plane import Floats, Gauges
    from vision.recognise.stones.settings import BoardSettings

PLACES: Final = 6
RING: Final = 99.0
SIDE: Final = 260.0
BASE: Final = 40.0
BASE_HEIGHT: Final = 7.0
THICK: Final = 2.0
"""How thick the printed board is that lies on a mat."""
RIVER: Final = 74.0
STEP: Final = 2 * np.pi / PLACES
CHORDS: Final = tuple(2 * RING * np.sin(k * STEP / 2) for k in range(4))
"""How far the places 0 … 3 steps on are."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Where the board is: its `plane`, `centre` (2) in mm on it, the direction of its place 0, and what stands.

    `bases` names for every place, clockwise, the gauge that stands there, or -1. `first` is the place of the mark;
    None where no mark is seen, so that the places are numbered from an arbitrary one.
    """

    plane: Plane
    centre: Floats
    turn: float
    bases: tuple[int, ...]
    first: int | None = None
    sureness: float = 0.0

    def places(self) -> Floats:
        """The six base places (6, 2) in mm on the plane."""
        angles = self.turn - STEP * np.arange(PLACES)
        return np.asarray(self.centre + RING * np.column_stack([np.cos(angles), np.sin(angles)]))

    def beside(self, at: Floats, reach: tuple[float, float]) -> int | None:
        """The place that something at a place (2) on the plane lies beside: that of its bearing from the middle,
        between two distances from there, mm. None else."""
        away = at - self.centre
        if not reach[0] <= float(np.linalg.norm(away)) <= reach[1]:
            return None
        return round((self.turn - float(np.arctan2(away[1], away[0]))) / STEP) % PLACES

    def nearest(self, pixel: tuple[float, float]) -> int:
        """The place nearest to a pixel."""
        return int(np.linalg.norm(self.plane.project(self.places()) - np.array(pixel), axis=1).argmin())

    def number(self, place: int) -> int | None:
        """A place's number clockwise from the mark; None where no mark is seen."""
        return None if self.first is None else (place - self.first) % PLACES


def find_board(
    gauges: Gauges, bases: NDArray[np.int64], plane: Plane, settings: BoardSettings = BOARD, *, exact: bool = False
) -> Board | None:
    """The board that base stones (indices of gauges) stand on; None where fewer than three stand on one ring.

    `exact` says that the plane is known already, by a mat on which the board lies.
    """
    if len(bases) < settings.least_bases:
        return None
    slots = _ring(plane.places(gauges.pixels[bases], BASE_HEIGHT / 2), settings)
    standing = np.flatnonzero(slots >= 0)
    if len(standing) < settings.least_bases:
        return None
    angles = -STEP * slots[standing].astype(np.float64)
    ring = RING * np.column_stack([np.cos(angles), np.sin(angles)])
    figure = Figure(gauges.pixels[bases[standing]], ring, BASE_HEIGHT / 2, PLANE.corner, PLANE.placing)
    if exact:
        fitted = replace(plane, distance=plane.distance - THICK)
        centre, turn = laid(fitted, figure)
    else:
        fitted, centre, turn = fit_figure(gauges, figure, plane)
    at = dict(zip(slots[standing].tolist(), bases[standing].tolist(), strict=True))
    return Board(fitted, centre, turn, tuple(int(at.get(place, -1)) for place in range(PLACES)))


def _ring(places: Floats, settings: BoardSettings) -> NDArray[np.int64]:
    """Which place of the best ring each base stands at, -1 for none: every pair of bases proposes rings."""
    best, least = np.full(len(places), -1), np.inf
    for i, j in ((i, j) for i in range(len(places)) for j in range(len(places)) if i != j):
        chord = places[j] - places[i]
        length = float(np.linalg.norm(chord))
        for steps in (1, 2, 3):
            if (i > j and steps == 3) or abs(length / CHORDS[steps] - 1) > settings.stretch:
                continue
            # Going clockwise from i to j, the centre is on the right of the chord.
            aside = np.array([chord[1], -chord[0]]) / length
            radius = RING * length / CHORDS[steps]
            centre = (places[i] + places[j]) / 2 + aside * radius * np.cos(steps * STEP / 2)
            slots, cost = _stand(places, centre, i, radius, settings)
            if cost < least:
                best, least = slots, cost
    return best


def _stand(
    places: Floats, centre: Floats, zero: int, radius: float, settings: BoardSettings
) -> tuple[NDArray[np.int64], float]:
    """The places of bases on a ring where base `zero` stands at place 0, and how badly all of them fit."""
    away = places - centre
    turn = np.arctan2(away[:, 1], away[:, 0])
    slots = np.rint((turn[zero] - turn) / STEP).astype(np.int64) % PLACES
    angle = turn[zero] - STEP * slots
    miss = np.linalg.norm(away - radius * np.column_stack([np.cos(angle), np.sin(angle)]), axis=1)
    slots[miss > settings.astray] = -1
    for slot in range(PLACES):
        there = np.flatnonzero(slots == slot)
        if len(there) > 1:
            slots[there[np.argsort(miss[there])[1:]]] = -1
    cost = np.where(slots >= 0, miss / settings.astray, 1.0).sum() + abs(np.log(radius / RING))
    return slots, float(cost)


def find_mark(picture: Picture, board: Board, covers: Sequence[Quad] = (), settings: BoardSettings = BOARD) -> Board:
    """The board with its `first` place, told by the dark mark in an H×W×3 BGR picture; None where it is not clear.

    `covers` are the quads of what lies on the board, so that a dark stone or a hand is not taken for the mark.
    """
    if not _is_printed(picture, board, settings):
        return board
    boxes = np.array([(quad.min(axis=0), quad.max(axis=0)) for quad in covers]).reshape(-1, 2, 1, 2)
    rows = np.array([_look(picture, board, place, boxes) for place in range(PLACES)])
    if not np.isfinite(rows[:, 2]).any() or not np.nanmedian(rows[:, 2]) > settings.least_light:
        return board
    # Each place is compared with the board beside it, for a shadow makes both dark.
    light = np.where(np.isnan(rows[:, 2]), np.nanmedian(rows[:, 2]), rows[:, 2])
    marks, rims = rows[:, 0] / light, rows[:, 1] / light
    dark = settings.mark_weight * _bounded(marks, settings.usual_mark, settings)
    dark += settings.rim_weight * _bounded(rims, settings.usual_rim, settings)
    chances = np.exp(-dark + dark.min())
    chances /= chances.sum()
    first, sureness = int(chances.argmax()), float(chances.max())
    return replace(board, first=first if sureness >= settings.least_sureness else None, sureness=sureness)


def _bounded(values: Floats, usual: float, settings: BoardSettings) -> Floats:
    """Lightness bounded on both sides, so that none weighs too much; `usual` where nothing is seen."""
    return np.where(np.isnan(values), usual, np.clip(values, settings.darkest, settings.lightest))


def _is_printed(picture: Picture, board: Board, settings: BoardSettings) -> bool:
    """Whether the river is bluer than the bank, whatever the light: base stones may stand on a bare table too."""
    water, bank = (_colours(picture, board, 0, samples) for samples in (WATER, BANK))
    if min(np.isfinite(colours[:, 0]).mean() for colours in (water, bank)) < 1 / 2:
        return False
    redness = [np.log((each[:, 2] + 3) / (each[:, 0] + 3)) for each in (water, bank)]
    usual = [float(np.nanmedian(each)) for each in redness]
    alike = [np.nanmean(np.abs(each - one) < settings.colour_spread) for each, one in zip(redness, usual, strict=True)]
    overexposed = float(np.nanmedian(bank.max(axis=1))) >= settings.too_bright
    least_blue = settings.least_blue_overexposed if overexposed else settings.least_blue
    return bool(usual[1] - usual[0] > least_blue and min(alike) >= settings.least_alike)


def _look(picture: Picture, board: Board, place: int, covers: Floats) -> tuple[float, float, float]:
    """The lightness of where the mark, the dark rim and plain board would be at a place; NaN where it is not seen."""
    lights = _colours(picture, board, place, np.concatenate([WEDGE, NEAR, *RIMS]), covers).mean(axis=1)
    mark, near, *rims = np.split(lights, np.cumsum([len(samples) for samples in (WEDGE, NEAR, *RIMS[:-1])]))
    # A base never stands exactly on its place: of three radii, the darkest is on the rim.
    rim = np.fmin.reduce(rims)[_before_base(board, place)]
    return _middle(mark), _middle(rim), _middle(near, 75.0)


def _before_base(board: Board, place: int) -> NDArray[np.bool_]:
    """Which samples of the rim a base on the place does not hide: places count from below the camera."""
    angle = board.turn - STEP * place
    out = np.array([np.cos(angle), np.sin(angle)])
    at = board.centre + RING * out
    samples = RIMS[1] - np.array([RING, 0.0])
    away = samples[:, :1] * out + samples[:, 1:] * np.array([-out[1], out[0]])
    behind = away @ at / np.linalg.norm(away, axis=1) / board.plane.distance
    return np.asarray(behind * BASE_HEIGHT < RIM_RADIUS - BASE / 2 - RIM_TOLERANCE)


def _middle(lights: Floats, percentile: float = 50.0) -> float:
    """A percentile of what is seen; NaN where that is less than a quarter."""
    seen = np.isfinite(lights)
    return float(np.percentile(lights[seen], percentile)) if len(seen) and seen.mean() >= 1 / 4 else float("nan")


def _ring_samples(radius: float, count: int, away: float = 0.0) -> Floats:
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.column_stack([away + radius * np.cos(angles), radius * np.sin(angles)])


WEDGE: Final = np.array(
    [
        (out, wide * aside)
        for out, wide in ((124.0, 8.0), (125.2, 10.0), (126.4, 12.0), (127.6, 14.0))
        for aside in np.linspace(-1, 1, 7)
    ]
)
"""Samples of the mark: how far from the board's middle towards the place, how far aside, mm."""
RIM_RADIUS: Final = 22.7
RIM_TOLERANCE: Final = 0.5
RIMS: Final = tuple(_ring_samples(RIM_RADIUS + aside, 32, RING) for aside in (-1.0, 0.0, 1.0))
"""Samples of the rim about a place, at three radii."""
NEAR: Final = np.array(
    [(97 * np.cos(a), 97 * np.sin(a)) for side in (-1, 1) for a in (0.42 * side, 0.52 * side, 0.62 * side)]
    + [(119.0, aside) for aside in (-36.0, -31.0, 31.0, 36.0)]
)
"""Samples of plain board beside a place."""
BANK: Final = np.array([(97 * np.cos(a), 97 * np.sin(a)) for k in range(6) for a in ((k + 0.5) * STEP,)])
"""Samples of plain board half-way between places."""
WATER: Final = _ring_samples(68.0, 36)
"""Samples of the river, near its shore."""


NOTHING: Final = np.empty((0, 2, 1, 2))


def _colours(picture: Picture, board: Board, place: int, samples: Floats, covers: Floats = NOTHING) -> Floats:
    """BGR (N, 3) at samples about a place; NaN where they are covered or out of the picture.

    `covers` are upright boxes (K, 2, 1, 2) by their least and their greatest corner, px.
    """
    angle = board.turn - STEP * place
    out = np.array([np.cos(angle), np.sin(angle)])
    aside = np.array([-out[1], out[0]])
    pixels = board.plane.project(board.centre + samples[:, :1] * out + samples[:, 1:] * aside)
    height, width = picture.shape[:2]
    seen = ((pixels >= 0) & (pixels <= np.array([width, height]) - 1)).all(axis=1)
    seen &= ~((pixels >= covers[:, 0]) & (pixels <= covers[:, 1])).all(axis=-1).any(axis=0)
    across, down = np.clip(pixels, -1, np.array([width, height])).astype(np.float32).T[:, None]
    values = np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR), dtype=np.float64).reshape(-1, 3)
    values[~seen] = np.nan
    return values
