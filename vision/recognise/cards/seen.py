"""A deck made on the table: cards that lie in a picture become faces, and join those that were enrolled before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.said import Said
from vision.geometry import sides
from vision.recognise.cards.enrol import EnrolError, deck_of_cards, deck_of_faces, upright

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.geometry import Quad
    from vision.photo import Picture
    from vision.recognise.cards.deck import Deck

LEAST_WIDTH: Final = 32.0
"""Half an enrolled face, px. A card that is seen narrower shows too little to be known again."""


def with_seen(known: Deck | None, picture: Picture, cards: Sequence[Quad], labels: Sequence[str], name: str) -> Deck:
    """The deck with the cards of an H×W×3 BGR picture, each within four corners; `known` is what it had before.

    A label that it had is learnt anew. Raises `EnrolError` where a card is too small.
    """
    for corners, label in zip(cards, labels, strict=True):
        if (width := min(sides(corners))) < LEAST_WIDTH:
            form = "{called} is {many} px wide; come nearer, {most} px are needed"
            raise EnrolError(Said(form, called=label, many=f"{width:.0f}", most=f"{LEAST_WIDTH:.0f}"))
    quads = [(picture, upright(corners)) for corners in cards]
    fresh = deck_of_cards(labels, quads, name, aspect=None if known is None else known.aspect)
    if known is None:
        return fresh
    kept = [n for n, label in enumerate(known.labels) if label not in labels]
    faces = known.fine if len(known.fine) else known.faces
    pictures = [*(faces[n] for n in kept), *fresh.fine]
    return deck_of_faces([*(known.labels[n] for n in kept), *labels], pictures, known.aspect, name)
