"""When a camera counts as moved. Lengths are parts of the picture's width, times seconds, shares 0 … 1."""

from __future__ import annotations

from dataclasses import dataclass

from vision.scene.gate import GATE


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """How the place of the table in the picture is watched."""

    width: int = 480
    """Pixels across of the small grey picture that is looked at."""
    every: float = 0.09
    """How often it is looked at; frames between are told what the last one was."""
    points: int = 160
    """Corners that are followed at most."""
    patch: int = 11
    """Pixels across of what must look alike around each, in the small picture."""
    alike: float = 0.8
    """It looks alike from this correlation on."""
    apart: float = 0.0012
    """A point has moved if it is further than this from where it was: 1.5 px of 1280."""
    least_points: int = 10
    least_share: float = 0.12
    """So many points, and such a share of all, must agree before anything is said of the table's place."""
    least_reach: float = 0.3
    """What moved together must reach across so much of the picture's width, but for a tenth of it at each end. What one
    hand holds or moves does not."""
    narrow: float = 0.04
    """Points that lie along a line this narrow tell no horizon."""
    stationary: float = 0.65
    """Where nothing tells of a motion, the table is where it was if so large a share of the picture is as it was."""
    settle: float = GATE.settle
    """A new place counts once it has been held for so long."""
    lose: float = 0.9
    """A picture at rest that nothing agrees with is lost after this time."""
    patience: float = 2.5
    """So is one that does not come to rest, after this time."""
    search: float = 0.35
    """How often a table is looked for that is not where it was."""
    fresh: float = 0.6
    """Fewer of the points than this share are found again where they were: time for others."""
    refresh: float = 1.0
    """How long points are kept at least."""
    rest: float = 0.004
    """A picture is at rest if no more than this share of its pixels has changed since the last look."""
    grain: float = 12.0
    """A pixel has changed if its grey differs by more than this."""
    features: int = 600
    """Features by which a table is looked for."""
    ratio: float = 0.8
    """A feature's best match must be nearer than this part of its second best."""
    least_matches: int = 14


WATCH = WatchSettings()
