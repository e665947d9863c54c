"""What the pieces of a script look like: props become things to be placed in a world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.films.dominoes import film_make
from datasets.films.plan import stream
from datasets.pieces.domino import build_set

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.films.script import Script
    from datasets.optics.world import Thing


def _dominoes(script: Script) -> list[Thing]:
    look = stream(script.seed, "look")
    tiles = build_set(film_make(look), look)
    things = []
    for prop in script.props:
        a, b = (int(half) for half in prop.label.split("-"))
        grain = look.uniform(0, 500, 3)
        things.append(tiles.tile(a, b, (float(grain[0]), float(grain[1]), float(grain[2]))))
    return things


MAKERS: Final[dict[str, Callable[[Script], list[Thing]]]] = {"stackernoos": _dominoes}


def things(script: Script) -> list[Thing]:
    """A thing for every prop of a script, in the same order."""
    return MAKERS[script.game](script)
