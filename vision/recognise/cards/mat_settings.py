"""The thresholds of cards that lie on the printed mat, by name.

Lengths are mm on the table unless they say px.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from vision.recognise.cards.settings import COMPARE, CompareSettings

PRINT: Final = 0.064
"""What has so much contrast on the mat, as a share of the bare paper's lightness, is print: 14 levels of 219."""


@dataclass(frozen=True, slots=True)
class StripSettings:
    """How strips of cards that lie under others are found and read. Lengths are mm on the table.

    Strips from `least_apart` to `most_apart` wide are tried, in steps of `step`. None is wider where none up to
    `enough` shows more than the mat. They are compared at the sharpness `blur`, from cards `width` px wide.
    `least_open` of a strip's height must lie open, told at `samples` places. The `tries` best are fitted to their
    `likely` faces. They are moved by steps of `shift`, and of half of that. A step of a turn is one at the end of an
    `arm`.

    A card's mean log likelihood of a pixel leaves at most `most_left` of what that of the bare mat leaves. Of 194
    strips of 16 rendered games it left 0.25 at most, and 0.32 to 0.60 three times where no card lay. Colours of the mat
    spread by `mat_colour`. At least `least_shown` of a face's contrast is seen. `temperature` makes chances of
    likelihoods. At most `most` cards lie one under the other. What is read depends on the mat up to `reach`.
    """

    step: float = 2.0
    least_apart: float = 11.0
    enough: float = 20.0
    most_apart: float = 46.0
    most: int = 4
    reach: float = 60.0
    samples: int = 24
    least_open: float = 0.4
    width: int = 64
    blur: int = 1
    tries: int = 3
    likely: int = 12
    shift: float = 1.0
    arm: float = 44.0
    most_left: float = 0.3
    least_shown: float = 0.45
    mat_colour: float = 0.06
    temperature: float = 0.02
    candidates: int = 16
    least_candidate: float = 0.005
    colour_width: int = 20
    least_colours: int = 4
    compare: CompareSettings = COMPARE


STRIPS: Final = StripSettings()
ROUGH_STRIPS: Final = StripSettings(width=32)
"""The same for strips that are looked at roughly, to find where they may lie."""


@dataclass(frozen=True, slots=True)
class UnfoundSettings:
    """Where a mat shows print that no card explains. Lengths are mm.

    Print is told within a `window`. Round what was found and round markers a `margin` does not count. Print that is no
    further apart than `gap` is of one thing. It is a card's if its area is `least_area` (mm²) and its sides are
    `least_side`. Rows and columns of which less than `fringe` is printed are none of it. Where `least_print` of a card
    would be printed, and `least_part` of it both ways, a card is guessed. Where colours are none of the mat's,
    `least_lying` of it has to be so. There are at most `most` guesses, each with a `score`.
    """

    window: int = 9
    margin: float = 3.0
    gap: int = 9
    least_area: int = 1200
    least_side: int = 24
    fringe: float = 0.5
    least_print: float = 0.4
    least_lying: float = 0.8
    least_part: float = 0.5
    most: int = 24
    score: float = 0.5


UNFOUND: Final = UnfoundSettings()
PARTLY: Final = UnfoundSettings(margin=5.0, least_print=0.25, least_lying=0.25, least_part=0.3)
"""The same for cards of which an end is hidden. The margin is wider beside strips: widths are tried every 2 mm, and a
turn of 4° moves the end of a card by 3 mm."""


@dataclass(frozen=True, slots=True)
class BareSettings:
    """When a place on the mat shows nothing but the mat. Its colours are then from `dimmest` to `brightest` of those of
    the bare paper, and no more than `tint` apart. The `inner` share of a card's width and height counts."""

    dimmest: float = 0.8
    brightest: float = 1.25
    tint: float = 0.15
    inner: float = 0.75


BARE: Final = BareSettings()
ZONE: Final = BareSettings(dimmest=0.5, tint=0.06)
"""The same for a single mm of a zone beside its own usual colour. Shadows are dimmer, but of one tint: nine tenths of a
bare zone are within 0.025."""


@dataclass(frozen=True, slots=True)
class BackSettings:
    """When a card on the mat lies face down: what it differs by from the deck's back, as shares of the paper's light.

    Cards are compared `width` px wide; a difference of `middle` is as likely a back as not, `spread` is how soon that
    changes. What is surer than `least` is one. Corners that were fitted may be less sure by `tolerance`.

    Gloss adds grey light to a whole card, at most `most_veil` of the paper's. Without it true backs differ by 0.03 to
    0.06, and other cards of the printed deck by 0.08 and more in light from half to full. So `veiled` lies between.
    """

    width: int = 16
    middle: float = 0.19
    spread: float = 0.02
    least: float = 0.8
    tolerance: float = 0.02
    most_veil: float = 0.25
    veiled: float = 0.075
    veiled_spread: float = 0.01


BACKS: Final = BackSettings()


@dataclass(frozen=True, slots=True)
class UnchangedSettings:
    """When a place on the mat looks as it did. Less than a `share` of it differs by more than `step`, of the light
    of the paper, in `broad` changes and in `fine` ones. Both are blurred, by so many mm. Fine ones tell cards of
    thin print from their like. They have to be `clear` of noise: over so many times what most of the place differs
    by. It is where it was within `moved` pixels of the picture. Readings no further than `near` (mm) whose axes are
    `along` each other (cosine) are of one place. What was not read for sure is read `tries` times; the `most`
    newest readings are remembered.
    """

    step: float = 0.07
    broad: float = 2.0
    fine: float = 1.0
    clear: float = 4.0
    share: float = 0.01
    moved: float = 1.5
    near: float = 6.0
    along: float = 0.97
    tries: int = 2
    most: int = 400


UNCHANGED: Final = UnchangedSettings()
