"""The numbers behind levels. Lengths are in tile widths where no unit is said; `…_spread` are standard deviations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """What is usual of a camera over a table and of a set of dominoes, and how a camera is fitted."""

    focal: float = 0.82
    """The usual focal length, of the picture's width; this spread and those of other sizes are of logarithms."""
    focal_spread: float = 0.28
    slope: float = 0.5
    """The usual tangent of the tilt: the table is farther at the top of the picture."""
    slope_spread: float = 0.9
    lean_spread: float = 0.4
    distance: float = 17.0
    distance_spread: float = 0.8
    aspect: float = 2.0
    """A tile's length."""
    aspect_spread: float = 0.02
    bend: float = -0.08
    """The first radial coefficient of a lens that sees 90°; one that sees 55° or less has none."""
    bend_spread: float = 0.05
    bend_least: float = 0.01
    straight: float = 55.0
    bent: float = 90.0
    noise: float = 0.6
    """The usual miss of a corner, px."""
    noise_range: tuple[float, float] = (0.4, 4.0)
    noise_tiles: float = 4.0
    """As many tiles as it takes until the picture's own noise counts as much as the usual one."""
    uneven: float = 0.004
    """By how much (a share) tiles of one set seem to differ in size, however large they are seen."""
    crooked: float = 0.01
    """By how much a corner misses its place because no tile is a perfect box."""
    outlier: float = 2.0
    """A miss of more than so many standard deviations counts little."""
    steps: int = 10
    more_steps: int = 4
    """Steps of a fit at most, and of a fit that begins near its end."""
    first_tiles: int = 12
    """A fit begins with about so many tiles."""
    enough: float = 3e-3
    """A fit ends when a step gains less than this part of what is left."""
    focals: tuple[float, ...] = (0.6, 0.85, 1.2)
    slopes: tuple[float, ...] = (0.05, 0.3, 0.6, 1.1, 1.9)
    ways: tuple[float, ...] = (0.0, 35.0, -35.0, 180.0)
    """Where a fit may begin: focal lengths (of the width), tangents of the tilt, directions of the tilt in degrees."""


@dataclass(frozen=True, slots=True)
class StackSettings:
    """How tiles lie on each other. Probabilities and odds are natural logarithms."""

    prior: tuple[float, ...] = (0.0, -1.8, -2.4, -2.8, -3.2, -3.5, -3.8, -3.9)
    """Of each level, against the table."""
    thicks: tuple[float, ...] = (0.25, 0.285, 0.325, 0.37, 0.42, 0.48, 0.545)
    """How thick tiles may be."""
    rough_thicks: tuple[float, ...] = (0.285, 0.37, 0.48)
    """… while the camera is still to be fitted."""
    doubtful: float = 10.0
    beside: float = 0.2
    """A thickness is tried again if its logarithm is as near to one whose log odds are not so much below the best."""
    thick: float = 0.375
    thick_spread: float = 0.22
    lonely: float = -2.0
    """How much less likely a tile lies on others if none near it is parallel or at right angles to it."""
    company: float = 4.5
    company_skew: float = 0.15
    """How near and how parallel (the sine of the angle) a tile is that may belong to the same stacks."""
    near: float = 7.0
    """Tiles that are farther apart tell nothing of each other."""
    neighbours: int = 6
    """Each tile is laid against so many, the nearest."""
    hand: float = 0.05
    """How exactly hands lay tiles on a grid, and by how much more (of the distance) farther tiles are off it."""
    drift: float = 0.012
    skew_spread: float = 0.06
    in_line: float = 0.7
    """How often two tiles near each other belong to one game, so that they share a grid."""
    room: float = 3.0
    """How wide the room is in which tiles lie that share none."""
    slack: float = 0.1
    """By so much tiles of one level may seem to reach into each other; every so much more is a step to impossible."""
    clash: float = 6.0
    """How unlikely tiles in one place are, at most 1.5 times this."""
    hidden: float = 0.6
    """A tile that lies under another by more than this share would not be seen."""
    odd: float = 3.0
    """How unlikely it is that tiles on the table share a line but not its steps."""
    voices: float = 2.5
    """The neighbours of a tile together count as so many: they repeat each other."""
    doubt: float = 9.0
    """A size that is off by more than the root of this (standard deviations) counts little."""
    rounds: int = 12
    calm: float = 0.02
    """Rounds of messages at most; they end when none changes by more than this."""
    damping: float = 0.4
    refits: int = 2
    """How often the camera is fitted again, once levels are known."""


@dataclass(frozen=True, slots=True)
class LevelSettings:
    """When a level is told."""

    least_confidence: float = 0.75
    least_confidence_above: float = 0.85
    """… where the camera is above: no side is seen, and more than corners' noise goes wrong."""
    above: float = 0.27
    """The tangent of the tilt below which a camera is above."""
    flat: float = 0.05
    """Heights that change by less than this (tile widths) change nothing."""
    least_confidence_noisy: float = 0.97
    noisy: tuple[float, float] = (0.035, 0.06)
    """… and where corners are uncertain, by these tile widths from a little to much."""
    most_noise: float = 0.07
    """Where corners are more uncertain than this, nothing is told."""
    least_area: float = 60.0
    """The area (px²) below which a quad says nothing."""
    strange: float = 16.0
    """A quad lies crooked from this sum of the squared misses of its corners on (of the picture's variance)."""
    usual: float = 7.0
    """From this sum on a quad's size and place are trusted less."""
    turned: float = 0.25
    """A crooked quad begins with a long edge if it then misses by less than this share."""


@dataclass(frozen=True, slots=True)
class WallSettings:
    """How the walls of tiles are looked at."""

    range: tuple[float, float] = (0.16, 0.75)
    """How deep the lower edge of a wall may be."""
    drops: int = 28
    """How many depths are looked at, and at how many places along a side."""
    samples: int = 12
    margin: float = 0.12
    """The share of a side at either end that is left out: corners are round."""
    sides: int = 24
    """How many sides are looked at: those that are seen largest."""
    facing: float = 0.25
    """The least cosine of the angle between a side's outward way and the way to the camera, as seen from above."""
    least: float = 6.0
    """The least height of the whole range, px."""
    least_free: float = 0.4
    """The least share of a side's places that no face hides."""
    border: int = 5
    """Pixels at the picture's rim that are left out."""
    faint: float = 12.0
    """An edge that is weaker than this (sum of three channels, over two steps) is none."""
    rounding: float = -0.1
    """Lower edges are rounded, so that walls seem lower: by this logarithm."""
    slack: float = 0.08
    """How exact (a logarithm) a wall's height is."""
    weight: float = 8.0
    """The log odds of a thickness at which all walls have their strongest edge."""


CAMERA: Final = CameraSettings()
STACK: Final = StackSettings()
LEVELS: Final = LevelSettings()
WALLS: Final = WallSettings()
