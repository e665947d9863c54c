"""The numbers of the belief and of the policy, each with its unit and its reason."""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Final


@dataclass(frozen=True, slots=True)
class BeamSettings:
    """What the search may cost, and how likely people do what leaves the record. Log priors are in nats."""

    width: int = 8
    """So many hypotheses beside the record live on from look to look."""
    plies: int = 2
    """So many plays are thought of at once. Where those leave something unexplained, one more is."""
    lag: int = 4
    """The last so many plays of the record may still be doubted."""
    steps: float = 16000.0
    """A look may cost so many steps of thought; a step takes some 10 µs on the measured machine."""
    take_back: float = log(0.2)
    """The log prior of one recorded play that was taken back, or that never was."""
    one_more: float = log(0.05)
    """The log prior of one more play between two looks, of those that a late search had no time for."""
    clutter: float = log(1e-3)
    """The log likelihood of a piece that is read surely where none of the game lies."""
    misread: float = 0.005
    """The likelihood that a known piece reads surely as another: readers err so often, and then look after look."""
    margin: float = -12.0
    """A hypothesis with less log weight than this beside the likeliest is given up. A state that explains the table
    worse than this, in nats, is gone on from by single plays: there are many."""
    trusted_from: float = log(0.3)
    """A record that explains the table with at least this log weight is not doubted in this look."""
    expand_below: float = log(0.01)
    """A table that no hypothesis explains with at least this log weight is gone on from by more plays."""


@dataclass(frozen=True, slots=True)
class Policy:
    """When mass and waiting time become a decision. Shares of mass are 0 … 1, times are seconds."""

    at_once: float = 0.96
    """A play with so much mass is committed at its first look."""
    sure: float = 0.9
    """A play with so much mass is committed once a second look agrees."""
    likely: float = 0.8
    """A rule that was broken with so much mass is told once a second look agrees. A doubted record is asked about."""
    wait: float = 1.6
    """What stays unclear in one way for so long is asked."""
    wait_changing: float = 5.0
    """What stays unclear for so long, while it changes, is asked."""
    still: float = 0.6
    """Where the same pixels are seen again and again, what they show has to stand for so long."""
    lost: float = 2.5
    """A table that is not explained, or not found, for so long is said to be lost."""
    unreadable: int = 3
    """So many pieces that nobody can read, and none that anybody can, are of another deck or set."""


BEAM: Final = BeamSettings()
POLICY: Final = Policy()
SHOWN: Final = BEAM.width
"""A question shows so many plays as buttons: what has none does not live on either."""
WORTH_SHOWING: Final = 0.02
"""A play with less mass is not shown with a question."""
