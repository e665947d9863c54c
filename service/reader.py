"""Photos that are sent are read in processes of their own, a few at a time; files of a command in this one."""

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

    from service.reading.pool import Pool
    from service.settings import Settings
    from vision import Observation, Photo
    from vision.settings import PhotoLimits

LEAVE: Final = 5.0
"""s that a process which is starting may take to be ended with the server."""
BUSY: Final = 5.0
"""So many times as long as on a processor of its own it may take by the clock, with all that is loaded."""
SENT: Final = ("JPEG", "PNG")
"""The formats of photos that are sent, by Pillow's names."""


class Reader:
    """Reads photos with the limits of the settings; the vision is loaded when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.threads = ThreadPoolExecutor(settings.readers, thread_name_prefix="reader")
        """Where an event loop waits for `read`."""
        self._lock = threading.Lock()
        self._pool: Pool | None = None
        self._warming = threading.Timer(settings.warm_seconds, self._warm)

    @property
    def waiting(self) -> int:
        """How many photos wait to be read."""
        return self.threads._work_queue.qsize()

    def warm(self) -> None:
        """Start a process once the server has answered its first calls, so that the first photo need not wait."""
        self._warming.daemon = True
        self._warming.start()

    def read(self, data: bytes, game: str, name: str = "") -> dict[str, Any]:
        """The observation in a photo that was sent, as the contracts' JSON; `table` adds what the pieces mean.

        `name` is that of own pieces in the data folder; no path, for it comes from afar. Raises `UnknownGame`,
        `NoneEnrolled`, `TooCostly`, `vision.GameNotReadable`, `vision.PhotoError` or `vision.NotEnrolled`, each with
        one line.
        """
        from service.reading import work

        own = named(self._settings, find_game(game).name, name) if name else None
        answer: dict[str, Any] = self._asked(work.read, data, game, own, self._limits(SENT))
        return answer

    def observe(self, data: bytes, game: str, own: Path | None = None) -> Observation:
        """What a photo of our own keeping shows. Raises as `read` does."""
        from service.reading import work

        seen: Observation = self._asked(work.observe, data, game, own, self._limits())
        return seen

    def look(self, source: bytes | Path, game: str, own: Path | None = None) -> tuple[Photo, Observation]:
        """The photo and what it shows, read in this process; `own` is a file of own pieces, else the settings' one.

        Raises as `read` does.
        """
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
        """End what is being read, and drop what still waits to be."""
        self._warming.cancel()
        self.threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()
        if self._warming.is_alive():
            self._warming.join(LEAVE)

    def _asked(self, work: Any, data: bytes, game: str, own: Path | None, limits: PhotoLimits) -> Any:
        import vision
        from service.reading.work import Costs

        name = find_game(game).name
        vision.check_readable(name)
        vision.check_size(data, limits)  # before it is handed to another process
        own = own or enrolled(self._settings, name)
        settings = self._settings
        costs = Costs(settings.read_mebibytes, settings.read_seconds)
        return self._started().do(work, data, name, own, limits, costs, seconds=BUSY * settings.read_seconds)

    def _started(self) -> Pool:
        from service.reading.pool import Pool

        with self._lock:
            if self._pool is None:
                self._pool = Pool(self._settings.readers, self._settings.opencv_threads)
            return self._pool

    def _warm(self) -> None:
        """Load all that a first photo needs; own pieces that cannot be used are told to whoever sends one."""
        from service.reading import TooCostly, work

        games = []
        for game in sorted(self.readable()):
            with suppress(NoneEnrolled):
                games.append((game, enrolled(self._settings, game)))
        with suppress(TooCostly, RuntimeError):  # a process that ends meanwhile starts no threads any more
            self._started().do(work.warm, tuple(games))

    def _limits(self, formats: tuple[str, ...] | None = None) -> PhotoLimits:
        from vision.settings import PHOTO_LIMITS, PhotoLimits

        settings = self._settings
        return PhotoLimits(
            formats=formats or PHOTO_LIMITS.formats,
            max_bytes=settings.max_upload_bytes,
            max_pixels=int(settings.max_megapixels * 1e6),
        )


@functools.cache
def _load_vision(threads: int) -> None:
    """Load the vision, and let OpenCV work in so many threads: more cost processor and save no time."""
    import cv2

    import vision  # noqa: F401 - to have it loaded

    cv2.setNumThreads(threads)
