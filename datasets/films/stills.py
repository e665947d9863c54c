"""Stills of games that bots play: single moments of many films, as scenes on disk; what a detector is trained on.

A film shows one table a thousand times over. Stills show a thousand tables, in the light, through the lens and with the
hands that films have.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from datasets.films.errors import FilmError
from datasets.films.plan import plan, stream
from datasets.scenes import run as scenes
from datasets.scenes.run import answer, canonical, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection
    from pathlib import Path

    import numpy as np

    from datasets.films.script import Script
    from datasets.films.shoot import Shooter
    from datasets.scenes.run import Hiring, Outcome
    from datasets.sheets.layout import Layout

SCHEMA: Final = "tableside/stills@1"
PER_FILM: Final = 8
"""Stills of a film: drawing its set is dear, and the same table over and over teaches little."""
SECONDS: Final = 70.0
"""How long a film would be at most that stills are taken of."""
AT_REST: Final = 0.7
"""The share of stills without a hand in view, as most pictures that are read."""
TRIES: Final = 40
QUALITY: Final = 92
"""JPEG quality."""


@dataclass(frozen=True, slots=True)
class Order:
    """So many stills of a game into a folder; films have the seeds from `seed` on, `size` is (width, height)."""

    game: str
    players: int
    count: int
    seed: int
    out: Path
    size: tuple[int, int] = (1280, 720)
    mat: Layout | None = None

    @property
    def manifest(self) -> dict[str, Any]:
        """What has to be the same for a run to be resumed; the count may grow."""
        document = asdict(self)
        del document["out"], document["count"]
        mat = None if self.mat is None else [self.mat.width, self.mat.height]
        return document | {"schema": SCHEMA, "size": list(self.size), "mat": mat}

    def paths(self, index: int) -> tuple[Path, Path]:
        """The picture and the truth of a still."""
        return self.out / f"{index:06d}.jpg", self.out / f"{index:06d}.json"

    def done(self, index: int) -> bool:
        """Whether a still has been finished; its truth is written last."""
        return all(path.exists() for path in self.paths(index))

    def script(self, film: int) -> Script:
        """The script of a film that stills are taken of."""
        return plan(self.game, self.players, self.seed + film, None, SECONDS, self.mat)


def render(order: Order, workers: int = 1, crew: Hiring | None = None) -> Iterator[Outcome]:
    """Take what is missing, yielding an outcome a still as it is known. Raises `FilmError`, `SceneError`."""
    order.script(0)
    return scenes.render(order, workers, _worker, crew)


class Photographer:
    """Takes stills of one film: what it needs to know of the film is found once."""

    def __init__(self, studio: Any, order: Order, film: int) -> None:
        self._studio, self._order, self._film = studio, order, film

    def at(self, film: int) -> Photographer:
        """One of another film; the same, where it is of that already."""
        return self if film == self._film else Photographer(self._studio, self._order, film)

    @cached_property
    def _script(self) -> Script:
        return self._order.script(self._film)

    @cached_property
    def _shooter(self) -> Shooter:
        from datasets.films.shoot import Shooter

        return Shooter(self._studio, self._script, self._order.size)

    def take(self, index: int) -> None:
        """Draw and write a still: the picture first, its truth last."""
        import cv2

        chance = stream(self._order.seed + self._film, f"still {index}")
        picture, truth = self._shooter.still(_moment(self._script, chance))
        image, beside = self._order.paths(index)
        done, encoded = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not done:
            raise FilmError(f"{image} cannot be encoded.")
        write_whole(image, encoded.tobytes())
        write_whole(beside, canonical(truth | {"scene": index}))


def _moment(script: Script, chance: np.random.Generator) -> float:
    """A time (s) of a film, by chance; most often one at which nothing moves."""
    still = chance.random() < AT_REST
    times = chance.uniform(0, script.seconds, TRIES)
    return float(next((time for time in times if (script.phase(time) == "still") == still), times[0]))


def _worker(order: Order, pipe: Connection) -> None:
    """A process that takes the stills it is sent."""

    def opened() -> Callable[[int], None]:
        from datasets.optics.studio import Studio

        now = Photographer(Studio(), order, 0)

        def take(index: int) -> None:
            nonlocal now
            now = now.at(index // PER_FILM)
            now.take(index)

        return take

    answer(pipe, opened)
