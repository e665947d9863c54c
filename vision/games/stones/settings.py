"""The thresholds of putting a table of Stones together, by name. Lengths in mm on the board unless said otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vision.recognise.stones.gauges import ROUND


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Where pieces belong, and how likely it is that what is seen is not what is there."""

    steady: float = 5.0
    """The board has moved in the picture if its bases are farther than this from where they were, px."""
    same_place: float = 9.0
    """A piece that is seen within so much of where one was is the same piece …"""
    far_off: float = 0.02
    """… and within this share of its distance from the board's middle more."""
    base_reach: float = 0.3
    """What is called a base is one if it is within so much of its width of a base's place."""
    over: float = 16.0
    """A stone that is seen within so much of the middle of a base stands on it."""
    token: float = ROUND["token"][0]
    """A token is so wide, …"""
    beside: float = 32.0
    """… and its middle lies no nearer to that of a base."""
    tile: float = 0.4
    """What is read as a tile with less confidence is none."""
    token_reach: tuple[float, float] = (80.0, 142.0)
    """Tokens this far from the board's middle lie beside a stack."""
    marker_reach: tuple[float, float] = (20.0, 85.0)
    alike: float = 0.05
    """An unread tile is not a used one if it is so unlikely to be."""
    moved: float = 25.0
    """A tile that lies farther than this from its place has left it."""
    clear: float = 12.0
    """So near to the middle of the marker no stone lies."""
    missed: float = 0.05
    """How often a piece that lies in full view is not found."""
    covered: float = 0.5
    """… and one that something else covers."""
    unseen: float = 0.95
    """… and one that was not found before either."""
    occluded: float = 0.1
    """… and a new stone on a stack, which a higher one before it may occlude."""
    covers: float = 0.2
    """A piece is covered if so much of its box is."""
    false: float = 0.03
    """How often a piece is seen where none is on a stack …"""
    mistaken: float = 0.08
    """… in the river …"""
    mistaken_token: float = 0.02
    missed_token: float = 0.03
    """… and, a token, beside a stack or before a player."""
    changed: float = 0.12
    """A piece that is found where less of the picture has changed has not come by now, …"""
    turned_up: float = 0.05
    """… but for so much of a chance."""
    laid: float = 0.25
    """Where less of the picture has changed than this, no token was laid, …"""
    bare: float = 0.003
    """… but for so many that lie where they are not seen."""
    ghost: float = 0.005
    """… and where one was that is not there any more."""
    went_unseen: float = 0.05
    went: float = 0.12
    """How likely it is for a stone or token which is not found any more to be the very one that was moved …"""
    went_token: float = 0.5
    """… and for a token that was in view: of those beside a stack that falls, all go."""
    unknown: float = 0.002
    """… and for a stone that nobody has ever told from the others."""
    unread: float = 0.97
    """How likely a sure label is right."""
    in_hand: float = 0.1
    """A stone on the marker's stack this likely to be the one in hand is that one."""
    patience: float = 3.0
    """So much longer (s) than usual nobody is asked what became of a stone that was put up; by then its tokens have
    come."""
    least_likelihood: float = 1e-4
    """Less likely counts are left out."""


TABLE: Final = TableSettings()
