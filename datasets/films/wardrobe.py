"""What the pieces of a script look like: props become things to be placed in a world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from datasets.deck.labels import BACK
from datasets.decks.deck import random_deck
from datasets.films.dominoes import film_make
from datasets.films.plan import stream
from datasets.films.stonebox import StoneBox
from datasets.optics.material import Material
from datasets.optics.mesh import rounded_rectangle, slab
from datasets.optics.world import Thing
from datasets.pieces.deck import CardStock, other_deck, our_deck
from datasets.pieces.domino import build_set
from datasets.pieces.printed import PAPER, Finish
from datasets.pieces.stone import SIZES

if TYPE_CHECKING:
    from collections.abc import Callable

    from datasets.films.script import Script
    from datasets.pieces.deck import Deck


OURS: Final = 0.35
"""The share of films with our deck."""
SIZES_THAT_FIT: Final = {(63.0, 88.0), (57.0, 89.0)}
"""Cards (mm) whose rows have room in the zones of a mat."""


def _dominoes(script: Script) -> list[Thing]:
    look = stream(script.seed, "look")
    tiles = build_set(film_make(look), look)
    things = []
    for prop in script.props:
        a, b = (int(half) for half in prop.label.split("-"))
        grain = look.uniform(0, 500, 3)
        things.append(tiles.tile(a, b, (float(grain[0]), float(grain[1]), float(grain[2]))))
    return things


def _cards(script: Script) -> list[Thing]:
    look = stream(script.seed, "look")
    stock = CardStock(_deck(script), Finish(float(look.uniform(0.2, 0.7))), 0.0)
    things = []
    for prop in script.props:
        if prop.kind == "block":
            mesh = slab(rounded_rectangle(*stock.size, 3.0, 4), float(prop.label))
            things.append(Thing(mesh, Material(top=PAPER, side=PAPER, bottom=PAPER, roughness=0.8)))
        else:
            things.append(stock.card(prop.label, (0.0, 0.0, 0.0)))
    return things


def _deck(script: Script) -> Deck:
    """Our deck or, rather, one from chance."""
    seed = deck_seed(script.seed)
    return our_deck() if seed is None else other_deck(seed)


def deck_seed(film: int) -> int | None:
    """The seed of the deck that a film's seed chooses, with cards about as large as the mat expects; None: our deck."""
    chance = stream(film, "deck")
    if chance.random() < OURS:
        return None
    while True:
        seed = int(chance.integers(1 << 31))
        back = random_deck(seed).card(BACK)
        if (back.width, back.height) in SIZES_THAT_FIT:
            return seed


def _stones(script: Script) -> list[Thing]:
    box = StoneBox.open(stream(script.seed, "look"), script.record.header.options["stones_per_size"].values())
    things, stones = [], {size: [t for t in box.stones if t.piece and t.piece.label == size] for size in SIZES}
    for prop in script.props:
        if prop.kind == "stone":
            things.append(box.base if prop.label == "base" else stones[prop.label].pop(0))
        elif prop.kind == "block":
            things.append(box.block(float(prop.label)))
        elif prop.kind in {"board", "marker"}:
            things.append(box.board() if prop.kind == "board" else box.marker())
        else:
            things.append(box.tile(prop.label) if prop.kind == "tile" else box.token(prop.label))
    return things


MAKERS: Final[dict[str, Callable[[Script], list[Thing]]]] = {
    "stackernoos": _dominoes,
    "stonerow": _cards,
    "stones": _stones,
}


def things(script: Script) -> list[Thing]:
    """A thing for every prop of a script, in the same order."""
    return MAKERS[script.game](script)
