"""The thresholds and limits of the vision, by name.

Lengths are fractions of a physical length of the tile, so that they hold at any distance. Contrasts are in units of
8-bit CIELAB: one unit is about the least difference that a person can see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class PhotoLimits:
    """What is refused before it is decoded, and how much of the rest is decoded."""

    formats: tuple[str, ...] = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
    """By Pillow's names."""
    max_bytes: int = 32 * 2**20
    max_pixels: int = 64_000_000
    max_whole_pixels: int = 16_000_000
    """The same of what a decoder holds in memory as a whole: WebP, TIFF, a JPEG of several scans. Up to 25 bytes a
    pixel were measured there, and a read may take 400 MiB."""
    max_decoded_pixels: int = 24_000_000
    """A larger picture is decoded at a half, a third or a quarter of its sides."""
    max_side: int = 20_000
    min_side: int = 16
    """Nothing can be read in a smaller one, px."""
    max_proportion: float = 12.0
    """A longer one is made as large as a wall where it is scaled by its short side."""
    max_scans: int = 32
    """Of a JPEG; usual progressive ones have ten, and each goes over all pixels."""


PHOTO_LIMITS: Final = PhotoLimits()
FRAME_LIMITS: Final = PhotoLimits(max_pixels=10_000_000, max_side=4096, min_side=32)
"""The same of frames of films and cameras: a decoder of films keeps up to some twenty of them. 4K fits."""


@dataclass(frozen=True, slots=True)
class BarSettings:
    """What may be a dividing bar. Lengths are in px of the working picture or fractions of its long side."""

    lightness_contrast: int = 12
    colour_contrast: int = 10
    surroundings: tuple[float, ...] = (0.025, 0.08)
    shortest: float = 9.0
    longest: float = 0.25
    least_aspect: float = 3.2
    least_fill: float = 0.62
    least_pip: float = 3.0
    least_joined: float = 18.0
    most_joined: int = 250
    most: int = 400
    pip_opening: float = 0.75
    samples: tuple[float, ...] = (-0.4, -0.2, 0.0, 0.2, 0.4)
    beside: float = 0.05
    least_contrast: float = 15.0
    least_plainness: float = 0.55
    same_place: float = 0.25
    same_length: float = 0.6


BARS: Final = BarSettings()


@dataclass(frozen=True, slots=True)
class OutlineSettings:
    """How a tile lies about its bar. Lengths are in bar lengths from the bar's centre."""

    reach_across: float = 1.0
    reach_along: float = 2.1
    body_across: float = 0.45
    body_along: float = 0.75
    least_half_width: float = 0.48
    most_half_width: float = 0.9
    least_half_length: float = 0.85
    most_half_length: float = 1.95
    leans: tuple[float, ...] = (0.0, -0.1, 0.1, -0.2, 0.2, -0.3, 0.3, -0.4, 0.4)
    leans_tried: int = 3
    lean_cost: float = 0.2
    least_aspect: float = 1.3
    most_aspect: float = 3.0
    usual_aspect: float = 2.0
    free_aspect: float = 0.1
    aspect_cost: float = 1.5
    skew_cost: float = 3.0
    size_cost: float = 0.1
    pairs_tried: int = 40
    full_edge: float = 12.0
    least_support: float = 0.6
    round_corner: float = 0.1
    refine_reach: int = 8
    refine_cost: float = 0.01


OUTLINE: Final = OutlineSettings()


@dataclass(frozen=True, slots=True)
class FaceSettings:
    """How a face is read. Sizes in px of the upright face (64 px wide), the rest in tile widths or CIELAB units."""

    spot: int = 9
    ring: int = 23
    tolerance: int = 7
    pitches: tuple[float, ...] = (0.25, 0.28, 0.31)
    outward: float = 0.01
    bar_search: int = 7
    bar_gap: int = 9
    least_pip: float = 14.0
    pip_to_bar: float = 0.2
    blank_softness: float = 0.15
    half_strength: float = 0.5
    softness: float = 0.09


FACE: Final = FaceSettings()


@dataclass(frozen=True, slots=True)
class WorkingSettings:
    """The size of the picture that the classical stages work on: its long side in px."""

    most: int = 1280
    least: int = 640
    most_enlarged: float = 4.0


WORKING: Final = WorkingSettings()


@dataclass(frozen=True, slots=True)
class DetectSettings:
    """When a rectangle round a bar is a domino. Scores are 0 … 1."""

    least_rough_score: float = 0.55
    kept_likeness: float = 0.95
    least_score: float = 0.7
    unevenness_cost: float = 1.5
    most_overlap: float = 0.2
    most_bars: int = 90


DETECT: Final = DetectSettings()


@dataclass(frozen=True, slots=True)
class BackSettings:
    """What may be a face-down tile, beside the face-up ones of the photo. Areas are in areas of the usual tile."""

    colour_reach: float = 24.0
    least_area: float = 0.5
    most_area: float = 1.7
    least_aspect: float = 1.4
    most_aspect: float = 2.8
    least_fill: float = 0.85
    most_contrast: float = 20.0


BACKS: Final = BackSettings()


@dataclass(frozen=True, slots=True)
class QualitySettings:
    """When a picture is called dark, blurred or full of glare. Greys are 0 … 255, shares 0 … 1.

    Glare is a place that is burnt out and larger than
    `glare_share` of it. Of its edge no more than `glare_edges` falls by `glare_drop` within some px. There is none
    where half of the picture is brighter than `glare_background`. From `glare_flood` on it is light of the whole table.
    """

    dark: float = 60.0
    """It is dark if even the brightest parts are darker than this: a black table with a domino is none."""
    bright: float = 99.5
    """The percentile of the pixels that tells how bright the brightest parts are."""
    sharp: float = 0.2
    """It is blurred if the strongest edges are this soft: a sharp photo has 0.4 to 1.6, one blurred by 5 of 1280
    pixels (sigma) 0.12 to 0.3."""
    contrast: float = 40.0
    """A picture with less contrast than this has no edges to judge by."""
    strong: float = 0.6
    """An edge is among the strongest from this part of the greatest contrast."""
    near: int = 7
    """Pixels across of the patch in which contrast is measured."""
    glare_level: int = 250
    glare_share: float = 0.003
    glare_drop: int = 60
    glare_edges: float = 0.5
    glare_background: float = 230.0
    glare_flood: float = 0.25


QUALITY: Final = QualitySettings()


@dataclass(frozen=True, slots=True)
class TrainedDetectSettings:
    """How the trained detector looks: at pictures of these long sides, px, and at a finer one where pieces are small.

    Half of the pieces may be shorter than `clear` in the picture of the largest long side, or it may show none. Then a
    finer one is looked at in which they are `clearly` long, of `fine_side` at the most. Where they are shorter than
    `small` even there, a larger picture is looked at in parts. A part has `part` px a side, shares `shared` px with the
    next, and shows pieces about `small_as` px long. Scores and overlaps are 0 … 1; `least_high` is for stones,
    which textures resemble. `least_hand` is for hands, which veins and folds of a table resemble. On 168 rendered
    stills 53 true and 5 false ones have it. Of 691 stones before a base, as rendered, 6 share more than `most_standing`
    with it. Corners may be moved by so many widths of a tile.
    """

    long_sides: tuple[int, ...] = (320, 640)
    clear: float = 48.0
    clearly: float = 60.0
    fine_side: int = 1280
    small: float = 28.0
    part: int = 960
    shared: int = 128
    small_as: float = 44.0
    stride: int = 32
    grey: int = 114
    least_score: float = 0.25
    least_high: float = 0.65
    least_hand: float = 0.9
    most_alike: float = 0.6
    most_standing: float = 0.8
    most_overlap: float = 0.6
    least_fill: float = 0.2
    rounds: int = 2
    most_moved: float = 0.3


TRAINED_DETECT: Final = TrainedDetectSettings()


@dataclass(frozen=True, slots=True)
class AgainSettings:
    """How corners are laid anew. Lengths in px of the upright face (64 px wide), turns in degrees.

    The camera is told by sure tiles alone from `enough` on. A tile is looked for turned, shifted by up to `reach`,
    scaled, and `longer` than it should be; what differs from the first guess costs. Last, each side may be moved
    alone by `reach_alone`. `aspect_spread` is how far the logarithm of a known length in widths may be off.
    """

    enough: int = 4
    turns: tuple[float, ...] = (-8.0, -4.0, 0.0, 4.0, 8.0)
    turn_cost: float = 0.01
    reach: int = 16
    shift_cost: float = 0.01
    scales: tuple[float, ...] = (0.86, 0.9, 0.94, 0.97, 1.0, 1.03, 1.06, 1.1, 1.16)
    longer: tuple[float, ...] = (0.94, 1.0, 1.06)
    scale_cost: float = 1.0
    reach_alone: int = 5
    aspect_spread: float = 0.01


AGAIN: Final = AgainSettings()


@dataclass(frozen=True, slots=True)
class SettleSettings:
    """Which detections stay once they are read: belief is the detector's score times the reading's confidence, 0 … 1.

    At most `most_again` unsure ones are looked at twice, and `most_slid` faces slid along by shares of their length
    (`slides`). Detections that share more than `one_place` of the smaller are one. Those that share more than
    `most_overlap`, or of a half more than `most_half`, cannot both be there. What the trained detector takes for a
    face with a score of `least_plain` is a domino, though nobody can read it. A guess weighs `guess_weight` of its
    belief, a sure reading at least `sure_weight`. The log odds that a sure one is there, where it clashes with others,
    are `there` and `doubt_weight` times what the detector and the reader doubt, in negative logarithms. These were
    fitted on rendered games. A back seems at most `most_unlike` times as long as the faces, or as short. Where
    `enough_faces` tell the camera it is `most_unlike_flat` times on the table, twice as far off as backs in rendered
    scenes are.
    Several backs beside so many faces are looked at no further. A back touches a face if it reaches it once
    `in_touch` times as large. A face without another is sure from `least_alone` on. On a `full_table` of so many
    detections one detector is enough.
    """

    least_score: float = 0.5
    least_strange: float = 0.6
    least_plain: float = 0.85
    least_face: float = 0.6
    least_back: float = 0.7
    least_belief: float = 0.1
    most_overlap: float = 0.3
    most_half: float = 0.5
    one_place: float = 0.75
    guess_weight: float = 0.5
    sure_weight: float = 0.7
    there: float = -4.0
    doubt_weight: float = 0.8
    most_again: int = 24
    most_slid: int = 12
    most_unlike: float = 2.0
    most_unlike_flat: float = 1.35
    enough_faces: int = 4
    in_touch: float = 1.1
    least_alone: float = 0.8
    slides: tuple[float, ...] = (-0.1, -0.05, 0.05, 0.1)
    full_table: int = 30


SETTLE: Final = SettleSettings()


@dataclass(frozen=True, slots=True)
class ContactSettings:
    """Which places beside a tile may hold one that touches it. Shares are of the place's area.

    No more than `most_covered` of it may be taken. So much of it has to be `alike` in colour, by less than
    `colour_reach` CIELAB units, and lightness has to vary by `least_marked` of 255. Two places that share more than
    `same` are one. At most so many (`most`) are looked at in a round, of which there are at most `rounds`. A tile found
    there counts from a `least_confidence` on, and as one that a detector gave this `score`.
    """

    most_covered: float = 0.6
    least_alike: float = 0.5
    colour_reach: float = 30.0
    least_marked: float = 40.0
    same: float = 0.8
    most: int = 24
    rounds: int = 3
    least_confidence: float = 0.8
    score: float = 0.8


CONTACTS: Final = ContactSettings()


@dataclass(frozen=True, slots=True)
class StrangeSettings:
    """When a detection is something else than it was taken for, by the chances (0 … 1) of the network of crops."""

    most_strange: float = 0.5
    least_own: float = 0.2


STRANGENESS: Final = StrangeSettings()


@dataclass(frozen=True, slots=True)
class CardSettleSettings:
    """Which detections of cards stay once they are read. Shares are of the smaller detection's area.

    Two detections of one face are one card where they share `most_of_one`, others where they share `most_of_two`. A
    detection that lies `inside` another, and is less than a `part` of it or has its middle, is that card. Off the mat,
    what the trained detector detects with a score of `least_plain` is a card, though none of the deck.
    """

    least_belief: float = 0.2
    least_plain: float = 0.64
    most_of_one: float = 0.4
    most_of_two: float = 0.9
    inside: float = 0.8
    part: float = 0.75


CARD_SETTLE: Final = CardSettleSettings()
