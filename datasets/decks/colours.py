"""Colours of random decks: the four guilds stay red, blue, green and yellow to the eye, in many shades."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from datasets.art.colour import hexed, lightness, mix, readable_on

if TYPE_CHECKING:
    from collections.abc import Mapping

    from datasets.decks.dice import Dice

HUES: Final = {"R": (-14.0, 10.0), "B": (205.0, 236.0), "G": (105.0, 155.0), "Y": (44.0, 58.0)}
SATURATIONS: Final = {"R": (0.62, 0.95), "B": (0.55, 0.95), "G": (0.45, 0.9), "Y": (0.7, 1.0)}
VALUES: Final = {"R": (0.6, 0.92), "B": (0.45, 0.9), "G": (0.4, 0.78), "Y": (0.86, 1.0)}


@dataclass(frozen=True, slots=True)
class Colours:
    """A deck's colours: paper, ink, the guilds', one for actions, one for towers and two for the back."""

    paper: str
    ink: str
    guilds: Mapping[str, str]
    action: str
    tower: str
    back: tuple[str, str]

    def on(self, background: str) -> str:
        """What is readable on a background: paper or ink."""
        return readable_on(background, self.paper, self.ink)

    def on_paper(self, colour: str) -> str:
        """The colour, moved towards the ink until it stands out from the paper."""
        for share in (0.0, 0.2, 0.35, 0.5, 0.65):
            moved = mix(colour, self.ink, share)
            if abs(lightness(moved) - lightness(self.paper)) > 35:
                return moved
        return self.ink


def shade(hue: float, saturation: float, value: float) -> str:
    """A colour by hue in degrees, saturation and value 0 … 1."""
    return hexed(*(255 * channel for channel in colorsys.hsv_to_rgb(hue % 360 / 360, saturation, value)))


def random_colours(dice: Dice) -> Colours:
    """Some colours."""
    dark = dice.chance(0.14)
    paper = shade(dice.between(20, 60), dice.between(0.0, 0.14), dice.between(0.9, 1.0))
    ink = shade(dice.between(0, 360), dice.between(0.0, 0.5), dice.between(0.05, 0.26))
    guilds = {
        guild: shade(dice.between(*HUES[guild]), dice.between(*SATURATIONS[guild]), dice.between(*VALUES[guild]))
        for guild in HUES
    }
    action = shade(dice.between(260, 320), dice.between(0.1, 0.6), dice.between(0.2, 0.6))
    tower = shade(dice.between(0, 360), dice.between(0.05, 0.25), dice.between(0.35, 0.75))
    back = shade(dice.between(0, 360), dice.between(0.2, 0.9), dice.between(0.2, 0.8))
    backs = (back, mix(back, dice.pick(("#ffffff", "#000000")), dice.between(0.18, 0.55)))
    return Colours(*((ink, paper) if dark else (paper, ink)), guilds, action, tower, backs)
