"""The tables that a camera looks at: what each shows now, for every thread and every page that asks.

A watcher's thread publishes; the API reads snapshots and waits for the next version in its own event loop. Nothing
here is kept beyond the process.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import threading
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Final

from service.capture.viewfinder import Viewfinder
from service.store.clock import now

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.scene.region import TableRegion

DEFAULT: Final = "1"
"""The id of the table that a single watcher serves."""

ADDRESS: Final = "/api/v1/tables/{id}/picture?version={version}"
"""Where the API hands out a table's picture; the version is the picture's own, so that a page loads each once."""


@dataclass(frozen=True, slots=True)
class Health:
    """How the camera does: `state` is a stable word, `detail` one line that says what to do.

    States:
    - `waiting`: nothing came yet.
    - `ok`.
    - `black`: covered, or no light.
    - `blocked`: something is before it.
    - `slow`: hardly any frames come.
    - `behind`: the computer is too busy to follow it.
    - `unkept`: it is well, but what it sees cannot be recorded, as on a full disk.
    - `retrying`: missing, busy, unplugged or frozen.
    - `ended`: the last frame of a file was seen.
    - `failed`: the source cannot be used at all.
    """

    state: str = "waiting"
    detail: str = "No camera has been started for this table."


@dataclass(frozen=True, slots=True)
class Frames:
    """Frames looked at and dropped since the start, and how many were looked at in the last second or so."""

    seen: int = 0
    dropped: int = 0
    per_second: float = 0.0


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a table shows, in JSON types but for the picture.

    `options` are the house rules that were chosen, empty for the defaults. `observation` and `position` are those of
    the contract. `faults` have `name`, `detail` and `rules`. `loose` and `unsure` are indices into the observation's
    pieces. `cells` maps such an index, as text, to `{"at": [x, y, z], "dir": "e" | "n"}`. `unjudged` says why the
    engine could not judge the position, None where it could. `gate` is the gate's state with its detail. `delay` is the
    seconds from the first frame at rest to its published reading. `picture` is a JPEG. `following` says how the game is
    followed, None where none is. Its `game` is the id in the ledger, its `version` the ledger's. Its `state` is one of
    `following asking illegal out_of_step over`, with a line of `detail`. Its `illegal` is the play that the rules
    refuse (`seat`, `move`, `rules`, `reason`). Its `questions` are the numbers of the open ones, its `last` the newest
    move (`seq`, `seat`, `move`, `points`, `rules`). `region` is where the
    play is, as `TableRegion` tells it; None: anywhere in the picture. `camera` names the camera that is open, None
    where none is. `placement` is how it stands (`service.capture.placement`), while somebody aims it. What was
    published is not changed any more.
    """

    game: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    health: Health = field(default_factory=Health)
    frames: Frames = field(default_factory=Frames)
    gate: dict[str, Any] | None = None
    observation: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    faults: list[dict[str, Any]] = field(default_factory=list)
    loose: list[int] = field(default_factory=list)
    unsure: list[int] = field(default_factory=list)
    cells: dict[str, Any] = field(default_factory=dict)
    unjudged: str | None = None
    delay: float | None = None
    following: dict[str, Any] | None = None
    picture: bytes | None = None
    region: dict[str, Any] | None = None
    camera: str | None = None
    placement: list[dict[str, str]] | None = None


class Table:
    """One table: the newest of everything under one lock, a version that grows, and those who wait for it."""

    def __init__(self, name: str) -> None:
        self.id = name
        self._lock = threading.Lock()
        self._shown = Shown()
        self.version = 0
        """Grows by one with every change."""
        self.looks = 0
        """How many readings were published."""
        self._pictured, self._picture_time = "", ""
        self.given: TableRegion | None = None
        """Where people said that the table is; None: it is learnt."""
        self.enrolled: Path | None = None
        """The file of pieces that were learnt at this table since it is watched; None: none were."""
        self.open = True
        """False once the process shuts down: a stream that follows the table ends then."""
        self.viewfinder = Viewfinder()
        self.unsent: int | None = None
        """Entries of its game that its hub has not; None: it has no hub."""
        self._waiting: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()

    def __repr__(self) -> str:
        return f"<Table {self.id!r} version {self.version}>"

    def publish(self, **change: Any) -> int:
        """Replace the named parts of `Shown` at once and wake all who wait; the version. What changes nothing wakes
        nobody."""
        with self._lock:
            shown = replace(self._shown, **change)
            if all(getattr(shown, f.name) == getattr(self._shown, f.name) for f in fields(Shown)):
                return self.version
            self.version += 1
            self.looks += shown.observation is not self._shown.observation
            if shown.picture is not None and shown.picture is not self._shown.picture:
                self._pictured, self._picture_time = version_of(shown.picture), now()
            self._shown = shown
            version = self.version
        self._wake()
        return version

    def learnt(self, file: Path) -> None:
        """Pieces were learnt into a file; whoever watches reads with it from the next look on."""
        self.enrolled = file

    def give(self, region: TableRegion | None) -> None:
        """People say where the table is, or take it back. It shows at once; whoever watches takes it up."""
        self.given = region
        self.publish(region=None if region is None else region.to_json())

    def clear(self, health: Health | None = None) -> None:
        """The camera is closed: nothing is shown any more but how it did. Where people said the table is, it stays."""
        self.viewfinder.show(None)
        shown = Shown(health=health or Health())
        empty = {each.name: getattr(shown, each.name) for each in fields(Shown)}
        self.publish(**empty | {"region": None if self.given is None else self.given.to_json()})

    def snapshot(self) -> dict[str, Any]:
        """What the table shows now, as the JSON object of `GET /tables/{id}`; all parts belong to one version."""
        with self._lock:
            shown, version, pictured, at = self._shown, self.version, self._pictured, self._picture_time
        return {each.name: getattr(shown, each.name) for each in fields(Shown)} | {
            "id": self.id,
            "version": version,
            "health": asdict(shown.health),
            "frames": asdict(shown.frames),
            "picture": None if shown.picture is None else ADDRESS.format(id=self.id, version=pictured),
            "picture_time": None if shown.picture is None else at,
        }

    def picture(self) -> bytes | None:
        """The last stable frame as a JPEG, the one that `observation` was read from; None before there is one."""
        return self._shown.picture

    async def changed(self, version: int, timeout: float | None = None) -> int:
        """Wait until the table is newer than `version`, or closes; the version now, unchanged after `timeout` s."""
        waiter = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._waiting.add(waiter)
        try:
            if self.version == version and self.open:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(waiter[1].wait(), timeout)
        finally:
            with self._lock:
                self._waiting.discard(waiter)
        return self.version

    def close(self) -> None:
        """Let everyone who waits go; the table stays readable."""
        self.open = False
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            waiting = tuple(self._waiting)
        for loop, event in waiting:
            with contextlib.suppress(RuntimeError):  # that loop has ended, and its waiter with it
                loop.call_soon_threadsafe(event.set)


def version_of(picture: bytes) -> str:
    """What tells a picture from all others, of this run and of earlier ones."""
    return hashlib.sha256(picture).hexdigest()[:16]


class Tables:
    """The tables of this process by id; one is made when it is first published to."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tables: dict[str, Table] = {}

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._tables.values()))

    def __contains__(self, name: object) -> bool:
        return name in self._tables

    def get(self, name: str) -> Table | None:
        """The table of that id, or None."""
        return self._tables.get(name)

    def add(self, name: str = DEFAULT) -> Table:
        """The table of that id, made if it is new."""
        with self._lock:
            return self._tables.setdefault(name, Table(name))

    def close(self) -> None:
        """Close every table, so that streams end."""
        for table in self:
            table.close()
