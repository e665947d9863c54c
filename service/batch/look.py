"""A photo read as a task."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from service.batch.kept import Form, as_json, digest
from service.commands import Mendable
from service.enrolled import NoneEnrolled, enrolled
from vision import NotEnrolled, Observation, PhotoError, load, recogniser_for

if TYPE_CHECKING:
    from pathlib import Path

    from service.settings import Settings

SEEN: Final[Form[tuple[Observation, float]]] = as_json(tuple[Observation, float])
"""How what was seen is kept, with the milliseconds that it took."""


@dataclass(frozen=True, slots=True)
class Order:
    """A photo and the game whose pieces it shows; `own` names the user's own pieces."""

    photo: Path
    game: str
    settings: Settings
    own: str = ""

    @property
    def decides(self) -> list[Any]:
        """The photo, the game and the pieces. Raises `Mendable`."""
        own = self.enrolled
        return ["look", digest(self.photo), self.game, None if own is None else digest(own)]

    @property
    def enrolled(self) -> Path | None:
        """The file of the user's own pieces. Raises `Mendable`."""
        try:
            return enrolled(self.settings, self.game, self.own)
        except NoneEnrolled as wrong:
            raise Mendable(str(wrong)) from None


def looked(order: Order) -> tuple[Observation, float]:
    """What the photo shows, whatever was seen before, and the milliseconds that reading took. Raises `Mendable`."""
    try:
        photo = load(order.photo)
        recogniser = recogniser_for(order.game, order.enrolled).fresh()
    except PhotoError as wrong:
        raise Mendable(f"{order.photo}: {wrong}") from None
    except NotEnrolled as wrong:
        raise Mendable(str(wrong)) from None
    begun = time.perf_counter()
    seen = recogniser.see(photo)
    return seen, 1000 * (time.perf_counter() - begun)
