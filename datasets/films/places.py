"""Where pieces of a film are, by name, and which of them move so that the table is as it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence, Set

Place = tuple[Any, ...]
"""What a place is called: its kind first."""


class Places(Protocol):
    """Which piece is at which place."""

    where: dict[int, Place]

    def go(self, piece: int, place: Place, /) -> object:
        """Move a piece to a place."""


def to_move(
    wanted: Mapping[str, Sequence[Place]],
    places: Places,
    called: Callable[[str], list[int]],
    join: Callable[[str], int],
    unseen: Set[str],
) -> list[tuple[int, Place]]:
    """The pieces that have to go elsewhere, and where, so that each label is at the places that are wanted.

    Of those that are `called` by a label the last goes first. A piece of which there are too few may `join`, unless it
    would go to an `unseen` kind of place. What only goes from hand to hand is there at once.
    """
    going: list[tuple[int, Place]] = []
    for label, goals in wanted.items():
        left = list(goals)
        free = [piece for piece in called(label) if not _take(left, places.where[piece])]
        for place in sorted(left, key=lambda one: one[0] in unseen):
            if free:
                going.append((free.pop(), place))
            elif place[0] not in unseen:
                going.append((join(label), place))
    hidden = [one for one in going if {places.where[one[0]][0], one[1][0]} <= {"hand"}]
    for piece, place in hidden:
        places.go(piece, place)
    return [one for one in going if one not in hidden]


def _take(places: list[Place], place: Place) -> bool:
    """Take a place out of a list; whether it was there."""
    if place in places:
        places.remove(place)
        return True
    return False
