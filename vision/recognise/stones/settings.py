"""The thresholds of reading Stones, by name. Lengths in mm where not said otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class PlaneSettings:
    """How the table's plane is fitted. `focal` is in the picture's long sides, spreads are standard deviations."""

    focal: float = 0.85
    focal_spread: float = 0.3
    slope_spread: float = 3.0
    corner: float = 2.5
    """The usual error of a detected edge, px."""
    relative: float = 0.04
    """… and the share of a piece's size that comes on top."""
    placing: float = 2.0
    """How far a base stone usually stands from its place."""
    printed: tuple[float, float] = (0.7, 0.3)
    """The usual error of a mat marker's corner: px, mm."""
    least_flat: float = 0.2
    turned: float = 9.0
    """A picture is turned if its pieces fit so much better to a camera on another side, in squared standard deviations:
    three of them. A table that is seen from straight above looks alike from all sides."""
    steps: int = 15
    enough: float = 1e-4
    nearest: float = 1.0
    least_slope: float = 1e-3


PLANE: Final = PlaneSettings()


@dataclass(frozen=True, slots=True)
class BoardSettings:
    """How the board is found. A base `astray` of its place by more is none of the ring's."""

    least_bases: int = 3
    stretch: float = 0.25
    astray: float = 22.0
    least_blue: float = 0.3
    """How much bluer than the bank the river is: a difference of the logarithm of red over blue."""
    least_blue_overexposed: float = 0.1
    """The same where the bank is too bright for the sensor, which then loses colour. Of 44 rendered boards that were
    made brighter 31 are found by it, after 19. None of 63 places beside them is taken for a board."""
    too_bright: float = 250.0
    """The grey level from which on a channel is at the sensor's limit."""
    colour_spread: float = 0.25
    least_alike: float = 0.6
    """So much of the river, and of the bank, has the usual colour of it within `colour_spread`."""
    least_light: float = 8.0
    mark_weight: float = 12.0
    rim_weight: float = 16.0
    usual_mark: float = 0.8
    usual_rim: float = 0.6
    """What counts where mark or rim are out of sight. Lightnesses are shares of the plain board's."""
    darkest: float = 0.2
    lightest: float = 1.1
    least_sureness: float = 0.95


BOARD: Final = BoardSettings()


@dataclass(frozen=True, slots=True)
class ColumnSettings:
    """When a stone stands in a column. Costs are squares of standard deviations."""

    usual_weight: float = 0.02
    usual_height: float = 25.0
    height_noise: float = 2.5
    """The error of a height seen from the side; it grows as the view steepens."""
    least_slope: float = 0.02
    thickness: float = 0.48
    """A stone's thickness in its widths."""
    thickness_spread: float = 0.25
    largest: float = 22.0
    own_reach: float = 0.6
    collision: float = 6.0
    strayed: float = 10.0
    aside: float = 4.0
    lean: float = 0.05
    most_aside: float = 25.0
    seat: float = 2.0
    """How well a stone's middle is known from what it stands on."""
    most_hidden: int = 2
    usual_stone: float = 14.0
    stone_spread: float = 4.0
    hidden_cost: float = 6.0
    most_excess_cost: float = 9.0


COLUMNS: Final = ColumnSettings()


@dataclass(frozen=True, slots=True)
class StoneSettings:
    """How stones get their size. Colours are logarithms of light, of red and of blue over green."""

    colour_scale: tuple[float, float, float] = (0.5, 0.1, 0.1)
    radius: float = 1.8
    most_groups: int = 5
    least_weight: float = 0.1
    scale_error: float = 0.05
    scale_unknown: float = 0.5
    tries: int = 11
    extent_spread: tuple[float, float] = (0.11, 0.15)
    height_by_steepness: tuple[tuple[float, ...], tuple[float, ...]] = (
        (0.45, 0.6, 0.78, 0.9, 0.98),
        (-0.375, -0.22, -0.115, -0.04, -0.01),
    )
    """How much lower than wide a stone's picture is, as a logarithm, by the steepness of the view."""
    degrees: float = 6.0
    shade_scale: tuple[float, float, float] = (0.9, 0.25, 0.25)
    lone_cost: float = 2.0
    stone_cost: float = 2.0
    many: float = 3.0
    palette_spread: tuple[float, float, float] = (0.35, 0.15, 0.15)
    cast_spread: tuple[float, float, float] = (0.8, 0.3, 0.3)
    most_miss: float = 16.0
    stray: float = 0.05
    """The least doubt that a stone is of its group …"""
    seen_least: float = 0.1
    seen_whole: float = 0.6
    """… which falls from all to that while more of the stone is seen."""
    sample_scale: tuple[float, float, float] = (0.6, 0.12, 0.12)
    sample_radius: float = 2.5
    sample_power: float = 1.5
    faint: float = 0.02
    seen_enough: float = 0.3
    floor: float = 0.02
    edge_error: float = 3.0
    """The error of a box's width or height, px."""
    usual_extent: float = 12.0
    """Half the usual width of a stone, mm, where nothing tells the scale."""


STONES: Final = StoneSettings()


@dataclass(frozen=True, slots=True)
class BaseSettings:
    """When what was found to be a base is a stone. Differences of colour are in units of `STONES.colour_scale`."""

    least_bases: int = 3
    strange: float = 2.0
    """A base that differs by more from the usual one …"""
    alike: float = 1.5
    """… and by less from some stone …"""
    nearer: float = 0.6
    """… which is also less than this share of the former, is a stone."""
    neighbours: int = 3
    """So many stones of its colour tell its size."""
    covered: float = 0.7
    """A base of which so much is strange is covered by a stone …"""
    wide: tuple[float, float, float] = (0.02, 0.1, 1.0)
    """… which is rather large than medium or small, …"""
    in_shade: float = 2.0
    """… if it differs from the stones of a size by less than this, in units of `STONES.shade_scale`, …"""
    sure_size: float = 0.8
    """… which are those so sure to be of it, …"""
    trusted: float = 0.65
    """… and that is believed so far."""


BASES: Final = BaseSettings()


@dataclass(frozen=True, slots=True)
class DoubtSettings:
    """When a detection is something else. A difference of colour is in units of `STONES.colour_scale`."""

    least_bases: int = 3
    same: float = 0.8
    """Two detections are of one thing if they share so much of what both cover."""
    within: float = 0.5
    """A stone beside the stacks of which so much lies within a surer one is none."""
    upon: float = 0.9
    """A disc of which so much lies within a base's outline lies on it."""
    around: float = 0.8
    """A detection on a base that holds so much of a surer one …"""
    outside: float = 1.05
    """… and outside of this many times its outline …"""
    alike: float = 1.5
    """… differs from the base by less than this, in units of `STONES.shade_scale`, is that one with the base round it.
    """
    printed: float = 0.4
    """A stone within a base's outline that differs from the base by less, in units of `STONES.shade_scale`, is a ring
    of the base's own print. A stone has its own shade, and differs by 1.5 and more."""
    strange: float = 2.0
    """A base whose colour differs by more from that of the others is none."""
    enough_bases: int = 4
    """Where so many bases stand on the ring, what stands elsewhere is none."""


DOUBTS: Final = DoubtSettings()


@dataclass(frozen=True, slots=True)
class ClothSettings:
    """When a detection is print of the cloth."""

    least_bases: int = 3
    """So many bases tell the size of things by themselves."""
    alike: float = 0.3
    """How much the sizes of bases differ by where they stand, as a logarithm."""
    missized: float = 0.4
    """What differs in size by more from other pieces of its kind, as a logarithm, is none."""
    narrow: float = 0.65
    """Beside the board, what is narrower than this share of a small stone is none."""
    most_stones: int = 40
    """There are fewer stones in a box …"""
    most_alike: int = 20
    """… and fewer of one colour."""
    as_large: float = 0.2
    """Dots of a pattern differ by no more in size, as a logarithm."""


CLOTH: Final = ClothSettings()


@dataclass(frozen=True, slots=True)
class OrderSettings:
    """When a stone of a column counts as above another one. Weights are logarithms of odds."""

    steep_noise: tuple[float, float] = (5.0, 8.0)
    """Between these errors of a height, mm, its weight falls …"""
    height_weights: tuple[float, float] = (8.0, 2.5)
    """… from … to, for each standard deviation of the difference."""
    most: float = 4.0
    inside: float = 0.8
    """An outline of which more lies within another's is above it."""
    inside_weight: float = 2.0
    share_weight: float = 2.5
    colour_weight: float = 1.0
    farthest: float = 3.0
    unseen: float = 1.5
    least_samples: int = 6
    edge_weight: float = 2.0
    border: float = 0.9
    faint: float = 0.1
    least_edge: int = 4


ORDER: Final = OrderSettings()


@dataclass(frozen=True, slots=True)
class TileSettings:
    """How tiles are compared. Lengths in px of a cell of 64 px."""

    blur: float = 0.9
    """How many px of the picture wide its blur is."""
    blurs: tuple[float, ...] = (0.6, 0.9, 1.3, 1.9, 2.8)
    shift: int = 2
    fit_blur: int = 5
    tries: int = 3
    clear: float = 0.9
    """A tile that is so like to artwork need not be fitted from another guess of where it lies."""
    near: float = 0.3
    steps: int = 20
    enough: float = 1e-3
    most_moved: float = 0.2


TILES: Final = TileSettings()


@dataclass(frozen=True, slots=True)
class WhiteSettings:
    """Which part of a tile's front is taken for paper."""

    step: int = 4
    """Every so many-th pixel of a cell's row and column is looked at."""
    bright: float = 0.25
    """The brightest share of a front is paper. Of our artwork at least a quarter is."""
    least: int = 40
    """A front of which the sensor tells fewer pixels, of 256, shows no paper. It was chosen by hand."""
    dark: float = -4.0
    """What is darker (log light, 0 is white) shows no tint surely: it is some 40 of 255."""
    most: float = 2.0
    """A tint (log) that is farther from the paper's is no paper's: by a candle it is 1.5."""


WHITE: Final = WhiteSettings()


@dataclass(frozen=True, slots=True)
class UnchangedSettings:
    """When a tile's place looks as it did. Less than a `share` of it differs by more than `step`, of its brightness.
    Its corners are within `moved` pixels of the picture. What is not clear is looked at in `tries` pictures; the `most`
    newest looks are remembered.
    """

    step: float = 0.12
    share: float = 0.01
    moved: float = 1.5
    tries: int = 2
    most: int = 64


UNCHANGED: Final = UnchangedSettings()


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """When a reading is sure, and how likeness becomes a chance."""

    least_confidence: float = 0.8
    candidates: int = 3
    least_candidate: float = 0.02
    foreign: float = 0.5
    """What is rather something else than a token or tile is reported as unknown."""
    most_stone: float = 1.0
    """A stone whose width differs by more from the usual one, as a logarithm, is none."""
    calibration: tuple[tuple[float, ...], tuple[float, ...]] = (
        (0.0, 0.5, 0.75, 0.9, 0.965, 0.975, 0.983, 0.987, 0.992, 0.994, 0.997, 0.9985, 1.0),
        (0.0, 0.5, 0.65, 0.69, 0.72, 0.82, 0.86, 0.925, 0.94, 0.96, 0.98, 0.99, 0.9995),
    )
    """How often stones of rendered scenes were really of the likeliest size, by how likely it was taken to be."""
    stones_weight: float = 20.0
    steps_weight: float = 20.0
    doubt: float = 0.01
    usual_steps: tuple[int, int] = (1, 6)
    rare_step: float = 0.05
    side_weight: float = 12.0
    detector_says: float = 3.0
    """How much a detector's word on face and back counts."""
    least_alike: float = 0.4
    """What another thing is usually as like to the artwork as."""
    well_fitted: tuple[float, float] = (0.6, 0.85)
    """A tile that is no more like to any artwork than this tells nothing, and all it says from there on."""


READ: Final = ReadSettings()


@dataclass(frozen=True, slots=True)
class StackSettings:
    """When a position is stated, and when a hand counts as one. By how far from the board's middle (mm) tokens and the
    marker belong to a base."""

    least_sureness: float = 0.8
    slants: tuple[float, ...] = (0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85)
    """The cosine of the angle between view and table …"""
    hidden: tuple[tuple[float, ...], ...] = (
        (0.05, 0.05, 0.05, 0.05, 0.03, 0.01, 0.0, 0.0, 0.0),
        (0.25, 0.25, 0.25, 0.17, 0.09, 0.04, 0.03, 0.01, 0.0),
        (0.32, 0.32, 0.28, 0.28, 0.26, 0.12, 0.11, 0.04, 0.01),
    )
    """… at which a small, a medium and a large stone of a stack hide another one right below them so often."""
    token_reach: tuple[float, float] = (80.0, 145.0)
    marker_reach: tuple[float, float] = (30.0, 80.0)


STACKS: Final = StackSettings()


@dataclass(frozen=True, slots=True)
class CompanySettings:
    """When pieces are sure without a board. Chances are those of the network of crops, 0 … 1."""

    enough_bases: int = 4
    """With so many bases on the board's ring this is the game …"""
    least_company: int = 2
    """… and without, so many bases or tiles have to lie somewhere."""
    most_strange: float = 0.4
    """What is more likely to be something else is `unknown` …"""
    least_own: float = 0.3
    """… and so is what is less likely to be what it was read as."""


COMPANY: Final = CompanySettings()


@dataclass(frozen=True, slots=True)
class EnrollSettings:
    """Which stones of a photo tell what a set looks like."""

    least_confidence: float = 0.8
    least_seen: float = 0.6
    least_slant: float = 0.5
    """The cosine of the steepest view that still shows how thick stones are."""
    depth: float = 0.95
    """A stone's usual extent along the line of sight, in widths."""
    flatness: tuple[float, float] = (0.25, 0.9)


ENROLL: Final = EnrollSettings()
