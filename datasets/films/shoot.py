"""Frame after frame of a script: pictures as a webcam hands them out, and what is true of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from datasets.films.plan import stream
from datasets.films.set import FilmSet
from datasets.films.window import window
from datasets.optics.studio import FINE, Shot
from datasets.optics.webcam import expose, in_range, metered
from datasets.scenes.truth import describe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from datasets.films.script import Script
    from datasets.optics.camera import Camera
    from datasets.optics.studio import Studio
    from datasets.optics.webcam import Webcam
    from datasets.optics.world import Placed

RATE: Final = 30
"""Frames a second, where nothing else is ordered."""
SETTLED: Final = 0.5
"""Seconds in which the webcam's exposure follows a change of the light."""
STEADY: Final = 0.8
"""How little the exposure follows hands and sleeves that come into the picture: 1 is not at all."""
WELL_LIT: Final = 0.4
"""What is bright in a film comes out so bright at least; 1 is white."""
SPARING: Final = 0.7
"""A window larger than this share of the picture is not worth while."""
LEFT_OUT: Final = {"size", "turn", "seat", "part"}
"""What scenes tell of a piece and films do not, or tell elsewhere."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture (h, w, 3), RGB bytes, and its truth where that shall be told."""

    picture: NDArray[np.uint8]
    truth: dict[str, Any] | None


@dataclass(slots=True, eq=False)
class Taken:
    """The last picture that was drawn: the camera, what lay where, the light that came, the first frame with it."""

    camera: Camera
    placed: list[Placed]
    shot: Shot
    first_frame: int | None = None


@dataclass(frozen=True, slots=True)
class Meter:
    """Automatic exposure over a film: `base` is the webcam for a table as bright as `empty`, before hands come."""

    base: Webcam
    empty: float

    @classmethod
    def of(cls, webcam: Webcam, shots: Sequence[Shot]) -> Meter:
        """What keeps all these shots, the first of them without hands, in the webcam's range, and well lit."""
        endless = cls(replace(webcam, exposure=1e3), metered(shots[0].colour))
        wanted = [endless.webcam(shot) for shot in shots]
        kept = [in_range(shot.colour, one).exposure / one.exposure for shot, one in zip(shots, wanted, strict=True)]
        most = min(kept) * endless.base.exposure
        least = most * (WELL_LIT / webcam.headroom) ** (1 / 2.2)
        return cls(replace(webcam, exposure=min(max(webcam.exposure, least), most)), endless.empty)

    def webcam(self, shot: Shot, changed: float = 1.0) -> Webcam:
        """The webcam for a shot in light that has just become so many times brighter."""
        brighter = (metered(shot.colour) / self.empty) ** STEADY * changed
        return replace(self.base, exposure=self.base.exposure * brighter ** (1 / 2.2))


def frame_count(script: Script, rate: int = RATE) -> int:
    """How many frames a film has at so many a second."""
    return int(script.seconds * rate)


class Shooter:
    """Films a script, so many frames a second. Only what changes is drawn anew; a run begins with a whole picture."""

    def __init__(self, studio: Studio, script: Script, size: tuple[int, int], rate: int = RATE) -> None:
        self._studio, self._script, self._size, self._rate = studio, script, size, rate
        self._set = FilmSet(script)

    def frames(self, first: int, end: int, every: int = 1) -> Iterator[Frame]:
        """The frames from `first` up to `end`, which is not included; the truth of each so many is told."""
        last: Taken | None = None
        assert self._meter
        for number in range(first, end):
            last = self._take(number, last)
            yield Frame(self._expose(last.shot, number), None if number % every else self._tell(last, number))

    def still(self, time: float) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """The picture (h, w, 3), RGB bytes, at a time in s, and its truth as a scene's."""
        number, _ = int(time * self._rate), self._meter  # which dresses the set for other times
        taken = self._take(number, None)
        picture = self._expose(taken.shot, number)
        facts = {"seed": self._script.seed, "table": self._set.table}
        return picture, describe(self._set.world, taken.camera, taken.shot, self._script.game, facts)

    def _take(self, number: int, last: Taken | None) -> Taken:
        time = number / self._rate
        self._set.dress(time)
        world, camera = self._set.world, self._script.camera(self._size, time)
        placed = list(world.placed)
        if last is not None and camera == last.camera:
            moved = [pair for pair in zip(last.placed, placed, strict=True) if _differ(*pair)]
            if not moved and all(a.facts == b.facts for a, b in zip(last.placed, placed, strict=True)):
                return last
            shot = self._redraw(camera, [one for pair in moved for one in pair], last.shot)
        else:
            shot = self._studio.film(world, camera)
        return Taken(camera, placed, shot)

    def _redraw(self, camera: Camera, moved: list[Placed], shot: Shot) -> Shot:
        """The picture with the part drawn anew that these things touch."""
        part = window(moved, self._set.world.light, camera)
        if part is None:
            return shot
        if part.area > SPARING * camera.width * camera.height:
            return self._studio.film(self._set.world, camera)
        fresh = self._studio.film(self._set.world, part.camera(camera))
        colour, seen = shot.colour.copy(), shot.seen.copy()
        colour[part.y0 : part.y1, part.x0 : part.x1] = fresh.colour
        seen[FINE * part.y0 : FINE * part.y1, FINE * part.x0 : FINE * part.x1] = fresh.seen
        return Shot(colour, seen)

    def _expose(self, shot: Shot, number: int) -> NDArray[np.uint8]:
        script, time = self._script, number / self._rate
        light = np.array(script.light(time), np.float32)
        known = np.mean([np.mean(script.light(time - SETTLED * share)) for share in np.linspace(0, 1, 6)])
        webcam = self._meter.webcam(shot, float(light.mean() / known))
        return expose(shot.colour * light, webcam, stream(script.seed, f"frame {number}"))

    @cached_property
    def _meter(self) -> Meter:
        """The exposure of the film, from how the table looks when it begins and when it ends."""
        shots = [self._whole(time) for time in (0.0, self._script.seconds)]
        return Meter.of(self._set.webcam, shots)

    def _whole(self, time: float) -> Shot:
        self._set.dress(time)
        return self._studio.film(self._set.world, self._script.camera(self._size, time))

    def _tell(self, taken: Taken, number: int) -> dict[str, Any]:
        """The truth of a frame, the set being as it was taken; one that shows what one before did names it (`as`)."""
        script, time = self._script, number / self._rate
        document: dict[str, Any] = {
            "frame": number,
            "time": round(time, 3),
            "phase": script.phase(time),
            "events": script.count(time),
            "illegal": script.illegal(time),
        }
        if taken.first_frame is not None:
            return document | {"as": taken.first_frame}
        taken.first_frame = number
        truth = describe(self._set.world, taken.camera, taken.shot, script.game)
        pieces = truth["pieces"]
        hands = [
            {"seat": piece["seat"], "part": piece["part"], "corners": piece["corners"]}
            for piece in pieces
            if piece["kind"] == "hand"
        ]
        rest = [
            {key: value for key, value in piece.items() if key not in LEFT_OUT}
            for piece in pieces
            if piece["kind"] != "hand"
        ]
        return document | {"camera": truth["camera"], "hands": hands, "pieces": rest}


def _differ(a: Placed, b: Placed) -> bool:
    return a.pose != b.pose or a.thing is not b.thing
