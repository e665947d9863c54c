"""The four characters as half-length figures, drawn about the middle of the window, in mm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from datasets.art.colour import mix
from datasets.art.drawing import Fill, Line, placed
from datasets.art.path import path
from datasets.art.place import Place
from datasets.art.shape import box, circle, ellipse, polygon, ring
from datasets.deck.guild import SYMBOLS
from datasets.deck.palette import COPPER, GOLD, PAPER, STONE
from datasets.deck.tools import dividers, plumb_level, trowel

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.art.drawing import Marks
    from datasets.deck.palette import Tint

WOOD = "#a9763f"
WHITE = "#f4efe4"


@dataclass(frozen=True, slots=True)
class Person:
    """What differs between faces: skin, hair and eyes."""

    skin: str
    hair: str


def _bust(tint: Tint, person: Person) -> Marks:
    """Shoulders, neck and head without hair."""
    shade = mix(person.skin, "#5a2d10", 0.22)
    return (
        Fill(path("M -22 40 C -22 14 -17 8.4 -7 6 L 7 6 C 17 8.4 22 14 22 40 Z"), mix(tint.deep, tint.ink, 0.45)),
        Fill(path("M -4.2 -2 H 4.2 V 6 C 4.2 10.4 -4.2 10.4 -4.2 6 Z"), shade),
        Fill(ellipse(-8.4, -7.4, 1.7, 2.4) + ellipse(8.4, -7.4, 1.7, 2.4), shade),
        Fill(path("M -8 -9 C -8 -18 8 -18 8 -9 C 8 -1 4.4 2.6 0 2.6 C -4.4 2.6 -8 -1 -8 -9 Z"), person.skin),
    )


def _fist(person: Person, x: float, y: float) -> Marks:
    """A hand closed round a tool, knuckles shown."""
    shade = mix(person.skin, "#5a2d10", 0.3)
    knuckles = tuple(Line(polygon((x + dx, y - 1.6), (x + dx, y + 0.6)), 0.45, shade) for dx in (-1.2, 0.0, 1.2))
    return (Fill(box(x - 2.9, y - 2.4, 5.8, 4.8, 2.0), person.skin), *knuckles)


def _features(person: Person, ink: str) -> Marks:
    """Eyes, brows, nose and mouth."""
    shade = mix(person.skin, "#5a2d10", 0.45)
    return (
        Fill(circle(-3.3, -7.8, 0.85), ink),
        Fill(circle(3.3, -7.8, 0.85), ink),
        Line(
            path("M -5 -10.2 C -4 -10.9 -2.6 -10.9 -1.9 -10.4 M 5 -10.2 C 4 -10.9 2.6 -10.9 1.9 -10.4"),
            0.6,
            person.hair,
        ),
        Line(path("M 0.2 -7.4 L -0.7 -4.4 H 0.5"), 0.55, shade),
        Line(path("M -2.4 -1.6 C -1.2 -0.7 1.2 -0.7 2.4 -1.6"), 0.7, shade),
    )


def apprentice(guild: str, tint: Tint) -> Marks:
    """Young, freckled, in a flat cap and an apron, with a trowel."""
    person = Person(skin="#eec19a", hair="#a4552a")
    freckles = tuple(
        Fill(circle(x, y, 0.32), "#c98a5e")
        for x, y in ((-5, -5.2), (-4, -4.6), (-5.6, -4.4), (5, -5.2), (4, -4.6), (5.6, -4.4))
    )
    return (
        *_bust(tint, person),
        Fill(path("M -9 40 V 17 H -6.2 L -5.2 8.6 H -3.4 L -3 17 H 3 L 3.4 8.6 H 5.2 L 6.2 17 H 9 V 40 Z"), WHITE),
        Line(path("M -5 24 H 5 V 31 C 5 33 -5 33 -5 31 Z"), 0.6, tint.soft),
        *_features(person, tint.ink),
        *freckles,
        Fill(
            path("M -8.6 -6.4 C -9.6 -12 -8 -14 -6.6 -14 L -6.4 -10 Z M 8.6 -6.4 C 9.6 -12 8 -14 6.6 -14 L 6.4 -10 Z"),
            person.hair,
        ),
        Fill(
            path(
                "M -10.6 -13.4 C -11 -20.4 -5 -22.6 1 -22.2 "
                "C 8 -21.8 11.4 -18 10.6 -13.4 C 6 -15 -5 -15.4 -10.6 -13.4 Z"
            ),
            tint.deep,
        ),
        Fill(
            path("M -10.6 -13.2 C -5 -15.6 5 -15.4 9 -14 C 12 -13 14.4 -11.4 14 -10.6 C 9 -12.6 0 -13.2 -10.6 -12 Z"),
            tint.ink,
        ),
        *placed(trowel(tint.ink, STONE, WOOD), Place(16.6, 4, 0.86, turn=20)),
        *_fist(person, 13.6, 12.6),
    )


def surveyor(guild: str, tint: Tint) -> Marks:
    """Dark curls under a wide hat, a plumb level held before the chest."""
    person = Person(skin="#8a5637", hair="#2b1b14")
    curls = tuple(
        Fill(circle(side * x, y, r), person.hair)
        for side in (-1, 1)
        for x, y, r in ((8.6, -11, 3.2), (10.2, -6.6, 3.3), (10, -1.8, 3.1), (8.6, 2.4, 2.6))
    )
    return (
        *curls,
        *_bust(tint, person),
        Fill(path("M -7 6 L 0 17 L 7 6 L 10 7 L 1.6 22 H -1.6 L -10 7 Z"), tint.soft),
        *_features(person, "#1d120c"),
        Fill(path("M -7.9 -13.4 C -8.4 -21.6 -5 -24 0 -22.8 C 5 -24 8.4 -21.6 7.9 -13.4 Z"), tint.ink),
        Fill(path("M -17 -13 C -11 -16.4 11 -16.4 17 -13 C 11 -10.4 -11 -10.4 -17 -13 Z"), tint.ink),
        Line(path("M -7.6 -15.6 C -3 -14.6 3 -14.6 7.6 -15.6"), 1.5, GOLD),
        *placed(plumb_level(WOOD, GOLD, "#33261b"), Place(0, 21.5, 1.25)),
    )


def architect(guild: str, tint: Tint) -> Marks:
    """Round glasses and a beret, open dividers on one side and a rolled plan on the other."""
    person = Person(skin="#d9a36c", hair="#1f1a1d")
    return (
        *_bust(tint, person),
        Fill(path("M -7 6.4 L -2.4 18 L 0 12 L 2.4 18 L 7 6.4 C 3 11.2 -3 11.2 -7 6.4 Z"), WHITE),
        Fill(path("M 0 12 L 2 15 L 1 25 H -1 L -2 15 Z"), tint.ink),
        *_features(person, tint.ink),
        Fill(
            path(
                "M -8.4 -5 C -10.4 -13 -8 -16 -5.4 -16.4 L -6.4 -11 Z M 8.4 -5 C 10.4 -13 8 -16 5.4 -16.4 L 6.4 -11 Z"
            ),
            person.hair,
        ),
        Fill(path("M -2.4 -3.1 C -1.4 -3.9 1.4 -3.9 2.4 -3.1 C 1.4 -2.5 -1.4 -2.5 -2.4 -3.1 Z"), person.hair),
        Fill(
            path(
                "M -9.6 -13.4 C -15.4 -18 -8 -23.6 2 -22.6 "
                "C 11.6 -21.8 14 -17 9.4 -13.6 C 4 -15.6 -4 -15.6 -9.6 -13.4 Z"
            ),
            tint.ink,
        ),
        Line(path("M 0.4 -22.4 L 1.2 -24.4"), 1.2, tint.ink),
        Line(circle(-3.5, -7.7, 2.7) + circle(3.5, -7.7, 2.7), 0.7, "#2a2320", closed=True),
        Line(path("M -0.8 -8 H 0.8"), 0.7, "#2a2320"),
        *placed(dividers(GOLD, COPPER), Place(16.2, 6, 1.15)),
        *placed(_plan(), Place(-16, 9, 1.0, turn=-14)),
        *_fist(person, 16.2, 15.4),
        *_fist(person, -14.6, 15.6),
    )


def _plan() -> Marks:
    """A rolled plan."""
    return (
        Fill(box(-2.6, -13, 5.2, 26, 1.0), WHITE),
        Fill(ellipse(0, -13, 2.6, 1.0), STONE),
        Line(path("M -2.6 -1 H 2.6 M -2.6 1 H 2.6"), 0.7, COPPER),
    )


def guild_master(guild: str, tint: Tint) -> Marks:
    """A white beard, a crown like a town wall, and the chain with the guild's sign."""
    person = Person(skin="#f0c8a6", hair="#efece6")
    crown = (
        "M -9.4 -13.6 V -22.6 H -6 V -19.8 H -3.2 V -22.6 H 3.2 V -19.8 "
        "H 6 V -22.6 H 9.4 V -13.6 C 4 -15.4 -4 -15.4 -9.4 -13.6 Z"
    )
    medal = placed(SYMBOLS[guild](tint.bright, tint.main), Place(0, 26, 0.38))
    return (
        *_bust(tint, person),
        Fill(path("M -22 40 C -22 14 -17 8.4 -7 6 L -3.4 40 Z M 22 40 C 22 14 17 8.4 7 6 L 3.4 40 Z"), tint.ink),
        Line(path("M -14.5 10 C -10 19 -5 23 0 24.6 C 5 23 10 19 14.5 10"), 2.0, GOLD),
        Fill(circle(0, 26, 6.2), GOLD),
        Fill(circle(0, 26, 5.1), tint.main),
        *medal,
        *_features(person, tint.ink),
        Fill(
            path(
                "M -8.7 -10 C -10 2 -7 13.6 0 16.4 C 7 13.6 10 2 8.7 -10 "
                "C 7.4 -3.6 4 -4.4 0 -4 C -4 -4.4 -7.4 -3.6 -8.7 -10 Z"
            ),
            person.hair,
        ),
        Line(path("M -2 -1.4 C -0.8 -0.8 0.8 -0.8 2 -1.4"), 0.8, "#b0705a"),
        Line(path("M -3.4 3 C -3 7 -2 10 -1 12.4 M 3.4 3 C 3 7 2 10 1 12.4 M 0 4 V 9"), 0.5, "#cfc9bd"),
        Fill(path(crown), GOLD),
        Line(path("M -9.2 -16 C -4 -17.6 4 -17.6 9.2 -16"), 0.6, "#9c7416"),
        Fill(circle(0, -18, 1.1) + circle(-5.4, -17.4, 0.8) + circle(5.4, -17.4, 0.8), tint.main),
    )


def halo(tint: Tint) -> Marks:
    """The disc behind a figure."""
    return Fill(circle(0, -4, 22), mix(tint.soft, PAPER, 0.45)), Fill(ring(0, -4, 23.4, 22.7), tint.soft)


FIGURES: dict[str, Callable[[str, Tint], Marks]] = {
    "Ap": apprentice,
    "Su": surveyor,
    "Ar": architect,
    "GM": guild_master,
}
