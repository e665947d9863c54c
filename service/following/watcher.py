"""Follows one source: frames go through the gate, still ones are looked at, and what they mean is published.

A watcher runs in a thread of its own, and looks in another, so that the gate sees every frame while a picture is read.
A recording waits for both: what is followed of it depends on its own time alone, however busy the computer is.
It never stops at a bad frame or a full disk, and says one line for every change.
"""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

import structlog

from engine.said import Said
from service.capture.capture import Capture, CaptureSettings
from service.fault_groups import groups
from service.following.pace import BEHIND_LINE, Pace
from service.following.tables import Frames, Health
from service.judging import meaning
from service.store.store import StoreError
from vision.pipeline import NotEnrolled
from vision.scene.attention import Attention
from vision.scene.region import same

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future
    from pathlib import Path

    from service.capture.capture import Frame
    from service.capture.source import Source
    from service.fault_groups import Group
    from service.following.session import Session
    from service.following.tables import Table
    from vision.games import TableReading
    from vision.observation import Corners, Observation
    from vision.scene.attention import Notice
    from vision.scene.gate import GateState
    from vision.scene.region import TableRegion
    from vision.tracking import Look

    Say = Callable[[str], None]

_log = structlog.get_logger(__name__)

WAIT: Final = 0.1
"""How long to wait for a frame before looking whether to stop, s."""

SAID: Final = frozenset({"dark", "blurred", "blocked"})
"""States of the gate that somebody at the table has to mend; so has glare on a still one."""

LYING: Final = frozenset({"domino", "card", "stone", "tile"})
"""Kinds of pieces that lie where the play is; tokens may lie anywhere."""

UNKEPT: Final = "unkept"
"""The health while nothing can be recorded."""

UNREADABLE: Final = "This picture could not be read; the next one will be tried."


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """How a source is watched; times in seconds."""

    capture: CaptureSettings = field(default_factory=CaptureSettings)
    report: float = 1.0
    """How often the count of frames is published."""
    patience: float = 0.25
    """How far a recording goes on by its own time while a look is taken, however fast that is; then it waits for it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a look found: the pieces that lie where the play is (quads, px), in a picture of that width and height.

    `glare` says where light burns out the table (`Notice.to_json`).
    """

    pieces: tuple[Corners, ...]
    size: tuple[int, int]
    glare: dict[str, Any] | None


class Watcher:
    """One source, one followed game, one table. `say` may be replaced before it runs."""

    def __init__(self, table: Table, source: Source, session: Session, settings: WatchSettings | None = None) -> None:
        self.table = table
        self.source = source
        self.session = session
        self.settings = settings or WatchSettings()
        self.say: Say = print
        self.keep: Callable[[TableRegion | None], None] = lambda _region: None
        """Keeps where a region went that people gave. It may raise `OSError`."""
        self._attention = Attention()
        self._state: GateState | None = None
        self._glare: dict[str, Any] | None = None
        self._in_place = True
        self._given: TableRegion | None = None
        self._enrolled: Path | None = None
        self._region: TableRegion | None = None
        self._health: Health | None = None
        self._looking: Future[Seen | None] | None = None
        self._began = 0.0
        self._pace = Pace()
        self._noticed: deque[Notice] = deque()
        self._told: tuple[str, bool] | None = None
        self._said = ""
        self._trouble = ""
        self._reported = 0.0
        self._seen_then = 0

    def run(self, stopped: Callable[[], bool]) -> Health:
        """Watch until `stopped` says so, or until no frame will come any more; the health at the end."""
        self.session.say = self.say
        options = self.session.options.to_json()
        self.table.publish(game=self.session.game, options=options, following=self.session.following())
        self.table.publish(camera=str(self.source), placement=None)
        with Capture(self.source, self.settings.capture) as capture, ThreadPoolExecutor(1, "look") as looks:
            last: tuple[Frame, Notice] | None = None
            while not stopped():
                frame = capture.next(WAIT)
                self._report(capture)
                if frame is not None:
                    last = frame, self._step(frame, looks)
                elif capture.over:
                    break
            looks.shutdown()
            self._see()
            self._hand_on()
            try:
                if stopped():
                    self.session.close()
                elif last is not None:
                    self._last(*last)
                    self.session.end()
            except StoreError as wrong:
                self._unkept(str(wrong))
            self._report(capture, now=True)
            return capture.health

    def _is_busy(self, frame: Frame) -> bool:
        """Whether a look is being taken while this frame comes."""
        if self._looking is None:
            return False
        if self.source.live:
            return not self._looking.done()
        return frame.time - self._began < self.settings.patience

    def _step(self, frame: Frame, looks: ThreadPoolExecutor) -> Notice:
        """One frame; looks and glimpses that are due are taken one after another."""
        self.table.viewfinder.show(frame.pixels)
        if self.table.given is not self._given:
            self._given = self.table.given
            self._attention.bounds.give(self._given)
        busy = self._is_busy(frame)
        if self.source.live:
            self._pace.see(frame, self._began if busy else None)
        if not busy:
            self._see()
        restless, promising = (False, False) if busy else (self.session.restless, self.session.promising)
        notice = self._attention.notice(frame.pixels, frame.time)
        notice = self._attention.due(notice, restless=restless, promising=promising, busy=busy)
        self._noticed.append(notice)
        if not busy:
            self._hand_on()
        state = notice.gate
        self._tell_gate(state)
        self._state = state
        if notice.region is not self._region:
            self._region = notice.region
            self.table.publish(region=None if self._region is None else self._region.to_json())
            self._carry(notice.region)
        if notice.in_place != self._in_place:
            self._in_place = notice.in_place
            self.say(notice.plane.detail)
            self.table.publish(following=self.session.following())
        if notice.due == "look":
            steady = _steady(frame, notice)
            self._looking, self._began = looks.submit(self._tried, steady, self._look, state.rested), frame.time
        elif notice.due == "glimpse":
            self._looking = looks.submit(self._tried, _steady(frame, notice), self._glimpse)
            self._began = frame.time
        return notice

    def _tell_gate(self, state: GateState) -> None:
        """Publish what the gate says when it changes, with glare (px) of the last look; say what is to be mended."""
        if state.state != "still":
            self._glare = None  # the table may have been mended since: the next look tells
        glare = self._glare
        told = state.state, glare is not None
        if told == self._told:
            return
        self._told = told
        detail = state.detail if glare is None else f"Glare: {glare['detail']}."
        body = {"state": state.state, "detail": detail}
        self.table.publish(gate=body if glare is None else body | {"glare": glare})
        if state.state in SAID or glare is not None:
            self.say(detail)

    def _carry(self, region: TableRegion | None) -> None:
        """A region that people gave went along with a bumped camera: it is theirs where it is now."""
        unsaid = region is None or region.source != "people" or same(region, self._given)
        if unsaid or self.table.given is not self._given:  # people said another meanwhile
            return
        self._given = region
        self.table.give(region)
        try:
            self.keep(region)
        except OSError as wrong:
            self._unkept(Said("the region was not kept: {why}", why=wrong.strerror or wrong))

    def _see(self) -> None:
        """Take up what the last look found, in the thread that sees the frames; it is waited for."""
        looking, self._looking = self._looking, None
        seen = None if looking is None else looking.result()
        if seen is not None:
            self._attention.bounds.see(seen.pieces, seen.size)
            self._glare = seen.glare

    def _hand_on(self) -> None:
        """Tell the session of the frames since the last look began: what it knows changes in one thread at a time."""
        while self._noticed:
            self.session.frame(self._noticed.popleft())

    def _last(self, frame: Frame, notice: Notice) -> None:
        """What a film shows at its end is looked at, however short it lay there; no other look is taken by then."""
        if notice.at_rest:
            for _ in range(2):  # a second look confirms the first
                self._tried(_steady(frame, notice), self._look, notice.gate.rested)

    def _tried(self, frame: Frame, look: Callable[..., Seen | None], *more: float) -> Seen | None:
        try:
            return look(frame, *more)
        except StoreError as wrong:  # such as a full disk
            self._unkept(str(wrong))
        except Exception:  # a frame that cannot be read must not end the watch
            where = {"table": self.table.id, "game": self.session.game_id, "frame": frame.number}
            _log.exception("a frame could not be read", **where)
            self.say(UNREADABLE)
        return None

    def _unkept(self, why: str) -> None:
        """Say once why nothing can be written; it stands in the health's place until a look goes well."""
        if self._health is not None:
            self.table.publish(health=Health(UNKEPT, why))
        if why != self._trouble:
            self._trouble = why
            self.say(why)

    def _glimpse(self, frame: Frame) -> None:
        """See in passing what comes, and publish what it means if a move was told."""
        look = self.session.glimpse(frame.pixels, frame.time)
        if look is not None:
            self._publish(look)

    def _look(self, frame: Frame, rested: float) -> Seen:
        """Look at a still frame and publish what it means; `rested` is when the table came to rest (s)."""
        began = time.monotonic()
        self._take_up()
        look = self.session.look(frame.pixels, frame.time)
        lying = [piece.corners for piece in look.observation.pieces if piece.label is not None and piece.kind in LYING]
        self._publish(look, delay=round(time.monotonic() - began + frame.time - rested, 3))
        glare = next((each.to_json() for each in look.observation.warnings if each.name == "glare"), None)
        return Seen(tuple(lying), (frame.pixels.shape[1], frame.pixels.shape[0]), glare)

    def _take_up(self) -> None:
        """Read with pieces that were learnt at the table since the last look."""
        if self.table.enrolled is None or self.table.enrolled is self._enrolled:
            return
        self._enrolled = self.table.enrolled
        try:
            self.session.read_with(self._enrolled)
        except NotEnrolled as wrong:
            self.say(str(wrong))

    def _publish(self, look: Look, **more: Any) -> None:
        """Publish what a look means; it went well."""
        if self._trouble and self._health is not None:
            self.table.publish(health=self._health)
        self._trouble = ""
        judgement = judged(look.reading, self.session)
        following, picture = self.session.following(), self.session.picture
        observation = look.observation.to_json()
        self.table.publish(observation=observation, picture=picture, following=following, **judgement, **more)
        if (line := summary(look.observation, judgement)) != self._said:
            self.say(line)
        self._said = line

    def _report(self, capture: Capture, *, now: bool = False) -> None:
        """Publish the health when it changes, and the counts now and then."""
        while capture.notes:
            self.say(capture.notes.pop(0))
        health = overall(capture.health, self._state, behind=self._pace.behind)
        if health != self._health:
            self._health = health
            kept = not self._trouble or health.state != "ok"
            self.table.publish(health=health if kept else Health(UNKEPT, self._trouble))
            if health.state != "failed":  # a failure is for whoever started the watcher
                self.say(health.detail)
        elapsed = time.monotonic() - self._reported
        if now or elapsed >= self.settings.report:
            rate = (capture.seen - self._seen_then) / elapsed if self._reported else 0.0
            self._reported, self._seen_then = time.monotonic(), capture.seen
            self.table.publish(frames=Frames(capture.seen, capture.dropped, round(rate, 1)))


def overall(camera: Health, gate: GateState | None, *, behind: bool) -> Health:
    """How a camera does, given what the gate says of its pictures, and whether the computer is behind with them.

    One whose view is blocked is not well. A computer that is behind explains why few frames come, too.
    """
    if camera.state == "ok" and gate is not None and gate.state == "blocked":
        return Health(gate.state, gate.detail)
    if camera.state in ("ok", "slow") and behind:
        return Health("behind", BEHIND_LINE)
    return camera


def _steady(frame: Frame, notice: Notice) -> Frame:
    """A frame as a camera that does not sway would have seen it."""
    return replace(frame, pixels=notice.steadied.undo(frame.pixels))


def judged(sight: TableReading[Any], session: Session) -> dict[str, Any]:
    """What a sight means, in JSON types, with the faults that the engine finds in it while nothing has been played.

    From then on the record is judged: what lies under others is not seen.
    """
    body = meaning(sight, session.game, session.options)
    return body | {"faults": []} if session.version else body


def summary(observation: Observation, judged: dict[str, Any]) -> str:
    """One line on what is on the table: `5 pieces: 3 in lines, 2 beside the game; fault: … (SN-9)`."""
    counts = {
        "in lines": len(judged["cells"]),
        "beside the game": len(judged["loose"]),
        "unsure": len(judged["unsure"]),
    }
    words = ", ".join(f"{many} {word}" for word, many in counts.items() if many)
    count = len(observation.pieces)
    line = f"{count} piece{'' if count == 1 else 's'}" + (f": {words}" if words else "")
    return "; ".join([line, *map(_fault, groups(judged["faults"]))])


def _fault(group: Group) -> str:
    """The first fault of a name, what it rests on, and how many there are like it."""
    first, more = group.faults[0], len(group.faults) - 1
    rests = f" if the unsure tile is {', '.join(first['if'])}" if "if" in first else ""
    line = f"fault{rests}: {first['detail']} ({', '.join(first['rules'])})"
    return f"{line} and {more} more like it" if more else line
