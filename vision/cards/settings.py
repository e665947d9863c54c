"""The thresholds of card reading, by name.

Lengths are fractions of a card's width unless they say px; contrasts are in 8-bit levels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class LookSettings:
    """How a card's appearance is made free of light: local contrast of its lightness, log ratios of its colours.

    Sizes of the window are fractions of the card's width; `floor` is contrast that counts as none, `share` the same
    as a share of the card's whole contrast; `most` bounds normalised contrast. `dark` is added to a channel before its
    logarithm, so that the noise of dark places stays small.
    """

    window: float = 0.25
    floor: float = 4.0
    share: float = 0.25
    most: float = 2.5
    dark: float = 24.0
    light_share: float = 92.0
    white: float = 225.0
    least_light: float = 20.0


LOOK: Final = LookSettings()


@dataclass(frozen=True, slots=True)
class CoarseSettings:
    """The first comparison, with every face of the deck.

    `width` px of the card, cut into `cells` across and down; `shifts` px along both axes are tried; `colour` is the
    weight of colour against lightness, `kept` the hypotheses that go on.
    """

    width: int = 24
    cells: tuple[int, int] = (4, 6)
    shifts: tuple[int, ...] = (-1, 0, 1)
    colour: float = 1.5
    power: float = 1.5
    slant_cost: float = 0.02
    floor: float = 0.5
    kept: int = 10


COARSE: Final = CoarseSettings()


@dataclass(frozen=True, slots=True)
class AlignSettings:
    """Fitting a card's corners to a face: Lucas and Kanade's way, with weights that forget what is covered.

    `width` px of the card; `scale` is the normalised contrast at which a pixel loses half of its weight; `damping`
    keeps faces of little structure in place; `most_shift` is how far a corner may go, in card widths.
    """

    width: int = 40
    blur: float = 1.0
    steps: int = 6
    scale: float = 0.7
    damping: float = 0.02
    settled: float = 0.003
    most_shift: float = 0.25


ALIGN: Final = AlignSettings()


@dataclass(frozen=True, slots=True)
class CompareSettings:
    """The comparison that decides, pixel by pixel, among the faces that the first one kept.

    `width` px of the card; `structure` and `colour` are the spreads of what a right face leaves over; `odd` is the
    share of pixels that may be anything (fingers, glare, other cards); `margin` px at the edge do not count.
    `balance` is the spread of the white balance (log ratio), `pale` … `vivid` how much a camera may change saturation.
    """

    width: int = 48
    colour_width: int = 20
    colour_share: float = 1.0
    structure: float = 0.4
    colour: float = 0.4
    odd: float = 0.06
    balance: float = 0.7
    unknown_cost: float = 0.15
    known_cost: float = 2.0
    unknown_pull: float = 0.02
    known_pull: float = 0.5
    gain_prior: float = 0.02
    pale: float = 0.25
    vivid: float = 1.4
    rounds: int = 2
    blurs: tuple[float, ...] = (0.4, 1.2, 2.4)


COMPARE: Final = CompareSettings()


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """How many alignments a card gets: one for each way up that is likely, and for each face that may yet win.

    `near` is how far behind the first a guess may be, `open_margin` the same for the likelihood of a face.
    `light_cards` are the cards that it takes to tell the light of a picture, each at least so likely.
    """

    ways: int = 2
    near: float = 0.03
    alignments: int = 4
    open_margin: float = 0.08
    light_cards: int = 3
    light_likelihood: float = -0.9


READ: Final = ReadSettings()
