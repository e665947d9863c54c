"""The pictures of one followed game: the newest of a quiet table, and the one that is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.following.masking import Picture, Sharp

if TYPE_CHECKING:
    from collections.abc import Collection

    from service.store.evidence import Evidence
    from vision.observation import Observation
    from vision.photo import Picture as Pixels
    from vision.scene.attention import Notice


class Photographer:
    """Has the last pictures of one game at hand, and keeps as evidence those that something rests on.

    `veils` is whether what lies beside the table is made coarse in the pictures that are kept.
    """

    def __init__(self, game_id: str, evidence: Evidence, *, veils: bool) -> None:
        self._game_id = game_id
        self._evidence = evidence
        self._veils = veils
        self._quiet: Picture | None = None
        self._last: Picture | None = None
        self._sharp = Sharp()

    @property
    def last(self) -> bytes:
        """The last picture, with all that is on it, as a JPEG; empty before the first. It is not kept."""
        return b"" if self._last is None else self._last.whole()

    def frame(self, notice: Notice) -> None:
        """Take up where the table is in a frame."""
        self._sharp.frame(notice)

    def take(self, pixels: Pixels, seen: Observation, laid: Collection[int], about: dict[str, Any]) -> None:
        """Have a picture (H×W×3, BGR) at hand, with what is seen on it and what else is said `about` it. `laid` are the
        numbers of the pieces that a play laid."""
        self._sharp.see(seen, laid)
        self._last = Picture(pixels, about | {"seen": seen.to_json()})

    def rest(self) -> None:
        """The last picture shows the table as the record has it."""
        self._quiet = self._last

    def keep(self, first: str, second: str) -> tuple[str, ...]:
        """Keep the newest quiet picture and the last one as evidence, each with why; their hashes."""
        pictures = ((first, self._quiet), (second, self._last))
        return tuple(self._kept(picture, why) for why, picture in pictures if picture is not None)

    def _kept(self, picture: Picture, why: str) -> str:
        sharp = self._sharp.mask(picture.pixels.shape) if self._veils else None
        return self._evidence.keep(self._game_id, picture.kept(sharp), picture.about | {"why": why})
