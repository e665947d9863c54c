"""Photos are read in threads of their own, a few at a time, so that the event loop stays free."""

from __future__ import annotations

import functools
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from engine.games import find_game
from service.enrolled import NoneEnrolled, enrolled, named

if TYPE_CHECKING:
    from pathlib import Path

    from service.settings import Settings
    from vision import Observation, Photo
    from vision.settings import PhotoLimits

LEAVE: Final = 30.0
"""s that a recogniser which is being loaded may take to be loaded, before the process ends; about one is usual."""
WARM_AFTER: Final = 1.0
"""How long after the start the vision is loaded, s."""


class Reader:
    """Reads photos with the limits of the settings; the vision is loaded when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.pool = ThreadPoolExecutor(settings.readers, thread_name_prefix="reader")
        self._closing = False
        self._warming = threading.Timer(WARM_AFTER, self._load)

    def warm(self) -> None:
        """Load the vision once the server has answered its first calls, so that the first photo need not wait."""
        self._warming.daemon = True
        self._warming.start()

    def read(self, source: bytes | Path, game: str, name: str = "") -> dict[str, Any]:
        """The observation in a photo, as the contracts' JSON; `table` adds what the pieces mean as a position.

        `name` is that of own pieces in the data folder; no path, for it comes from afar. Raises `UnknownGame`,
        `NoneEnrolled`, `vision.GameNotReadable`, `vision.PhotoError` or `vision.NotEnrolled`, each with one line.
        """
        from vision.games import reading

        own = named(self._settings, find_game(game).name, name) if name else None
        _, observation = self.look(source, game, own)
        return observation.to_json() | {"table": reading(observation, game).to_json()}

    def look(self, source: bytes | Path, game: str, own: Path | None = None) -> tuple[Photo, Observation]:
        """The photo and what it shows; `own` is a file of own pieces, else the settings' one. Raises as `read` does."""
        name = find_game(game).name
        _load_vision(self._settings.opencv_threads)
        import vision

        vision.check_readable(name)
        own = own or enrolled(self._settings, name)
        photo = vision.load(source, self._limits())
        return photo, vision.read_photo(photo, name, own)

    def readable(self) -> frozenset[str]:
        """The games whose photos can be read."""
        _load_vision(self._settings.opencv_threads)
        from vision import READABLE

        return READABLE

    def close(self) -> None:
        """Drop what still waits to be read."""
        self._closing = True
        self._warming.cancel()
        if self._warming.is_alive():
            self._warming.join(LEAVE)  # native threads that load a network do not outlive the interpreter in peace
        self.pool.shutdown(wait=False, cancel_futures=True)

    def _load(self) -> None:
        """Load all that a first photo needs; own pieces that cannot be used are told to whoever sends one.

        A process that ends meanwhile starts no threads any more, which Python tells by a `RuntimeError`.
        """
        for game in sorted(self.readable()):
            if self._closing:
                return
            import vision

            with suppress(NoneEnrolled, vision.NotEnrolled, RuntimeError):
                vision.recogniser_for(game, enrolled(self._settings, game)).warm()

    def _limits(self) -> PhotoLimits:
        from vision.settings import PhotoLimits

        settings = self._settings
        return PhotoLimits(max_bytes=settings.max_upload_bytes, max_pixels=int(settings.max_megapixels * 1e6))


@functools.cache
def _load_vision(threads: int) -> None:
    """Load the vision, and let OpenCV work in so many threads: more cost processor and save no time."""
    import cv2

    import vision  # noqa: F401 - to have it loaded

    cv2.setNumThreads(threads)
