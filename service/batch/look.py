"""Photos read as tasks: some photos each, so that loading the networks counts little."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from service.commands import Mendable
from service.enrolled import NoneEnrolled, enrolled
from vision import NotEnrolled, PhotoError, load, recogniser_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from service.settings import Settings
    from vision import Observation

SHARE: Final = 16
"""Photos of a task: so many are read again where its process is lost."""


@dataclass(frozen=True, slots=True)
class Order:
    """Photos, each with the game whose pieces it shows; `own` names the user's own pieces."""

    photos: tuple[tuple[Path, str], ...]
    settings: Settings
    own: str = ""


def orders(photos: Sequence[tuple[Path, str]], settings: Settings, own: str) -> list[Order]:
    """The photos in orders of `SHARE`."""
    return [Order(tuple(photos[n : n + SHARE]), settings, own) for n in range(0, len(photos), SHARE)]


def looked(order: Order) -> list[tuple[Observation, float]]:
    """What each photo shows, and the milliseconds that reading took. Raises `Mendable`."""
    return list(looks(order))


def looks(order: Order) -> Iterator[tuple[Observation, float]]:
    """The same, one after the other."""
    for file, game in order.photos:
        try:
            photo = load(file)
            recogniser = recogniser_for(game, enrolled(order.settings, game, order.own))
        except PhotoError as wrong:
            raise Mendable(f"{file}: {wrong}") from None
        except (NoneEnrolled, NotEnrolled) as wrong:
            raise Mendable(str(wrong)) from None
        begun = time.perf_counter()
        yield recogniser.see(photo), 1000 * (time.perf_counter() - begun)
