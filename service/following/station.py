"""The camera of a table, opened and closed from the page: first looked through, then followed.

StationError    the camera cannot do that now; the text is one line
├── Taken       a command watches this table
├── InUse       the camera follows a game that nobody said may end
├── NoCamera    there is no such camera here
└── Closed      no camera is open
"""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

import structlog

from engine.said import Said, quoted
from service.capture.cameras import cameras
from service.capture.source import ADDRESSES, PHONE, Source, SourceError, find_source
from service.following.regions import Regions
from service.following.tables import Health
from service.player_names import calling
from vision.scene.plane.lens import LENS_FILE, LensError, load_lens

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.access.tokens import Tokens
    from service.following.session import Session
    from service.following.tables import Table
    from service.following.watcher import Say
    from service.phone.door import PhoneDoor
    from service.settings import Settings
    from service.store.players import Players
    from vision.scene.plane.lens import Lens

    Stopped = Callable[[], bool]

_log = structlog.get_logger(__name__)

WAIT: Final = 0.1
"""How long to wait for a frame before looking whether to stop, s."""
CHECKED: Final = 1.0
"""How often the placement is looked at while a camera is aimed, s."""
ENDS: Final = 20.0
"""s that a look may take to end: a picture that is being read is read to its end."""
FILM: Final = "film"
"""The id of the film that stands for a camera, where the settings name one."""
STOPPED: Final = "The camera has stopped by an error of its own; start it again, and report what the log says."
AIMED: Final = "The table sees the pictures."


NO_ADDRESS: Final = (
    "there is no camera {camera} here; the address of one in the network begins with http://, https://, rtsp:// or "
    "rtsps://"
)
"""What is said of a camera that is neither a number nor an address of one of `ADDRESSES`."""


class StationError(Exception):
    """The camera cannot do that now; the text is one line."""


class Taken(StationError):  # noqa: N818 - reads as the sentence it is
    """A command watches this table: it has to be ended first. `game` is the id of what it follows, if any."""

    def __init__(self, command: str, game: str) -> None:
        super().__init__(
            Said("the camera of this table is open elsewhere; end {what} with Ctrl-C where it runs", what=command)
        )
        self.game = game


class InUse(StationError):  # noqa: N818
    """The camera follows a game, whose id is `game`; whoever wants the camera says that this one may end."""

    def __init__(self, game: str) -> None:
        super().__init__(Said("the camera follows game {game}", game=game))
        self.game = game


class NoCamera(StationError):  # noqa: N818
    """There is no such camera here."""


class Closed(StationError):  # noqa: N818
    """No camera is open."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A camera that can be chosen: its id, its name (empty where the page has words for it), and its kind."""

    id: str
    name: str
    kind: str


class Station:
    """Opens and closes the camera of one table. Safe to use from many threads."""

    def __init__(
        self, table: Table, settings: Settings, tokens: Tokens | None = None, players: Players | None = None
    ) -> None:
        self.table = table
        self._players = players
        self._tokens = tokens
        """By these a phone is listed, and sent away."""
        self.say: Say = lambda _line: None
        self.phone: PhoneDoor | None = None
        self.reached: Callable[[], str] = str
        """Where the network reaches the table's page; empty where it does not."""
        self._settings = settings
        self._lock = threading.RLock()
        self._source: Source | None = None
        self._work: _Work | None = None
        self._game: str | None = None
        self._kept = contextlib.ExitStack()
        """What lasts as long as a game is followed."""
        self._opened = contextlib.ExitStack()
        """What lasts as long as the camera is open."""
        self._taken = ""

    def take(self, by: str) -> None:
        """A command watches this table by itself; from now on nothing is opened or closed here."""
        self._taken = by

    def release(self) -> None:
        """The command needs the camera no more: from now on it is opened and closed here."""
        self._taken = ""

    @property
    def is_taken(self) -> bool:
        """Whether a command watches this table by itself."""
        return bool(self._taken)

    def choices(self) -> tuple[Choice, ...]:
        """Every camera that can be chosen: those of this machine, a phone, and a film where the settings name one."""
        own = tuple(Choice(str(each.number), each.name, "camera") for each in cameras())
        film = self._settings.camera_film
        filmed = () if film is None else (Choice(FILM, film.name, "film"),)
        return (*own, *filmed, Choice(PHONE, "", "phone"))

    def look(self, camera: str, game: str | None = None, ends: str | None = None) -> None:
        """Open a camera by its id, or a stream by its address, to aim it. The one that is open is closed first.

        `ends` is the game whose following ends by this. Raises `Taken`, `InUse` where another is followed, `NoCamera`,
        and `PortBusy` where the phone's page finds no port.
        """
        with self._lock:
            self._check()
            self.check_ends(ends)
            source = self._find(camera)
            self.close()
            self.table.give(Regions.of(self._settings).find(self.table.id))
            self._source = source
            try:
                self._open_for_phone(source)
            except BaseException:
                self.close()
                raise
            self.table.publish(
                camera=str(source), game=game, health=Health("waiting", Said("Opening {source} …", source=source))
            )
            self._work = _Work(self.table, lambda stopped: self._aim(source, game, stopped))
            self._work.start()

    def follow(self, session: Session, kept: contextlib.ExitStack, ends: str | None = None) -> None:
        """Follow a game with the camera that is open. `kept` is closed when that ends, or at once where it is refused.

        `ends` is the game whose following ends by this. Raises `Taken`, `InUse` where another is followed, and `Closed`
        where no camera is open.
        """
        with self._lock, kept:
            source = self._opened_here()
            self.check_ends(ends)
            from service.following.watcher import Watcher  # brings the vision: a start is fast

            self._end_work()
            watcher = Watcher(self.table, source, session)
            watcher.keep = partial(Regions.of(self._settings).keep, self.table.id)
            watcher.say = self.say if self._players is None else calling(self.say, self._players, session.game_id)
            self._kept, self._game = kept.pop_all(), session.game_id
            self.table.publish(following=session.following(), placement=None)
            self._work = _Work(self.table, watcher.run)
            self._work.start()

    @property
    def game(self) -> str | None:
        """The id of the game that is followed from here."""
        return self._game

    def check_ends(self, ends: str | None) -> None:
        """Raises `InUse` where a game is followed and `ends` names no game, or another."""
        if self._game is not None and self._game != ends:
            raise InUse(self._game)

    @property
    def is_open(self) -> bool:
        """Whether a camera is open."""
        return self._source is not None

    def check_open(self) -> None:
        """Raises `Taken` where a command has the camera, and `Closed` where none is open."""
        self._opened_here()

    def stop(self, ends: str | None = None) -> None:
        """Close the camera; twice does no harm. Raises `Taken`, and `InUse` where another game is followed than `ends`.

        With None whatever is followed ends. Where `ends` is followed no more, the camera is somebody else's and stays.
        """
        with self._lock:
            self._check()
            if ends is not None:
                self.check_ends(ends)
            if not ends or self._game is not None:
                self.close()

    def close(self) -> None:
        """The same, whoever opened it: what was opened from here ends, and nothing else."""
        with self._lock:
            was = self._source is not None
            self._end_work()
            self._opened.close()
            self.phone, self._source = None, None
            if was:
                self.table.clear()

    def _end_work(self) -> None:
        work, self._work = self._work, None
        if work is not None:
            work.end()
            self.table.publish(following=None)  # first, or the home page looks for a game that has just been let go
        self._game = None
        self._kept.close()

    def _check(self) -> None:
        if self._taken:
            following = self.table.snapshot()["following"] or {}
            raise Taken(self._taken, following.get("game", ""))

    def _opened_here(self) -> Source:
        self._check()
        if self._source is None:
            raise Closed("open one on the start page first")
        return self._source

    def _find(self, camera: str) -> Source:
        film = self._settings.camera_film
        known = {each.id for each in self.choices()}
        try:
            if camera == FILM and film is not None:
                return find_source(str(film.expanduser()))
            if camera in known or camera.partition("://")[0].lower() in ADDRESSES:
                return find_source(camera)
        except SourceError as wrong:
            raise NoCamera(str(wrong)) from None
        form = "there is no camera {camera} here; plug it in, then list them again"
        raise NoCamera(Said(form if camera.isdecimal() else NO_ADDRESS, camera=quoted(camera)))

    def _open_for_phone(self, source: Source) -> None:
        if source.inbox is None:
            return
        from service.phone.door import open_for_phone

        def line() -> str:
            gate = self.table.snapshot()["gate"]
            return AIMED if gate is None else str(gate["detail"])

        source.inbox.tokens = self._tokens
        self.phone = self._opened.enter_context(open_for_phone(source.inbox, self._settings, line, self.reached))

    def _lens(self) -> Lens | None:
        try:
            return load_lens(self._settings.data.expanduser() / LENS_FILE)
        except LensError as wrong:
            self.say(str(wrong))
            return None

    def _aim(self, source: Source, game: str | None, stopped: Stopped) -> Health:
        """Show what the camera sees, and how it stands, until it is told to end."""
        from service.capture.capture import Capture, CaptureSettings
        from service.capture.placement import placement

        lens, checked = self._lens(), 0.0
        with Capture(source, CaptureSettings(loop=True)) as capture:  # a film goes on while it is aimed
            while not stopped():
                frame = capture.next(WAIT)
                self.table.publish(health=capture.health)
                if frame is not None:
                    self.table.viewfinder.show(frame.pixels)
                    if time.monotonic() - checked >= CHECKED:
                        checks = placement(frame.pixels, game, lens)
                        self.table.publish(placement=[each.to_json() for each in checks])
                        checked = time.monotonic()
                elif capture.over:
                    break
            return capture.health


class _Work(threading.Thread):
    """What a camera is open for, in a thread of its own."""

    def __init__(self, table: Table, work: Callable[[Stopped], Health]) -> None:
        super().__init__(name="camera", daemon=True)
        self._table, self._do = table, work
        self._ending = threading.Event()

    def run(self) -> None:
        """Do it until it ends, or is told to; what nobody foresaw is said on the page."""
        try:
            self._do(self._ending.is_set)
        except Exception:
            self._table.publish(health=Health("failed", STOPPED))
            _log.exception("a camera has stopped")

    def end(self) -> None:
        """End it, and wait for that: native threads do not outlive the interpreter's end in peace."""
        self._ending.set()
        self.join(ENDS)
