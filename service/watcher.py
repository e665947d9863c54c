"""Follows one source: frames go through the gate, still ones are read, and what they mean is published.

A watcher runs in a thread of its own. It never stops at a bad frame, and says one line for every change.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import cv2
import structlog

from service.capture import Capture, CaptureSettings
from service.causes import groups
from service.tables import Frames, Health
from vision.gate import Gate, GateSettings, GateState, small
from vision.photo import Photo
from vision.pipeline import read_photo
from vision.tables import reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.options import Options
    from service.capture import Frame
    from service.capture_source import Source
    from service.causes import Group
    from service.tables import Table
    from vision.observation import Observation

    Read = Callable[[Photo, str], Observation]
    Say = Callable[[str], None]

_log = structlog.get_logger(__name__)

WAIT: Final = 0.1
"""How long to wait for a frame before looking whether to stop, s."""


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """How a source is watched; times in seconds."""

    capture: CaptureSettings = field(default_factory=CaptureSettings)
    gate: GateSettings = field(default_factory=GateSettings)
    report: float = 1.0
    """How often the count of frames is published."""
    quality: int = 88
    """The JPEG quality of the published picture, 0 … 100."""


class Watcher:
    """One source, one game with its house rules, one table. `read` and `say` may be replaced before it runs."""

    def __init__(
        self,
        table: Table,
        source: Source,
        game: str,
        settings: WatchSettings | None = None,
        options: Options | None = None,
    ) -> None:
        self.table = table
        self.source = source
        self.game = game
        self.settings = settings or WatchSettings()
        self.options = options
        self.read: Read = read_photo
        self.say: Say = print
        self._gate = Gate(self.settings.gate)
        self._state: GateState | None = None
        self._health: Health | None = None
        self._was_read: float | None = None
        self._meaning: dict[str, Any] = {}
        self._reported = 0.0
        self._seen_then = 0

    def run(self, stopped: Callable[[], bool]) -> Health:
        """Watch until `stopped` says so, or until no frame will come any more; the health at the end."""
        self.table.publish(game=self.game, options={} if self.options is None else self.options.to_json())
        with Capture(self.source, self.settings.capture) as capture:
            while not stopped():
                frame = capture.next(WAIT)
                self._report(capture)
                if frame is not None:
                    self._step(frame)
                elif capture.over:
                    break
            self._report(capture, now=True)
            return capture.health

    def _step(self, frame: Frame) -> None:
        """One frame through the gate; the first one of every rest is read."""
        state = self._gate.step(small(frame.pixels, self.settings.gate), frame.time)
        if self._state is None or state.state != self._state.state:
            self.table.publish(gate={"state": state.state, "detail": state.detail})
            if state.state in ("dark", "blurred"):
                self.say(state.detail)
        self._state = state
        if state.state == "still" and state.since != self._was_read:
            self._was_read = state.since
            try:
                self._look(frame, state.rested)
            except Exception:  # a frame that cannot be read must not end the watch
                _log.exception("a frame could not be read", frame=frame.number)
                self.say("This picture could not be read; the next one will be tried.")

    def _look(self, frame: Frame, rested: float) -> None:
        """Read a still frame and publish what it means; `rested` is when the table came to rest (s)."""
        photo = Photo.from_frame(frame.pixels)
        observation = self.read(photo, self.game)
        meaning = reading(observation, self.game, self.options).to_json()
        quality = [cv2.IMWRITE_JPEG_QUALITY, self.settings.quality]
        picture = cv2.imencode(".jpg", frame.pixels, quality)[1].tobytes()
        delay = round(time.monotonic() - rested, 3)
        self.table.publish(observation=observation.to_json(), picture=picture, delay=delay, **meaning)
        if meaning != self._meaning:
            self.say(summary(observation, meaning))
        self._meaning = meaning

    def _report(self, capture: Capture, *, now: bool = False) -> None:
        """Publish the health when it changes, and the counts now and then."""
        while capture.notes:
            self.say(capture.notes.pop(0))
        if capture.health != self._health:
            self._health = capture.health
            self.table.publish(health=capture.health)
            if capture.health.state != "failed":  # a failure is for whoever started the watcher
                self.say(capture.health.detail)
        elapsed = time.monotonic() - self._reported
        if now or elapsed >= self.settings.report:
            rate = (capture.seen - self._seen_then) / elapsed if self._reported else 0.0
            self._reported, self._seen_then = time.monotonic(), capture.seen
            self.table.publish(frames=Frames(capture.seen, capture.dropped, round(rate, 1)))


def summary(observation: Observation, meaning: dict[str, Any]) -> str:
    """One line on what is on the table: `5 pieces: 3 in lines, 2 loose; fault: … (SN-9)`."""
    counts = {"in lines": len(meaning["cells"]), "loose": len(meaning["loose"]), "unsure": len(meaning["unsure"])}
    told = ", ".join(f"{many} {word}" for word, many in counts.items() if many)
    count = len(observation.pieces)
    line = f"{count} piece{'' if count == 1 else 's'}" + (f": {told}" if told else "")
    return "; ".join([line, *map(_fault, groups(meaning["faults"]))])


def _fault(group: Group) -> str:
    """The first fault of a name, what it rests on, and how many there are like it."""
    first, more = group.faults[0], len(group.faults) - 1
    rests = f" if the unsure tile is {', '.join(first['if'])}" if "if" in first else ""
    told = f"fault{rests}: {first['detail']} ({', '.join(first['rules'])})"
    return f"{told} and {more} more like it" if more else told
