"""The thresholds of card reading, by name.

Lengths are fractions of a card's width unless they say px; contrasts are in 8-bit levels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class LookSettings:
    """How a card's appearance is made free of light: local contrast of its lightness, log ratios of its colours.

    Sizes of the window are fractions of the card's width. `floor` is contrast that counts as none, `share` the same as
    a share of the card's whole contrast. `most` bounds normalised contrast. `dark` is added to a channel before its
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

    `width` px of the card are cut into `cells` across and down. `shifts` px along both axes are tried. `colour` is the
    weight of colour against lightness, and `kept` the number of hypotheses that go on.
    """

    width: int = 24
    cells: tuple[int, int] = (4, 6)
    shifts: tuple[int, ...] = (-1, 0, 1)
    colour: float = 1.5
    by_tone: int = 3
    power: float = 1.5
    slant_cost: float = 0.02
    floor: float = 0.5
    kept: int = 10


COARSE: Final = CoarseSettings()
FARTHER: Final = CoarseSettings(shifts=(-4, -2, 0, 2, 4))
"""The same where corners may be off by a sixth of a card."""


@dataclass(frozen=True, slots=True)
class AlignSettings:
    """Fitting a card's corners to a face: Lucas and Kanade's way, with weights that forget what is covered.

    `width` px of the card. `scale` is the normalised contrast at which a pixel loses half of its weight. `damping`
    keeps faces of little structure in place. `most_shift` is how far a corner may go, in card widths.
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

    `width` px of the card. `structure` and `colour` are the spreads of what a right face leaves over. `odd` is the
    share of pixels that may be anything (fingers, glare, other cards). `blurs` are the sharpnesses tried, px. `bend`
    bounds how much the strength of a colour counts, and `bent_colour` is the spread after that. `balance` bounds the
    white balance (log ratio), `pale` … `vivid` how much a camera may change saturation.
    """

    width: int = 48
    colour_width: int = 20
    colour_share: float = 1.0
    structure: float = 0.4
    colour: float = 0.4
    odd: float = 0.06
    bend: float = 0.4
    bent_colour: float = 0.2
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

    `near` is how far behind the first a guess may be, and `open_margin` the same for the likelihood of a face. A face
    that is behind by `lost_margin` is not compared again. A card read less surely than `doubtful` is looked for farther
    off, and so is one whose best face has less log likelihood than `poor`. Of 169 sure cards of rendered games 5 had.
    `light_cards` are the cards that it takes to tell the light of a picture, each read with more than
    `light_confidence`.
    """

    orientations: int = 2
    near: float = 0.03
    alignments: int = 2
    open_margin: float = 0.16
    lost_margin: float = 0.35
    doubtful: float = 0.9
    poor: float = -0.3
    light_cards: int = 3
    light_confidence: float = 0.5


READ: Final = ReadSettings()


@dataclass(frozen=True, slots=True)
class LineSettings:
    """What counts as a straight edge and as a corner. Lengths are px of the working picture, or shares of an edge.

    `least_length` is a share of the picture's long side; `corner_gap` how much of an edge may be hidden at a corner.
    """

    least_px: float = 12.0
    least_length: float = 0.02
    piece: float = 0.5
    gap: float = 0.8
    straightness: float = 1.2
    least_contrast: float = 6.0
    full_contrast: float = 40.0
    like_contrast: float = 0.35
    most: int = 140
    least_sine: float = 0.55
    most_cosine: float = 0.75
    corner_gap: float = 0.8
    overshoot: float = 6.0


LINES: Final = LineSettings()


@dataclass(frozen=True, slots=True)
class FindSettings:
    """When four edges are a card. Lengths are px of the working picture, whose long side is `side` px at most."""

    side: int = 960
    least_side: float = 22.0
    least_ratio: float = 1.0
    most_ratio: float = 2.3
    most_lean: float = 1.8
    samples: int = 40
    reach: int = 2
    full_edge: float = 14.0
    corner: float = 0.1
    least_support: float = 0.5
    least_side_support: float = 0.2
    least_score: float = 0.72
    usual_ratio: tuple[float, float] = (1.25, 1.65)
    ratio_cost: float = 0.6
    lean_cost: float = 0.35
    skew_cost: float = 0.35
    size_gain: float = 0.03
    one_size: float = 0.25
    one_size_least: int = 3
    rim: float = 0.025
    rim_spread: float = 24.0
    rim_share: float = 0.35
    most_shared: float = 0.3
    held: float = 0.9
    several_cost: float = 0.3
    same: float = 0.6
    most_share: float = 0.9
    most_quads: int = 6000
    most_kept: int = 40


FIND: Final = FindSettings()


@dataclass(frozen=True, slots=True)
class BeneathSettings:
    """What is told by cards that were found already. Colours are CIELAB levels, shares of sides and areas 0 … 1.

    A rectangle of up to `print_share` of a card's area is print on it if it lies within, shrunk to `print_inside`. That
    share grows by `print_worse` for each unit of score that it is worse, up to `print_most`. A rim is the table where
    it is within `table_colour` of the table's hue and vividness. Its lightness is then also nearer to the table's than
    `table_light` of its way to the paper's. A card beneath others shows `least_seen` of its sides; one that is `hidden`
    may lie anywhere. Edges within `reach` px of the working picture beside a card are that card's. Rims of one paper
    are within `paper_reach`. The score has to be `least_score`.
    """

    print_share: float = 0.35
    print_worse: float = 2.0
    print_most: float = 0.8
    print_inside: float = 0.9
    table_colour: float = 10.0
    table_light: float = 0.5
    least_seen: float = 0.4
    hidden: float = 0.6
    reach: int = 4
    paper_reach: float = 40.0
    least_score: float = 0.72


BENEATH: Final = BeneathSettings()


@dataclass(frozen=True, slots=True)
class FeatureSettings:
    """Local features, and how they vote for cards.

    A deck's faces are looked at `width` px wide and give `most_face` features each; a picture, its long side made about
    `side` px, gives `most_picture`. A feature of the picture votes with its `nearest` like ones of the deck, if their
    likeness (cosine) is at least `least_likeness`. Votes for one place agree within `reach` card widths, a factor of
    `zoom` and `turn` rad. `least_votes` features make a card, and its homography lets them be off by `off` card widths.
    """

    width: int = 128
    most_face: int = 64
    side: int = 640
    most_picture: int = 900
    nearest: int = 3
    least_likeness: float = 0.82
    reach: float = 0.25
    zoom: float = 1.5
    turn: float = 0.4
    least_votes: int = 5
    off: float = 0.05
    most_cards: int = 24


FEATURES: Final = FeatureSettings()


@dataclass(frozen=True, slots=True)
class EnrolSettings:
    """When a photo is good enough to know the card again. `sharpness` is fine contrast over whole contrast.

    A rival is another outline of nearly the same score, not much smaller, that hardly overlaps the best one. In a grid
    nothing is covered, so `grid_gap` and `grid_corner` stand for the gaps of `LineSettings`. With many cards up to
    `grid_quads` outlines are weighed. What is less than `grid_size` of the usual length is no card.
    """

    least_score: float = 0.85
    rival_score: float = 0.12
    rival_size: float = 0.3
    rival_shared: float = 0.2
    grid_gap: float = 0.05
    grid_corner: float = 0.3
    grid_quads: int = 20000
    grid_size: float = 0.6
    least_width: float = 48.0
    sharp_width: int = 96
    least_sharpness: float = 0.08
    least_registered: int = 4
    rounds: int = 2
    alike: float = 0.18
    common: float = 0.5
    strange: float = 0.68
    dark: float = 16.0
    rim_from: int = 2
    rim_to: int = 6
    uneven: float = 0.25
    uneven_share: float = 2.0


ENROL: Final = EnrolSettings()


@dataclass(frozen=True, slots=True)
class ConfidenceSettings:
    """The logistic function that turns a fit into a chance, and when that is enough.

    Coefficients are per unit of log likelihood (`by_margin`, `by_structure`, `by_colour`), of share (`by_shown`) and of
    vividness under `pale` (`by_paleness`). What would have to be very pale is more likely something else. `among` is
    the chance that the right label is among the candidates where it is not the first. `temperature` shares it out.
    """

    offset: float = 0.74
    by_margin: float = 11.39
    by_structure: float = 2.25
    by_colour: float = 4.94
    by_shown: float = 3.63
    by_paleness: float = -25.11
    pale: float = 0.5
    most_margin: float = 0.15
    least: float = 0.8
    candidates: int = 4
    among: float = 0.7
    temperature: float = 0.05
    least_candidate: float = 0.02


CONFIDENCE: Final = ConfidenceSettings()


@dataclass(frozen=True, slots=True)
class AlikeSettings:
    """How faces that look alike are told apart. Lengths are in card widths, light in shares of the paper's.

    Faces whose likelihood is within `near` of the best are compared with it, `most_rivals` at most. Two faces differ
    where their blurred colours are apart by more than `differs` in all; a `rim` does not count, nor more than
    `most_places`. A part may lie `reach` aside. The card is laid over a face at `lay_width` px in so many `steps`, and
    moved no further than `most_moved`. What is left over where they differ tells how well it is seen. Above `most_left`
    of their difference nothing is said, and what was `close` before is unsure. A face has to win by `least_margin` to
    be sure; `slope` makes margins chances.
    """

    near: float = 0.22
    most_rivals: int = 3
    least_confidence: float = 0.3
    blur: float = 0.012
    differs: float = 0.25
    around: float = 0.05
    rim: float = 0.06
    most_places: int = 8
    reach: float = 0.03
    lay_width: int = 96
    steps: int = 20
    most_moved: float = 0.08
    most_left: float = 0.5
    close: float = 0.03
    least_margin: float = 0.25
    slope: float = 12.0


ALIKE: Final = AlikeSettings()


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How cards of a known deck are looked for: `outlines` and `features` are the most that are looked at of each kind.

    Outlines are only looked for where features have not shown a card at least as likely as `plain`. What is found must
    have a `least` chance, and lie on nothing surer but for `most_shared` of the smaller one.
    """

    outlines: int = 12
    features: int = 24
    near: float = 0.06
    plain: float = -0.3
    least: float = 0.3
    most_shared: float = 0.6


SEARCH: Final = SearchSettings()
